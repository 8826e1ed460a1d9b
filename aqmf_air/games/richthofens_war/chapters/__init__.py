"""The chapters of the rulebook: rules, asks, orders, events and rulings of each."""
