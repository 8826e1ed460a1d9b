"""The planner of bombing runs: the best legal run that is found, and a bound that no legal run exceeds.

Which points matter is geometry (``candidates``), how to get there is geometry too (``ways``). What a template does is
asked of the rules (``ground``), and a finished plan is valued by the very resolution of bombing runs (``plan``).
"""
