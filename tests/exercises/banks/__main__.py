"""Run the banks and print what the checks make of them: ``python -m tests.exercises.banks``."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.exercises.banks.runner import Bank, Tally, banks
from tests.exercises.course import ROOT

README = ROOT / "exercises" / "README.md"
BEGIN, END = "<!-- begin: python -m tests.exercises.banks --write -->", "<!-- end -->"
HEAD = (
    "| | right answers | of these refused | wrong answers | caught | named | rightly "
    "| mutants caught | others' caught |",
    "|---|---|---|---|---|---|---|---|---|",
)


def main() -> None:
    """Read the command line, run, print, write."""
    parser = argparse.ArgumentParser(prog="python -m tests.exercises.banks", description=__doc__)
    parser.add_argument("sets", nargs="*", type=int, help="numbers of sets; all if none is given")
    parser.add_argument("--all", action="store_true", help="list every answer that went astray")
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    options = parser.parse_args()
    lines = table(banks(lambda n: not options.sets or n in options.sets), options.all)
    print("\n".join(lines))
    if options.write:
        write(README, lines)


def table(chosen: list[Bank], details: bool) -> list[str]:
    """The table: a line for each set, and one for all of them."""
    rows = []
    sums = Tally(), Tally(), Tally()
    for bank in chosen:
        found = bank.own(), bank.generic(), bank.foreign()
        rows.append(row(f"X{bank.number}", *found))
        for total, part in zip(sums, found):
            total += part
        if details:
            astray(bank, *found)
    return [*HEAD, *rows, row("all", *sums)]


def row(label: str, own: Tally, generic: Tally, foreign: Tally) -> str:
    """One line of the table."""
    cells = [
        label, str(own.right), str(len(own.refused)), str(own.wrong),
        share(own.caught, own.wrong), share(own.named, own.caught), share(own.rightly, own.named),
        share(generic.caught, generic.wrong), share(foreign.caught, foreign.wrong),
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def share(part: int, whole: int) -> str:
    """How many of how many, and in per cent.

    Example:
        >>> from tests.exercises.banks.__main__ import share
        >>> share(2, 3), share(0, 0)
        ('2 of 3 (67 %)', 'none yet')
    """
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "none yet"


def astray(bank: Bank, own: Tally, generic: Tally, foreign: Tally) -> None:
    """List what went otherwise than the bank says."""
    for label, found in (("bank", own), ("mutants", generic), ("others", foreign)):
        for kind in ("refused", "missed", "misnamed", "unnamed"):
            if kind in ("misnamed", "unnamed") and found is generic:
                continue
            for line in getattr(found, kind):
                print(f"X{bank.number} {label}, {kind}: {line}")


def write(path: Path, lines: list[str]) -> None:
    """Put the table between its two marks."""
    text = path.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END, 1)[1]
    path.write_text(f"{before}{BEGIN}\n{chr(10).join(lines)}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
