"""Army lists as they are written down: what a file holds, and where it is kept, with its earlier versions."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field, StrictBool, StrictInt, ValidationInfo, field_validator, model_validator

from aqmf_air import api
from aqmf_air.games.martian_front.army.plugged_in import Attachment, Imported, Importer
from aqmf_air.games.martian_front.tables import Side

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList


FORMAT = 1
"""The version of the file."""
MAX_UNITS = 300
"""In one list; no table has room for more."""
MAX_VALUES = 30_000
"""In one file, keys not counted."""


LONGEST_LINE, LONGEST_WORD, LONGEST_NOTES = 80, 40, 1000
MAX_ELEMENTS, MAX_OPTIONS, MAX_SPECIAL, MAX_RULINGS, MAX_ATTACHED = 99, 20, 20, 100, 30


def in_lines(text: str) -> str:
    """A text of several lines, each as :func:`api.in_a_line` has it."""
    return "\n".join(map(api.in_a_line, text.splitlines())).strip("\n")


def _no_longer(text: str, most: int) -> str:
    """The text, which may have become longer by being tidied."""
    if len(text) > most:
        raise ValueError(f"expected at most {most} characters")
    return text


def _line(text: str) -> str:
    return _no_longer(api.in_a_line(text), LONGEST_LINE)


def _filled(text: str) -> str:
    if not text:
        raise ValueError("expected at least one character")
    return text


def is_word(text: str) -> bool:
    """Whether an option or a ruling can be called that: it can stand before a colon."""
    return re.fullmatch(r"\w[\w -]*", text) is not None


def _word(text: str) -> str:
    text = _no_longer(api.in_a_line(text), LONGEST_WORD)
    if not is_word(text):
        raise ValueError("expected a word or two without punctuation")
    return text


Line = Annotated[str, Field(max_length=LONGEST_LINE), AfterValidator(_line)]
Name = Annotated[Line, AfterValidator(_filled)]
Word = Annotated[str, Field(max_length=LONGEST_WORD), AfterValidator(_word)]
"""What an option or a ruling goes by: see :func:`is_word`."""
Notes = Annotated[
    str, Field(max_length=LONGEST_NOTES), AfterValidator(lambda text: _no_longer(in_lines(text), LONGEST_NOTES))
]


class ArmyEntry(api.Frozen):
    """``count`` units of one name in a list."""

    unit: Name
    count: Annotated[int, Field(strict=True, ge=1, le=MAX_UNITS)] = 1
    elements: Annotated[int, Field(strict=True, ge=1, le=MAX_ELEMENTS)] | None = None
    """How many elements each has, where it is not the full number. The price stays that of the full unit."""
    name: Line = ""
    """What the player calls it."""
    hidden: StrictBool = False
    """Whether the other side is not to see it before it is found: it is left out of a secret list."""
    options: Mapping[Word, Name] = Field(default_factory=dict, max_length=MAX_OPTIONS)
    """Choices made before the game, such as ``altitude``."""
    notes: Notes = ""

    @property
    def alike(self) -> tuple[Any, ...]:
        """Everything but the count: entries that are alike are one."""
        options = tuple(sorted(self.options.items()))
        return self.unit.casefold(), self.elements, self.name, self.hidden, options, self.notes


def _joined(entries: tuple[ArmyEntry, ...]) -> tuple[ArmyEntry, ...]:
    joined: dict[tuple[Any, ...], ArmyEntry] = {}
    for entry in entries:
        earlier = joined.get(entry.alike)
        count = entry.count + (earlier.count if earlier else 0)
        if count > MAX_UNITS:
            raise ValueError(f"expected at most {MAX_UNITS} units in a list, got {count} {entry.unit}")
        joined[entry.alike] = api.replace(earlier, count=count) if earlier else entry
    return tuple(joined.values())


class Army(api.Frozen):
    """An army list. ``limit`` is in points; ``special`` are the special rules of the scenario that it is made for."""

    name: Name
    side: Side
    limit: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = None
    notes: Notes = ""
    special: tuple[Name, ...] = Field(default=(), max_length=MAX_SPECIAL)
    rulings: Mapping[Word, StrictBool | StrictInt | Name] = Field(default_factory=dict, max_length=MAX_RULINGS)
    units: Annotated[tuple[ArmyEntry, ...], AfterValidator(_joined)] = Field(default=(), max_length=MAX_UNITS)
    attached: tuple[Attachment, ...] = Field(default=(), max_length=MAX_ATTACHED)

    @field_validator("attached")
    @classmethod
    def _in_use(cls, attached: tuple[Attachment, ...], info: ValidationInfo) -> tuple[Attachment, ...]:
        names = {entry.unit.casefold() for entry in info.data.get("units", ())}
        in_use = {attachment.name.casefold(): attachment for attachment in attached}
        return tuple(attachment for name, attachment in in_use.items() if name in names)

    @model_validator(mode="after")
    def _room(self) -> Army:
        if self.size > MAX_UNITS:
            raise ValueError(f"expected at most {MAX_UNITS} units in a list, got {self.size}")
        if len(set(self.special)) != len(self.special):
            raise ValueError("a special rule stands there twice")
        return self

    @property
    def size(self) -> int:
        """How many units there are."""
        return sum(unit.count for unit in self.units)


def refuse_heaps(document: Any, where: str) -> None:
    """Refuse plain data with more values than any list has, before each of them is looked at.

    Raises DataError: there are too many.
    """
    todo, seen = [document], 0
    while todo:
        value = todo.pop()
        seen += 1
        todo += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        if seen > MAX_VALUES:
            raise api.DataError(f"{where}: more than {MAX_VALUES:,} values, and no list has so many", path=where)


LISTS = api.Shelf("armies", "list")
"""The lists in the player's own folder."""


