"""``aqmf``: the group of all commands. Each is imported when it is called, not before."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, cast

import click

from aqmf_air import __version__
from aqmf_air.errors import AqmfError, IllegalCommandError, NotHereError

if TYPE_CHECKING:
    from aqmf_air.core.play.contributions import Contribution

COMMANDS = {
    "api": ("Make games", "What games are made from: every name by its purpose.", "aqmf_air.cli.api:api"),
    "backup": ("Keep", "Write all that you have kept to one file.", "aqmf_air.cli.backup:backup"),
    "chronicle": ("Keep", "A campaign told chapter by chapter, with everybody's career.", "aqmf_air.cli.games:chronicle"),
    "discard": ("Keep", "Discard a game, or bring it back.", "aqmf_air.cli.games:discard"),
    "export": ("Keep", "Write a game out as JSON Lines.", "aqmf_air.cli.games:export"),
    "games": ("Keep", "List the games in the store.", "aqmf_air.cli.games:games"),
    "import": ("Keep", "Read a game from JSON Lines.", "aqmf_air.cli.games:import_"),
    "lab": ("Laboratory", "Who beats whom, and at what price, worked out from the rules.", "aqmf_air.cli.lab:lab"),
    "map": ("Play", "Show the table of a game, in letters or as a picture.", "aqmf_air.cli.map:map_"),
    "odds": ("Plan", "Exact odds of every roll.", "aqmf_air.cli.odds:odds"),
    "play": ("Play", "Play a scenario, with a seed or with your own dice.", "aqmf_air.cli.play:play"),
    "plugins": ("Look up", "Show what is plugged in, and from where.", "aqmf_air.cli.about:plugins"),
    "policies": ("Look up", "The automatic players of a game, and how each plays.", "aqmf_air.cli.about:policies"),
    "print": ("Print", "What a game has for paper, as PDF at true scale.", "aqmf_air.cli.print:print_"),
    "replay": ("Keep", "Show a saved game again, roll by roll.", "aqmf_air.cli.games:replay"),
    "restore": ("Keep", "Restore everything from a backup.", "aqmf_air.cli.backup:restore"),
    "rules": ("Look up", "The rule register.", "aqmf_air.cli.rules:rules"),
    "rulesets": ("Look up", "The games that can be played.", "aqmf_air.cli.about:rulesets"),
    "rulings": ("Look up", "The rulings, with their alternatives.", "aqmf_air.cli.about:rulings"),
    "scenarios": ("Look up", "The scenarios of a game.", "aqmf_air.cli.about:scenarios"),
    "serve": ("Play", "Open the table-side app in a browser.", "aqmf_air.cli.serve:serve"),
    "site": ("Make games", "Build the app as a site that needs no server.", "aqmf_air.cli.site:site"),
    "tables": ("Look up", "The tables of a game, and your own rows in them.", "aqmf_air.cli.tables:tables"),
    "verify": ("Keep", "Check that games and logs are whole.", "aqmf_air.cli.backup:verify"),
    "why": ("Play", "Why an automatic side gave an order.", "aqmf_air.cli.why:why"),
}
"""The commands of the frame: under which heading, what each does, and where it is. Those of games come from plugins."""
HEADINGS = ("Play", "Plan", "Look up", "Print", "Keep", "Laboratory", "Make games")
"""The order of headings in help; those of plugins come after them, and then what has none."""

DONE, NO, BAD, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses: done; well formed, but the answer is no; bad input; interrupted."""
NARROW_EXAMPLE = 72
"""Characters of a line of an example: with what stands before it and the sign that it goes on, 80."""
LONGEST_WORD = 200
"""Characters of one word that are repeated in a message: enough to know any name or path again."""
FEW_COMMANDS = 16
"""Commands of a group that are all named where none is near."""


def _folded(example: str) -> str:
    """A line of examples of help in lines that a narrow terminal holds, as a shell reads them."""
    lines, words = [""], re.findall(r"""(?:"[^"]*"|'[^']*'|\S)+""", example)
    for word in words:
        if len(lines[-1]) + len(word) > NARROW_EXAMPLE:
            lines[-1] += " \\"
            lines.append("   ")
        lines[-1] += f" {word}" if lines[-1] else word
    return example if len(lines) == 1 else "\n".join(f"  {line}" for line in lines)


