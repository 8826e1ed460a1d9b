"""Several views of one board: side by side or as tabs, each with its own camera; a piece in two views is one piece."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from aqmf_air.api.ui import Pane, PathQuestion, Picture
from aqmf_air.errors import DataError


def test_a_picture_says_its_panes_and_a_part_of_it_has_none() -> None:
    panes = (Pane("above", 'From "above"', (0, 0, 5, 10)), Pane("beside", "From the side", (6, 0, 10, 10)))
    picture = Picture("", 10, 10, (), panes=panes, focus=(1, 1, 3, 3))
    told = ElementTree.fromstring(picture.document()).attrib["data-panes"]
    assert json.loads(told) == [
        {"name": "above", "title": 'From "above"', "box": [0, 0, 5, 10]},
        {"name": "beside", "title": "From the side", "box": [6, 0, 10, 10]},
    ]
    assert "data-panes" not in picture.close_up().document()
    assert "data-panes" not in Picture("", 10, 10, ()).document()


@pytest.mark.parametrize("text", ["", "4", "4 5 6", "a b", "nan 4", "4 inf"])
def test_what_a_dial_says_is_an_angle_and_an_amount(text: str) -> None:
    asked = PathQuestion.read({"piece": "a", "type": "b", "chosen": {"turn": "-45 7.5", "bad": text}})
    assert (asked.dialled("turn"), asked.dialled("other")) == ((-45, 7.5), None)
    with pytest.raises(DataError, match="bad: expected an angle and an amount"):
        asked.dialled("bad")
