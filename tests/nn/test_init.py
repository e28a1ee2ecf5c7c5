import math

import numpy as np
import pytest

import minigrad
from minigrad.nn import init
from minigrad.random import Generator
from tests.nn.twins import both, cases

case = cases()

FILLS = {
    "uniform": "init.uniform_(w)",
    "uniform_bounds": "init.uniform_(w, -2.0, 3.0)",
    "normal": "init.normal_(w)",
    "normal_shifted": "init.normal_(w, 1.0, 2.0)",
    "constant": "init.constant_(w, 0.3)",
    "zeros": "init.zeros_(w)",
    "ones": "init.ones_(w)",
    "kaiming_uniform": "init.kaiming_uniform_(w)",
    "kaiming_uniform_linear": "init.kaiming_uniform_(w, a=5**0.5)",
    "kaiming_uniform_out": "init.kaiming_uniform_(w, mode='fan_out', nonlinearity='relu')",
    "kaiming_normal": "init.kaiming_normal_(w)",
    "kaiming_normal_out": "init.kaiming_normal_(w, 0.1, 'FAN_OUT')",
    "orthogonal": "init.orthogonal_(w)",
    "orthogonal_gain": "init.orthogonal_(w, 2.0, lib.Generator().manual_seed(5))",
    "truncated": "init.trunc_normal_(w)",
    "truncated_shifted": "init.trunc_normal_(w, 1.0, 0.5, 0.9, 1.5)",
    "xavier_uniform": "init.xavier_uniform_(w)",
    "xavier_uniform_gain": "init.xavier_uniform_(w, gain=init.calculate_gain('tanh'))",
    "xavier_normal": "init.xavier_normal_(w, 2.0)",
}
SHAPES = ("3, 4", "5, 7", "3, 2, 2, 2")
OTHERS = {
    "old_names": "[getattr(init, n)(lib.zeros(2, 2)) for n in ('uniform', 'normal', 'eye', "
    "'xavier_uniform', 'xavier_normal', 'kaiming_uniform', 'kaiming_normal', 'orthogonal')]",
    "old_names_with_arguments": "init.constant(lib.zeros(2), val=3.0), "
    "init.uniform(lib.ones(2), 2, 4)",
    "eye": "init.eye_(w), init.eye_(lib.ones(3, 2)), init.eye_(lib.ones(2, 2).double())",
    "orthogonal_of_nothing": "init.orthogonal_(lib.ones(0, 3))",
    "gains": "[init.calculate_gain(n) for n in "
    "('linear', 'conv2d', 'conv_transpose1d', 'sigmoid', 'tanh', 'relu', 'leaky_relu', 'selu')]",
    "gains_that_are_whole": "[str(init.calculate_gain(n)) for n in "
    "('linear', 'sigmoid', 'conv2d', 'conv_transpose3d')]",
    "gain_of_a_slope": "[init.calculate_gain('leaky_relu', s) for s in (0, 0.2, 1)]",
    "gain_of_nothing_known": "init.calculate_gain('swish')",
    "a_vector": "init.kaiming_uniform_(lib.empty(3))",
    "a_vector_for_xavier": "init.xavier_normal_(lib.empty(3))",
    "unknown_mode": "init.kaiming_normal_(lib.empty(3, 3), mode='fan_all')",
    "unknown_nonlinearity": "init.kaiming_normal_(lib.empty(3, 3), nonlinearity='swish')",
    "uniform_of_whole_numbers": "init.uniform_(lib.zeros(3, dtype=lib.int64))",
    "normal_of_whole_numbers": "init.normal_(lib.zeros(3, dtype=lib.int64))",
    "uniform_double": "init.uniform_(lib.zeros(3, dtype=lib.float64))",
    "normal_double": "init.normal_(lib.zeros(20, dtype=lib.float64))",
    "uniform_of_a_number": "init.uniform_(lib.tensor(0.0))",
    "uniform_of_a_column": "[init.uniform_(w[:, 1]), w]",
    "generator": "init.normal_(lib.empty(3), generator=lib.Generator().manual_seed(5))",
    "generator_kaiming": "init.kaiming_uniform_(lib.empty(3, 3), "
    "generator=lib.Generator().manual_seed(5))",
    "one_after_the_other": "[init.normal_(lib.empty(3)), init.uniform_(lib.empty(2)), "
    "init.normal_(lib.empty(2)), init.xavier_uniform_(w), lib.rand(1)]",
}


def expression(code, shape="5, 7"):
    def one(lib):
        known = {"lib": lib, "init": lib.nn.init, "v": lib.zeros(2, 3, 4)}
        return eval(code, {**known, "w": eval(f"lib.zeros({shape})", {"lib": lib})})

    return one


for shape in SHAPES:
    tag = shape.replace(", ", "x")
    case.all.update({f"{name}_{tag}": expression(code, shape) for name, code in FILLS.items()})
case.all.update({name: expression(code) for name, code in OTHERS.items()})

test_filled_as_in_torch = both(__name__, case)


@pytest.mark.parametrize("fill", [init.uniform_, init.normal_, init.zeros_, init.kaiming_normal_])
def test_a_parameter_is_filled_unrecorded(fill):
    p = minigrad.nn.Parameter(minigrad.full((4, 4), 7.0))
    before = p._version
    assert fill(p) is p
    assert p.is_leaf
    assert p.requires_grad
    assert p._version == before + 1
    assert 7.0 not in p.flatten().tolist()


def test_a_graph_notices_that_its_parameter_was_filled():
    p = minigrad.nn.Parameter(minigrad.ones(2, 2))
    y = (p * p).sum()
    init.uniform_(p)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


def test_an_inference_tensor_is_not_written_to():
    with minigrad.inference_mode():
        x = minigrad.zeros(3)
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor outside"):
        init.uniform_(x)


@pytest.mark.parametrize(
    ("fill", "variance"),
    [
        (init.xavier_uniform_, 2 / (300 + 200)),
        (init.xavier_normal_, 2 / (300 + 200)),
        (init.kaiming_uniform_, 2 / 300),
        (init.kaiming_normal_, 2 / 300),
    ],
)
def test_the_spread_is_what_it_is_said_to_be(fill, variance):
    minigrad.manual_seed(1)
    w = fill(minigrad.empty(200, 300)).numpy()
    assert abs(w.mean()) < 4 * math.sqrt(variance / w.size)
    np.testing.assert_allclose(w.var(), variance, rtol=0.03)


def test_a_generator_of_ones_own_leaves_the_default_alone():
    minigrad.manual_seed(0)
    expected = minigrad.rand(1).item()
    minigrad.manual_seed(0)
    init.xavier_normal_(minigrad.empty(4, 4), generator=Generator().manual_seed(3))
    assert minigrad.rand(1).item() == expected


def test_what_hardly_ever_comes_is_not_drawn():
    with pytest.raises(NotImplementedError, match=r"Only 2% of the numbers"):
        init.trunc_normal_(minigrad.empty(3), a=2.0, b=5.0)