class NamesGames(click.Command):
    """A command whose examples are of games that are installed: it says ``{game}``, ``{scenario}`` and the like there.
    Where it is given a game as a word too many, it says how a game is named.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = [word for word in args if not word.startswith("-")]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as fault:
            if "extra argument" in fault.message and "ruleset" in [param.name for param in self.params]:
                from aqmf_air.plugins.registry import load_registry

                for word in words:
                    if word in load_registry().rulesets:
                        hint = f"{fault.message.rstrip('.')}; did you mean --ruleset {word}?"
                        raise click.UsageError(hint, ctx) from None
            raise

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.epilog and "{" in self.epilog:
            from aqmf_air.cli.opened import ExampleNames

            self.epilog = "\n".join(map(_folded, self.epilog.format_map(ExampleNames()).splitlines()))
        super().format_epilog(ctx, formatter)


class DidYouMean(NamesGames, click.Group):
    """A group that names the commands which are near to one that it does not have."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if ctx.resilient_parsing or name.startswith("-") or self.get_command(ctx, name):
            return super().resolve_command(ctx, args)
        from aqmf_air.core.data.search import Searched, near

        there = self.list_commands(ctx)
        meant = near(name, map(Searched, there))
        few = f"; expected one of {', '.join(there)}" if 0 < len(there) <= FEW_COMMANDS else "."
        hint = f". Did you mean {' or '.join(map(repr, meant))}?" if meant else few
        raise click.UsageError(f"No such command {name[:LONGEST_WORD]!r}{hint}", ctx)


