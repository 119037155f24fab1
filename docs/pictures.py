"""Draw the pictures of the README: what kozyr prints on a terminal, as SVG.

``python docs/pictures.py`` runs the commands below on a pseudo-terminal and writes
the pictures beside this file.  Needs a Unix and an installed ``kozyr``.
"""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

PICTURES = {
    "solve.svg": ["solve", "podkidnoy c Qs6cJcKc/KsThKh8cQcAc - 1"],
    "show.svg": ["show", "perevodnoy h 7sKs/9sAs8c9c/JsJh6d 8s 2 by=1"],
}
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "36": "#79c0ff"}
PLAIN, PAPER, FAINT = "#e6edf3", "#0d1117", "#8b949e"
WIDE, HIGH, EDGE = 8.4, 19, 16
"""The size of one character and of the border, in pixels."""

_CODE = re.compile(r"\x1b\[([0-9;]*)m")


def on_a_terminal(command: list[str]) -> str:
    """Run a command on a pseudo-terminal and return what it writes, with colours."""
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(command, stdout=slave, env=environment) as process:
        os.close(slave)
        written = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:  # Linux: the other end is closed
                break
            if not part:
                break
            written += part
    os.close(master)
    if process.returncode:
        raise SystemExit(f"{command} ended with exit code {process.returncode}")
    return written.decode().replace("\r\n", "\n")


def svg(prompt: str, text: str) -> str:
    """Return a picture of a terminal with a command and what it wrote."""
    lines = [f"$ {prompt}", *text.rstrip("\n").split("\n")]
    columns = max(len(_CODE.sub("", line)) for line in lines)
    width = round(columns * WIDE + 2 * EDGE)
    height = len(lines) * HIGH + 2 * EDGE
    rows = [
        "".join(_spans(line, EDGE + HIGH * (number + 0.75)))
        for number, line in enumerate(lines)
    ]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
            f'height="{height}" viewBox="0 0 {width} {height}" '
            'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" '
            f'font-size="14" xml:space="preserve" fill="{PLAIN}">',
            f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
            *rows,
            "</svg>\n",
        )
    )


def _spans(line: str, y: float) -> Iterator[str]:
    """Yield the words of a line, each in its place: fonts differ in width."""
    column, style = 0, ""
    for number, part in enumerate(_CODE.split(line)):
        if number % 2:
            style = _style(part.split(";"), style)
            continue
        for word in re.finditer(r"\S+( \S+)*", part):
            x = EDGE + WIDE * (column + word.start())
            yield (
                f'<text x="{x:.1f}" y="{y:.1f}" '
                f'textLength="{WIDE * len(word[0]):.1f}"{style}>'
                f"{escape(word[0], quote=False)}</text>"
            )
        column += len(part)


def _style(codes: list[str], before: str) -> str:
    for code in codes:
        if code in ("", "0"):
            before = ""
        elif code == "1":
            before += ' font-weight="bold"'
        elif code == "2":
            before += f' fill="{FAINT}"'
        elif code in COLOURS:
            before += f' fill="{COLOURS[code]}"'
    return before


def main() -> None:
    """Write every picture."""
    kozyr = str(Path(sys.executable).with_name("kozyr"))
    for name, arguments in PICTURES.items():
        command, position = arguments
        text = on_a_terminal([kozyr, *arguments])
        picture = svg(f'kozyr {command} "{position}"', text)
        Path(__file__).with_name(name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
