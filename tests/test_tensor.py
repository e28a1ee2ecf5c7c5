"""What Python asks of a tensor, and that the method table names what PyTorch names."""

import copy
import inspect
import pickle

import numpy as np
import pytest

import minigrad
from tests.autograd.twins import both, cases, first_words

case = cases()

GIVEN = {  # x = [[1, 2, 3], [4, 5, 6]], s = 3.5, i = 2, e is empty, p a leaf of two elements
    "len": "[len(x), len(e)]",
    "len_of_0d": "len(s)",
    "iterating": "[row for row in x]",
    "iterating_0d": "list(s)",
    "iterating_a_leaf": "[t.grad_fn.name() for t in p]",
    "unpacking": "(lambda a, b: a + b)(*p)",
    "reversed_zip": "[[a, b] for a, b in zip(p, x)]",
    "contains": "[2 in x, 7 in x, lib.tensor(5.0) in x]",
    "bools": "[bool(s), bool(lib.zeros(1)), bool(lib.tensor([[True]])), not s]",
    "bool_of_many": "bool(x)",
    "bool_of_none": "bool(e)",
    "numbers": "[float(s), int(s), float(i), int(lib.tensor([[7]])), float(lib.tensor(True))]",
    "float_of_many": "float(x)",
    "int_of_none": "int(e)",
    "as_index": "[[1, 2, 3][i], list(range(lib.tensor(3)))]",
    "float_as_index": "[1, 2, 3][s]",
    "many_as_index": "[1, 2, 3][lib.tensor([1, 2])]",
    "formatted": "[f'{s:.2f}', f'{i:03d}', f'{s}', f'{x}', '{:.1e}'.format(s)]",
    "formatted_many": "f'{x:.2f}'",
    "printed": "[repr(x), str(p), repr(p * 2), repr(e), repr(i), repr(x > 2), repr(x.double())]",
    "hashed": "[hash(x) == hash(x), len({x, x, p}), {p: 1}[p]]",
    "operators": "[p + 1, 1 + p, p - 1, 1 - p, p * 2, 2 * p, p / 2, 2 / p, -p, p**2, 2**p]",
    "comparisons": "[p == 1, p != 1, p > 1, p >= 1, p < 1, p <= 1, 1 < p]",
    "logic": "[(p > 1) & (p < 3), (p > 1) | (p < 3), ~(p > 1)]",
    "matrices": "[x @ x.T, x @ x[0], x[0] @ x[0]]",
    "matrix_and_list": "x @ [1.0, 2.0, 3.0]",
    "absolute": "abs(-p)",
    "equality_with_others": "[p == None, p == 'a', p != None]",
    "setting_and_getting": "[x.__setitem__((0, 1), 9.0), x[0, 1], x[1, 1:], x[:, None].shape]",
    "turned": "[x.T, x.mT, x.t()]",
    "is_tensor": "[lib.is_tensor(x), lib.is_tensor(1.0), isinstance(x, lib.Tensor)]",
    "class_called": "[lib.Tensor([1, 2]), lib.Tensor(2, 3).shape, str(lib.Tensor([1]).dtype)]",
    "sorted_by_value": "sorted([s, s + 1, s - 1])",
    "summed": "sum(p)",
    "maximum": "max(p)",
}


def expression(code):
    def run(lib):
        names = {
            "lib": lib,
            "x": lib.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
            "s": lib.tensor(3.5),
            "i": lib.tensor(2),
            "e": lib.zeros(0),
            "p": lib.tensor([1.0, 2.0], requires_grad=True),
        }
        return first_words(lambda: eval(code, names), "\n")

    return run


case.all.update({name: expression(code) for name, code in GIVEN.items()})


@case
def writing_operators(lib):
    x = lib.tensor([8.0, 6.0])
    same = x
    x += 1
    x -= 2
    x *= 3
    x /= 2
    x **= 2
    return x is same, x, x._version


