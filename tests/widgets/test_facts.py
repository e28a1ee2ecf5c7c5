"""What is said about one node: as it stands, with its numbers, and why its ``.grad`` is so."""

import json

import pytest

pytest.importorskip("anywidget")

import minigrad as mg
from minigrad import nn
from minigrad.viz.names import names_around
from minigrad.viz.reader import Reader
from minigrad.widgets import GraphView
from minigrad.widgets.facts import Facts
from tests.viz.own import Double
from tests.viz.samples import example


def facts_of(output, **variables):
    reader = Reader(output, names_around(variables))
    return Facts(reader, reader.graph)


@pytest.fixture
def t():
    return example(mg)


def why(facts, key):
    return facts.standing(key)["why"]


def test_a_result_says_why_it_has_no_gradient(t):
    t["z"].backward()
    standing = facts_of(t["z"], **t).standing("n1")
    assert standing["flags"] == [["is_leaf", "False"], ["requires_grad", "True"], [".grad", "None"]]
    assert standing["why"] == (
        "a is not a leaf: mul computed it from x and y. Backward uses its gradient to go on to x "
        "and y and keeps it nowhere, so a.grad is None. To keep it, call a.retain_grad() before "
        "backward."
    )


def test_a_leaf_says_where_its_gradient_came_from(t):
    before = facts_of(t["z"], **t)
    assert why(before, "n3") == (
        "x is a leaf, so backward adds its gradient to x.grad and it stays there. None until then, "
        "and again after zero_grad(). z.backward(), called now, brings 0.5 from LogBackward0 + 3 "
        "from MulBackward0 = 3.5."
    )
    t["z"].backward()
    after = facts_of(t["z"], **t)
    assert after.standing("n3")["flags"][2] == [".grad", "3.5"]
    assert why(after, "n3") == (
        "x is a leaf, so backward adds its gradient to x.grad, where gradients add up until "
        "zero_grad(). It holds 3.5, which is what the rules of this graph give: 0.5 from "
        "LogBackward0 + 3 from MulBackward0 = 3.5."
    )


def test_a_leaf_behind_something_unknown_promises_nothing(t):
    out = Double.apply(t["x"])
    leaf = Reader(out, names_around(t)).graph.leaves[0].id
    assert "brings" not in why(facts_of(out, **t), leaf)
    out.backward()
    assert why(facts_of(out, **t), leaf).endswith("zero_grad(). It holds 2.")


def test_a_retained_gradient(t):
    t["a"].retain_grad()
    assert "its gradient is kept, once a backward has come by." in why(facts_of(t["z"], **t), "n1")
    t["z"].backward()
    standing = facts_of(t["z"], **t).standing("n1")
    assert standing["flags"][2] == [".grad", "1"]
    assert standing["why"].endswith("and a.retain_grad() was called: its gradient is kept.")


def test_a_result_that_nobody_holds():
    x = mg.tensor(2.0, requires_grad=True)
    text = why(facts_of((x * 3.0).log(), x=x), "n1")
    assert text.startswith("This result is not a leaf: mul computed it from x.")
    assert text.endswith("keeps it nowhere. No variable was found that holds it.")


def test_a_node_in_full(t):
    found = facts_of(t["z"], **t).of("n1")
    json.dumps(found)
    assert found["node"]["op"] == "MulBackward0"
    assert found["node"]["source"][0]["file"] == "minigrad/ops/arithmetic.py"
    assert [g["brief"] for g in found["now"]["incoming"]] == ["1"]
    assert found["now"]["sum"] == ""
    assert [sent["brief"] for sent in found["edges"].values()] == ["3", "2"]
    for sent, number in zip(found["edges"].values(), "32"):
        assert sent["rule"].endswith(f"<mn>{number}</mn></mrow></math>")


def test_gradients_that_meet_inside_are_shown_as_a_sum():
    x = mg.tensor(2.0, requires_grad=True)
    a = x * 3.0
    z = a * a
    assert facts_of(z, x=x, a=a).of("n1")["now"]["sum"] == (
        "6 from MulBackward0 + 6 from MulBackward0 = 12"
    )


def test_large_gradients_are_told_by_their_shape():
    w = mg.ones(5, 4).requires_grad_()
    out = (w * w).sum()
    leaf = Reader(out, names_around()).graph.leaves[0].id
    assert "brings a gradient of shape (5, 4), the sum of 2." in why(facts_of(out, w=w), leaf)


def test_of_a_freed_node_the_numbers_are_still_there(t):
    t["z"].backward()
    found = facts_of(t["z"], **t).of("n1")
    assert found["now"]["freed"]
    assert [sent["brief"] for sent in found["edges"].values()] == ["3", "2"]


