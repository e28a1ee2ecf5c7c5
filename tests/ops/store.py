"""Write down what PyTorch makes of every sample and every line: `python -m tests.ops.store`."""

import importlib
import json
import warnings
from pathlib import Path

from tests.ops import observe
from tests.ops.expressions import STORED, outcome
from tests.ops.random_lines import reads, views, writes
from tests.ops.samples import SAMPLES
from tests.ops.test_random_lines import run

TESTS = Path(__file__).parents[1]
FILES = [
    ".".join(("tests", *path.relative_to(TESTS).with_suffix("").parts))
    for folder in (".", "ops", "nn", "creation", "distributions")
    for path in sorted((TESTS / folder).glob("test_*.py"))
    if "\ntest_as_torch = " in path.read_text(encoding="utf-8")
]


def main():
    """Run everything on torch."""
    torch = observe.library("torch")
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    twins = [sample for sample in SAMPLES if sample.twin]
    samples = {
        f"{sample.id} {case}": observe.observe(torch, sample, case)
        for sample in twins
        for case in sample.cases
    }
    types = {sample.id: observe.types(torch, sample) for sample in twins}
    told = {"samples": observe.plain(samples, 5), "types": observe.plain(types, 4)}
    write(observe.STORED, torch, told)
    random = {"reads": reads(300, 1), "writes": writes(180, 2), "views": views(180, 3, torch)}
    told = {"lines": {line: asked(torch, line) for line in all_lines()}}
    told |= {kind: {k: run(torch, kind, k) for k in lines} for kind, lines in random.items()}
    write(STORED, torch, told)


def all_lines():
    for name in FILES:
        yield from importlib.import_module(name).test_as_torch.lines


def asked(torch, line):
    """What torch makes of a line; a line that means nothing would pass for ever."""
    found = outcome(torch, line)
    assert found[0] not in ("NameError", "SyntaxError"), (line, found)
    return found


def write(path, torch, told):
    """One entry a line, so that changes can be read."""
    parts = [f'"torch": {json.dumps(torch.__version__)}']
    for name, entries in told.items():
        lines = ",\n".join(f"{json.dumps(k)}: {compact(v)}" for k, v in entries.items())
        parts.append(f'"{name}": {{\n{lines}\n}}')
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def compact(value):
    return json.dumps(value, separators=(",", ":"))


if __name__ == "__main__":
    main()
