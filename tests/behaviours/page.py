"""The parity page, `notebooks/parity.md`: ``python -m tests.behaviours.page`` writes it.

Generated from the table: what torch made of each row is read from `STORED`, minigrad runs.
"""

import functools
import itertools
import re
import sys
from pathlib import Path

from tests.behaviours.table import alike, stored, table, told
from tests.behaviours.topics import PURPOSE, TOPICS
from tests.nn.twins import library

PAGE = Path(__file__).parents[2] / "notebooks" / "parity.md"
LONGEST = 110  # characters of an outcome
LONGEST_UNEQUAL = 400  # where one should see what differs

INTRODUCTION = """\
# Where minigrad stops: a comparison with PyTorch, row by row

What a lesson or an ordinary program can meet is in minigrad as it is in PyTorch: the names, the
values, the errors. This page says how far that goes. Each row is a short program; it runs on
minigrad and on PyTorch 2.13 (on the CPU), and everything that comes out is compared: values to six
digits, shapes, types, the nodes of the graph, the order in which hooks run, the type and the first
line of every error and warning.

Nobody wrote this page: `python -m tests.behaviours.page` makes it out of the rows in
`tests/behaviours/`, and a test fails when it is not what the rows say. Long outcomes are cut off
at "…"; the comparison is not. Where both are equal the third column says so instead of repeating.
Each library speaks of itself by name; here both say torch.

Out of scope, and therefore in no row: sparse, complex, quantised and nested tensors, forward-mode
differentiation, `vmap`, JIT and compilation, the profiler.

"""


HEAD = "| behaviour | PyTorch | minigrad | why |\n|---|---|---|---|\n"
LEFT_OUT = """\
A small source that can be read is worth more than the last corner of PyTorch's behaviour. What no
lesson, no tutorial and no ordinary program meets is left out, and listed here.
"""


def main():
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


def page():
    """The whole page, as text."""
    rows = list(table().values())
    unequal = [row for row in rows if not equal(row.id)]
    others = [row for row in unequal if row.topic != PURPOSE]
    topics = [
        section(topic, [row for row in rows if row.topic == topic])
        for topic in TOPICS
        if topic != PURPOSE
    ]
    left_out = on_purpose([row for row in rows if row.topic == PURPOSE])
    return INTRODUCTION + summary(rows, unequal) + left_out + differences(others) + "".join(topics)


@functools.cache
def ours(name):
    """What minigrad makes of a row; each runs once."""
    return told(table()[name], library("minigrad"))


@functools.cache
def theirs():
    """What torch made of every row."""
    return stored()


def equal(name):
    """Whether minigrad and torch agree."""
    return name in theirs() and alike(ours(name), theirs()[name])


def summary(rows, unequal):
    """How many rows there are, and how many agree."""
    return (
        f"**{len(rows)} rows; in {len(rows) - len(unequal)} minigrad and PyTorch are equal, in "
        f"{len(unequal)} they are not.** Those come first: what is left out on purpose, then the "
        "rest.\n\n"
    )


def on_purpose(rows):
    """What minigrad leaves out, a file of rows under all that it says of itself."""
    parts = [f"## {TOPICS[PURPOSE]}\n\n{LEFT_OUT}"]
    for module, some in itertools.groupby(rows, lambda row: row.run.__module__):
        head, _, text = sys.modules[module].__doc__.strip().partition("\n\n")
        parts += [f"\n### {head.removesuffix('.')}\n\n", f"{text}\n\n" if text else "", HEAD]
        parts += unequal_lines(list(some))
    return "".join(parts) + "\n"


def differences(rows):
    """The other rows that differ, whatever their topic, and why."""
    return "## What else is not equal\n\n" + HEAD + "".join(unequal_lines(rows))


def unequal_lines(rows):
    """A line for each row: both outcomes, and why they differ."""
    lines = []
    for row in rows:
        both = theirs().get(row.id), ours(row.id)
        found = (shown(outcome, LONGEST_UNEQUAL) for outcome in both)
        lines.append(line(row.says, *found, row.why or "a fault: it is to be mended"))
    return lines


def section(topic, rows):
    """All rows of one topic, those of a file in a table of their own."""
    files = itertools.groupby(rows, lambda row: row.run.__module__)
    return f"\n## {TOPICS[topic]}\n" + "".join(itertools.starmap(part, files))


def part(module, rows):
    """All rows of one file, under the first sentence that it says of itself."""
    about = sys.modules[module].__doc__.partition("\n")[0].removesuffix(".")
    head = f"\n### {about}\n\n| behaviour | PyTorch | minigrad | equal |\n|---|---|---|---|\n"
    return head + "".join(
        line(row.says, shown(theirs().get(row.id)), "the same", "yes")
        if equal(row.id)
        else line(row.says, shown(theirs().get(row.id)), shown(ours(row.id)), "**no**")
        for row in rows
    )


def line(*cells):
    """One line of a table of Markdown."""
    return f"| {' | '.join(cells)} |\n"


def shown(outcome, longest=LONGEST):
    """What a row gave, in one short line of code; warnings follow the value or the error."""
    if outcome is None:
        return "(not run yet)"
    parts = []
    if "raised" in outcome:
        parts.append(": ".join(outcome["raised"]))
    elif outcome["value"] is not None or "warned" not in outcome:
        parts.append(plainly(outcome["value"]))
    parts += [f"warns: {message}" for _, message in outcome.get("warned", ())]
    return "; ".join(f"`{cut(part, longest)}`" for part in dict.fromkeys(parts))


def plainly(x):
    """A value as Python or torch would print it, but for the shapes of tensors."""
    if isinstance(x, dict) and "tensor" in x:
        return tensor(x)
    if isinstance(x, dict):
        return "{" + ", ".join(f"{key}: {plainly(value)}" for key, value in x.items()) + "}"
    if isinstance(x, list):
        return "[" + ", ".join(map(plainly, x)) + "]"
    return number(x) if isinstance(x, float) else str(x)


def tensor(x):
    """A tensor: its numbers, its type where it is not a usual one, what its graph begins with."""
    values = ", ".join(plainly(value) for value in x["tensor"])
    usual = x["dtype"] in ("torch.float32", "torch.int64", "torch.bool")
    dtype = "" if usual else f", dtype={x['dtype']}"
    made_by = f", grad_fn={x['grad_fn'].partition('(')[0]}" if x["grad_fn"] else ""
    return f"tensor({values if x['shape'] == [] else f'[{values}]'}{dtype}{made_by})"


def number(x):
    """Four digits: fewer than the comparison looks at, so that they are the same everywhere."""
    return f"{x:.4g}" + ("." if x == int(x) and abs(x) < 1e4 else "") if abs(x) < 1e300 else str(x)


def cut(text, longest):
    """One line, short enough for a table, without what Markdown would take for itself."""
    text = re.sub(r"\s+", " ", text).replace("`", "'").replace("|", "¦")
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


if __name__ == "__main__":
    main()
