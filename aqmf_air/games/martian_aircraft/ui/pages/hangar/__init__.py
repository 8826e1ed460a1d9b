"""The hangar in the browser: every design and its price, several side by side, and the calculator for a new one."""
