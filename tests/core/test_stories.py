"""How a story is told from facts: what is joined, picked, told as unlikely, and how sentences change."""

from __future__ import annotations

from fractions import Fraction

from aqmf_air.core.play.chronicle import (
    ASIDE,
    MOST,
    Career,
    ChapterTold,
    OnTheWall,
    Sentences,
    StoryFact,
    Storyteller,
    TableTold,
    Told,
    joined,
)

SENTENCES = {
    "kill": Sentences(("{who} shot down {what} over {where}", "{what} fell to {who}"), ("{who} claims {haul}",)),
    "lost": Sentences(("{who} {was} lost",), ("{who} {does} not come back",)),
    "hit": Sentences(("{who} {was} hit",)),
    "flew": Sentences(("{who} flew",)),
}


def teller() -> Storyteller:
    return Storyteller(SENTENCES, ("a quiet day", "nothing new"))


def kill(who: str, what: str, where: str = "Arras", chance: Fraction | None = None) -> StoryFact:
    return StoryFact("kill", (who,), (what,), (("where", where),), weight=6, chance=chance)


def test_the_deeds_of_a_man_at_a_place_are_one_sentence() -> None:
    facts = [kill("Ada", "Max"), StoryFact("hit", ("Bea",)), kill("Ada", "Kurt"), kill("Ada", "Otto", "Lens")]
    assert teller().story(facts) == ("Ada shot down Max and Kurt over Arras.", "Bea was hit.", "Otto fell to Ada.")
    two = [kill("Ada", "a balloon"), kill("Ada", "a balloon"), StoryFact("hit", ("Bea",))]
    assert teller().story(two)[0] == "Ada shot down a balloon and another balloon over Arras."
    three = [kill("Ada", "a balloon"), kill("Ada", "Max"), kill("Ada", "a balloon"), kill("Ada", "a balloon")]
    assert teller().story(three) == ("Ada shot down three balloons and Max over Arras.",)


def test_people_whom_the_same_befalls_are_named_together() -> None:
    facts = [StoryFact("hit", ("Ada",)), kill("Cy", "Max"), StoryFact("hit", ("Bea",))]
    assert teller().story(facts) == ("Ada and Bea were hit.", "Cy shot down Max over Arras.")
    told = teller().story([kill("Ada", "a balloon"), kill("Bea", "a balloon")])
    assert told == ("Ada shot down a balloon over Arras.", "A balloon fell to Bea."), "each has a victim of his own"


def test_only_what_is_unlikely_has_its_chance() -> None:
    facts = [kill("Ada", "Max", chance=Fraction(1, 36)), kill("Ada", "Kurt", chance=Fraction(1, 9))]
    assert teller().story(facts) == ("Ada shot down Max over Arras (a chance of 1 in 36).", "Kurt fell to Ada.")


def test_sentences_are_used_in_turn_from_chapter_to_chapter() -> None:
    both = teller()
    facts = [kill("Ada", "Max"), StoryFact("hit", ("Bea",))]
    assert [both.story(facts)[0] for _ in range(3)] == [
        "Ada shot down Max over Arras.",
        "Max fell to Ada.",
        "Ada shot down Max over Arras.",
    ]
    assert [both.headline(()) for _ in range(3)] == ["A quiet day", "Nothing new", "A quiet day"]
    assert not both.headline((), over=False)


def test_what_weighs_most_is_told_in_the_order_of_the_log() -> None:
    many = [StoryFact("hit", (name,), words=(("nth", name),), weight=2) for name in "ABCDEF"]
    told = teller().story([StoryFact("flew", ("Ada",), weight=ASIDE), *many, kill("Ada", "Max")])
    assert told == ("A was hit.", "B was hit.", "C was hit.", "D was hit.", "Ada shot down Max over Arras.")
    assert len(told) == MOST
    assert teller().story([StoryFact("flew", ("Ada",), weight=ASIDE), StoryFact("hit", ("Ada",))]) == (
        "Ada flew.",
        "Ada was hit.",
    )
    assert teller().story([StoryFact("flew", ("Ada",), weight=ASIDE)]) == ("Ada flew.",)


def test_a_headline_has_two_things_of_different_sorts() -> None:
    facts = [
        *(StoryFact("lost", (name,), words=(("how", name),), weight=10) for name in ("Ada", "Bea")),
        *(kill("Cy", name, name) for name in ("Max", "Kurt", "Otto")),
        kill("Di", "Hans"),
    ]
    assert teller().headline(facts) == "Ada and Bea do not come back; Cy claims three"


def test_a_chronicle_stands_at_the_terminal() -> None:
    losses = TableTold("Losses", ("Losses", "How"), (("Ada", "in the air"),))
    chapter = ChapterTold(
        "Mission 1", (("Weather", "clear"),), ("Turn 1: rain",), "Ada is lost", ("Ada fell.", "It rained."), (losses,)
    )
    wall = OnTheWall("Ada", "5", 3, "lost", ace=True, gone=True)
    told = Told("Chronicle", ("over",), (chapter,), "Pilots", ("Pilot", "Now"), (Career(("Ada", "lost"), True),), (wall,))
    assert list(told.lines()) == [
        "Chronicle", "  over", "", "Mission 1", "  Ada is lost", "  Ada fell. It rained.", "  Weather: clear",
        "  Losses  How", "  Ada     in the air", "  - Turn 1: rain", "", "Wall of aces",
        "  Name      Victories  Missions  Fate", "  Ada, ace  5          3         lost",
        "", "Pilots", "  Pilot  Now", "  Ada    lost",
    ]  # fmt: skip


def test_what_is_of_one_alone_is_told_of_nobody_else() -> None:
    told = teller().story([StoryFact("hit", ("Ada",), alone=True), StoryFact("hit", ("Bea",), alone=True)])
    assert told == ("Ada was hit.", "Bea was hit.")


def test_one_in_ten_is_unlikely_enough_to_be_told() -> None:
    told = teller().story([kill("Ada", "Max", chance=Fraction(1, 10)), StoryFact("hit", ("Bea",))])
    assert told[0] == "Ada shot down Max over Arras (a chance of 1 in 10)."


def test_two_that_matter_are_enough_whatever_odds_an_aside_beat() -> None:
    aside = StoryFact("flew", ("Cy",), weight=ASIDE, chance=Fraction(1, 99))
    assert teller().story([StoryFact("hit", ("Ada",)), aside, kill("Bea", "Max")]) == (
        "Ada was hit.",
        "Bea shot down Max over Arras.",
    )


def test_odds_that_were_beaten_bring_a_fact_before_weightier_ones() -> None:
    many = [kill("Ada", name, name) for name in "ABCDE"]
    rare = StoryFact("hit", ("Bea",), weight=4, chance=Fraction(1, 99))
    told = teller().story([*many, rare])
    assert told[-1] == "Bea was hit (a chance of 1 in 99)."
    assert len(told) == MOST


def test_deeds_of_one_weigh_more_together_and_what_befalls_several_does_not() -> None:
    (deeds,) = joined([kill("Ada", "Max"), kill("Ada", "Kurt")])
    (hits,) = joined([StoryFact("hit", ("Ada",)), StoryFact("hit", ("Bea",))])
    assert (deeds.weight, hits.weight) == (7, 3)
