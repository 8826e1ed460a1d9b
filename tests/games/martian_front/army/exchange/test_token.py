from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.qr import code_of
from aqmf_air.core.data.token import Writer
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.exchange.token import SEAL, army_from, shared, token_of, words
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import Attachment, ExportOptions
from tests.games.martian_front.army.lists import catalogue, context

SMALL = Army(
    name="Third Wing", side="human", limit=500, units=(ArmyEntry(unit="US Command Squad"), ArmyEntry(unit="Sopwith Camel"))
)
WHOLE = Army(
    name="Über <&>",
    side="martian",
    limit=2000,
    notes="Dusk.\nThe redoubt stands.",
    special=("fixed position", "night"),
    rulings={"missing_weapon": "refund", "spotters_scout": True, "depth": -3, "width": 4},
    units=(
        ArmyEntry(unit="Scout Tripod", count=2, hidden=True, name="The Watcher", notes="stays back"),
        ArmyEntry(unit="Drones", count=3, elements=2),
        ArmyEntry(unit="My Pusher", options={"altitude": "low"}),
    ),
    attached=(Attachment(kind="aircraft-design", name="My Pusher", content='name = "My Pusher"\nmax_speed_mph = 90'),),
)
WING = "aqa1-JgACBFdpbmfQDwwQBBEEEgQTBBQEFQQWBBcEGAQZBBoEGwR7GkKQ"
GOLDEN = [
    (SMALL, "aqa1-GAACClRoaXJkIFdpbmf0AwICAlACUDrUOQ"),
    (
        WHOLE,
        "aqa1-owEBs-c8PCcptUjBRs3uAr-kS2lxth5XSEaqQlFqSn5pUolCcUliXkqxHlMsA2teZnpGCUs3I1MvYwsjIwNrSmpBSQYLozEDa3lmSkkGM6MJMyerMDdId3hiSXJGahEXUHdlsUJSYnI2PzsLEwOnb6VCQGkxUIaZIy6egSERIaCal5ibqmCroAQXUeLKTayILy5ITU2Jzy3IAMpZGjAwAABO7Cyi",
    ),
]


@pytest.mark.parametrize(("army", "token"), GOLDEN)
def test_tokens_of_version_1_are_read_for_good(army: Army, token: str) -> None:
    assert army_from(token) == army
    assert army_from(token_of(army)) == army


def test_tokens_of_version_1_are_written_byte_for_byte() -> None:
    assert token_of(SMALL) == GOLDEN[0][1]
    wing = Army(name="Wing", side="human", limit=2000, units=tuple(ArmyEntry(unit=one, count=2) for one in PINNED[15:27]))
    assert token_of(wing) == WING


def test_the_words_only_ever_grow_at_their_end() -> None:
    assert words()[: len(PINNED)] == PINNED
    assert len(set(words())) == len(words())


def test_every_unit_that_ships_is_a_word() -> None:
    assert set(catalogue()) <= set(words())


def size_of(text: str) -> int:
    return int(code_of(text).version)


def test_a_link_is_as_good_as_its_token() -> None:
    assert army_from(shared(SMALL)) == SMALL
    assert army_from(shared(SMALL, "https://example.org/army")) == SMALL
    assert army_from(f"\n  {token_of(SMALL)[:20]}\n{token_of(SMALL)[20:]}  ") == SMALL


@given(st.lists(st.sampled_from(catalogue()), min_size=12, max_size=12, unique=True), st.integers(1, 30))
def test_a_list_of_twelve_units_fits_a_code_of_version_10(units: list[str], count: int) -> None:
    army = Army(
        name="Third Wing of the Army Air Service",
        side="human",
        limit=2000,
        units=tuple(ArmyEntry(unit=one, count=1 + (place * count) % 20) for place, one in enumerate(units)),
    )
    assert size_of(shared(army)) <= 10
    assert size_of(shared(army, "https://tables.example.org/clubs/atlanta/army")) <= 10


def test_twelve_units_with_names_and_choices_fit_too() -> None:
    units = [ArmyEntry(unit=one, name=f"Flight {one[:4]}", hidden=True) for one in catalogue()[:12]]
    assert size_of(shared(Army(name="Wing", side="human", limit=2000, units=tuple(units)))) <= 10


def test_a_word_from_a_later_program_is_not_guessed_at() -> None:
    out = Writer()
    for number in (0, 1):
        out.number(number)
    out.bytes += b"x"
    for number in (1, len(words()) + 1, 2):
        out.number(number)
    with pytest.raises(DataError, match=r"^token: it has a word that this program does not know: update the program$"):
        army_from(SEAL.close(bytes(out.bytes)))


def test_what_no_token_can_hold_is_said() -> None:
    notes = "".join(chr(0x4E00 + n) for n in range(1000))
    units = tuple(ArmyEntry(unit=f"unit {n}", notes=notes[n:] + notes[:n]) for n in range(100))
    army = Army(name="x", side="human", units=units)
    with pytest.raises(DataError, match=r"^token: an army as long as this has none: [\d,]+ bytes, expected at most"):
        context().export(context().muster(army), "token", ExportOptions())