# -- the file -------------------------------------------------------------------------------------------------------------


def list_path(name: str) -> Path:
    """The file of a list: a path as it is given; a bare name (``wing``) is a list in the player's own folder."""
    path = api.path_of(name)
    if path.suffix or len(path.parts) != 1 or os.path.lexists(path):
        return path
    return LISTS.place / f"{name}{api.SUFFIX}"


def read_list(path: Path) -> Army:
    """The list in a file.

    Raises DataError: names the file and the key.
    """
    return parse_list(api.bytes_of(path), str(path))


def parse_list(raw: bytes, where: str) -> Army:
    """The same from the bytes of a file; ``where`` names them in messages.

    Raises DataError: see :func:`read_list`.
    """
    if len(raw) > api.MOST_BYTES:
        raise api.DataError(f"{where}: larger than {api.MOST_BYTES:,} bytes", path=where)
    document = api.parse_toml(raw, where)
    refuse_heaps(document, where)
    version = document.get("format")
    if isinstance(version, int) and version > FORMAT:
        message = f"{where}: of format {version}, and this program reads format {FORMAT}: update the program"
        raise api.DataError(message, path=where, key="format", value=version)
    if version != FORMAT or isinstance(version, bool):
        message = f"{where}: 'format': expected {FORMAT}, as army lists have it"
        raise api.DataError(message, path=where, key="format", value=version)
    return api.read(Army, {key: value for key, value in document.items() if key != "format"}, where, api.DataError)


def to_toml(army: Army) -> str:
    """The list as a TOML file; what equals a default is left out. Reading it gives the same list."""
    lines = ["# An army list for All Quiet on the Martian Front. Points are worked out anew each time.", ""]
    lines.append(f"format = {FORMAT}")
    lines += api.toml_fields(army, "name", "side", "limit", "special", "notes")
    if army.rulings:
        lines += ["", "[rulings]", *(f"{api.toml_of(name)} = {api.toml_of(value)}" for name, value in army.rulings.items())]
    for entry in army.units:
        lines += ["", "[[units]]", *api.toml_fields(entry, "unit", "count", "elements", "name", "hidden", "notes")]
        if entry.options:
            options = ", ".join(f"{api.toml_of(name)} = {api.toml_of(value)}" for name, value in entry.options.items())
            lines.append(f"options = {{ {options} }}")
    for attachment in army.attached:
        lines += ["", "[[attached]]", *api.toml_fields(attachment, "kind", "name", "content")]
    return "\n".join(lines) + "\n"


