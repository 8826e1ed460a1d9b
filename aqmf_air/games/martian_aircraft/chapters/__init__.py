"""The chapters of Scott Washburn's rules: rules, what is asked, orders and events of each, together."""
