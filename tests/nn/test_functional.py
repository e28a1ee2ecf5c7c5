import pytest

import minigrad
from minigrad.nn import functional as F
from tests.nn.twins import both, cases

case = cases()


def linear(shape, biased, transposed=False):
    def one(lib):
        x = lib.randn(*shape, requires_grad=True)
        w, b = lib.randn(3, 4, requires_grad=True), lib.randn(3, requires_grad=True)
        y = lib.nn.functional.linear(
            x.transpose(0, 1) if transposed else x, w, b if biased else None
        )
        (y * y.detach()).sum().backward()
        return y.detach() if transposed else y, x.grad, w.grad, b.grad

    return one


for shape in ((5, 4), (2, 5, 4), (2, 1, 5, 4), (0, 4), (2, 0, 4)):
    size = "x".join(map(str, shape))
    for biased in (True, False):
        case.all[f"linear_{size}_{'biased' if biased else 'plain'}"] = linear(shape, biased)
case.all["linear_4_biased"] = linear((4,), True)
case.all["linear_transposed"] = linear((2, 5, 4), True, transposed=True)

GIVEN = {
    "gumbel": "F.gumbel_softmax(g * 1.0, tau=0.5).detach()",
    "gumbel_hard": "F.gumbel_softmax(g * 1.0, hard=True, dim=0).detach()",
    "linear_a_vector_of_weights": "F.linear(x, lib.ones(3))",
    "linear_of_vectors": "F.linear(g[0], lib.ones(3), lib.ones(1))",
    "linear_of_a_vector_and_a_row": "F.linear(g[0], lib.ones(4, 3), lib.ones(1, 4))",
    "linear_a_row_is_added": "F.linear(g.reshape(2, 1, 3), lib.ones(4, 3), lib.ones(1, 4))",
    "linear_a_column_is_added": "F.linear(lib.ones(2, 1, 3), lib.ones(2, 3), lib.ones(2, 1))",
    "linear_a_column_too_long": "F.linear(lib.ones(4, 2, 3), lib.ones(2, 3), lib.ones(2, 1))",
    "linear_widths_differ": "F.linear(x, lib.rand(4, 5), lib.rand(4))",
    "linear_widths_differ_plain": "F.linear(x, lib.rand(4, 5))",
    "linear_widths_differ_3d": "F.linear(x[None], lib.rand(4, 5), lib.rand(4))",
    "linear_types_differ_plain": "F.linear(x, lib.rand(4, 3).double())",
    "relu": "F.relu(g)",
    "relu_in_place": "F.relu(g * 1, inplace=True)",
    "relu_of_a_list": "F.relu([1.0])",
    "tanh": "F.tanh(g)",
    "sigmoid": "F.sigmoid(g)",
    "softmax": "F.softmax(g, dim=0)",
    "softmax_no_dim_1d": "F.softmax(x[0])",
    "softmax_no_dim_2d": "F.softmax(x)",
    "softmax_no_dim_3d": "F.softmax(lib.rand(2, 2, 2))",
    "softmax_no_such_dim": "F.softmax(x, dim=2)",
    "log_softmax": "F.log_softmax(g, dim=1)",
    "log_softmax_no_dim": "F.log_softmax(x)",
    "one_hot": "F.one_hot(lib.tensor([[0, 2], [1, 1]]))",
    "one_hot_of_a_number": "F.one_hot(lib.tensor(2), 4)",
    "one_hot_of_nothing": "F.one_hot(lib.zeros(0).long(), 3)",
    "one_hot_float": "F.one_hot(lib.tensor([0.0]))",
    "one_hot_int": "F.one_hot(lib.tensor([0], dtype=lib.int32))",
    "one_hot_negative": "F.one_hot(lib.tensor([0, -1]))",
    "one_hot_too_large": "F.one_hot(lib.tensor([0, 5]), 3)",
    "one_hot_no_classes": "F.one_hot(lib.tensor([0, 5]), 0)",
}


def expression(code):
    def one(lib):
        known = {"lib": lib, "F": lib.nn.functional, "x": lib.randn(2, 3)}
        return eval(code, {**known, "g": lib.randn(2, 3, requires_grad=True)})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_function_as_in_torch = both(__name__, case)


def test_the_graph_of_a_layer():
    x, w, b = minigrad.ones(2, 3), *(minigrad.ones(*s, requires_grad=True) for s in ((4, 3), (4,)))
    node = F.linear(x, w, b).grad_fn
    assert node.name() == "AddmmBackward0"
    assert [parent and parent.name() for parent, _ in node.next_functions] == [
        "AccumulateGrad",
        None,
        "TBackward0",
    ]


def test_in_place_writes_over_the_input():
    x = minigrad.tensor([-1.0, 2.0])
    assert F.relu(x, inplace=True) is x
    assert x.tolist() == [0.0, 2.0]


def test_the_guess_of_a_dimension_points_at_the_caller():
    with pytest.warns(UserWarning, match="Implicit dimension choice for softmax") as caught:
        F.softmax(minigrad.zeros(2))
    assert caught[0].filename == __file__


def test_all_that_is_public_is_documented():
    assert [name for name in F.__all__ if not (getattr(F, name).__doc__ or "").strip()] == []
