"""The register of rules: every id, in our own words, with its standing and its source."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from aqmf_air.core.tables import Sourced, load_rows, package_file


class Rule(Sourced):
    """A line of the register. ``planned`` says why a rule is not there yet; a rule without it is tested."""

    id: str = Field(pattern=r"^[A-Z]+(-[A-Z]+)*-\d+$")
    text: str = Field(min_length=1)
    note: str = ""
    planned: str = ""

    @property
    def status(self) -> Literal["tested", "planned"]:
        """Whether a test proves it (the test run sees to that) or it is still to come."""
        return "planned" if self.planned else "tested"

    @model_validator(mode="after")
    def _one_line(self) -> Rule:
        if "\n" in self.text:
            raise ValueError("text must be one line")
        return self


def read_register(package: str) -> tuple[Rule, ...]:
    """The rules in ``data/rules.toml`` of a package.

    Raises:
        DataError: a row is wrong, or an id stands there twice.
    """
    return load_rows(package_file(package, "data/rules.toml"), Rule, "rule", lambda rule: rule.id)
