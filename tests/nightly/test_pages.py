"""Further examples of pages, and screens that the suite does not look at."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.web import test_every_page, test_offline, test_offline_sheet
from tests.web.army import test_army_browser
from tests.web.board import test_valor
from tests.web.board.conftest import app_address
from tests.web.board.hands import Address
from tests.web.board.test_valor import table
from tests.web.conftest import LAPTOP, address
from tests.web.film import test_film
from tests.web.scenario import test_scenario_browser
from tests.web.test_every_page import things, visitors
from tests.web.test_offline_sheet import sheet

__all__ = ["address", "app_address", "sheet", "table", "things", "visitors"]


@pytest.mark.parametrize(("path", "example"), test_every_page.AT_NIGHT)
def test_a_page_is_sound(visitors: list[Any], things: Mapping[str, Any], path: str, example: str) -> None:
    test_every_page.test_a_page_is_sound_on_both_screens_in_both_colours(visitors, things, path, example)


def test_a_laptop_goes_from_a_bare_table_to_a_game(chromium: Any, address: str) -> None:
    test_scenario_browser.test_from_a_bare_table_to_a_game(chromium, address, LAPTOP)


def test_a_film_runs_on_a_laptop(chromium: Any, tmp_path: Path) -> None:
    test_film.test_a_film_runs_from_a_file_with_no_network(chromium, tmp_path, LAPTOP)


def test_a_laptop_keeps_typed_dice_without_a_network(chromium: Any, address: str) -> None:
    test_offline.test_a_roll_keeps_typed_dice_and_goes_on(chromium, address, LAPTOP)


def test_every_part_of_the_sheet_is_sound_on_a_laptop(chromium: Any, sheet: Path) -> None:
    test_offline_sheet.test_every_part_is_sound(chromium, sheet, "laptop")


def test_all_that_matters_is_in_sight_on_a_phone(chromium: Any, table: Address) -> None:
    test_valor.test_all_that_matters_is_in_sight(chromium, table, "phone")


def test_pages_of_a_list_with_long_names_and_faults_are_sound_on_a_laptop(chromium: Any, address: str) -> None:
    test_army_browser.test_pages_of_a_list_with_long_names_and_faults_are_sound(chromium, address, LAPTOP, "light")