def outcome_of(token: str) -> Army | str:
    """The list, or that it was refused in one line."""
    try:
        return army_from(token)
    except DataError as refused:
        return "several lines" if "\n" in str(refused) else "refused"


@given(st.integers(0, len(GOLDEN[0][1]) - 1), st.characters(max_codepoint=127))
def test_a_changed_token_is_never_taken_for_another_list(at: int, letter: str) -> None:
    changed = GOLDEN[0][1][:at] + letter + GOLDEN[0][1][at + 1 :]
    assert outcome_of(changed) in (SMALL, "refused")


@given(st.binary(max_size=60))
def test_any_bytes_under_a_right_checksum_are_a_list_or_a_line(content: bytes) -> None:
    outcome = outcome_of(SEAL.close(content))
    assert outcome == "refused" or isinstance(outcome, Army)


PINNED = (
    "US Infantry",
    "US Command Squad",
    "Heavy Machine Gun Squad",
    "Mk II Tank Platoon",
    "Mk III Tank Platoon",
    "Armored Infantry Carrier",
    "Field Gun Battery",
    "Heavy Field Gun Battery",
    "Scout Tripod",
    "Assault Tripod",
    "Grenadier Tripod",
    "Dominator Tripod",
    "Harvester Tripod",
    "Gatherer Tripod",
    "Drones",
    "Burgess-Dunne D8",
    "AEG B.I",
    "AEG C.I",
    "AEG C.II",
    "Airco D.H.2",
    "Airco D.H.4",
    "Airco D.H.9",
    "Albatros D.II",
    "Albatros D.III",
    "Albatros D.V",
    "Ansaldo SVA.5",
    "Armstrong Whitworth F.K.8",
    "Blériot XI",
    "Breguet 14 B2",
    "Bristol F.2B Fighter",
    "Burgess-Dunne AH-7",
    "Burgess-Dunne BD-7",
    "Caproni Ca.3",
    "Caudron G.4",
    "Curtiss JN-3",
    "Curtiss JN-4D Jenny",
    "Curtiss R-2",
    "Curtiss R-4",
    "DFW C.V",
    "Dayton-Wright DH-4",
    "Dunne D.8",
    "Fokker D.VII",
    "Fokker D.VIII",
    "Fokker Dr.I",
    "Fokker E.III",
    "Gotha G.IV",
    "Gotha G.V",
    "Halberstadt CL.II",
    "Halberstadt CL.IV",
    "Handley Page O/100",
    "Handley Page O/400",
    "Hannover CL.IIIa",
    "Junkers CL.I",
    "Junkers D.I",
    "Junkers J.I",
    "LVG C.V",
    "LVG C.VI",
    "Martin MB-1",
    "Martin S",
    "Martin TT",
    "Maurice Farman MF.11",
    "Morane-Saulnier N",
    "Nieuport 11 Bébé",
    "Nieuport 17",
    "Nieuport 28 C.1",
    "Packard-Le Père LUSAC-11",
    "Pfalz D.IIIa",
    "R.A.F. B.E.2c",
    "R.A.F. F.E.2b",
    "R.A.F. R.E.8",
    "R.A.F. S.E.5a",
    "Rumpler C.IV",
    "SPAD VII",
    "SPAD XIII",
    "Salmson 2",
    "Siemens-Schuckert D.IV",
    "Sikorsky Ilya Muromets",
    "Sikorsky S-16",
    "Sopwith 1 1/2 Strutter",
    "Sopwith Camel",
    "Sopwith Pup",
    "Sopwith Salamander",
    "Sopwith Snipe",
    "Sopwith Triplane",
    "Standard J-1",
    "Thomas-Morse S-4C Scout",
    "Vickers F.B.5 Gunbus",
    "Vickers Vimy",
    "Voisin III",
    "Wright Military Flyer",
    "Wright Model B",
    "Zeppelin-Staaken R.VI",
    "fixed position",
    "altitude",
    "low",
    "high",
    "aircraft-design",
    "explosion_hits",
    "automatic",
    "rolled",
    "turn_geometry",
    "gauge-beside-base",
    "gauge-under-centre",
    "turn_cost",
    "source-table",
    "true-arc",
    "table_edge",
    "lost",
    "forbidden",
    "return",
    "arc_boundary",
    "both",
    "fore-aft",
    "range_from_air",
    "centre-to-base-edge",
    "centre-to-centre",
    "under_template",
    "touched",
    "centre",
    "mixed_bombs",
    "largest",
    "separate",
    "nearest_tripod_tie",
    "player",
    "random",
    "run_turns",
    "gauge",
    "direct",
    "scout_rolls",
    "each-scout",
    "once",
    "spotters_scout",
    "spotter_sight",
    "whole-table",
    "72in",
    "speed_gap",
    "up",
    "down",
    "missing_weapon",
    "no-refund",
    "refund",
    "first_medium",
    "swap",
    "add",
)
