"""The chapters of the rules: each with its rules, questions, orders, events and rulings."""
