"""The layers that compute never name what would not run on a GPU, but for what is listed here."""

from pathlib import Path

import pytest

import minigrad
from tests.device.contract import said

PACKAGE = Path(minigrad.__file__).parent
FOLDERS = ("ops", "autograd", "nn", "optim")

# What may be said all the same, and why.
ALLOWED = {
    "ops/functions.py _of_each: np.fromiter": "only where the array is NumPy's",
    "ops/key.py _parts: np.ndarray": "a key may hold NumPy's arrays",
    "ops/key.py _array: np.ndarray": "a key may hold NumPy's arrays",
    "autograd/op.py read_saved: np.asarray": "a Python number that took part, for who asks",
    "autograd/view.py put: ufunc.at": "of gradients, floating point: those CuPy adds",
    "autograd/view.py strided: np.ndarray": "only where the array is NumPy's",
    "autograd/view.py same_memory: .base": "the question is whose memory it is; both tell",
    "nn/_dropout.py _noise: np.zeros": "moved to the device at once",
    "nn/init.py eye_: np.eye": "first values are made on the CPU and moved",
}


def found():
    """Where each forbidden thing is said, and what it is."""
    for folder in FOLDERS:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            place = path.relative_to(PACKAGE).as_posix()
            for function, what, line in said(path.read_text(encoding="utf-8")):
                yield f"{place} {function}: {what}", line


def test_nothing_is_said_that_a_gpu_does_not_take():
    assert [each for each in found() if each[0] not in ALLOWED] == []


def test_what_is_allowed_is_said():
    assert set(ALLOWED) <= {where for where, _ in found()}


FORBIDDEN = {
    "np.asarray(x)": "np.asarray",
    "x + np.zeros(3)": "np.zeros",
    "np.full(3, x)": "np.full",
    "np.r_[x, x]": "np.r_",
    "map(np.array, xs)": "np.array",
    "isinstance(x, (int, np.ndarray))": "np.ndarray",
    "np.max(x, initial=0)": "initial=",
    "x.sum(where=mask)": "where=",
    "np.exp(x, where=mask)": "where=",
    "x.reshape(-1, order='F')": "order=",
    "np.add.at(x, i, y)": "ufunc.at",
    "x.base is y": ".base",
    "np.nansum(x) + np.spacing(x)": "np.spacing, which CuPy has not",
    "np.linalg.multi_dot([x, x])": "np.linalg.multi_dot, which CuPy has not",
    "np.sum(x, stable=True)": "np.sum(stable=)",
    "np.argsort(x, stable=True)": "np.argsort(stable=)",
}
FINE = """
np.sum(x, axis=0, keepdims=True)
np.zeros_like(x)
x.astype(np.int64, order="C")
x.copy("K")
view.base
np.argsort(x, kind="stable")
isinstance(x, np.generic)
f(x, where)
at(x)
np.broadcast_shapes(x.shape, y.shape)
np.linalg.norm(x)
""".split("\n")[1:-1]


@pytest.mark.parametrize("line", FORBIDDEN)
def test_it_is_seen(line):
    (seen,) = said(f"import numpy as np\ndef rule(x): return {line}")
    assert seen == ("rule", FORBIDDEN[line], 2)


def test_it_is_seen_wherever_it_stands():
    code = "from numpy import asarray\n@op(lambda g: np.ones(2))\ndef f(x=np.array(1)): pass"
    assert [(line, what) for _, what, line in said(code)] == [
        (1, "np.asarray"),
        (2, "np.ones"),
        (3, "np.array"),
    ]


@pytest.mark.parametrize("line", FINE)
def test_what_dispatches_is_fine(line):
    assert said(f"import numpy as np\ndef rule(x: np.ndarray): return {line}") == []


def test_one_planted_in_an_operation_is_found():
    path = PACKAGE / "ops" / "shapes.py"
    code = path.read_text(encoding="utf-8")
    planted = code.replace("    return input.copy()\n", "    return np.asarray(input).copy()\n")
    assert planted != code
    assert [(each.function, each.what) for each in said(planted)] == [("in_order", "np.asarray")]
