"""Questions to the dice: ``aqmf odds --ruleset richthofen``, and the same forms in the app."""
