import json
import re
from html import unescape

import pytest

import minigrad as mg
from minigrad.viz import record_backward, replay
from minigrad.viz.figures import brief
from minigrad.widgets.specification import specification
from tests.viz.passes import Pass, quietly
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
    node = spec["nodes"]["n1"]
    assert node["legend"] == "In the formula g is the gradient that comes in."
    assert [words(node["formula"]), words(node["sends"][0]["formula"])] == ["x·y", "g·y"]
    w, c = mg.tensor([1.0, 2.0], requires_grad=True), mg.tensor([3.0, 4.0])
    nodes = specification(record_backward((w * c).sum()))["nodes"]
    assert "input₂ needs no gradient, g is" in nodes["n1"]["legend"]
    assert "input is the result of MulBackward0 and" in nodes["n0"]["legend"]
    assert words(nodes["n1"]["formula"]).startswith("w⊙input")
    assert nodes["n1"]["value"]["kind"] == "float32, shape (2,)"


def words(formula):
    """What a formula shows, without its tags."""
    return re.sub(r"<[^>]*>|\s", "", unescape(formula))


def test_arguments_and_shapes_are_no_saved_tensors():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    y = x + x
    nodes = specification(record_backward((y + x).sum(0))).get("nodes")
    for node in ("n0", "n1", "n2"):
        assert nodes[node]["saved"] == []
    assert nodes["n0"]["arguments"] == [{"name": "dim", "text": "0"}]
    assert nodes["n0"]["shapes"] == [{"name": "self", "text": "(2,)"}]
    assert nodes["n1"]["arguments"] == []  # an alpha of 1 was not given
    assert nodes["n2"]["arguments"] == []


def test_steps(spec):
    forward, backward = spec["steps"][:3], spec["steps"][3:]
    assert [step["node"] for step in forward] == ["n1", "n2", "n0"]
    assert forward[-1]["text"].endswith("The forward pass is done.")
    assert backward[-1]["text"] == "y.grad was None; it becomes 2. The backward pass is done."
    assert len(spec["notes"]) == len(spec["steps"]) + 1
    assert backward[0]["seed"]["brief"] == "1"
    multiplication = next(step for step in backward if step["node"] == "n1")
    assert multiplication["sums"] == {"n3": "0.5 + 3 = 3.5"}
    assert "<mn>3</mn>" in multiplication["sent"]["n1.0"]["rule"]  # the number put in
    assert multiplication["row"] == {
        "node": "MulBackward0",
        "gradient": "1",
        "sends": ["3 to x", "2 to y"],
        "then": ["at x: 0.5 + 3 = 3.5", "frees x, y"],
    }
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


def test_each_step_knows_how_many_events_have_happened(spec):
    assert [step["end"] for step in spec["steps"][3:]] == [1, 4, 7, 11, 13, 15]


def test_what_a_hook_may_have_changed_has_no_formula_with_numbers():
    x, y = mg.tensor(2.0, requires_grad=True), mg.tensor(3.0, requires_grad=True)
    z = x * y
    z.grad_fn.register_hook(lambda sent, came: (sent[0] * 10, sent[1]))
    step = specification(record_backward(z))["steps"][-3]
    assert (step["sent"]["n0.0"]["brief"], step["sent"]["n0.0"]["rule"]) == ("30", "")
    assert step["text"].endswith(
        "What it sends has been through its hooks. It frees what it saved."
    )


def test_hooks_and_gradients_that_were_there_are_in_the_table():
    x = mg.tensor(2.0, requires_grad=True)
    x.grad = mg.tensor(10.0)
    x.register_hook(lambda g: g * 3)
    x.register_post_accumulate_grad_hook(lambda leaf: setattr(leaf, "grad", None))
    last = specification(record_backward(x * 5.0))["steps"][-1]
    assert last["row"]["then"] == [
        "hook: 5 becomes 15",
        ".grad was 10, is 25",
        ".grad was 25, is None",
    ]
    assert last["grad"] is None


def test_many_gradients_that_meet_are_counted():
    x = mg.tensor([1.0, 2.0, 3.0, 4.0, 5.0], requires_grad=True)
    steps = specification(record_backward((x * x).sum()))["steps"]
    assert [s["sums"] for s in steps if s.get("sums")] == [{"n2": "sum of 2"}]


def test_a_pass_that_fails():
    t = example(mg)
    t["z"].backward()
    with pytest.raises(RuntimeError) as raised:
        record_backward(t["z"], params=t)
    spec = specification(raised.value.recording)
    last = spec["steps"][-1]
    assert spec["fails"] is True
    assert last["error"].startswith("RuntimeError: Trying to backward through the graph a second")
    assert last["failed"] == "cannot run: what it saved is freed"
    assert "an earlier backward has freed what it saved." in spec["steps"][2]["text"]


@pytest.mark.parametrize("seed", range(40))
def test_after_each_step_it_says_what_the_replay_says(seed):
    job = Pass(mg, seed)
    recording = quietly(record_backward, job.result, **job.options())
    spec = specification(recording)
    shown = {"sent": {}, "grads": {}, "freed": set()}
    for step in spec["steps"][spec["start"] :]:
        shown["sent"] |= {edge: t["brief"] for edge, t in step["sent"].items()}
        shown["grads"] |= {step["node"]: step["grad"]["brief"]} if "grad" in step else {}
        shown["freed"] |= {step["node"]} if "freed" in step else set()
        state = replay(recording, step["end"])
        assert shown == {
            "sent": {edge: brief(gradient) for edge, gradient in state.sent.items()},
            "grads": {node: brief(grad) for (node, nr), grad in state.grads.items() if nr == 0},
            "freed": set(state.freed),
        }
        incoming = [g for (node, _), g in sorted(state.arrived.items()) if node == step["node"]]
        if "incoming" in step:
            assert [t["brief"] for t in step["incoming"]] == list(map(brief, incoming))


def test_a_sum_too_long_for_its_place_beside_the_box_is_written_out_in_the_table():
    w = mg.tensor([1.5, 2.5, 3.5], requires_grad=True)
    steps = specification(record_backward((w * w).sum(), params={"w": w}))["steps"]
    (step,) = [step for step in steps if step.get("sums")]
    assert step["sums"] == {"n2": "sum of 2"}
    assert step["row"]["then"][0] == "at w: [1.5, 2.5, 3.5] + [1.5, 2.5, 3.5] = [3, 5, 7]"
