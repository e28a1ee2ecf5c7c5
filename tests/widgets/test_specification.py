import json

import pytest

import minigrad as mg
from minigrad.viz import record_backward
from minigrad.widgets.specification import specification
from tests.viz.samples import example, random_graph


@pytest.fixture
def spec():
    t = example(mg)
    return specification(record_backward(t["z"], params=t))


def test_it_can_travel(spec):
    assert json.loads(json.dumps(spec, allow_nan=False)) == spec


@pytest.mark.parametrize("seed", range(8))
def test_any_graph_can_travel(seed):
    _, _, total = random_graph(mg, seed)
    spec = specification(record_backward(total))
    assert json.loads(json.dumps(spec, allow_nan=False)) == spec
    assert len(spec["steps"]) > spec["start"] > 0


def test_values_that_json_does_not_know():
    x = mg.tensor([0.0, float("inf")], requires_grad=True)
    spec = specification(record_backward((x / x).sum()))
    assert "nan" in json.dumps(spec, allow_nan=False)


def test_nodes_and_edges(spec):
    node = spec["nodes"]["n1"]
    assert (node["op"], node["output"], node["leaf"]) == ("MulBackward0", "a = 6", False)
    assert node["value"] == {"brief": "6", "full": "6", "kind": "float32, a single number"}
    assert [(s["name"], s["text"], s["version"]) for s in node["saved"]] == [
        ("self", "x = 2", 0),
        ("other", "y = 3", 0),
    ]
    assert [(s["edge"], s["title"]) for s in node["sends"]] == [("n1.0", "x"), ("n1.1", "y")]
    assert spec["edges"]["n1.1"] == {"node": "n1", "to": "n4", "slot": 1}
    assert (spec["root"], spec["start"]) == ("n0", 3)


def test_letters_are_told_by_the_names_of_the_inputs(spec):
    assert spec["nodes"]["n0"]["legend"].startswith("In the formula x is a, y is b and g is")
    x, c = mg.tensor([1.0, 2.0], requires_grad=True), mg.tensor([3.0, 4.0])
    nodes = specification(record_backward((x * c).sum()))["nodes"]
    assert "x is x, y is an input without gradient and" in nodes["n1"]["legend"]
    assert "x is the result of MulBackward0 and" in nodes["n0"]["legend"]
    assert nodes["n1"]["value"]["kind"] == "float32, shape (2,)"


def test_arguments_and_shapes_are_no_saved_tensors():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    y = mg.add(x, x, alpha=2)
    nodes = specification(record_backward((y + x).sum(0))).get("nodes")
    for node in ("n0", "n1", "n2"):
        assert nodes[node]["saved"] == []
    assert nodes["n0"]["arguments"] == [{"name": "dim", "text": "0"}]
    assert nodes["n0"]["shapes"] == [{"name": "self", "text": "(2,)"}]
    assert nodes["n1"]["arguments"] == []  # an alpha of 1 was not given
    assert nodes["n2"]["arguments"] == [{"name": "alpha", "text": "2"}]


def test_steps(spec):
    forward, backward = spec["steps"][:3], spec["steps"][3:]
    assert [step["node"] for step in forward] == ["n1", "n2", "n0"]
    assert forward[-1]["text"].endswith("The forward pass is done.")
    assert backward[0]["seed"]["brief"] == "1"
    multiplication = next(step for step in backward if step["node"] == "n1")
    assert {key: t["brief"] for key, t in multiplication["sent"].items()} == {
        "n1.0": "3",
        "n1.1": "2",
    }
    assert multiplication["freed"] is True
    assert [t["brief"] for t in multiplication["incoming"]] == ["1"]
    assert [step["grad"]["brief"] for step in backward if "grad" in step] == ["3.5", "2"]


def test_a_leaf_alone_has_no_forward_pass():
    x = mg.tensor(2.0, requires_grad=True)
    spec = specification(record_backward(x))
    assert (spec["start"], spec["root"]) == (0, "n0")
    assert spec["opening"] == "Nothing has been computed yet. There are only the leaves: x."
