"""The same code with minigrad and with torch: cases, what torch makes of them, and the comparison.

A case is a function of the library. What torch 2.13 made of each stands in `stored.json`, and where
torch is installed a test runs it again. `python -m tests.nn.twins` writes the file anew.
"""

import collections
import functools
import importlib
import json
import math
import re
import warnings
from pathlib import Path

import pytest

from tests.together import all_pass

STORED = Path(__file__).with_name("stored.json")
HOLDERS = (
    "tests.amp.test_grad_scaler",
    "tests.func.test_batches",
    "tests.func.test_derivatives",
    "tests.func.test_modules",
    "tests.nn.test__activation",
    "tests.nn.test__attention",
    "tests.nn.test__checks",
    "tests.nn.test__columns",
    "tests.nn.test__convolution",
    "tests.nn.test__distance",
    "tests.nn.test__embedding_bag",
    "tests.nn.test__likelihood",
    "tests.nn.test__loss",
    "tests.nn.test__margin",
    "tests.nn.test__normalization",
    "tests.nn.test__padding",
    "tests.nn.test__pooling",
    "tests.nn.test__resizing",
    "tests.nn.test__sampling",
    "tests.nn.test__shuffling",
    "tests.nn.test_functional",
    "tests.nn.test_init",
    "tests.nn.test_parameter",
    "tests.nn.test__reduction",
    "tests.nn.test_utils",
    "tests.nn.modules.test__backward_hooks",
    "tests.nn.modules.test__forward_hooks",
    "tests.nn.modules.test__members",
    "tests.nn.modules.test__state",
    "tests.nn.modules.test_activation",
    "tests.nn.modules.test_attention",
    "tests.nn.modules.test_columns",
    "tests.nn.modules.test_container",
    "tests.nn.modules.test_conv",
    "tests.nn.modules.test_distance",
    "tests.nn.modules.test_dropout",
    "tests.nn.modules.test_flatten",
    "tests.nn.modules.test_lazy",
    "tests.nn.modules.test_linear",
    "tests.nn.modules.test_loss",
    "tests.nn.modules.test_module",
    "tests.nn.modules.test_normalization",
    "tests.nn.modules.test_padding",
    "tests.nn.modules.test_parameters",
    "tests.nn.modules.test_pooling",
    "tests.nn.modules.test_rnn",
    "tests.nn.modules.test_shuffling",
    "tests.nn.modules.test_sparse",
    "tests.nn.modules.test_transformer",
    "tests.nn.modules.test_upsampling",
    "tests.nn.utils.test_parametrizations",
    "tests.nn.utils.test_parametrize",
    "tests.nn.utils.test_rnn",
    "tests.nn.utils.test_weight_norm",
    "tests.ops.test_columns",
    "tests.ops.test_convolution",
    "tests.ops.test_losses_loss",
    "tests.ops.test_normalization",
    "tests.ops.test_padding",
    "tests.ops.test_pooling",
    "tests.ops.test_scans_softmax",
    "tests.ops.test_shuffling",
    "tests.optim.lr_scheduler.test_chained",
    "tests.optim.lr_scheduler.test_cosine",
    "tests.optim.lr_scheduler.test_cyclic",
    "tests.optim.lr_scheduler.test_decays",
    "tests.optim.lr_scheduler.test_one_cycle",
    "tests.optim.lr_scheduler.test_plateau",
    "tests.optim.lr_scheduler.test_scheduler",
    "tests.optim.lr_scheduler.test_sequential",
    "tests.optim.test_adadelta",
    "tests.optim.test_adagrad",
    "tests.optim.test_adam",
    "tests.optim.test_adamax",
    "tests.optim.test_adamw",
    "tests.optim.test_lbfgs",
    "tests.optim.test_nadam",
    "tests.optim.test_optimizer",
    "tests.optim.test_radam",
    "tests.optim.test_rmsprop",
    "tests.optim.test_sgd",
    "tests.optim.test_swa_utils",
)


def cases():
    """A decorator that collects functions under their names; calling what it gives decorates."""
    collected = {}

    def case(function):
        collected[function.__name__] = function
        return function

    case.all = collected
    return case


