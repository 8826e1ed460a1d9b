"""Commands that take more than a ruleset and rulings."""
