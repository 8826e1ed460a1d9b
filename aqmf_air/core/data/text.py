"""Chances and counts in words, as every front end says them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from aqmf_air.core.dice.modifiers import TargetNumber

if TYPE_CHECKING:
    from aqmf_air.core.dice.dice import Draw


RULE_ID = r"[A-Z][A-Z0-9]*(-[A-Za-z0-9.]+)+"
RULE_IN_TEXT = re.compile(rf"(?<![\w-]){RULE_ID}(?<!\.)")
"""What may be the id of a rule within a text: a full stop that closes it belongs to the text."""


def rules_in(text: str) -> tuple[str, ...]:
    """What may be ids of rules in a text, in order.

    >>> rules_in("SKY-5.5.11, SKY-3-a: see SKY-1.4.P1.")
    ('SKY-5.5.11', 'SKY-3-a', 'SKY-1.4.P1')
    """
    return tuple(found[0] for found in RULE_IN_TEXT.finditer(text))


def percent(chance: Fraction | float) -> str:
    """A chance for people: never 0% for what can happen, nor 100% for what can fail."""
    if not 0 < chance < 1:
        return f"{float(chance):.0%}"
    shown = f"{float(chance):.1%}"
    return {"0.0%": "<0.1%", "100.0%": ">99.9%"}.get(shown, shown)


def one_in(chance: Fraction) -> str:
    """``1 in 7``; a dash for what never happens."""
    if not chance:
        return "-"
    n = float(1 / chance)
    return f"1 in {n:,.0f}" if n >= 10 else f"1 in {n:.1f}".removesuffix(".0")


def one_in_rarely(chance: Fraction) -> str:
    """``1 in 3.7``; nothing for what happens more often than not, where it tells nobody anything."""
    return one_in(chance) if chance <= Fraction(1, 2) else ""


def rarity(chance: Fraction) -> str:
    """``1 in 3.7``; of what is likely, how often it fails: ``fails 1 in 2.6``; nothing for never and always."""
    if chance in (0, 1):
        return ""
    return one_in(chance) if chance <= Fraction(1, 2) else f"fails {one_in(1 - chance)}"


def chance_in_words(chance: Fraction) -> str:
    """``27.1% (1 in 3.7)``, ``61.3% (fails 1 in 2.6)``, ``never``, ``always``."""
    if chance in (0, 1):
        return "never" if not chance else "always"
    return f"{percent(chance)} ({rarity(chance)})"


def left_out(missing: Fraction) -> str:
    """What is said under odds of which a part is cut off; empty where nothing is."""
    return f"{percent(missing)} of the chances are left out: rolls that go on for very long" if missing else ""


def points(change: Fraction) -> str:
    """A change of a chance in percentage points."""
    if not change:
        return "none"
    shown = f"{float(change) * 100:+.1f}"
    return shown if float(shown) else f"{'+' if change > 0 else '-'}<0.1"


def reasons(target: TargetNumber) -> str:
    """Where a target number comes from: ``10 Armor of the target, -1 Power of the weapon``."""
    parts = [target.begins]
    parts += [f"{modifier.value:+d} {modifier.reason}" for modifier in target.modifiers if modifier.value]
    return ", ".join(parts)


NO_NAMES: Mapping[str, str] = {}


@runtime_checkable
class SaysItsNeed(Protocol):
    """What a roll is about that says itself what the dice need, or where they are read."""

    @property
    def needs(self) -> str: ...


def need(
    ask: Draw[Any],
    spell: Callable[[TargetNumber], str],
    tells: Callable[[str], bool] = bool,
    names: Mapping[str, str] = NO_NAMES,
) -> str:
    """What a roll needs, as it is put behind its label, and for whom if that has an id which ``tells``: ``6+ for gunners``.

    What is said in words stands in brackets, or it would run into the label: ``(the highest moves last)``. The id of a rule
    is nothing that a roll needs. ``names`` are what players call things, by id.
    """
    about = ask.about
    if not isinstance(about, TargetNumber):
        need_text = about.needs if isinstance(about, SaysItsNeed) else about
        words = re.sub(rf"^{RULE_ID}(: |$)", "", need_text) if isinstance(need_text, str) else ""
        return f"({words})" if words else ""
    whose = f"for {names.get(about.whose, about.whose)}" if tells(about.whose) else ""
    return " ".join(filter(None, (spell(about) if about.what == ask.label else "", whose)))


def on_whom(
    ask: Draw[Any], tells: Callable[[str], bool] = bool, names: Mapping[str, str] = NO_NAMES, *, with_what: bool = True
) -> str:
    """On whom or what a roll is made, as it is put behind its label: ``on gunners``; ``with_what``: ``on gunners, fire of
    the flight``. Nothing where ``tells`` says no.
    """
    if not ask.subject or not tells(ask.subject):
        return ""
    means = f", {ask.means}" if with_what and tells(ask.means) else ""
    return f"{ask.relation or 'on'} {names_in_words(ask.subject, names)}{means}"


def names_in_words(ids: str, names: Mapping[str, str]) -> str:
    """The names of things by their ids, of which several have commas between them: ``Red 1 and Red 2``."""
    return in_a_row([names.get(id_, id_) for id_ in ids.split(", ")])


def capitalised(line: str) -> str:
    """A line that begins as a sentence does; the rest of it stays."""
    return line[:1].upper() + line[1:]


VOWELS, SPELT = frozenset("aeiouy"), frozenset({"aa", "mu"})
"""Words without vowels are abbreviations; so are these."""


def label_of(name: str) -> str:
    """The name of an option, a ruling or a page in words, as a label; abbreviations stand in capitals.

    >>> label_of("distance-mu"), label_of("field_aa"), label_of("vp-price"), label_of("side-by-side")
    ('Distance MU', 'Field AA', 'VP price', 'Side by side')
    """
    words = re.split("[-_ ]", name)
    return capitalised(" ".join(word if VOWELS & {*word} and word not in SPELT else word.upper() for word in words))


def in_a_row(words: Sequence[str], last: str = "and") -> str:
    """``one``, ``one and two``, ``one, two and three``; with semicolons where commas stand within them."""
    if len(words) < 2:
        return "".join(words)
    comma = "; " if any("," in word for word in words) and len(words) > 2 else ", "
    return f"{comma.join(words[:-1])} {last} {words[-1]}"


def amount(mean: Fraction) -> str:
    """An average to two places, without idle zeros."""
    shown = f"{float(mean):,.2f}"
    if mean and shown in ("0.00", "-0.00"):
        return "<0.01"
    return shown.rstrip("0").rstrip(".")


def change(difference: Fraction) -> str:
    """A difference to one place with its sign, which what is rounded to nothing has not.

    >>> change(Fraction(3, 2)), change(Fraction(-1, 3)), change(Fraction(-1, 30))
    ('+1.5', '-0.3', '0.0')
    """
    shown = f"{float(difference):+.1f}"
    return shown if float(shown) else shown[1:]


def beginning(text: str, most: int) -> str:
    """A text as far as there is room: whole sentences, if they fill half of it; else whole words, and an ellipsis.

    >>> beginning("Two fly home, at dawn. Three wait.", 24), beginning("Two fly home, at dawn", 15)
    ('Two fly home, at dawn.', 'Two fly home…')
    """
    if len(text) <= most:
        return text
    if (told := re.match(r".*[.!?](?=\s)", text[: most + 1])) and 2 * len(told[0]) >= most:
        return told[0]
    return text[:most].rpartition(" ")[0].rstrip(" ,;:.-") + "…"


def in_letters(number: int) -> str:
    """A small number in letters, as it stands in a sentence; figures from thirteen on.

    >>> in_letters(3), in_letters(20)
    ('three', '20')
    """
    letters = "no one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
    return letters[number] if 0 <= number < len(letters) else str(number)


def plural(number: int, singular: str, many: str = "") -> str:
    """``1 shot``, ``3 shots``."""
    return f"{number:,} {singular if number == 1 else many or singular + 's'}"


_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"
)
"""Signs that nobody sees, though they may turn a line around: controls that are no blanks, marks of direction, zero-width
blanks. What joins letters and emoji is none of them.
"""


def is_seen(text: str) -> bool:
    """Whether all of a line is seen as it is: nothing in it is unseen, and no blank is another than the usual one."""
    return not _UNSEEN.search(text) and all(sign == " " or not sign.isspace() for sign in text)


def in_a_line(text: str) -> str:
    r"""A text as one line of what is seen: single blanks, letters with their accents, nothing that nobody sees.

    >>> in_a_line(" Third \t Wing\u200b\a\n"), in_a_line("e\u0301") == "\u00e9"
    ('Third Wing', True)
    """
    return unicodedata.normalize("NFC", " ".join(_UNSEEN.sub("", text).split()))


def with_article(words: str) -> str:
    """Words with ``a`` or ``an``, as they are spoken: letters with stops are spelt out, or two, or such without vowels.

    >>> with_article("Spad VII"), with_article("Albatros"), with_article("S.E.5a"), with_article("RE-8"), with_article("LVG")
    ('a Spad VII', 'an Albatros', 'an S.E.5a', 'an RE-8', 'an LVG')
    """
    letters = re.match(r"[A-Z]{1,2}(?![A-Za-z])|[B-DF-HJ-NP-TV-Z]{3,}(?![a-z])", words)
    spelt = letters and words[0] in "AEFHILMNORSX"
    return f"{'an' if spelt or words[:1].casefold() in 'aeiou' else 'a'} {words}"


TYPESET = "“”\u2018\u2019"
_PAIR = re.compile(r'[“„"]([^“”„"]*)[”“"]')


def quoted(name: str, marks: str = "\"\"''") -> str:
    r"""A name in quotation marks: the outer two of ``marks``. Those that it has itself become the inner two, or the outer.

    >>> quoted("Bess"), quoted('"Bess"'), quoted('Old "Bess"')
    ('"Bess"', '"Bess"', '"Old \'Bess\'"')
    """
    whole = _PAIR.fullmatch(name)
    bare = whole[1] if whole else _PAIR.sub(rf"{marks[2]}\1{marks[3]}", name)
    return f"{marks[0]}{bare}{marks[1]}"
