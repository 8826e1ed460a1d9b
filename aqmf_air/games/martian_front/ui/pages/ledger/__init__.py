"""Ledgers of real tables in the browser: two forces, what was done to them, and the log."""
