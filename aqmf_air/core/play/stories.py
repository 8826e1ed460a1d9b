"""How a game tells a story: facts that it noted from the events of a chapter, and a :class:`Storyteller` with its sentences.

A game hears the events of a chapter and notes each thing that happened to somebody as a :class:`StoryFact`. The teller has
the sentences of the game by kind of fact. He picks the facts that weigh most, joins those that are alike, and tells them in
the order of the log, between how the chapter began and how it ended; the sentences of a kind are used in turn, so that the
same log is always told in the same words. A sentence holds no name and no figure of its own: both come from facts, and
facts from events that every player has seen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from string import Formatter
from typing import Any

from aqmf_air.core.data.text import capitalised, in_a_row, in_letters, one_in

RARE = Fraction(1, 10)
"""What was no more likely is told as odds that were beaten."""
MOST = 5
"""Sentences of a chapter beside its asides, and what its headline counts."""
LONGEST_HEADLINE = 100
"""Letters of a headline: what would make it longer is left to the story."""
BEATEN = 3
"""What odds that were beaten add to the weight of a fact."""
ASIDE = 1
"""The weight of asides: who took part, how it ended. They are told always, in their place; a headline has them where nothing
else makes one.
"""


@dataclass(frozen=True)
class StoryFact:
    """Something that happened to somebody, as the log has it."""

    kind: str
    """Which sentences tell it."""
    who: tuple[str, ...]
    """Whom it happened to, or who did it: names as players know them."""
    what: tuple[str, ...] = ()
    """What it was done to."""
    words: tuple[tuple[str, str], ...] = ()
    """What else its sentences name: ``("where", "Lille")``."""
    when: str = ""
    """``turn 5``."""
    weight: int = 3
    """How much it matters beside others. The game's own judgement; :data:`ASIDE` for asides."""
    chance: Fraction | None = None
    """How likely it was by the question that was rolled for; None: nobody rolled for it alone."""
    alone: bool = False
    """Whether its words are of these people alone, so that it is told of nobody else: a score, a rank."""

    @property
    def rare(self) -> bool:
        """Whether it was so unlikely that the chance is told."""
        return self.chance is not None and self.chance <= RARE

    @property
    def matters(self) -> int:
        """How much it matters, with the odds that were beaten."""
        return self.weight + BEATEN * self.rare


def joined(facts: Iterable[StoryFact]) -> list[StoryFact]:
    """Facts that are alike as one: what the same people did at one place, and whom the same has befallen. Order stays."""
    merged = dict[Any, StoryFact]()
    for at, fact in enumerate(facts):
        key = at if fact.rare or fact.alone else (fact.kind, fact.words, fact.who if fact.what else ())
        merged[key] = _with(merged[key], fact) if key in merged else fact
    return list(merged.values())


def _with(fact: StoryFact, other: StoryFact) -> StoryFact:
    """A fact, and another one that is like it."""
    weight = max(fact.weight, other.weight) + bool(other.what)
    who = fact.who if fact.what else (*fact.who, *other.who)
    return replace(fact, who=who, what=(*fact.what, *other.what), weight=weight)


FULL_NAME = re.compile(r"[A-Z][^\W\d.]+(?: [^\W\d.]\S*)* [A-Z][^\W\d]+")
"""A name that has a last name: ``Manfred von Richthofen``."""
AT_FIRST = re.compile(r"^(?:(?:over|at) \{where\}|\{whereabouts\}),? ")
"""A place that a sentence begins with: it needs none that goes on at that of the one before."""
AT_A_PLACE = re.compile(r"\b(?:over|at) \{where\}|\{whereabouts\}")
"""What is ``there`` in a sentence on the place of the one before."""
PARTS = re.compile(r"[,:;(]| and ")
"""What stands in a clause to which no other is joined."""


def _odds(fact: StoryFact) -> str:
    """The odds that were beaten, behind a sentence; empty: none were."""
    return f" (a chance of {one_in(fact.chance)})" if fact.rare and fact.chance is not None else ""


def _fields(form: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(form) if name}


def _is_unnamed(name: str) -> bool:
    return name.startswith(("a ", "an "))


def _told_once(names: Sequence[str]) -> str:
    """Names in a row; several of a kind are told by their number: ``two balloons``."""
    row = list[str]()
    for name, number in Counter(names).items():
        several = number > 1 and _is_unnamed(name)
        row.append(f"{in_letters(number)} {name.partition(' ')[2]}s" if several else name)
    if len(row) > 1:  # a crew of two among others is no third and fourth of them
        row = [name.replace(" and ", " with ") for name in row]
    return in_a_row(row)


