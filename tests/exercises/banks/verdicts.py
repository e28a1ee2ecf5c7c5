"""What the checks say of every answer in every bank, stored: a change of code changes none of it.

``verdicts.json`` has a row for each item and bank: by the answer's place, ``right`` if it has all
marks, else the points that it has and a digest of the message. Is another message what you want,
``python -m tests.exercises.banks.verdicts`` stores all of them anew; read first what the test says.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path

from tests.exercises.banks.runner import Judgement, Tally, banks

FILE = Path(__file__).with_suffix(".json")
Rows = dict[str, dict[str, str]]
PYTHON = "{}.{}".format(*sys.version_info)  # an error is quoted in the words of its Python
# Where Python has had enough calls depends on how many there were before.
DEEPEST = re.compile(r"line \d+ .* stopped RecursionError.*(?= It calls itself)")


def brief(found: Judgement) -> str:
    """One verdict, in a few characters.

    Example:
        >>> from tests.exercises.banks.runner import Judgement
        >>> from tests.exercises.banks.verdicts import brief
        >>> brief(Judgement(False, "")), brief(Judgement(True, "✗ x1-chain: not yet.", 0.5))
        ('right', '0.5 c734a371')
    """
    if not found.caught:
        return "right"
    said = DEEPEST.sub("", found.message)
    return f"{found.points:g} {hashlib.sha256(said.encode()).hexdigest()[:8]}"


def rows(own: Tally, foreign: Tally) -> Rows:
    """The verdicts of one set: by item and bank, then by the answer's place."""
    found: Rows = {}
    for bank, tally in (("", own), (" by others", foreign)):
        for item, place, judgement in tally.judged:
            found.setdefault(item + bank, {})[place] = brief(judgement)
    return found


def changed(own: Tally, foreign: Tally, stored: Rows) -> list[str]:
    """Which answers have another verdict than the stored one, with what is said of them now."""
    lines = []
    for bank, tally in (("", own), (" by others", foreign)):
        for item, place, judgement in tally.judged:
            was = stored.get(item + bank, {}).get(place, "not stored")
            if was != brief(judgement):
                said = judgement.message if judgement.caught else "right"
                lines.append(f"{item}{bank}, {place}: was {was}, is {brief(judgement)}: {said}")
    gone = [
        f"{row}, {place}: is stored, and there is no such answer"
        for row, places in stored.items()
        for place in places
        if place not in rows(own, foreign).get(row, {})
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
