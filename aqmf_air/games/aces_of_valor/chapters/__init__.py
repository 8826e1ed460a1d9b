"""The chapters of the rulebook: each has the rules, steps, orders and events of one."""
