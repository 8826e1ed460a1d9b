"""What every game needs and no game owns: dice, odds, frozen state, events, the log, the store.

Nothing here knows a table, an inch, or how many sides a die has.
"""
