"""Hold ``kozyr solve --batch`` against the positions of tests/vectors.

Usage: vectors.py [--distance].  Fails at any value, and with ``--distance`` at any
number of plies, that differs; "unknown" differs too.  Where a file does not give the
moves, only the value is compared.
"""

import json
import subprocess
import sys
from pathlib import Path

VECTORS = Path(__file__).parents[1] / "tests" / "vectors"


def difference(known: dict, answer: dict, distance: bool) -> str | None:
    """Return the first thing that differs, in words."""
    if "error" in answer:
        return answer["error"]
    if answer["value"] != known["value"]:
        return f"value {answer['value']}, not {known['value']}"
    if "moves" not in known:
        return None
    if distance and answer["plies"] != known["plies"]:
        return f"{answer['plies']} plies, not {known['plies']}"
    found = {move["move"]: [move["value"], move["plies"]] for move in answer["moves"]}
    for move in sorted(known["moves"].keys() | found):
        expected, got = known["moves"].get(move), found.get(move)
        if expected is None or got is None:
            return f"{move} is a move in one of the two only"
        if got[0] != expected[0] or (distance and got != expected):
            return f"{move}: {got}, not {expected}"
    if answer["best"] != answer["moves"][0]["move"]:
        return f"best is {answer['best']}, the first move {answer['moves'][0]['move']}"
    return None


def main() -> None:
    """Ask for all vectors in one batch and compare."""
    distance = sys.argv[1:] == ["--distance"]
    known = [
        json.loads(line)
        for file in sorted(VECTORS.glob("*.jsonl"))
        for line in file.read_text().splitlines()
        if not distance or "moves" in line
    ]
    kozyr = Path(sys.executable).with_name("kozyr")
    command = [kozyr, "solve", "--batch", "-", "--jobs", "2", *sys.argv[1:]]
    asked = "".join(
        json.dumps({"position": each["position"], "coalition": each["coalition"]})
        + "\n"
        for each in known
    )
    run = subprocess.run(command, input=asked, capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if run.returncode or len(answers) != len(known):
        raise SystemExit(f"exit code {run.returncode}: {run.stderr.strip()}")
    wrong = 0
    for each, answer in zip(known, answers, strict=True):
        text = difference(each, answer, distance)
        if text is not None:
            wrong += 1
            print(f"{each['position']} for {each['coalition']}: {text}")
    print(f"{len(known)} vectors, {wrong} wrong")
    sys.exit(wrong > 0)


main()
