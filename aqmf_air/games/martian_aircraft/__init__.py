"""Scott Washburn's aircraft, an extension of All Quiet on the Martian Front."""
