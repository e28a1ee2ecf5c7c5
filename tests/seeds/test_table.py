"""The table of the seeds is complete: against the texts, where they lie beside the repository."""

import hashlib
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.seeds import test_claims, test_errata
from tests.seeds.reading import is_code, statements, statements_of
from tests.seeds.record import ADDRESS
from tests.seeds.store import snippets, stored
from tests.seeds.table import BLOCKS, CLAIMS, ERRATA, FILES, Printed

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "seeds"
SNIPPETS = snippets()
PRINTED = {name: run["printed"] for name, run in stored()["snippets"].items()}

# The imports of the texts, `{}` for torch; the library stands in for them as they are written.
IMPORTS = (
    "import {}",
    "import {}.nn as nn",
    "import {}.optim as optim",
    "from {} import nn",
    "from {}.autograd import Variable",
)
OTHER_IMPORTS = {
    "import matplotlib.pyplot as plt",
    "from IPython.display import display, Math",
    "from torchviz import make_dot",
}
# A comment that gives the value printed on its line.
VALUE = re.compile(r"print\(.*# ?(?:[Oo]utput: )?((?:tensor|torch\.Size|True|False|None)\b.*)")
WRONG = {(erratum.seed, erratum.line) for erratum in ERRATA}


def place(block):
    return f"{block.seed}:{block.first}"


block = pytest.mark.parametrize("block", BLOCKS, ids=place)


@pytest.fixture(scope="module")
def texts():
    if not FOLDER.is_dir():
        pytest.skip(f"the seeds' texts are not beside this repository ({FOLDER})")
    return {
        seed: FOLDER.joinpath(name).read_text(encoding="utf-8").split("\n")
        for seed, name in FILES.items()
    }


def test_every_seed_is_in_the_table(texts):
    assert sorted(FILES.values()) == sorted(path.name for path in FOLDER.iterdir())


def test_every_line_of_code_is_in_a_block(texts):
    listed = {(b.seed, line) for b in BLOCKS for line in range(b.first, b.last + 1)}
    left_out = [
        (seed, number, line)
        for seed, lines in texts.items()
        for number, line in enumerate(lines, start=1)
        if is_code(line) and (seed, number) not in listed
    ]
    assert left_out == []


def test_every_announced_block_is_in_the_table(texts):
    announced = {
        (seed, number + 1)
        for seed, lines in texts.items()
        for number, line in enumerate(lines, start=1)
        if line.strip() == "python"
    }
    assert announced <= {(b.seed, b.first) for b in BLOCKS}


@block
def test_block_is_code_from_first_to_last_line(block, texts):
    lines = lines_of(block, texts)
    assert lines[0].strip() and lines[-1].strip()
    assert [line for line in lines if line.strip() and not is_code(line)] == []


@block
def test_block_is_the_text_that_was_read(block, texts):
    lines = "\n".join(lines_of(block, texts))
    assert hashlib.sha256(lines.encode()).hexdigest()[:8] == block.digest


@pytest.mark.parametrize("block", [b for b in BLOCKS if not isinstance(b, Printed)], ids=place)
def test_snippet_keeps_every_statement(block, texts):
    allowed = OTHER_IMPORTS | {line.format("torch") for line in IMPORTS}
    kept = statements_of(SNIPPETS[f"{block.seed}.{block.snippet}"]) | allowed
    assert [each for each in statements(lines_of(block, texts)) if each not in kept] == []


def test_printed_output_is_kept(texts):
    for block in BLOCKS:
        if isinstance(block, Printed):
            printed = PRINTED[f"{block.seed}.{block.snippet}"]
            for place, line in numbered(block, texts):
                line = ADDRESS.sub("0x", line)
                assert place in WRONG or any(line.startswith(each) for each in printed), place


@pytest.mark.parametrize("snippet", PRINTED)
def test_values_in_comments_are_kept(snippet, texts):
    blocks = [block for block in BLOCKS if f"{block.seed}.{block.snippet}" == snippet]
    lines = [each for block in blocks for each in numbered(block, texts)]
    prints = [(place, line) for place, line in lines if line.startswith("print(")]
    for (place, line), printed in zip(prints, PRINTED[snippet], strict=False):
        if (value := VALUE.match(line)) and place not in WRONG:
            assert value[1].startswith(printed.split(" = ")[-1]), place


@pytest.mark.parametrize("line", IMPORTS)
def test_imports_of_the_seeds_work(line):
    names = {}
    exec(line.format("minigrad") + (" as torch" if line == "import {}" else ""), names)
    assert names.keys() - {"__builtins__"} == {line.format("torch").split()[-1]}


def test_blocks_do_not_overlap():
    ranges = sorted((b.seed, b.first, b.last) for b in BLOCKS)
    for (seed, _, last), (following, first, _) in pairwise(ranges):
        assert seed < following or last < first


def test_every_snippet_has_its_lines():
    restated = {f"{b.seed}.{b.snippet}" for b in BLOCKS}
    exercises = {f"{claim.seed}.{claim.test}" for claim in CLAIMS} & SNIPPETS.keys()
    assert restated | exercises == SNIPPETS.keys()


@pytest.mark.parametrize(("notes", "module"), [(CLAIMS, test_claims), (ERRATA, test_errata)])
def test_each_note_has_its_test_and_each_test_its_note(notes, module):
    tests = {name.removeprefix("test_") for name in vars(module) if name.startswith("test_")}
    named = {note.test for note in notes if f"{note.seed}.{note.test}" not in SNIPPETS}
    assert named == tests


def test_notes_point_at_lines_of_text(texts):
    empty = [note for note in (*CLAIMS, *ERRATA) if not texts[note.seed][note.line - 1].strip()]
    assert empty == []


def lines_of(block, texts):
    """The lines of a block in its text."""
    return texts[block.seed][block.first - 1 : block.last]


def numbered(block, texts):
    """Lines of a block, each with its seed and number."""
    places = ((block.seed, number) for number in range(block.first, block.last + 1))
    return list(zip(places, lines_of(block, texts), strict=True))
