import pytest

import minigrad as mg
from minigrad.viz import record_backward
from minigrad.widgets.notes import notes
from tests.viz.samples import example, random_graph


@pytest.fixture
def said():
    t = example(mg)
    return notes(record_backward(t["z"], params=t))


def test_words_are_explained_where_they_come_first(said):
    assert said[0].startswith("Leaves are tensors that were made with requires_grad=True")
    assert said[1].startswith("MulBackward0 is the node that mul recorded")
    assert said[1].endswith("What a node saves (its buffers), its derivative will need.")
    assert said[2] == ""
    assert said[3].startswith("AddBackward0 is the node that add recorded")  # a player opens here
    assert said[4] == "The gradient at a value says how fast z changes when that value changes."
    assert said[6].endswith("unless the first is told retain_graph=True.")
    assert "Freed" not in said[7]


def test_a_result_of_an_operation_keeps_no_gradient(said):
    for count, name in ((5, "z"), (6, "b"), (7, "a")):
        assert said[count].startswith(f"{name} is not a leaf, it was computed: its gradient is")
        assert f"so {name}.grad stays None." in said[count]


def test_a_leaf_keeps_it_and_the_end_says_who_has_one(said):
    assert said[8].startswith("x is a leaf, so its gradient is kept. AccumulateGrad is")
    assert said[9] == (
        "x and y are leaves, so they keep what arrived, in .grad. "
        "z, a and b were computed, they are no leaves: .grad is None."
    )


def end(_result, **options):
    """What is said at the end of this backward, and that it is so."""
    recording = record_backward(_result, **options)
    return notes(recording)[-1]


def test_what_is_said_at_the_end_is_true():
    t = example(mg)
    t["a"].retain_grad()
    assert end(t["z"], params=t).endswith(
        "z and b were computed, they are no leaves: .grad is None."
    )
    assert t["a"].grad is not None
    t = example(mg)
    assert end(t["z"], inputs=[t["a"]], params=t) == (
        "a was computed, but keeps what arrived, in .grad: retain_grad() or inputs= asked for it. "
        "x and y got none: their .grad is as it was before. "
        "z and b were computed, they are no leaves: .grad is None."
    )
    assert (t["x"].grad, t["a"].grad.item()) == (None, 1.0)
    t = example(mg)
    t["x"].register_post_accumulate_grad_hook(lambda leaf: setattr(leaf, "grad", None))
    assert end(t["z"], params=t).startswith(
        "y is a leaf, so it keeps what arrived, in .grad. x keeps none: a hook took its .grad away."
    )


@pytest.mark.parametrize("old", [None, mg.tensor(7.0)])
def test_a_leaf_that_got_nothing_is_not_said_to_keep_what_arrived(old):
    t = example(mg)
    t["y"].grad = old
    said = notes(record_backward(t["z"], inputs=[t["x"]], params=t))
    assert said[0].endswith("Backward can fill their .grad, this one fills only that of x.")
    assert said[-1].startswith(
        "x is a leaf, so it keeps what arrived, in .grad. y got none: its .grad is as it was "
    )
    assert t["y"].grad is old


def test_a_retained_gradient_is_kept_too():
    t = example(mg)
    t["a"].retain_grad()
    t["b"].retain_grad()
    assert (
        "a and b were computed, but keep what arrived, in .grad: retain_grad() or inputs= asked"
    ) in end(t["z"], params=t)


def test_nothing_is_filled_where_no_leaf_is_asked_for():
    t = example(mg)
    said = notes(record_backward(t["z"], inputs=[t["a"]], params=t))
    assert said[0].endswith("Backward can fill their .grad, this one fills none.")


@pytest.mark.parametrize(
    ("values", "given", "changes"),
    [
        (2.0, 1.0, "z changes when that value changes."),
        (2.0, 5.0, "gradient × z changes when that value changes. Here gradient is the number"),
        ([1.0, 2.0], [1.0, 3.0], "the sum of gradient × z changes when that value changes. Here"),
    ],
)
def test_what_a_gradient_says_depends_on_what_backward_starts_with(values, given, changes):
    x = mg.tensor(values, requires_grad=True)
    z = x * x
    said = notes(record_backward(z, mg.tensor(given), params={"z": z}))
    assert said[2].startswith(f"The gradient at a value says how fast {changes}")


def test_nothing_is_said_to_stay_none_that_does_not():
    t = example(mg)
    t["a"].retain_grad()
    said = " ".join(notes(record_backward(t["z"], params=t)))
    assert "a.grad stays None" not in said


def test_a_pass_that_fails_has_no_end():
    t = example(mg)
    t["z"].backward()
    with pytest.raises(RuntimeError) as raised:
        record_backward(t["z"], params=t)
    said = notes(raised.value.recording)
    assert said[-1] == ""
    assert "Freed" not in " ".join(said)


def test_many_are_counted():
    leaves = {f"w{i}": mg.tensor(float(i), requires_grad=True) for i in range(7)}
    total = sum(leaves.values())
    assert end(total, params=leaves).startswith("7 tensors are leaves, so they keep what arrived")


@pytest.mark.parametrize("seed", range(4))
def test_one_for_each_step_and_one_before(seed):
    recording = record_backward(random_graph(mg, seed)[2])
    assert len(notes(recording)) == 1 + len(recording.forward) + len(recording.steps)


def test_a_leaf_alone():
    x = mg.tensor(2.0, requires_grad=True)
    assert end(x) == "1 tensor is a leaf, so it keeps what arrived, in .grad."
    assert end(x, params={"x": x}) == "x is a leaf, so it keeps what arrived, in .grad."


def test_what_an_output_other_than_the_first_retains_is_not_forgotten():
    x = mg.tensor([3.0, 1.0, 2.0, 5.0], requires_grad=True)
    p, q = x.split(2)
    q.retain_grad()
    (q * q).sum().backward()
    w = mg.tensor(1.0, requires_grad=True)
    total = (q + p).sum() + w
    assert notes(record_backward(total, inputs=[w]))[-1] == (
        "w is a leaf, so it keeps what arrived, in .grad. "
        "q and x got none: their .grad is as it was before. "
        "total and p were computed, they are no leaves: .grad is None."
    )
