"""Play: rulesets, orders, events, questions, rulings, and the session of one game."""
