"""Army lists in the browser: the shelf of them, the builder of one, and what it is shared and printed as."""
