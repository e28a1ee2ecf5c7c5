import pytest

import minigrad as mg
from minigrad.viz import graph_of
from minigrad.viz.names import names_around

outside = mg.tensor(1.0, requires_grad=True)


def names(graph):
    return {node.op: node.name for node in graph.nodes}


def test_variables_of_the_caller_give_the_names():
    inside = mg.tensor(2.0, requires_grad=True)
    product = inside * outside
    assert [n.name for n in graph_of(product.sin()).nodes] == ["", "product", "inside", "outside"]


def test_params_go_first_and_the_oldest_variable_wins():
    x = mg.tensor(2.0, requires_grad=True)
    alias = x
    y = x.exp()
    assert names(graph_of(y, {"weight": x})) == {"ExpBackward0": "y", "AccumulateGrad": "weight"}
    assert names(graph_of(y))["AccumulateGrad"] == "x"
    assert alias is x


def test_names_that_begin_with_an_underscore_do_not_count():
    _hidden = mg.tensor(2.0, requires_grad=True)
    assert names(graph_of(_hidden.exp()))["AccumulateGrad"] == ""


def test_parameters_of_modules_have_their_path():
    class Model:
        def __init__(self):
            self.weight = mg.tensor(2.0, requires_grad=True)

        def named_parameters(self):
            yield "layers.0.weight", self.weight

    model = Model()
    assert names(graph_of(model.weight.exp()))["AccumulateGrad"] == "model.layers.0.weight"


def test_a_write_in_place_takes_the_name_along():
    x = mg.tensor(2.0, requires_grad=True)
    y = x * 3.0
    y.add_(1.0)
    assert names(graph_of(y)) == {"AddBackward0": "y", "MulBackward0": "", "AccumulateGrad": "x"}


def test_several_outputs_of_one_node():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    first, second = x.unbind()
    assert names(graph_of(first + second))["UnbindBackward0"] == "first, second"


def test_params_must_name_tensors():
    with pytest.raises(TypeError, match=r"params names tensors, but 'x' is a int"):
        names_around({"x": 1})
