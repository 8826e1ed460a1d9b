"""The table-side app: pages for a phone or a laptop, from the same functions as the command line."""
