import threading

import pytest

import minigrad as mg
from minigrad import nn
from minigrad.nn.modules._calls import notes
from minigrad.viz import graph as read
from minigrad.viz import modules
from minigrad.viz.library import Call
from tests.viz.networks import deep, mlp, recurrent


def places(graph):
    return {node.name or node.op: node.modules for node in graph.nodes}


def test_a_row_of_layers_and_a_loss_outside():
    model, loss = mlp()
    assert [(node.op, node.name, node.modules) for node in read(loss).nodes] == [
        ("MseLossBackward0", "loss", ()),
        ("AddmmBackward0", "", ("model", "model.2")),
        ("ReluBackward0", "", ("model", "model.1")),
        ("TBackward0", "", ("model", "model.2")),
        ("AddmmBackward0", "", ("model", "model.0")),
        ("TBackward0", "", ("model", "model.0")),
        ("AccumulateGrad", "model.2.bias", ("model", "model.2")),
        ("AccumulateGrad", "model.2.weight", ("model", "model.2")),
        ("AccumulateGrad", "model.0.bias", ("model", "model.0")),
        ("AccumulateGrad", "model.0.weight", ("model", "model.0")),
    ]
    assert dict(read(loss).titles) == {
        "model": "model · Sequential",
        "model.2": "model.2 · Linear(3, 1)",
        "model.1": "model.1 · ReLU(inplace=True)",
        "model.0": "model.0 · Linear(4, 3)",
    }
    assert len(model) == 3


def test_modules_inside_modules_and_a_module_called_twice():
    model, loss = deep(2)
    groups = read(loss).groups()
    assert {key: group.parent for key, group in groups.items() if key.startswith("model.1")} == {
        "model.1": "model",
        "model.1.first": "model.1",
        "model.1.second": "model.1",
        "model.1.act": "model.1",
        "model.1.act#2": "model.1",
    }
    assert groups["model.1.act#2"].title == "model.1.act · Tanh · call 2"
    assert len(groups["model"].nodes) == len(read(loss).nodes) - 1
    assert model is not None


def test_what_a_forward_does_itself_is_in_its_module():
    cell, loss = recurrent(3)
    graph = read(loss)
    assert list(graph.groups()) == ["cell#3", "cell#2", "cell"]
    inside = [node.op for node in graph.nodes if node.modules == ("cell#2",)]
    assert sorted(inside) == ["AddBackward0", "MmBackward0", "TBackward0", "TanhBackward0"]
    assert places(graph)["cell.weight"] == ()  # used by three calls
    assert cell is not None


def test_an_input_is_outside_and_a_shared_weight_where_all_its_uses_are():
    class Tied(nn.Module):
        def __init__(self):
            super().__init__()
            self.one, self.two = nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False)
            self.two.weight = self.one.weight
            self.scale = nn.Parameter(mg.ones(2))

        def forward(self, x):
            return self.two(self.one(x)) * self.scale

    net, x = Tied(), mg.ones(3, 2, requires_grad=True)
    found = places(read(net(x).sum()))
    assert (found["x"], found["net.one.weight"], found["net.scale"]) == ((), ("net",), ("net",))


def test_another_modules_parameter_is_not_taken_in():
    class Borrows(nn.Module):
        def forward(self, x):
            return x * other.bias

    other, net = nn.Linear(2, 2), Borrows()
    graph = read(net(mg.ones(2)))
    assert places(graph) == {"MulBackward0": ("net",), "other.bias": ()}


def test_only_the_calls_behind_the_result_count():
    model = nn.Linear(2, 1)
    early = model(mg.ones(3, 2))
    late = model(mg.ones(3, 2)).sum()
    model(mg.ones(3, 2))
    assert list(read(early).groups()) == ["model"]
    assert list(read(late).groups()) == ["model"]
    assert list(read(early + late).groups()) == ["model", "model#2"]


def test_modules_without_a_variable_go_by_their_class():
    layers = [nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 2)), nn.Linear(2, 2)]
    x = mg.ones(1, 2)
    for number in range(3):
        x = layers[number](x)
    assert list(read(x).groups()) == ["Linear_2", "Sequential_1", "Sequential_1.0", "Linear_1"]


def test_a_module_that_is_gone_makes_no_group():
    y = nn.Linear(2, 2)(mg.ones(1, 2))
    assert read(y).groups() == {}


def test_calls_that_are_forgotten_make_no_groups():
    model = nn.Linear(2, 2)
    y = model(mg.ones(1, 2))
    notes.calls.clear()
    assert read(y).groups() == {}


def test_calls_of_another_thread_do_not_count():
    started, done = threading.Event(), threading.Event()

    class Waits(nn.Module):
        def forward(self, x):
            started.set()
            done.wait(10)
            return x * 2

    slow = Waits()
    thread = threading.Thread(target=slow, args=(mg.ones(1, requires_grad=True),))
    thread.start()
    started.wait(10)
    y = mg.ones(1, requires_grad=True) * 3
    done.set()
    thread.join()
    assert read(y).groups() == {}


def test_torch_does_not_say():
    torch = pytest.importorskip("torch")
    model = torch.nn.Linear(2, 2)
    graph = read(model(torch.ones(1, 2)))
    assert graph.groups() == {}
    assert [leaf.name for leaf in graph.leaves] == ["model.bias", "model.weight"]


def test_enclosing():
    outer, inner, later = Call("outer", 0, 9), Call("inner", 2, 5), Call("later", 6, 8)
    found = modules.enclosing({"a": 10, "b": 1, "c": 3, "d": 7, "e": 4}, [outer, inner, later])
    assert found == {
        "b": (outer,),
        "c": (outer, inner),
        "e": (outer, inner),
        "d": (outer, later),
    }


def test_shared():
    assert modules.shared([("a", "b", "c"), ("a", "b"), ("a", "b", "d")]) == ("a", "b")
    assert modules.shared([("a",), ()]) == ()


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (lambda: nn.Linear(2, 3, bias=False), "Linear(2, 3, bias=False)"),
        (lambda: nn.Dropout(), "Dropout"),
        (lambda: nn.Dropout(0.1), "Dropout(p=0.1)"),
        (lambda: nn.Embedding(5, 2), "Embedding(5, 2)"),
        (lambda: nn.MSELoss(), "MSELoss"),
    ],
)
def test_summary(module, words):
    assert modules.summary(module()) == words


def test_a_summary_of_a_module_of_ones_own():
    class Own(nn.Module):
        def __init__(self, *sizes):
            super().__init__()

        def extra_repr(self):
            return "3 -> 4, deep"

    assert modules.summary(Own(3, 4)) == "Own(3 -> 4, deep)"