def named_once(sentences: Sequence[str], people: Iterable[str]) -> list[str]:
    """Sentences in which whoever was named in full goes by the last name from then on, if nobody else in them has it."""
    crews = {*people}
    full = {name for crew in crews for name in crew.split(" and ") if FULL_NAME.fullmatch(name)}
    last = Counter(name.rpartition(" ")[2] for name in full)
    met = set[str]()

    def again(found: re.Match[str]) -> str:
        names = found[0].split(" and ")
        if not {*names} <= met:  # a crew is named in full, or by last names
            met.update(names)
            return found[0]
        return " and ".join(name.rpartition(" ")[2] if last[name.rpartition(" ")[2]] == 1 else name for name in names)

    known = sorted({name for name in {*crews, *full} if full & {*name.split(" and ")}}, key=len, reverse=True)
    if not known:
        return [*sentences]
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, known))})\b")
    return [pattern.sub(again, sentence) for sentence in sentences]


VERBS = {
    "was": "were", "is": "are", "has": "have", "does": "do", "his": "their", "goes": "go", "loses": "lose",
    "shoots": "shoot", "burns": "burn", "claims": "claim", "destroys": "destroy", "puts": "put",
    "forces": "force", "drives": "drive", "falls": "fall", "brings": "bring", "wins": "win", "comes": "come",
    "fails": "fail", "walks": "walk",
}  # fmt: skip
"""Words of a sentence that agree with whom it is about: ``{was}``; after them what they are of several."""
PEOPLE = {"who", *VERBS}


@dataclass(frozen=True)
class Sentences:
    """How facts of a kind are told.

    Beside their own words facts have ``{who}``, ``{what}``, :data:`VERBS`, and ``{haul}``: what it was done to, or how many
    they were where they are more than two, or some of them have no name of their own.
    """

    forms: tuple[str, ...]
    """In turn, each a sentence in the past tense, without its stop: ``{who} shot down {what} over {where}``. Without any it
    makes a headline only.
    """
    headline: tuple[str, ...] = ()
    """The same as a headline; empty: it makes none."""
    parting: str = ""
    """Of how somebody leaves: what joins a headline to what else he did, which stands before it: ``but``."""
    suffered: str = ""
    """Of those whom it is done to, who did something else before: ``{falls} to``, and then by whom."""
    beside: str = ""
    """What is said of somebody within the sentence before, where that names him: ``who had {score}``."""


def _people(facts: Iterable[StoryFact]) -> list[str]:
    return [name for fact in facts for name in (*fact.who, *fact.what)]


def _inserted(sentence: str, name: str, clause: str) -> str:
    """A sentence with a clause behind a name in it."""
    before, _, after = sentence.partition(name)
    return f"{before}{name}, {clause}{after if not after or after[0] in ',:;' else f',{after}'}"


