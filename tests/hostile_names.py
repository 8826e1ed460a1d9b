"""Names that players, other programs and other systems give to things, and that some part of a program does not expect."""

from __future__ import annotations

from hypothesis import strategies as st

SORTS = (
    "a:b", "a\\b", "..\\a", "C:\\a", "a/b", ".", "..", "...", ".hidden", "a.", "a ", " a", "a. .", "-", "--", "-rf",
    "--help", "~", "~root", "$HOME", "`x`", "%41", "%", "%2F", "#", "?", "*", "<a>", "a|b", '"', "'", "''", "a;b",
    "a&b", "{{ a }}", "con", "CON", "nul", "aux.toml", "com1", "lpt9", "CON.tar.gz", "a.toml", ".toml",
    "a.toml.history", ".a.toml.history", "wing", "Wing", "WING", "WİNG", "straße", "STRASSE", "ﬁn", "fin", "é",
    "e\u0301", "Å", "\u212b", "🛩️", "🛩", "👩\u200d✈️", "אבג", "\u202eabc", "\u200b", "a\u200bb", "\u2028", "a\nb",
    "a\rb", "a\tb", "\x01", "\x7f", "\x1b[31m", "\u0085", "\ufeff", "a" * 40, "a" * 60, "a" * 61, "a" * 80, "a" * 200,
    "é" * 100, "日" * 60, "𝄞" * 50, "z\u0323\u0301\u0302" * 20, "null", "true", "0", "1e9", "NaN", "none", "all",
    "games.sqlite", "backup.json", "locks", "index", "new", "restore", "units",
)  # fmt: skip
"""One of each sort."""

ANY = st.sampled_from(SORTS) | st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)
"""Whatever can be typed or stand in a file."""

FILE_NAMES = (ANY | st.binary(min_size=1, max_size=60).map(lambda raw: raw.decode("utf-8", "surrogateescape"))).filter(
    lambda name: name not in (".", "..") and not {"/", "\0"} & {*name}
)
"""Whatever a file can be called on the system that takes most names."""
