"""The app as a static site: it runs in the visitor's browser, from a link, and without a server after that."""