class Storyteller:
    """Tells the chapters of one chronicle, one after the other."""

    def __init__(self, sentences: Mapping[str, Sentences], quiet: Sequence[str]) -> None:
        """
        Args:
            sentences: how facts are told, by kind.
            quiet: headlines of chapters in which nothing makes one, in turn.
        """
        self._sentences = sentences
        self._quiet = quiet
        self._told = Counter[str]()
        """How often each form of a kind, or each headline, was asked for."""

    def headline(self, facts: Sequence[StoryFact], *, over: bool = True) -> str:
        """The headline of a chapter, as one story: what weighs most, and what weighs most of another sort.

        People whom the same has befallen are named together. A chapter that is not ``over`` may have none yet.
        """
        headline, about, victims, left = "", tuple[str, ...](), tuple[str, ...](), False
        leads = self._leads(facts)
        if len({frozenset(fact.who) for _, fact in leads}) == 1:  # what they did, then how they left
            leads.sort(key=lambda lead: bool(self._sentences[lead[1].kind].parting))
        for forms, fact in leads:
            if headline and not fact.what and (others := tuple(name for name in fact.who if name not in victims)):
                fact = replace(fact, who=others)
            victims = fact.what
            form = self._next(forms[0], forms)
            if {*about} & {*fact.who}:
                form = next((own for own in forms if own.startswith("{who} ")), form)
            joint, beside = (f" {'after' if {*fact.who} < {*about} and left else 'as'} " if headline else ""), ""
            suffered = self._sentences[fact.kind].suffered
            if suffered and len(about) == 1 and len(fact.what) == 1 and about[0] in fact.what[0].split(" and "):
                joint, form, by = " and ", suffered, fact.who
                fact, beside = replace(fact, who=about), f" {_told_once(by)}"
            elif about and {*about} <= {*fact.who} and form.startswith("{who} "):  # the same people, with others or alone
                joint, form = f" {self._sentences[fact.kind].parting or 'and'} ", form.removeprefix("{who} ")
                others = tuple(name for name in fact.who if name not in about)
                fact, beside = replace(fact, who=about), f" with {_told_once(others)}" if others else ""
            clause = joint + self._filled(fact, form) + beside
            if headline and len(headline) + len(clause) > LONGEST_HEADLINE:
                break
            headline += clause
            left = bool(self._sentences[fact.kind].parting)
            about = fact.who if form.startswith("{who} ") else ()
        (headline,) = named_once([headline], _people(facts))
        return capitalised(headline or (self._next("", self._quiet) if over else ""))

    def _leads(self, facts: Sequence[StoryFact]) -> list[tuple[tuple[str, ...], StoryFact]]:
        """What a headline is made of: forms, and all facts that they tell of the same people as one."""
        able = dict[Any, tuple[tuple[str, ...], StoryFact]]()
        for fact in facts:
            if forms := self._sentences[fact.kind].headline:
                key = forms if all(_fields(form) <= PEOPLE for form in forms) else (forms, fact.who)
                able[key] = forms, _with(able[key][1], fact) if key in able else fact
        first, *others = sorted(able.values(), key=lambda lead: -lead[1].matters) or [((), StoryFact("", ()))]
        weighty = [lead for lead in others if lead[1].weight > ASIDE]
        second = next((lead for lead in weighty if lead[0] != first[0]), next(iter(weighty), None))
        return [lead for lead in (first, second) if lead and lead[0]]

    def story(self, facts: Sequence[StoryFact]) -> tuple[str, ...]:
        """The sentences of a chapter, in the order of the log: its asides, what weighs most, what the headline counts."""
        alike, leads = joined(facts), self._leads(facts)

        def leading(fact: StoryFact) -> bool:
            forms = self._sentences[fact.kind].headline
            return any(forms == lead and {*fact.who} <= {*whole.who} for lead, whole in leads)

        weighty = [at for at, fact in enumerate(alike) if fact.weight > ASIDE]
        first = {*sorted(weighty, key=lambda at: -alike[at].matters)[:MOST]}
        told = [fact for at, fact in enumerate(alike) if fact.weight <= ASIDE or at in first or leading(fact)]
        sentences = self._run(fact for fact in told if self._sentences[fact.kind].forms)
        return tuple(f"{capitalised(sentence)}." for sentence in named_once(sentences, _people(facts)))

    def _run(self, facts: Iterable[StoryFact]) -> list[str]:
        """A sentence for each fact; what is told of the same people twice running is one, where neither has parts."""
        sentences, of, begun, place = list[str](), tuple[str, ...](), False, ""
        for fact in facts:
            beside = self._sentences[fact.kind].beside
            if beside and sentences and sentences[-1].count(fact.who[0]) == 1 and not begun:
                begun, sentences[-1] = True, _inserted(sentences[-1], fact.who[0], self._filled(fact, beside))
                of = ()
                continue
            begun = False
            form = self._next(fact.kind, self._sentences[fact.kind].forms)
            words = dict(fact.words)
            where = words.get("where") or words.get("whereabouts", "").partition(" ")[2]
            if where and where == place:
                form = AT_A_PLACE.sub("there", AT_FIRST.sub("", form))
            place = where or place
            about = fact.who if form.startswith("{who} ") else ()
            clause = self._filled(fact, form.removeprefix("{who} "))
            if about and about == of and not PARTS.search(clause):
                sentences[-1] += f" and {clause}{_odds(fact)}"
                of = ()
                continue
            sentences.append(self._filled(fact, form) + _odds(fact))
            of = about if not PARTS.search(sentences[-1].removeprefix(_told_once(about))) else ()
        return sentences

    def _filled(self, fact: StoryFact, form: str) -> str:
        verbs = {verb: plural if len(set(fact.who)) > 1 else verb for verb, plural in VERBS.items()}
        what = _told_once(sorted(fact.what, key=_is_unnamed))
        counted = len(fact.what) > 2 or len({*map(_is_unnamed, fact.what)}) > 1  # Kurt and a second Emil: two
        plain = {
            "who": _told_once(fact.who),
            "what": what,
            "haul": in_letters(len(fact.what)) if counted else what,
        }
        return form.format(**verbs, **plain, **dict(fact.words))

    def _next(self, kind: str, forms: Sequence[str]) -> str:
        form = forms[self._told[kind] % len(forms)]
        self._told[kind] += 1
        return form