class Contributed(DidYouMean, ABC):
    """A group of what plugins contribute: commands whose names and help are there before they are imported."""

    section = "Commands"

    @abstractmethod
    def known(self, ctx: click.Context) -> Mapping[str, Contribution]:
        """What is in it, by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self.known(ctx))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = sorted(self.known(ctx).items())
        places = {heading: place for place, heading in enumerate(HEADINGS)}
        headings = sorted(
            {each.group for _, each in commands}, key=lambda group: (not group, places.get(group, len(places)), group)
        )
        widest = max((len(name) for name, _ in commands), default=0)
        for heading in headings or [""]:
            rows = [(f"{name:<{widest}}", listed.help) for name, listed in commands if listed.group == heading]
            with formatter.section(heading or self.section):
                formatter.write_dl(rows or [("none", "This game has none.")])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        there = sorted(self.known(ctx).items())
        names = [CompletionItem(name, help=contribution.help) for name, contribution in there if name.startswith(incomplete)]
        return names or click.Command.shell_complete(self, ctx, incomplete)


class Commands(Contributed):
    """A group that imports a command when it is called, asks plugins for those it does not know, and turns what goes
    wrong into one line on standard error.
    """

    def known(self, ctx: click.Context) -> Mapping[str, Contribution]:
        return {**(_added() if _plugins_installed() else {}), **_quickly_known()}

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        contribution = _quickly_known(cmd_name).get(cmd_name) or _added().get(cmd_name)
        return cast("click.Command", contribution.load(click.Command)) if contribution else None

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with _reader_may_leave():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _reader_may_leave():
            return super().invoke(ctx)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *rest: Any, **extra: Any) -> Any:
        if extra.get("standalone_mode") is False or "_AQMF_COMPLETE" in os.environ:
            return super().main(args, prog_name, *rest, **extra)
        if sys.stdout is None:  # closed before we started
            sys.exit(_say("cannot write to standard output (it is closed)"))
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a character that it does not have is no reason to end
        try:
            status = self._answer(args, prog_name, *rest, **extra)
            sys.stdout.flush()  # what fails now would fail at exit, where nobody catches it
        except BrokenPipeError:
            _drop_output()
            status = DONE
        except OSError as fault:
            reason = (fault.strerror or "unknown error").lower()
            if fault.filename is not None:  # a file, not standard output
                status = _say(f"{fault.filename}: {reason}")
            else:
                _drop_output()
                status = _say(f"cannot write to standard output ({reason})")
        sys.exit(status)

    def _answer(self, args: Sequence[str] | None, prog_name: str | None, *rest: Any, **extra: Any) -> int:
        """Run a command; its exit status. Only what is wrong with standard output is left to the caller."""
        try:
            status = super().main(args, prog_name, *rest, **{**extra, "standalone_mode": False})
        except click.exceptions.Exit as leaving:
            status = leaving.exit_code
        except (click.Abort, KeyboardInterrupt):
            status = _say("interrupted", INTERRUPTED)  # click has ended the line that was being typed
        except click.exceptions.NoArgsIsHelpError as bare:
            click.echo(bare.format_message())
            status = DONE
        except click.ClickException as fault:
            status = _say(_one_line(fault))
        except IllegalCommandError as fault:
            status = _say(str(fault), NO)
        except AqmfError as fault:
            status = _say(str(fault))
        except OSError:
            raise
        except Exception as fault:
            if (reason := _not_ours(fault)) is None:
                raise
            status = _say(str(reason))
        return status if isinstance(status, int) else DONE


def _quickly_known(wanted: str = "") -> dict[str, Contribution]:
    """The commands of the package, by name: no registry is loaded for help, and no game for a command of the frame."""
    from aqmf_air.core.play.contributions import Contribution
    from aqmf_air.plugins.indexed import indexed

    own = {name: Contribution(name, about, where, group=group) for name, (group, about, where) in COMMANDS.items()}
    return own if wanted in own else {**indexed("aqmf_register_cli"), **own}


def _plugins_installed() -> bool:
    """Whether an installed package offers plugins: read from its files, since ``importlib.metadata`` takes longer to import
    than help takes to show.
    """
    if "importlib.metadata" in sys.modules:
        return True
    for folder in sys.path:
        with contextlib.suppress(OSError):
            for entry in os.scandir(folder or "."):
                if entry.name.endswith((".dist-info", ".egg-info")):
                    with contextlib.suppress(OSError), open(os.path.join(entry.path, "entry_points.txt"), "rb") as listed:  # noqa: PTH118, PTH123
                        if b"[aqmf_air]" in listed.read():
                            return True
    return False


def _added() -> Mapping[str, Contribution]:
    """The commands of installed plugins, by name."""
    from importlib.metadata import entry_points

    if not entry_points(group="aqmf_air"):
        return {}
    from aqmf_air.plugins import kinds
    from aqmf_air.plugins.registry import load_registry

    return load_registry().of(kinds.CLI)


@contextlib.contextmanager
def _reader_may_leave() -> Iterator[None]:
    """The reader of the output has gone: no fault, though click would make one of it."""
    try:
        yield
    except BrokenPipeError:
        raise click.exceptions.Exit(DONE) from None


def _drop_output() -> None:
    """Send what standard output still holds nowhere, so that Python does not try to write it again at exit."""
    with contextlib.suppress(OSError, ValueError):  # what stands in for it in tests is no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _say(message: str, status: int = BAD) -> int:
    words = (word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}..." for word in message.split())
    click.echo(f"aqmf: {' '.join(words)}", err=True)
    return status


def _not_ours(fault: Exception) -> AqmfError | None:
    """What was raised as the want of a package, or as a plugin's mistake; None: it is neither."""
    from aqmf_air.core.data.packages import missing_package
    from aqmf_air.plugins.faults import fault_of_plugin

    package = missing_package(fault)
    return NotHereError.of(package) if package else fault_of_plugin(fault)


def _one_line(fault: click.ClickException) -> str:
    from aqmf_air.core.data.search import one_edit

    ctx, text = getattr(fault, "ctx", None), fault.format_message()
    if isinstance(fault, click.NoSuchOption):  # click names those, too, that only look alike
        alike = [repr(each) for each in fault.possibilities or () if one_edit(fault.option_name, each)]
        text = f"No such option {fault.option_name!r}. Did you mean {' or '.join(alike)}?" if alike else text
    if isinstance(fault, click.UsageError) and ctx is not None:
        return f"{text} (see '{ctx.command_path} --help')"
    return text


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="aqmf", message="%(prog)s %(version)s")
def aqmf() -> None:
    """Tabletop war-gaming in the air: play, exact odds, and tools for the table.

    \b
    To begin with:
      aqmf play                   a game that plays itself, with all its rolls
      aqmf play --ask             the same at this terminal, with your orders
      aqmf serve                  the same in a browser
      aqmf odds --help            what rolls come to
      aqmf rulesets               the games that there are

    For the tab key: eval "$(_AQMF_COMPLETE=bash_source aqmf)", or zsh_source; for fish,
    _AQMF_COMPLETE=fish_source aqmf | source.
    """  # noqa: D301 - click reads \b as: leave these lines as they are