@case
def a_written_leaf(lib):
    p = lib.ones(2, requires_grad=True)
    p += 1


@case
def a_refused_view_still_prints(lib):
    y = lib.ones(2, requires_grad=True) * 1
    with lib.no_grad():
        v = y[0]
    y.mul_(2)
    return repr(v)


@case
def deep_copies(lib):
    p = lib.tensor([1.0, 2.0], requires_grad=True)
    (p * p).sum().backward()
    twin, again = copy.deepcopy([p, p])
    twin.data.add_(1)
    return twin is again, twin, twin.grad, p, twin.grad is p.grad, twin.is_leaf


@case
def a_deep_copy_of_a_result(lib):
    y = lib.ones(2, requires_grad=True) * 2
    return first_words(lambda: copy.deepcopy(y), " at the moment")


@case
def shallow_copies(lib):
    x = lib.ones(2)
    twin = copy.copy(x)
    twin.add_(1)
    return x, twin is x


test_tensor_as_in_torch = both(__name__, case)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickling(protocol):
    for x in (
        minigrad.tensor([[1.0, 2.0]], requires_grad=True),
        minigrad.tensor(3),
        minigrad.zeros(0, 2, dtype=minigrad.float64),
        minigrad.ones(2, 2).t()[0],
    ):
        twin = pickle.loads(pickle.dumps(x, protocol))
        assert (twin.tolist(), twin.dtype, twin.shape) == (x.tolist(), x.dtype, x.shape)
        assert twin.requires_grad == x.requires_grad and twin.is_leaf


def test_numpy_leaves_operators_to_the_tensor():
    x = minigrad.ones(2)
    assert (np.float32(2) * x).tolist() == [2.0, 2.0]
    assert minigrad.is_tensor(np.float64(2) * x) and (np.float64(2) * x).dtype is minigrad.float32


METHODS = {name for name in dir(minigrad.Tensor) if not name.startswith("_")}


def test_every_public_method_is_torchs():
    torch = pytest.importorskip("torch")
    assert {name for name in METHODS if not hasattr(torch.Tensor, name)} == set()


@pytest.mark.parametrize("name", sorted(METHODS))
def test_every_public_method_says_what_it_does(name):
    member = inspect.getattr_static(minigrad.Tensor, name)
    assert inspect.getdoc(member) or name in ("absolute", "multiply", "divide")


MADE = {  # of a floating tensor x
    "as it is": "x",
    "a leaf": "x.requires_grad_()",
    "a result": "x.requires_grad_() * 1.5",
    "a view of a result": "(x.requires_grad_() * 2).unsqueeze(0)",
    "a number": "x.requires_grad_().reshape(-1)[:1].sum()",
    "a detached twin": "(x.requires_grad_() * 2).detach()",
    "a parameter": "lib.nn.Parameter(x)",
    "a frozen parameter": "lib.nn.Parameter(x, requires_grad=False)",
    "a mask": "x > 0",
    "another type": "x.requires_grad_().to(lib.float16)",
    "integers": "(x > 0).long()",
}


@pytest.mark.parametrize("made", MADE)
def test_tensors_print_as_in_torch_live(made):
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(len(made))
    for _ in range(150):
        shape = tuple(rng.integers(0, 6, size=rng.integers(0, 4)))
        kind = rng.choice(["float32", "float64"])
        array = np.asarray(rng.normal(size=shape) * 10.0 ** rng.integers(-5, 6)).astype(kind)
        default = rng.choice(["float32", "float64"])
        texts = []
        for lib in (minigrad, torch):
            lib.set_default_dtype(getattr(lib, default))
            try:
                x = lib.from_numpy(array.copy())
                texts.append(repr(eval(MADE[made], {"lib": lib, "x": x})))
            finally:
                lib.set_default_dtype(lib.float32)
        assert texts[0] == texts[1].replace("torch.", "minigrad."), (array, default)