def write_list(path: Path, army: Army, what: str) -> None:
    """Write a list, and remember the version before it. ``what`` was done, in a few words: ``add 2 US Infantry``.

    Raises DataError: there is a file that is no list, or the file or its history cannot be read or written.
    """
    with api.lock_folder(path.parent):
        try:
            if path.exists():
                read_list(path)
        except api.DataError as bad:
            reason = str(bad).removeprefix(f"{path}: ")
            message = f"{path}: is there already and no army list ({reason}): left as it was"
            raise api.DataError(message, path=str(path)) from None
        api.write_version(path, to_toml(army), what, LISTS.kind)


def edit(path: Path, context: ListContext, change: Callable[[Army], tuple[Army, str]]) -> tuple[ResolvedList, str]:
    """Change a list, and remember the version before it: the list now, and what was done, which ``change`` says, too.

    What cannot be mustered is not written, nor is what is as it was.

    Raises DataError: see :func:`write_list`, and whatever ``change`` raises.
    """
    with api.lock_folder(path.parent):
        before = read_list(path)
        after, what = change(before)
        muster = context.muster(after)
        if after == before:
            return muster, "nothing to change"
        write_list(path, after, what)
    return muster, what


def step(path: Path, by: int) -> tuple[Army, str]:
    """Go a version back (-1) or on again (1): the list now, and the change that was taken back or made again.

    Raises DataError: there is none.
    """
    return api.go(path, by, LISTS.kind, parse_list)


ELSEWHERE = ".elsewhere"
"""The file, beside the player's own lists, with the paths of lists in other folders, the latest first."""
MOST_ELSEWHERE = 100


def remember(path: Path) -> None:
    """Remember a list that was made or opened in another folder, so that it is listed. What cannot be written is left."""
    whole = path.absolute()
    if whole.parent == LISTS.place.absolute() or elsewhere()[:1] == (whole,):
        return
    kept = dict.fromkeys((whole, *elsewhere()))
    with suppress(api.DataError, OSError, ValueError), api.lock_folder(LISTS.place):
        text = "\n".join(str(file) for file in tuple(kept)[:MOST_ELSEWHERE] if str(file).isprintable())
        api.write_aside(LISTS.place / ELSEWHERE, f"{text}\n".encode())


def elsewhere() -> tuple[Path, ...]:
    """The lists in other folders that are remembered and still there, the latest first."""
    try:
        lines = (LISTS.place / ELSEWHERE).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(path for line in lines[:MOST_ELSEWHERE] if line and (path := Path(line)).is_file())


def list_files_in(folder: Path) -> tuple[Path, ...]:
    """The army lists among the TOML files of a folder, by name.

    Raises DataError: there is no such folder.
    """
    if not folder.is_dir():
        raise api.DataError(f"{folder}: expected a folder", path=str(folder))
    paths = []
    for path in sorted(folder.glob(f"*{api.SUFFIX}")):
        with suppress(api.DataError):
            if path.is_file():
                read_list(path)
                paths.append(path)
    return tuple(paths)


def keep(army: Army, what: str) -> Path:
    """Keep a list under a key that is free. ``what`` was done, in a few words.

    Raises DataError: it cannot be written.
    """
    with api.lock_folder(LISTS.place):
        path = LISTS.free(army.name)
        write_list(path, army, what)
    return path


def readable() -> list[tuple[str, Army]]:
    """The player's own lists that can be read, each with its key; the page on lists says what is wrong with the others."""
    kept = []
    for path in LISTS.kept():
        with suppress(api.DataError):
            kept.append((path.stem, read_list(path)))
    return kept


_FIRST_LINE = re.compile(rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*format[ \t]*=[ \t]*\d")
_ANY_LINE = re.compile(rb"^[ \t]*(?:(?:format|name|side|limit|units)[ \t]*=|\[\[units\]\])", re.MULTILINE)


def is_like_a_list(raw: bytes) -> bool:
    """Whether a file that is nothing else may be one, if not as this program writes it."""
    return _ANY_LINE.search(raw[:5000]) is not None


OWN_IMPORTER = Importer(
    "toml",
    "a list's own file",
    lambda raw: _FIRST_LINE.match(raw) is not None,
    lambda raw, where: Imported(parse_list(raw, where)),
)