def test_what_is_not_known_is_not_made_up(t):
    vector = mg.tensor([1.0, 2.0], requires_grad=True) * 2.0
    found = facts_of(vector).of("n0")
    assert found["now"]["incoming"] is None
    assert found["now"]["unknown"] == "what you give to backward()"
    [sent] = found["edges"].values()
    assert "full" not in sent
    assert "rule" in sent  # with the factor put in, and `g` as it is


def when(facts):
    return facts.of("n0")["now"]["when"]


@pytest.mark.parametrize("before", [lambda z: None, lambda z: z.backward(retain_graph=True)])
def test_which_backward_is_shown_does_not_say_what_is_stored(t, before):
    before(t["z"])
    assert when(facts_of(t["z"], **t)) == "What z.backward() sends if it is called now:"


def test_a_backward_that_cannot_run_is_not_said_to_run(t):
    t["z"].backward()
    t["x"].grad = None
    facts = facts_of(t["z"], **t)
    assert when(facts).endswith("A backward has freed the graph, so it cannot run now:")
    assert "called now" not in why(facts, "n3")
    vector = mg.tensor([1.0, 2.0], requires_grad=True).exp()
    vector.backward(mg.ones(2))
    assert when(facts_of(vector, v=vector)) == (
        "For v.backward(gradient). A backward has freed the graph, so it cannot run now:"
    )


def test_a_backward_that_would_raise_says_so():
    x, w = (mg.tensor(2.0, requires_grad=True) for _ in range(2))
    y = x.exp()
    y.add_(1)
    z = y + w
    facts = facts_of(z, x=x, y=y, z=z, w=w)
    assert when(facts) == (
        "Worked out for z.backward() with the values at hand. It would raise now, because what "
        "ExpBackward0 saved in the forward pass was changed in place since then:"
    )
    leaves = {leaf.name: leaf.id for leaf in facts._graph.leaves}
    assert "called now" not in why(facts, leaves["w"])
    assert facts.of(leaves["x"])["now"]["unknown"] == (
        "not known: what is needed to work it out was changed in place"
    )
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.backward()


def test_what_was_known_before_backward_is_still_known_after_it():
    model = nn.Linear(2, 1)
    output = model(mg.ones(1, 2)).tanh().sum()
    view = GraphView(output)
    inside = view.graph.operations[2].id
    known = view._facts[inside]["now"]["incoming"]
    output.backward()
    late = GraphView(output)._facts[inside]["now"]
    assert (late["incoming"], late["unknown"]) == (
        None,
        "not known any more: backward has freed what it takes to work it out. To see it, make the "
        "view before backward(), and call refresh() on the view after it",
    )
    view.refresh()
    assert view._facts[inside]["now"]["incoming"] == known
    with mg.no_grad():
        model.weight.add_(1.0)
    view.refresh()
    assert view._facts[inside]["now"]["incoming"] is None


def test_a_group():
    model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
    loss = model(mg.ones(4, 2)).mean()
    view = GraphView(loss)
    found = view._facts["group:model.0"]["group"]
    assert found["title"] == "model.0 · Linear(2, 3)"
    assert found["inside"] == "2 operations, 2 leaves"
    assert [row[0] for row in found["rows"]] == ["operations", "leaves", "saved"]
    assert "AddmmBackward0" in found["rows"][0][1]
    assert found["rows"][2][1].endswith("bytes")
    loss.backward()
    view.refresh()
    after = view._facts["group:model.0"]["group"]
    assert after["rows"][2][1] == "nothing, or freed"


def test_real_torch_graphs_have_facts_too():
    torch = pytest.importorskip("torch")
    t = example(torch)
    facts = facts_of(t["z"], **t)
    json.dumps([facts.of(f"n{i}") for i in range(5)])
    assert "a is not a leaf: mul computed it from x and y." in why(facts, "n1")
    assert when(facts) == "What z.backward() sends if it is called now, hooks aside:"


def test_several_outputs_of_one_operation():
    x = mg.ones(3, requires_grad=True)
    a, b = x.split([1, 2])
    facts = facts_of(a.sum() + b.sum(), a=a, b=b, x=x)
    (key,) = (n.id for n in facts._graph.nodes if n.op.startswith("Split"))
    said = why(facts, key)
    assert said.startswith("a and b are no leaves: split_with_sizes computed them from x.")
    assert "only where retain_grad() was called: a.retain_grad() and b.retain_grad() before" in said
    assert facts.of(key)["node"]["standing"]["flags"][2] == [".grad", "a: None, b: None"]
