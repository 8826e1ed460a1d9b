"""How a story is told from facts: what is joined, picked, told as unlikely, and how sentences change."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from aqmf_air.core.play.air_stories import AIR_SENTENCES, Notebook, Patrol, fared
from aqmf_air.core.play.chronicle import Career, ChapterTold, OnTheWall, TableTold, Told, nobody_flew
from aqmf_air.core.play.stories import ASIDE, MOST, Sentences, StoryFact, Storyteller, joined, named_once

SENTENCES = {
    "kill": Sentences(("{who} shot down {what} over {where}", "{what} fell to {who}"), ("{who} claims {haul}",)),
    "lost": Sentences(("{who} {was} lost",), ("{who} {does} not come back",), parting="but"),
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
    assert teller().story(two)[0] == "Ada shot down two balloons over Arras."
    three = [kill("Ada", "a balloon"), kill("Ada", "Max"), kill("Ada", "a balloon"), kill("Ada", "a balloon")]
    assert teller().story(three) == ("Ada shot down Max and three balloons over Arras.",)


def test_a_headline_tells_what_somebody_did_before_how_he_left() -> None:
    lost = StoryFact("lost", ("Ada",), weight=9)
    assert teller().headline([kill("Ada", "Max"), lost]) == "Ada claims Max but does not come back"
    assert teller().headline([kill("Bea", "Max"), lost]) == "Ada does not come back as Bea claims Max"
    assert teller().headline([kill("Ada", "a second Emil"), kill("Ada", "Kurt")]) == "Ada claims two"


def test_a_crew_that_shares_a_deed_and_an_end_is_one_story() -> None:
    crew = StoryFact("lost", ("Bea", "Ada"), weight=5)
    assert teller().headline([kill("Ada", "Max"), crew]) == "Ada claims Max but does not come back with Bea"


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


def test_what_weighs_most_is_told_in_the_order_of_the_log_between_its_asides() -> None:
    many = [StoryFact("hit", (name,), words=(("nth", name),), weight=2) for name in "ABCDEF"]
    flew, over = StoryFact("flew", ("Ada",), weight=ASIDE), StoryFact("flew", ("Bea",), weight=ASIDE, when="over")
    told = teller().story([flew, *many, kill("Ada", "Max"), replace(over, words=(("nth", "last"),))])
    assert told == (
        *("Ada flew.", "A was hit.", "B was hit.", "C was hit.", "D was hit.", "Ada shot down Max over Arras.", "Bea flew."),
    )
    assert len(told) == MOST + 2
    assert teller().story([StoryFact("flew", ("Ada",), weight=ASIDE)]) == ("Ada flew.",)


def test_what_the_headline_counts_is_told_however_much_else_there_is() -> None:
    """The finding: "claims three" over a story that named two."""
    hits = [StoryFact("lost", (name,), words=(("how", name),), weight=9) for name in "ABCDEFG"]
    facts = [*(kill("Ada", name, name) for name in ("Max", "Kurt", "Otto")), *hits]
    assert teller().headline(facts) == "A, B, C, D, E, F and G do not come back as Ada claims three"
    assert all(any(name in sentence for sentence in teller().story(facts)) for name in ("Max", "Kurt", "Otto", *"ABCDEFG"))


def test_what_one_does_twice_running_is_a_sentence() -> None:
    facts = [kill("Ada", "Max"), StoryFact("hit", ("Ada",)), StoryFact("lost", ("Ada",))]
    assert teller().story(facts) == ("Ada shot down Max over Arras and was hit.", "Ada was lost.")
    assert teller().headline(facts) == "Ada claims Max but does not come back"


def test_a_headline_has_two_things_of_different_sorts() -> None:
    facts = [
        *(StoryFact("lost", (name,), words=(("how", name),), weight=10) for name in ("Ada", "Bea")),
        *(kill("Cy", name, name) for name in ("Max", "Kurt", "Otto")),
        kill("Di", "Hans"),
    ]
    assert teller().headline(facts) == "Ada and Bea do not come back as Cy claims three"
    assert teller().headline(facts[-2:]) == "Cy claims Otto as Di claims Hans"


def test_a_story_names_in_full_once_and_a_place_once() -> None:
    people = ("Max von Lahn", "Ada Grey", "Bea Grey")
    sentences = ["Max von Lahn met Ada Grey", "Ada Grey fled", "Max von Lahn and Bea Grey went home"]
    assert named_once(sentences, people) == [
        "Max von Lahn met Ada Grey",
        "Ada Grey fled",
        "Lahn and Bea Grey went home",
    ]
    assert named_once(["Ada Grey and Cy Poe fell", "Cy Poe fell"], ("Ada Grey and Cy Poe",))[1] == "Poe fell"
    assert named_once(["2-seater 1 fell"], ("2-seater 1", "a balloon")) == ["2-seater 1 fell"]
    assert teller().story([kill("Ada", "Max"), kill("Bea", "Kurt")]) == (
        "Ada shot down Max over Arras.",
        "Kurt fell to Bea.",
    )


def test_what_ends_a_score_stands_beside_the_name_in_the_sentence_before() -> None:
    tell = Storyteller({**AIR_SENTENCES}, ())
    facts = [
        StoryFact("kill", ("Ada Grey",), ("Max Lahn",), weight=8),
        StoryFact("last-flight", ("Max Lahn",), words=(("score", "two victories"),), weight=5, alone=True),
        StoryFact("kill", ("Cy Poe",), ("Ada Grey",), weight=8),
    ]
    assert tell.story(facts)[0] == "Ada Grey shot down Max Lahn, who had two victories."
    assert tell.headline([facts[0], facts[2]]) == "Ada Grey shoots down Max Lahn and falls to Cy Poe"


def test_a_chronicle_stands_at_the_terminal() -> None:
    losses = TableTold("Losses", ("Losses", "How"), (("Ada", "in the air"),), "Two dice.")
    chapter = ChapterTold(
        title="Mission 1",
        facts=(("Weather", "clear"),),
        lines=("Turn 1: rain",),
        headline="Ada is lost",
        result="A draw",
        story=("Ada fell.", "It rained."),
        tables=(losses,),
    )
    wall = OnTheWall("Ada", "35 1/2", 3, "lost", rank="ace", gone=True, brought="31")
    told = Told(
        "Chronicle", ("over",), (chapter,), "Pilots", ("Pilot", "Now"), (Career(("Ada", "lost"), True),), (wall,), "A draw"
    )
    assert list(told.lines()) == [
        "Chronicle", "  A draw", "  over", f"  {' '.join(told.lead)}", "",
        "Mission 1", "  Ada is lost", "  A draw", "  Ada fell. It rained.",
        "  Weather: clear", "  Losses  How", "  Ada     in the air", "  Two dice.", "  - Turn 1: rain", "", "Wall of aces",
        "  Name      Victories               Missions  Fate", "  Ada, ace  35 1/2, 31 from before  3         lost",
        "", "Pilots", "  Pilot  Now", "  Ada    lost",
    ]  # fmt: skip
    assert told.lead == (
        "After one mission all the pilots are gone.",
        "Ada leads the wall of aces with 35 1/2 victories, 31 of them from before.",
    )


@pytest.mark.parametrize(
    ("victories", "gone", "says"),
    [
        ("20", (False, False), "Nobody is an ace yet. Ada is nearest, with two victories."),
        ("22", (False, False), "Nobody is an ace yet. Ada and Bea are nearest, with two victories."),
        ("21", (True, False), "Nobody is an ace yet. Ada came nearest, with two victories."),
    ],
)
def test_a_wall_without_aces_says_who_is_nearest(victories: str, gone: tuple[bool, ...], says: str) -> None:
    wall = tuple(
        OnTheWall(name, number, 3, "ready", gone=lost)
        for name, number, lost in zip(("Ada", "Bea"), victories, gone, strict=True)
        if number != "0"
    )
    told = Told("Chronicle", (), (), "Pilots", ("Pilot",), (), wall)
    assert (told.aces, told.no_aces) == ((), says)
    assert f"  {says}" in [*told.lines()]
    over = says.replace("is an ace yet", "became an ace").replace("is nearest", "came nearest")
    assert replace(told, over=True).no_aces == over.replace("are nearest", "came nearest")
    assert Told("Chronicle", (), (), "Pilots", ("Pilot",), ()).no_aces == ""


def test_who_is_no_ace_and_has_more_victories_is_named_beside_the_wall() -> None:
    """The finding: an ace with one victory led the wall, and a pilot with two stood nowhere."""
    wall = (OnTheWall("Ada", "2", 3, "ready"), OnTheWall("Bea", "1", 3, "ready", rank="ace", besides="4 ground targets"))
    chapter = ChapterTold("Mission 1", (), (), story=("It rained.",))
    told = Told("Chronicle", (), (chapter,), "Pilots", ("Pilot",), (Career(("Ada",)),), wall)
    assert told.lead[1:3] == (
        "Bea leads the wall of aces with one victory and 4 ground targets.",
        "Ada, who is no ace, has the most victories, 2.",
    )
    assert "  Bea, ace  1, 4 ground targets  3         ready" in [*told.lines()]


def test_chapters_in_a_row_in_which_nobody_flew_are_a_line() -> None:
    """The finding: a page began with two cards that said that nobody flies."""
    chapters = tuple(ChapterTold(f"Mission {number}", number=number, idle=number in (2, 4, 5)) for number in range(1, 6))
    runs = Told("Chronicle", (), chapters, "Pilots", (), ()).runs
    assert [[chapter.number for chapter in run] for run in runs] == [[1], [2], [3], [4, 5]]
    assert [nobody_flew(run) for run in runs[1::2]] == ["Mission 2: nobody flew", "Missions 4 and 5: nobody flew"]


def test_what_is_of_one_alone_is_told_of_nobody_else() -> None:
    told = teller().story([StoryFact("hit", ("Ada",), alone=True), StoryFact("hit", ("Bea",), alone=True)])
    assert told == ("Ada was hit.", "Bea was hit.")


def test_one_in_ten_is_unlikely_enough_to_be_told() -> None:
    told = teller().story([kill("Ada", "Max", chance=Fraction(1, 10)), StoryFact("hit", ("Bea",))])
    assert told[0] == "Ada shot down Max over Arras (a chance of 1 in 10)."


def test_an_aside_makes_no_headline_beside_others_whatever_odds_it_beat() -> None:
    aside = StoryFact("flew", ("Cy",), weight=ASIDE, chance=Fraction(1, 99))
    assert teller().headline([aside, kill("Bea", "Max")]) == "Bea claims Max"


def test_odds_that_were_beaten_bring_a_fact_before_weightier_ones() -> None:
    many = [StoryFact("hit", (name,), words=(("nth", name),), weight=6) for name in "ABCDE"]
    rare = StoryFact("hit", ("Bea",), weight=4, chance=Fraction(1, 99))
    told = teller().story([*many, rare])
    assert told[-1] == "Bea was hit (a chance of 1 in 99)."
    assert len(told) == MOST


def test_deeds_of_one_weigh_more_together_and_what_befalls_several_does_not() -> None:
    (deeds,) = joined([kill("Ada", "Max"), kill("Ada", "Kurt")])
    (hits,) = joined([StoryFact("hit", ("Ada",)), StoryFact("hit", ("Bea",))])
    assert (deeds.weight, hits.weight) == (7, 3)


def test_a_mission_begins_with_who_met_whom_and_its_facts_stand_as_they_happened() -> None:
    notes = Notebook()
    late = notes.now = 5
    notes.note("wounded", ("Ada",), weight=5, turn=3)
    notes.note("jammed", ("Max",), weight=2, turn=1, at=2)
    notes.last_flight("Max", 5, "five victories", late)
    notes.row(late, "Max", "Fokker", "Ada", "turn 3", "killed")
    notes.row(2, "Kurt", "Fokker", "Ada", "turn 1", "alive")
    first = Patrol("No. 59 Squadron", ((("Ada", "Gus"), "R.E.8"),)), Patrol("No. 60 Squadron", ((("Bea",), "S.E.5"),))
    others = (Patrol("Jasta 9", tuple((((name,), "Fokker")) for name in ("Max", "Kurt", "Otto", "Carl", "Emil"))),)
    told = notes.story(first, others, "for photographs").chapter(Storyteller(AIR_SENTENCES, ()), title="Mission 1", number=1)
    assert told.story == (
        "Ada and Gus of No. 59 Squadron in an R.E.8, with Bea of No. 60 Squadron in an S.E.5, went up for photographs and "
        "met five Fokker of Jasta 9.",
        "The guns of Max jammed.",
        "Ada came home wounded.",
        "With Max an ace is gone, after five victories.",
    )
    assert told.headline == "Max, ace of five victories, is lost as Ada is wounded"
    assert [row[0] for row in told.tables[0].rows] == ["Kurt", "Max"]
    assert notes.story((), others).flew[0][0] == "Jasta 9"
    assert (fared(("Ada", "Gus"), ("killed", "alive")), fared(("Ada", "Gus"), ("killed",) * 2)) == (
        "Ada killed and Gus alive",
        "killed",
    )
