from __future__ import annotations

import pytest
from pydantic import ValidationError

from aqmf_air.core.register import Rule, read_register


def rule(**changes: str) -> Rule:
    return Rule.model_validate({"id": "AIR-MOVE-4", "text": "Turn.", "source": "p. 1", "standing": "stated", **changes})


def test_a_rule_is_tested_or_planned() -> None:
    assert rule().status == "tested"
    assert rule(planned="comes with the geometry").status == "planned"


@pytest.mark.parametrize("name", ["", "air-move-4", "AIR", "AIR-4-MOVE", "AIR MOVE-4", "AIR-MOVE-4\n", "-4", "AIR--4"])
def test_an_id_has_one_form(name: str) -> None:
    with pytest.raises(ValidationError):
        rule(id=name)


def test_the_text_is_one_line() -> None:
    with pytest.raises(ValidationError, match="text must be one line"):
        rule(text="one\ntwo")
    with pytest.raises(ValidationError):
        rule(text="")


@pytest.mark.parametrize(("package", "prefix"), [("aqmf_air.host", "HOST-"), ("aqmf_air.plugins.aircraft", "AIR-")])
def test_the_registers_that_ship_can_be_read(package: str, prefix: str) -> None:
    rules = read_register(package)
    assert all(one.id.startswith(prefix) for one in rules)
    assert len({one.id for one in rules}) == len(rules)
    assert len({one.text for one in rules}) == len(rules)
