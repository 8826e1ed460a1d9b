"""The chapters of the rulebook, each with its rules, orders, events and rulings; a mission lists those it is played with."""
