"""Which commands of a log count: what undo takes back, redo brings back, and a new command makes final."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class History(Generic[T]):
    """A log folded to what counts; ``T`` is whatever the caller keeps of a command."""

    def __init__(self) -> None:
        self.done: list[T] = []
        """What counts, in order."""
        self.undone: list[T] = []
        """What was taken back and can be brought back, the next one last."""

    def note(self, kind: str, command: T) -> T:
        """Fold an entry of this kind; gives what it is about: ``command``, or what an undo or a redo moved.

        Raises:
            IndexError: there is nothing to undo or redo.
        """
        match kind:
            case "command":
                self.done.append(command)
                self.undone.clear()
            case "undo":
                self.undone.append(command := self.done.pop())
            case "redo":
                self.done.append(command := self.undone.pop())
        return command
