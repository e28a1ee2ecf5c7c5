import weakref

import pytest

import minigrad as mg
from minigrad.viz import graph as read
from minigrad.viz.names import names_around

outside = mg.tensor(1.0, requires_grad=True)


def names(graph):
    return {node.op: node.name for node in graph.nodes}


def test_variables_of_the_caller_give_the_names():
    inside = mg.tensor(2.0, requires_grad=True)
    product = inside * outside
    assert [n.name for n in read(product.sin()).nodes] == ["", "product", "inside", "outside"]


def test_params_go_first_and_the_oldest_variable_wins():
    x = mg.tensor(2.0, requires_grad=True)
    alias = x
    y = x.exp()
    assert names(read(y, {"weight": x})) == {"ExpBackward0": "y", "AccumulateGrad": "weight"}
    assert names(read(y))["AccumulateGrad"] == "x"
    assert alias is x


def test_names_that_begin_with_an_underscore_do_not_count():
    _hidden = mg.tensor(2.0, requires_grad=True)
    assert names(read(_hidden.exp()))["AccumulateGrad"] == ""


def test_parameters_of_modules_have_their_path():
    class Model:
        def __init__(self):
            self.weight = mg.tensor(2.0, requires_grad=True)

        def named_parameters(self):
            yield "layers.0.weight", self.weight

    model = Model()
    assert names(read(model.weight.exp()))["AccumulateGrad"] == "model.layers.0.weight"


def test_a_write_in_place_takes_the_name_along():
    x = mg.tensor(2.0, requires_grad=True)
    y = x * 3.0
    y.add_(1.0)
    assert names(read(y)) == {"AddBackward0": "y", "MulBackward0": "", "AccumulateGrad": "x"}


def test_several_outputs_of_one_node():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    first, second = x.unbind()
    assert names(read(first + second))["UnbindBackward0"] == "first, second"


def test_a_parameter_has_one_name_even_if_params_give_the_end_of_it():
    model = mg.nn.Sequential(mg.nn.Linear(1, 1))
    graph = read(model(mg.ones(1, 1)), dict(model.named_parameters()))
    assert [leaf.name for leaf in graph.leaves] == ["model.0.bias", "model.0.weight"]
    for name in ("w", "0.weight"):  # who names some of them means just that
        graph = read(model(mg.ones(1, 1)), {name: model[0].weight})
        assert [leaf.name for leaf in graph.leaves] == ["model.0.bias", name]


def test_params_must_name_tensors():
    with pytest.raises(TypeError, match=r"params names tensors, but 'x' is a int"):
        names_around({"x": 1})


def test_modules_have_the_path_from_their_variable():
    model = mg.nn.Sequential(mg.nn.Linear(1, 1), mg.nn.Sequential(mg.nn.Tanh()))
    alias = model[1]
    found = names_around()
    called = [found.of_module(module) for module in model.modules()]
    assert called == ["model", "model.0", "model.1", "model.1.0"]
    assert found.of_module(alias) == "model.1"


def test_modules_without_a_variable_are_told_apart():
    found = names_around()
    layers = [mg.nn.Tanh(), mg.nn.Tanh(), mg.nn.Sequential(mg.nn.Tanh())]
    called = [found.of_module(module) for module in (*layers, layers[2][0], layers[0])]
    assert called == ["Tanh_1", "Tanh_2", "Sequential_1", "Sequential_1.0", "Tanh_1"]


def test_a_deleted_variable_of_a_function_is_gone_at_once():
    """Before Python 3.13 a frame keeps the copy of its variables that was asked for."""
    x = mg.tensor(2.0, requires_grad=True)
    product = x * 3.0
    end = weakref.ref(product)
    assert names(read(product))["MulBackward0"] == "product"
    del product
    assert end() is None


def test_the_dictionary_of_one_who_called_locals_is_left_alone():
    x = mg.tensor(2.0, requires_grad=True)
    mine = locals()
    assert names(read(x.exp()))["AccumulateGrad"] == "x"
    assert mine["x"] is x


def test_the_variables_of_a_class_or_of_a_cell_stay():
    class Lesson:
        x = mg.tensor(2.0, requires_grad=True)
        graph = read(x.exp())

    assert names(Lesson.graph)["AccumulateGrad"] == "x"
    cell = {"mg": mg, "read": read}
    exec("x = mg.tensor(2.0, requires_grad=True)\ngraph = read(x.exp())", cell)
    assert names(cell["graph"])["AccumulateGrad"] == "x"
    assert "x" in cell


@pytest.mark.parametrize("draw", [read, mg.viz.to_dot, mg.viz.make_dot])
def test_params_that_are_no_names(draw):
    x = mg.tensor(2.0, requires_grad=True)
    model = mg.nn.Linear(1, 1)
    if draw is not read:
        pytest.importorskip("graphviz")
    for params in ([x], model.named_parameters(), [("x", x)]):
        with pytest.raises(TypeError, match=r"dict\(model.named_parameters\(\)\), but is a \w+"):
            draw(x * x, params)
    with pytest.raises(TypeError, match=r"params has 3 as a name, a int: write a text, \{'3'"):
        draw(x * x, {3: x})
