"""Questions to the dice: ``aqmf odds --ruleset valor``, and the same forms in the app."""
