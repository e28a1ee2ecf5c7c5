"""What the checks say of every answer in every bank, stored: a change of code changes none of it.

``verdicts.json`` has a row for each item and bank: by the answer's place, ``right`` if it has all
marks, else the points that it has and a digest of the message; then, if the answer is text, one of
that text. Is another message or another answer what you want, or is there a new one,
``python -m tests.exercises.banks.verdicts`` stores all of them anew; read first what the test says.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

from tests.exercises.banks.changes import cell_text
from tests.exercises.banks.runner import Judgement, Tally, banks

FILE = Path(__file__).with_suffix(".json")
LINE = re.compile(r"\bline \d+")  # of a function, where it stands in the bank
Rows = dict[str, dict[str, str]]
PYTHON = "{}.{}".format(*sys.version_info)  # an error is quoted in the words of its Python
# Where Python has had enough calls depends on how many there were before.
DEEPEST = re.compile(r"line \d+ .* stopped RecursionError.*(?= It calls itself)")


def brief(answer: Any, found: Judgement) -> str:
    """An answer and its verdict, in a few characters.

    Example:
        >>> from tests.exercises.banks.runner import Judgement
        >>> from tests.exercises.banks.verdicts import brief
        >>> brief(len, Judgement(True, "✗ x1-chain: not yet.", 0.5))
        '0.5 c734a371'
        >>> brief("answer = 3", Judgement(False, ""))
        'right, text 72d3144d'
    """
    said = DEEPEST.sub("", found.message)
    if not isinstance(answer, str):
        said = LINE.sub("line", said)
    verdict = f"{found.points:g} {_digest(said)}" if found.caught else "right"
    return f"{verdict}, text {_digest(cell_text(answer))}" if isinstance(answer, str) else verdict


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def rows(own: Tally, foreign: Tally) -> Rows:
    """The verdicts of one set: by item and bank, then by the answer's place."""
    found: Rows = {}
    for bank, tally in (("", own), (" by others", foreign)):
        for item, place, answer, judgement in tally.judged:
            found.setdefault(item + bank, {})[place] = brief(answer, judgement)
    return found


def changed(own: Tally, foreign: Tally, stored: Rows) -> list[str]:
    """Which answers are others, or have another verdict than the stored one; with the new one."""
    lines, now = [], rows(own, foreign)
    for bank, tally in (("", own), (" by others", foreign)):
        for item, place, _, judgement in tally.judged:
            row = item + bank
            was, said = stored.get(row, {}).get(place, "not stored"), judgement.message or "right"
            if was != now[row][place]:
                lines.append(f"{row}, {place}: was {was}, is {now[row][place]}: {said}")
    gone = [
        f"{row}, {place}: is stored, and there is no such answer"
        for row, places in stored.items()
        for place in places
        if place not in now.get(row, {})
    ]
    return lines + gone


def load() -> dict[str, Rows]:
    """What is stored, by set; nothing if another Python's words are."""
    found = json.loads(FILE.read_text(encoding="utf-8"))
    return found["sets"] if found["python"] == PYTHON else {}


def store() -> None:
    """Judge all answers, and write down what comes of it: a line for each item."""
    sets = {bank.set_name: rows(bank.own(), bank.foreign()) for bank in banks()}
    parts = (
        f"{json.dumps(name)}: {{\n" + ",\n".join(map(_line, found.items())) + "\n}"
        for name, found in sets.items()
    )
    text = f'{{"python": {json.dumps(PYTHON)}, "sets": {{\n' + ",\n".join(parts) + "\n}}\n"
    FILE.write_text(text, encoding="utf-8")


def _line(row: tuple[str, dict[str, str]]) -> str:
    name, places = row
    return f"{json.dumps(name)}: {json.dumps(places)}"


if __name__ == "__main__":
    store()
