"""The file itself: the same bytes for the same lists, nothing from outside, nothing that a name could break."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from types import SimpleNamespace

import pytest

from aqmf_air import hookimpl
from aqmf_air.core.dice.modifiers import modifier
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from aqmf_air.games.martian_front.army.resolved_list import ListContext
from aqmf_air.games.martian_front.sheet.document import document_of
from aqmf_air.plugins.registry import load_registry
from tests.games.martian_front.army.lists import context
from tests.games.martian_front.sheet.sheets import HUMANS, MARTIANS, engagement, facts_in, page

SMALL = Army(name="Pair", side="human", units=(ArmyEntry(unit="US Infantry"), ArmyEntry(unit="Burgess-Dunne D8")))
FOE = Army(name="Foe", side="martian", units=(ArmyEntry(unit="Scout Tripod"),))


def test_the_same_lists_give_the_same_bytes() -> None:
    fresh = ListContext(load_registry(entry_points=False))
    again = fresh.export(fresh.muster(SMALL), "sheet", ExportOptions(against=fresh.muster(FOE)))
    assert again.decode() == page(SMALL, FOE)


def test_a_file_for_two_lists_is_small_enough_for_a_phone() -> None:
    assert len(page(HUMANS, MARTIANS).encode()) < 600 * 1024


def test_it_may_load_and_run_nothing_but_what_is_in_it() -> None:
    written = page(SMALL, FOE)
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', written)
    (style,) = re.findall(r"<style>(.*?)</style>", written, re.DOTALL)
    (script,) = re.findall(r'<script type="module">(.*?)</script>', written, re.DOTALL)
    allowed = {one.split(" ")[0]: one.split(" ")[1:] for one in policy.split("; ")}
    assert allowed["default-src"] == ["'none'"]
    for kind, text in (("style-src", style), ("script-src", script)):
        assert allowed[kind] == [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"]
    assert not re.findall(r"<(?:img|iframe|object|embed|form)\b|\bstyle=|\bon[a-z]+=", written.replace(script, ""))
    assert not re.findall(r"""(?:src|href)=["'](?!#|data:,)""", written.replace(script, ""))
    assert not re.findall(r"\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|innerHTML|eval\(", script)
    assert not re.findall(r"\b(?:import|export|require)\b", script)
    assert set(re.findall(r"https?://[^\"' ]+", written)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize(
    "name", ["</script><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7 * 7 }} & <!--"]
)
def test_a_name_is_only_ever_text(name: str) -> None:
    army = Army(name=name, side="human", units=(ArmyEntry(unit="US Infantry", name=name[:80], notes=name),))
    written = page(army, FOE)
    assert written.count("<script") == written.count("</script>") == 2
    assert "<img" not in written
    facts = facts_in(written)
    assert facts["forces"][0]["name"] == name
    assert facts["forces"][0]["units"][0]["name"] == name
    assert "7 * 7" not in name or "49 &amp;" not in written


def test_both_lists_are_there_unit_by_unit() -> None:
    mine, theirs = engagement()["forces"]
    assert [one["name"] for one in mine["units"]][:3] == ["Burgess-Dunne D8 1", "Burgess-Dunne D8 2", "Snoopy"]
    assert mine["units"][2]["about"] == "Sopwith Camel · altitude: high"
    assert [one["name"] for one in theirs["units"]] == [
        "Scout Tripod 1", "Scout Tripod 2", "Grenadier Tripod", "Dominator Tripod", "Drones",
    ]  # fmt: skip
    assert (mine["points"], mine["limit"]) == (context().muster(HUMANS).points, 1000)
    ids = [one["id"] for force in (mine, theirs) for one in force["units"]]
    assert len(set(ids)) == len(ids)


def test_what_is_said_of_a_unit_leaves_room_for_the_name_that_the_player_gave_it() -> None:
    """The finding: "Sopwith Camel flies high" of a unit that the list calls Snoopy."""
    facts = engagement()
    refusals, ends = [reason for reason, _ in facts["refusals"]], [str(end) for end, *_ in facts["ends"]]
    assert "the target flies high and may not be attacked" in refusals
    assert "the unit tests morale: stands" in ends
    assert not any(kind["name"] in said for kind in facts["kinds"] for said in (*refusals, *ends))


def test_without_another_list_the_other_side_is_the_catalogue() -> None:
    facts = document_of(context().muster(SMALL))
    theirs = {kind["name"] for kind in facts["kinds"] if kind["side"] == "martian"}
    assert theirs == {kind.name for kind in context().catalogue.values() if kind.side == "martian"}
    assert facts["forces"][1]["open"]
    assert facts["forces"][1]["units"] == []


def test_what_is_not_known_is_named_and_left_out() -> None:
    army = Army(
        name="odd", side="human", units=(ArmyEntry(unit="Balloons"), ArmyEntry(unit="Drones"), ArmyEntry(unit="US Infantry"))
    )
    force = document_of(context().muster(army), context().muster(FOE))["forces"][0]
    assert force["unknown"] == ["Balloons", "Drones"]
    assert [one["name"] for one in force["units"]] == ["US Infantry"]


def test_two_lists_of_one_side_are_refused_in_one_line() -> None:
    with pytest.raises(DataError, match="expected a list of the martian side") as refused:
        document_of(context().muster(SMALL), context().muster(HUMANS))
    assert "\n" not in str(refused.value)


def test_a_strangers_rule_counts_even_where_it_looks_at_the_range() -> None:
    @hookimpl
    def aqmf_modifiers(check: str, facts: object) -> list[object]:
        far = check == "hit" and (getattr(facts, "distance", None) or 0) > 9
        return [modifier(1, "morning fog", "FOG-1")] if far else []

    fog = SimpleNamespace(aqmf_extends=hookimpl(lambda: ("aqmf",)), aqmf_modifiers=aqmf_modifiers)
    foggy = ListContext(load_registry(entry_points=False, extra=[("fog", fog)]))
    facts = document_of(foggy.muster(SMALL), foggy.muster(FOE))
    rifle = facts["kinds"][0]["ways"][0]
    bands = facts["takes"][rifle["at"][2]]
    assert [to for to, _ in bands] == [9.0, 15.0]
    needs = [[facts["needs"][facts["numbers"][hit][0]][1] for hit, _ in covers] for _, covers in bands]
    assert needs == [["6+", "7+", "8+", "9+"], ["7+", "8+", "9+", "10+"]]
    reasons = [facts["reasons"][one] for one in facts["numbers"][bands[1][1][0][0]][1:]]
    assert reasons[-1] == [1, "morning fog", "FOG-1"]


def test_a_unit_larger_than_any_there_is_is_refused_in_one_line() -> None:
    army = Army(name="horde", side="human", units=(ArmyEntry(unit="US Infantry", elements=99),))
    with pytest.raises(DataError, match=r"US Infantry: expected at most 20 elements .* got 99") as refused:
        document_of(context().muster(army), context().muster(FOE))
    assert "\n" not in str(refused.value)
