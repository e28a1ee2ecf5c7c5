"""What one cell does to the whole notebook costs that item its marks, if any, and no other."""

import pytest

pytest.importorskip("ipykernel", reason='ipykernel is not installed: pip install -e ".[lab]"')
nbclient = pytest.importorskip("nbclient")

from .course import role, source

# What is written above a right answer, and the marks that are lost by it.
ABOVE = {
    "x1-names": ("check = 5\nbroadcast = None", []),
    "x1-quotient": ("x - y", ["x1-quotient-check", "x1-quotient-hidden"]),
    "x1-partly": ("torch.set_grad_enabled(False)", []),
    "x1-shared": ("import logging\nlogging.basicConfig()\nlogging.getLogger().error('a')", []),
    "x1-chain": ("torch.set_default_dtype(torch.float64)", []),
    "x1-before-and-after": ("torch = 3", []),
    "x1-uses": ("import numpy\nnumpy.seterr(all='raise')", []),
    "x1-leaves": ("one_leaf = ladder = deep = 3\ntorch.no_grad().__enter__()", []),
    "x1-gradients": ("import warnings\nwarnings.simplefilter('error')", []),
}

# What is written in the place of a right answer.
INSTEAD = {
    "x1-shared": """def shared(x, y):
    quit()""",
    "x1-chain": """def chain(x, n):
    for i in range(20_000):
        print(i, "is a number")
    result = x
    for _ in range(n):
        result = result * x
    logging.getLogger().error("trouble")
    return result""",
}
LOST = {"x1-quotient-check", "x1-quotient-hidden", "x1-shared-check", "x1-shared-hidden"}


@pytest.fixture(scope="module")
def checks():
    """The check cells of a notebook in which everything that can be left changed is."""
    notebook = source("x1-graphs")
    for cell in notebook.cells:
        if cell.id in ABOVE:
            above, _ = ABOVE[cell.id]
            cell.source = f"{above}\n{INSTEAD.get(cell.id, cell.source)}"
    nbclient.NotebookClient(notebook, timeout=60, allow_errors=True).execute()
    return {cell.id: cell.outputs for cell in notebook.cells if role(cell) == "check"}


def printed(outputs):
    return "".join(o.text for o in outputs if o.output_type == "stream")


def test_only_the_item_itself_suffers(checks):
    full = {
        c.id: c.metadata.nbgrader.points for c in source("x1-graphs").cells if role(c) == "check"
    }
    for name, outputs in checks.items():
        results = [o.data["text/plain"] for o in outputs if o.output_type == "execute_result"]
        got = float(results[0]) if results else 0.0
        assert got == (0.0 if name in LOST else full[name]), (name, printed(outputs))


def test_nothing_is_on_stderr_and_a_flood_is_cut(checks):
    for name, outputs in checks.items():
        assert not [o for o in outputs if o.output_type == "stream" and o.name == "stderr"], name
        assert len(printed(outputs)) < 8000, name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x1-partly-check", "Recording had been switched off"),
        ("x1-shared-check", "A function ends with `return`"),
        ("x1-chain-check", "float32 again"),
        ("x1-chain-check", "more characters were printed"),
        ("x1-before-and-after-check", "torch is the library again"),
        ("x1-uses-check", "NumPy's answer"),
        ("x1-leaves-check", "Recording had been switched off"),
    ],
)
def test_a_word_says_what_happened(checks, name, words):
    assert words in " ".join(printed(checks[name]).split())
