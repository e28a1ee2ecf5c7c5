import gc
import weakref

import pytest

pytest.importorskip("anywidget")

import minigrad as mg
from minigrad.viz.svg import svg
from minigrad.widgets.answers import Answers, Choices, NodeOf
from minigrad.widgets.typed import Unreadable
from tests.viz.samples import example


def test_a_typed_answer_is_kept_as_it_was_typed():
    answers = Answers()
    assert answers.read(" 1/2 ") == "1/2"
    assert answers.as_text("1/2") == "1/2"
    assert answers.fits("1/2", mg.tensor(0.5))
    assert not answers.fits("1/2", mg.tensor(1.0))
    assert answers.keys(0.5) == []
    assert answers.remark("None", 0.5) == "The answer is a number."
    with pytest.raises(Unreadable):
        answers.read("?")


def test_from_python_a_value_may_be_given():
    answers = Answers()
    key = answers.read(mg.tensor([1.0, 2.0]))
    assert answers.fits(key, [1, 2])
    assert answers.as_text(key) == "[1, 2]"


def test_a_choice_is_found_by_text_or_value():
    answers = Choices(["an error", None, 0, 0.5, "0.50"])
    assert [answers.read(v) for v in ("an error", None, "None", "0", 0, "0.5", "0.50")] == [
        *(0, 1, 1, 2, 2, 3, 4)
    ]
    assert answers.keys(mg.tensor(0.0)) == [2]
    assert answers.fits(2, 0)
    assert not answers.fits(2, None)
    assert answers.truth(None) == "None"
    assert answers.lines()[:2] == ["( ) an error", "( ) None"]
    assert "answer" not in answers.spec()
    with pytest.raises(Unreadable, match=r"7 is none of the choices: an error, None, 0, 0.5, 0.50"):
        answers.read(7)
    with pytest.raises(ValueError, match="7 is none of the choices"):
        answers.keys(7)


@pytest.mark.parametrize("choices", [[], ["one"], "two words"])
def test_there_must_be_a_choice(choices):
    with pytest.raises(ValueError, match="choices needs two or more, in a list, but is"):
        Choices(choices)


def test_choices_must_look_different():
    with pytest.raises(ValueError, match="choices has 1 more than once"):
        Choices([1, "1", 2])


@pytest.fixture
def nodes():
    t = example(mg)
    x, y, a, b, z = (t[name] for name in "xyabz")
    assert x is not y
    assert a is not b
    return NodeOf(z)


def test_a_node_is_found_by_id_name_or_operation(nodes):
    assert nodes.keys("z") == ["n0"]
    assert nodes.keys("n1") == ["n1"]
    assert nodes.keys("MulBackward0") == nodes.keys("a")
    assert sorted(nodes.keys("AccumulateGrad")) == sorted([*nodes.keys("x"), *nodes.keys("y")])
    assert nodes.keys(["x", "y", "x"]) == [*nodes.keys("x"), *nodes.keys("y")]
    assert nodes.read("x") == nodes.keys("x")[0]
    with pytest.raises(Unreadable, match=r"AccumulateGrad may be n\d and n\d: say which"):
        nodes.read("AccumulateGrad")
    with pytest.raises(Unreadable, match="no node of this graph is called 'q'"):
        nodes.read("q")
    with pytest.raises(ValueError, match="no node of this graph is called 'q'"):
        nodes.keys(["x", "q"])
    with pytest.raises(ValueError, match="give the name of a node's variable"):
        nodes.keys(mg.tensor(1.0, requires_grad=True))


def test_a_node_in_words(nodes):
    assert nodes.as_text(nodes.read("a")) == "MulBackward0, a = 6"
    assert nodes.truth(["x", "a"]) == "leaf x = 2 or MulBackward0, a = 6"
    assert nodes.remark(nodes.read("a"), "x") == "The answer is a leaf."
    assert nodes.remark(nodes.read("x"), "a") == "The answer is an operation."
    assert nodes.remark(nodes.read("x"), "y") == ""
    assert set(nodes.spec()["nodes"]) == {f"n{i}" for i in range(5)}
    assert nodes.svg == svg(nodes.graph)


def test_a_question_keeps_no_graph_alive():
    def asked():  # a function of its own: reading names makes its frame hold its variables
        x = mg.tensor(2.0, requires_grad=True)
        z = x * x
        return NodeOf(z), weakref.ref(z.grad_fn)

    answers, node = asked()
    gc.collect()
    assert node() is None
    assert answers.graph.root.op == "MulBackward0"
