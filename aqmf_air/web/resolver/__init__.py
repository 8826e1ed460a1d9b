"""The resolver: one roll or volley at a time, with what it takes, its exact odds, and the dice, typed or rolled."""
