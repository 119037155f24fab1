"""A real browser for the tests of pages: Chromium, driven through two pipes.

Run such tests with ``pytest -m browser``; they need ``chromium`` (Debian's package of
that name) or another program of the family on the path.
"""

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 60.0
"""Seconds until a browser that says nothing is taken for dead."""
_KEYS = {"ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39}
_KEYS |= {"Home": 36, "End": 35, "Enter": 13, " ": 32}


class Page:
    """The page that the browser shows."""

    def __init__(self, to: int, out: int) -> None:
        self._to = to
        self._out = out
        self._left = b""
        self._number = 0
        self._session: str | None = None
        self.complaints: list[str] = []
        """What the page, or the browser about it, wrote to the console."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = session["sessionId"]
        self.ask("Page.enable")
        self.ask("Runtime.enable")
        self.ask("Log.enable")

    def ask(self, method: str, **parameters: object) -> dict[str, Any]:
        """Send a command and return its result."""
        self._number += 1
        message: dict[str, object] = {
            "id": self._number,
            "method": method,
            "params": parameters,
        }
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            ready, _, _ = select.select([self._out], [], [], PATIENCE)
            assert ready, "the browser says nothing"
            read = os.read(self._out, 1 << 20)
            assert read, "the browser is gone"
            self._left += read
        text, self._left = self._left.split(b"\0", 1)
        message: dict[str, Any] = json.loads(text)
        if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            self.complaints.append(text.decode())
        return message

    def open(self, path: Path, width: int = 1400, height: int = 900) -> None:
        """Show a file and wait until it is there."""
        self.complaints.clear()
        self.resize(width, height)
        self.ask("Page.navigate", url=path.as_uri())
        while self._next().get("method") != "Page.loadEventFired":
            pass

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def value(self, expression: str) -> Any:
        """Return what a JavaScript expression gives."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, *keys: str) -> None:
        """Press keys, named as JavaScript names them."""
        for key in keys:
            code = _KEYS.get(key, ord(key[0].upper()))
            for kind in ("rawKeyDown", "keyUp"):
                self.ask(
                    "Input.dispatchKeyEvent",
                    type=kind,
                    key=key,
                    windowsVirtualKeyCode=code,
                )

    def click(self, selector: str) -> None:
        """Click in the middle of the first element that a selector finds."""
        x, y = self.value(
            f"(() => {{ const b = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.ask(
                "Input.dispatchMouseEvent",
                type=kind,
                x=x,
                y=y,
                button="left",
                clickCount=1,
            )

    def screenshot(self) -> bytes:
        """Return the picture of the page as PNG."""
        answer = self.ask("Page.captureScreenshot", format="png")
        return base64.b64decode(answer["data"])

    def dark(self, wanted: bool) -> None:
        """Tell the page which colours its reader prefers."""
        scheme = "dark" if wanted else "light"
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.ask("Emulation.setEmulatedMedia", features=features)


def _out_of_the_way(end: int) -> int:
    moved = fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(end)
    return moved


@contextmanager
def browser() -> Iterator[Page]:
    """Start a browser without a window and stop it at the end."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert program, f"install one of {', '.join(PROGRAMS)}: apt-get install chromium"
    # The browser reads at 3 and writes at 4; ours must not be in their way.
    its_in, our_out = map(_out_of_the_way, os.pipe())
    our_in, its_out = map(_out_of_the_way, os.pipe())

    def take_pipes() -> None:
        os.dup2(its_in, 3)
        os.dup2(its_out, 4)

    # Its processes may still write while the folder goes.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        run = subprocess.Popen(
            [
                program,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
                f"--user-data-dir={profile}",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=take_pipes,
            pass_fds=(3, 4),
            start_new_session=True,
        )
        os.close(its_in)
        os.close(its_out)
        try:
            yield Page(our_out, our_in)
        finally:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            os.close(our_out)
            os.close(our_in)
