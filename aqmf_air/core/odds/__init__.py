"""What may be asked of the dice of a game, for every front end: words and numbers in, the exact answer out.

A game contributes its queries (:class:`~aqmf_air.core.odds.query.Query`) by ``aqmf_register_queries``; what one asks comes
back as an :class:`~aqmf_air.core.odds.answer.Answer`, made of the very rules that resolve a game. Nothing here prints, knows
a page, or knows a game.
"""
