"""Every error that the package raises on purpose.

An error's attributes are set once, by keyword, in the base. Its text is one line that says what is wrong, where, and
what was expected: a front end prints it as it is.
"""

from __future__ import annotations

from typing import Any


class AqmfError(Exception):
    """The base of all of them; ``facts`` is what the message was made of."""

    def __init__(self, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.facts = facts

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["facts"][name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}") from None


class DataError(AqmfError):
    """A file, shipped or a user's own, is wrong: ``path``, ``key``, ``value``."""


class PluginError(AqmfError):
    """A plugin misbehaves: ``plugin`` names it."""


class DuplicateContributionError(PluginError):
    """Two plugins claim one id: ``what``, ``id``, ``plugins``."""

    @classmethod
    def of(cls, what: str, name: Any, *plugins: str) -> DuplicateContributionError:
        """The error of two that claim one name of a kind."""
        said = f"{what} {name!r} is claimed by {' and '.join(map(repr, plugins))}"
        return cls(said, plugin=plugins[-1], what=what, id=name, plugins=plugins)


class UnknownHookError(PluginError):
    """A plugin implements a hook that does not exist."""


class NotHereError(AqmfError):
    """Something needs a package that is not installed here: ``package``."""

    @classmethod
    def of(cls, package: str) -> NotHereError:
        """The error for want of this package."""
        return cls(f"This is not here: it needs {package}, which is left out", package=package)


class UnknownNameError(AqmfError):
    """Nothing goes by this name: ``what``, ``name``, ``near`` (the closest names)."""


class InvalidCommandError(AqmfError):
    """A command could not be read."""


class NotUnderstoodError(InvalidCommandError):
    """Words that are no order: ``text``, ``at`` (the place of the ``word`` that was not understood), ``expected`` there."""


class QuestionError(AqmfError):
    """A question cannot be asked: its options lack one, contradict each other, or make no sense together."""


class IllegalCommandError(AqmfError):
    """A command was read, but is not allowed now: ``objections``, each with its rule."""


class DiceError(AqmfError):
    """Faces do not fit the dice that were asked for: ``ask``, ``faces``."""


class ReplayMismatchError(AqmfError):
    """A log does not lead where it says: ``position``, ``expected``, ``got``."""


class RulesetVersionError(AqmfError):
    """A log was written under other rules: ``saved``, ``loaded``."""


class StoreError(AqmfError):
    """The store of games cannot be read or written, or another program was quicker: ``path`` or ``game``."""


class DiscardedError(AqmfError):
    """A game was discarded, and goes on only after it is brought back: ``what``, ``kept``."""


class EnumerationLimitError(AqmfError):
    """Too many ways to enumerate: ``runs``, ``covered`` (the share of the chances seen so far)."""


class WorkLimitError(AqmfError):
    """A question would take far more time or memory than is spent on one: ``cost``, ``limit``. It is not begun."""


class WorkerError(AqmfError):
    """Workers are missing, crashed, or run another version: ``task`` or ``address``."""
