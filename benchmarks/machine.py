"""On which machine, when, and with what: figures mean nothing without it."""

import os
import platform
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from kozyr._version import __version__


class Machine(NamedTuple):
    """What the figures of a run depend on besides kozyr itself.

    ``load`` is how many programs wanted a core on average in the minute before the run
    ended; ``None`` where that is not known.
    """

    processor: str
    cores: int
    gigabytes: float | None
    system: str
    python: str
    kozyr: str
    day: str
    load: float | None

    @classmethod
    def here(cls) -> "Machine":
        """Describe this machine, now."""
        return cls(
            processor=_processor(),
            cores=os.cpu_count() or 1,
            gigabytes=_gigabytes(),
            system=_system(),
            python=f"{platform.python_implementation()} {platform.python_version()}",
            kozyr=__version__,
            day=datetime.now(UTC).date().isoformat(),
            load=round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        )

    def words(self) -> str:
        """Return one sentence."""
        cores = f"{self.cores} core" + ("s" if self.cores > 1 else "")
        parts = [self.processor, cores]
        if self.gigabytes is not None:
            parts.append(f"{self.gigabytes:.0f} GB of memory")
        parts += [self.system, self.python, f"kozyr {self.kozyr}", self.day]
        if self.load is not None:
            parts.append(f"load {self.load:g} at the end")
        return ", ".join(parts) + "."


def _processor() -> str:
    """Return the processor's name, as the system tells it to people."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return " ".join(value.split())
    return platform.processor() or platform.machine()


def _gigabytes() -> float | None:
    with suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return None


def _system() -> str:
    kernel = f"{platform.system()} {platform.release()} {platform.machine()}"
    with suppress(OSError):
        return f"{platform.freedesktop_os_release()['PRETTY_NAME']} ({kernel})"
    return kernel
