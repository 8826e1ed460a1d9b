"""The chapters of the book, each in a module: its rules, orders, events and rulings."""