def library(name):
    """minigrad or torch, whole; the test is skipped where torch is not installed."""
    found = pytest.importorskip(name)
    for part in ("nn", "nn.functional", "optim", "optim.swa_utils"):
        importlib.import_module(f"{name}.{part}")
    return found


def both(holder, case, file=STORED):
    """A test of every case in both libraries, against what is stored."""

    @pytest.mark.parametrize("where", ["minigrad", "torch"])
    def test(where):
        lib, expected = library(where), stored(file)[holder]

        def agrees(name, function):
            assert_like(outcome(function, lib), expected[name], where)

        all_pass(agrees, [(name, name, function) for name, function in case.all.items()])

    return test


@functools.cache
def stored(file):
    """What torch made of the cases of all holders."""
    return json.loads(file.read_text(encoding="utf-8"))


def outcome(function, lib):
    """What a case gave, as plain data: its value, or its error, and its warnings."""
    lib.manual_seed(0)
    told = {}
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            told["value"] = plain(function(lib), lib)
        except Exception as error:
            told["raised"] = type(error).__name__, str(error)
    if warned:
        told["warned"] = [(w.category.__name__, str(w.message)) for w in warned]
    return json.loads(json.dumps(told))


def plain(x, lib):
    """Tensors, dicts and tuples as JSON can hold them; all else as it prints."""
    if isinstance(x, lib.Tensor):
        return {
            "tensor": [short(value) for value in x.detach().flatten().tolist()],
            "shape": list(x.shape),
            "dtype": str(x.dtype),
            "grad_fn": None if x.grad_fn is None else "(".join(chain(x.grad_fn)),
        }
    if isinstance(x, dict):
        return {str(key): plain(value, lib) for key, value in x.items()}
    if isinstance(x, (list, tuple, collections.abc.Iterator)):
        return [plain(part, lib) for part in x]
    return x if x is None or isinstance(x, (bool, int, float, str)) else repr(x)


def short(number):
    """Eight digits of a float: more than the comparison looks at."""
    return float(f"{number:.8g}") if isinstance(number, float) else number


def chain(node):
    """The names of a node and all nodes behind it, each node as often as it is reached."""
    name = node.name().rpartition("::")[2]
    return [name, *(part for parent, _ in node.next_functions if parent for part in chain(parent))]


def assert_like(found, expected, where, path="outcome", most=0.0):
    """Numbers within 1e-6 of each other, words alike, errors beginning alike.

    A float32 sum is off by two units in the last place of the largest beside it, `most`: in which
    order numbers are added depends on the processor.
    """
    if isinstance(expected, dict):
        assert found.keys() == expected.keys(), (path, found)
        for key, value in expected.items():
            assert_like(found[key], value, where, f"{path}.{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), (path, found)
        sizes = (abs(x) for x in expected if isinstance(x, float) and math.isfinite(x))
        most = max(sizes, default=0.0)
        for place, value in enumerate(expected):
            assert_like(found[place], value, where, f"{path}[{place}]", most)
    elif isinstance(expected, float):
        same = math.isnan(found) and math.isnan(expected)
        within = max(1e-6, 2.4e-7 * most)
        assert same or found == pytest.approx(expected, rel=1e-6, abs=within), path
    elif isinstance(expected, str):
        said = (
            expected if where == "torch" else re.sub(r"\btorch\b", "minigrad", expected)
        ).rstrip()
        begins = path.startswith(("outcome.raised[1]", "outcome.warned"))
        assert found.startswith(said) if begins else found.rstrip() == said, (path, found, said)
    else:
        assert found == expected, path


def store(holders, file):
    """Run every case on torch and write down what came of it."""
    torch, lines = library("torch"), []
    for holder in holders:
        all_cases = importlib.import_module(holder).case.all
        told = {name: outcome(function, torch) for name, function in all_cases.items()}
        inner = ",\n".join(f"{json.dumps(name)}: {json.dumps(x)}" for name, x in told.items())
        lines.append(f'"{holder}": {{\n{inner}\n}}')
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    store(HOLDERS, STORED)
