"""Night Mail: one pilot flies the mail through three nights, against a deck of cards that nobody has seen."""
