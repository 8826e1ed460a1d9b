"""Slices: what a plugin keeps in the set-up and in the state of a game, which may be another's.

A game makes room for them: its set-up and its state are :class:`Sliced`, its ruleset has
``self.slices = registry.of(kinds.SLICES, self.id)`` beside its rulings, and its first state the slices of the set-up,
``slices=setup.slices``. An extension names its own in its manifest, ``Extension(id="duel", slices=(FLAGS,))``; events change
them, and a scenario may begin with others than the defaults. Nothing in a slice is hidden: whoever sees the state, sees it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from pydantic import ValidationError, create_model, model_serializer

from aqmf_air.core.data.model import Frozen, first_problem, replace
from aqmf_air.errors import PluginError

M = TypeVar("M", bound=Frozen)
S = TypeVar("S", bound="Sliced")


class Slices(Frozen):
    """The slices of all plugins of a game, each by its name."""

    @model_serializer(mode="plain")
    def _every_slice(self) -> dict[str, Any]:
        """Those of the model that it is, also where a field is annotated with the base."""
        return dict(self)


class Sliced(Frozen):
    """A set-up or a state with room for slices."""

    slices: Slices = Slices()


@dataclass(frozen=True)
class Slice(Generic[M]):
    """A model under a name that no other plugin of the game has. All of its fields have defaults: a game begins with them,
    and so goes on one that was kept before there was the slice.
    """

    name: str
    model: type[M]

    def of(self, state: Sliced) -> M:
        """What is kept. Raises PluginError: the state was made without the slices of its set-up."""
        if self.name not in type(state.slices).model_fields:
            raise PluginError(f"{type(state).__name__} has no slice {self.name!r}: expected slices=setup.slices", plugin="")
        return cast("M", getattr(state.slices, self.name))

    def changed(self, state: S, **changes: Any) -> S:
        """The state with changes to the fields of the slice. Raises pydantic.ValidationError: one does not fit."""
        own = replace(self.of(state), **changes)
        return replace(state, slices=replace(state.slices, **{self.name: own}))


def joined_slices(slices: Iterable[Slice[Any]]) -> type[Slices]:
    """One model with all of them. Raises PluginError: a name is no word of Python's, or a field has no default."""
    begun: dict[str, Any] = {}
    for each in slices:
        if not each.name.isidentifier() or each.name[0] == "_" or hasattr(Slices, each.name):
            raise PluginError(f"slice {each.name!r:.60}: expected a name of letters, digits and underscores", plugin="")
        try:
            begun[each.name] = (each.model, each.model())
        except ValidationError as bad:
            fault = f"slice {each.name!r}: expected a default for each field, {first_problem(bad)[1]}"
            raise PluginError(fault, plugin="") from None
    return create_model("SlicesInForce", __base__=Slices, **begun) if begun else Slices
