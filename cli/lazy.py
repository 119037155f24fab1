"""Groups of commands that are imported when they are run, not before."""

from collections.abc import Mapping
from importlib import import_module

import click


class LazyGroup(click.Group):
    """A group whose commands are named with their help, and found by their names.

    Each is ``command`` in the module ``prefix`` + its name.  The help is given so
    that listing the commands imports none of them.
    """

    def __init__(
        self,
        *arguments: object,
        summaries: Mapping[str, str],
        prefix: str,
        **settings: object,
    ) -> None:
        super().__init__(*arguments, **settings)  # type: ignore[arg-type]
        self._summaries = summaries
        self._prefix = prefix

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._summaries:
            return None
        command: click.Command = import_module(self._prefix + cmd_name).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self._summaries and not name.startswith("-"):
            raise click.UsageError(f"command: {self._unknown(name)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))

    def _unknown(self, name: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(name, self._summaries, n=1)
        there_are = f"there are {', '.join(self._summaries)}"
        hint = f"is it {near[0]}?" if near else there_are
        return f"no such command {name!r}; {hint}"
