"""Two lists that a newcomer can try, one of each side."""

HUMANS = """format = 1
name = "A rifle company"
side = "human"
limit = 500
units = [
  { unit = "US Command Squad" },
  { unit = "US Infantry", count = 2 },
  { unit = "Heavy Machine Gun Squad" },
  { unit = "Field Gun Battery" },
]
"""
MARTIANS = """format = 1
name = "Two tripods"
side = "martian"
limit = 500
units = [
  { unit = "Scout Tripod" },
  { unit = "Assault Tripod" },
]
"""
