"""Orders to units on the ground, each kind with its events; based on ``base_order.py``, listed in ``contributions.py``."""
