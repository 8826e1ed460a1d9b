"""The chapters of the rulebook: rules, what is asked, orders and events of each, together."""
