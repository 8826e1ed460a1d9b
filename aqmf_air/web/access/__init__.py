"""Who may ask, and what: the guard before every request, the code that lets other machines in, and their addresses."""
