"""A check of its own of BattleScribe files: ids, links and sums, which the schemas do not look at."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as Xml


def _all(root: Xml.Element, tag: str) -> Iterator[Xml.Element]:
    return (one for one in root.iter() if one.tag.rpartition("}")[2] == tag)


def _children(parent: Xml.Element, outer: str, inner: str) -> list[Xml.Element]:
    lists = [one for one in parent if one.tag.rpartition("}")[2] == outer]
    assert len(lists) == 1, f"{parent.attrib} has {len(lists)} {outer}"
    assert all(one.tag.rpartition("}")[2] == inner for one in lists[0])
    return list(lists[0])


def _ids(root: Xml.Element) -> set[str]:
    ids = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
    assert len(ids) == len(set(ids)), sorted(one for one in ids if ids.count(one) > 1)[:3]
    assert all(ids)
    return set(ids)


def _of(root: Xml.Element, tag: str) -> set[str]:
    return {one.attrib["id"] for one in _all(root, tag)}


class Data:
    """A game system and a catalogue that fit each other."""

    def __init__(self, game_system: bytes, catalogue: bytes) -> None:
        self.system, self.catalogue = Xml.fromstring(game_system), Xml.fromstring(catalogue)
        assert _ids(self.system).isdisjoint(_ids(self.catalogue))
        self.characteristics = {
            kind.attrib["id"]: {one.attrib["id"]: one.attrib["name"] for one in _all(kind, "characteristicType")}
            for kind in _all(self.system, "profileType")
        }
        self.categories, self.costs = _of(self.system, "categoryEntry"), _of(self.system, "costType")
        assert self.catalogue.attrib["gameSystemId"] == self.system.attrib["id"]
        for root in (self.system, self.catalogue):
            assert {one.attrib["targetId"] for one in _all(root, "categoryLink")} <= self.categories
        for entry in _all(self.catalogue, "selectionEntry"):
            links = _children(entry, "categoryLinks", "categoryLink")
            assert [one.attrib["primary"] for one in links] == ["true"], entry.attrib
        self.entries = {one.attrib["id"]: one for one in _all(self.catalogue, "selectionEntry")}
        self.parents = {
            one.attrib["id"]: entry.attrib["id"]
            for entry in self.entries.values()
            for one in _all(entry, "selectionEntry")
            if one is not entry
        }
        self.groups = _of(self.catalogue, "selectionEntryGroup")
        self.check_profiles_and_costs(self.catalogue)

    def check_profiles_and_costs(self, root: Xml.Element) -> None:
        """Every profile is whole, and every cost is a whole number of points of a known kind."""
        for profile in _all(root, "profile"):
            wanted = self.characteristics[profile.attrib["typeId"]]
            there = {one.attrib["typeId"]: one.attrib["name"] for one in _all(profile, "characteristic")}
            assert there == wanted
            assert all(one.text for one in _all(profile, "characteristic"))
        for cost in (*_all(root, "cost"), *_all(root, "costLimit")):
            assert cost.attrib["typeId"] in self.costs
            assert cost.attrib["value"].isascii()
            assert cost.attrib["value"].isdigit()

    def check_roster(self, raw: bytes, points: int) -> Xml.Element:
        """A roster refers to nothing that is not there, and its points add up."""
        root = Xml.fromstring(raw)
        _ids(root)
        self.check_profiles_and_costs(root)
        assert root.attrib["gameSystemId"] == self.system.attrib["id"]
        for force in _all(root, "force"):
            assert force.attrib["catalogueId"] == self.catalogue.attrib["id"]
            assert force.attrib["entryId"] in _of(self.system, "forceEntry")
        for category in _all(root, "category"):
            assert category.attrib["entryId"] in self.categories
        selections = list(_all(root, "selection"))
        for one in selections:
            self._check_selection(one)
        (total,) = _children(root, "costs", "cost")
        sums = [int(cost.attrib["value"]) for one in selections for cost in _children(one, "costs", "cost")]
        assert int(total.attrib["value"]) == sum(sums) == points
        return root

    def _check_selection(self, one: Xml.Element) -> None:
        assert one.attrib["entryId"] in self.entries
        assert one.attrib.get("entryGroupId") in (None, *self.groups)
        assert int(one.attrib["number"]) >= 1
        assert [category.attrib["primary"] for category in _children(one, "categories", "category")] == ["true"]
        _children(one, "rules", "rule")
        profiles = _children(one, "profiles", "profile")
        entry = self.entries[one.attrib["entryId"]]
        if entry.attrib["name"] == "Unmatched unit":
            return
        assert entry.attrib["name"] == one.attrib["name"]
        assert entry.attrib["type"] == one.attrib["type"]
        assert [self._facts(profile) for profile in profiles] == [
            self._facts(profile) for profile in _children(entry, "profiles", "profile")
        ]
        for part in _children(one, "selections", "selection"):
            if self.entries[part.attrib["entryId"]].attrib["name"] != "Unmatched unit":
                assert self.parents[part.attrib["entryId"]] in (entry.attrib["id"], self.parents.get(entry.attrib["id"]))

    @staticmethod
    def _facts(profile: Xml.Element) -> tuple[object, ...]:
        values = tuple((one.attrib["name"], one.text) for one in _all(profile, "characteristic"))
        return profile.attrib["name"], profile.attrib["typeName"], values
