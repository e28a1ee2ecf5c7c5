"""Why a ``.grad`` is as it is: nothing is said of where it came from that cannot be known."""

import pytest

pytest.importorskip("anywidget")

import minigrad as mg
from minigrad.widgets import GraphView

ADDS_UP = "x is a leaf, so backward adds its gradient to x.grad, where gradients add up until "


@pytest.fixture
def x():
    return mg.tensor(2.0, requires_grad=True)


def told(view, name):
    """The ``.grad`` shown of what a variable holds, and why it is so."""
    [key] = [node.id for node in view.graph.nodes if name in node.names.values()]
    standing = view._told.standing(key)
    return dict(standing["flags"])[".grad"], standing["why"]


def holds(view):
    """What is said of what ``x.grad`` holds."""
    grad, why = told(view, "x")
    before, _, found = why.partition("It holds ")
    assert before == f"{ADDS_UP}zero_grad(). "
    assert found.startswith(grad)
    return found


def first(view):
    return view._told.of("n0")["now"]


def test_what_the_next_backward_adds_is_not_what_is_there(x):
    for _ in range(2):
        z = x * 0.7 + x * 0.7
        before = GraphView(z)
        z.backward()
    said = "z.backward(), called now, adds 0.7 from MulBackward0 + 0.7 from MulBackward0 = 1.4."
    assert before.graph.leaves[0].grad == pytest.approx(1.4)
    assert holds(before) == f"1.4 so far. {said}"


def test_a_zero_that_zero_grad_left_is_no_sum(x):
    (x * 5.0).backward()
    x.grad.zero_()
    z = x * 3.0
    assert holds(GraphView(z)) == "0 so far. z.backward(), called now, adds 3 from MulBackward0."


def test_a_graph_that_may_run_again_says_what_comes(x):
    z = x * x
    z.backward(retain_graph=True)
    said = "2 from MulBackward0 + 2 from MulBackward0 = 4."
    assert holds(GraphView(z)) == f"4 so far. z.backward(), called now, adds {said}"
    unnamed = GraphView(x + 1.0)
    assert holds(unnamed) == "4 so far. Backward, called now, adds 1 from AddBackward0."
    assert first(unnamed)["when"] == "What backward() sends if it is called now:"


def test_equal_numbers_alone_do_not_say_where_they_came_from(x):
    z = x**3
    with pytest.warns(UserWarning, match="reference cycle"):
        z.backward(create_graph=True)
    g = x.grad
    assert holds(GraphView(g)) == "12 so far. g.backward(), called now, adds 12 from PowBackward0."


def test_two_backwards_are_told_as_two_times_the_numbers(x):
    y = mg.tensor(3.0, requires_grad=True)
    z = x * y
    z.backward(retain_graph=True)
    z.backward()
    assert holds(GraphView(z)) == (
        "6, which is 2 times what the rules of this graph give with the values at hand: 3 from "
        "MulBackward0."
    )


MULTIPLES = {3.0: "which is what", 30.0: "which is 10 times what"}
OTHERS = [3.01, 0.0, -3.0, 4.5, 37036.71]  # the last is near enough to 12346 times


@pytest.mark.parametrize(
    ("held", "said"),
    [*MULTIPLES.items(), *((held, "One backward of this graph") for held in OTHERS)],
)
def test_only_whole_multiples_are_called_so(x, held, said):
    y = mg.tensor(3.0, requires_grad=True)
    z = x * y
    z.backward()
    x.grad.fill_(held)
    assert said in holds(GraphView(z))


@pytest.mark.parametrize(
    ("factor", "thrice"), [(0.0, "what"), (1e-9, "3 times what"), (float("inf"), "what")]
)
def test_zeros_tiny_numbers_and_infinities_can_be_compared(x, factor, thrice):
    y = mg.tensor(factor, requires_grad=True)
    z = x * y
    z.backward()
    assert "which is what" in holds(GraphView(z))
    x.grad.mul_(3.0)
    assert f"which is {thrice}" in holds(GraphView(z))


def test_large_gradients_are_told_by_their_shape():
    x = mg.ones(5, 4, requires_grad=True)
    z = (x * x).sum()
    view = GraphView(z)
    z.backward()
    view.refresh()
    why = told(view, "x")[1]
    assert "It holds a gradient of shape (5, 4), which is what the rules of" in why


def test_gradients_without_elements_can_be_compared(x):
    empty = mg.ones(0, requires_grad=True)
    y = x.exp()
    z = y + empty.sum()
    z.backward(retain_graph=True)
    y.add_(1.0)
    assert "which is what the rules" in told(GraphView(z), "empty")[1]


@pytest.mark.parametrize("before", [True, False])
def test_values_written_behind_the_graph_explain_nothing(x, before):
    z = x * x
    view = GraphView(z)
    if before:
        x.data += 1.0
    z.backward()
    if not before:
        x.data -= 0.1 * x.grad
    view.refresh()
    assert holds(view) == holds(GraphView(z)) == ("6." if before else "4.")
    assert first(view)["when"] == (
        "Worked out for z.backward() with the values at hand. A backward has freed the graph, so "
        "it cannot run now:"
    )


def test_hooks_may_put_other_gradients_in_place(x):
    y = x * 3.0
    handle = y.register_hook(lambda g: g * 10)
    z = y * 2.0
    view = GraphView(z)
    assert first(view)["when"] == "What z.backward() sends if it is called now, hooks aside:"
    assert told(view, "x")[1].endswith(
        "z.backward(), called now, brings 6 from MulBackward0, hooks aside."
    )
    z.backward()
    view.refresh()
    said = "60, which is 10 times what the rules of this graph give with the values at hand"
    assert holds(view) == f"{said}, hooks aside: 6 from MulBackward0."
    assert "at hand, hooks aside. A backward has freed" in first(view)["when"]
    handle.remove()
    view.refresh()
    assert holds(view) == f"{said}: 6 from MulBackward0."


def test_what_a_hook_cut_off_is_not_explained_otherwise(x):
    y = x * 2.0
    y.register_hook(lambda g: g.clamp(max=1.0))
    z = y * 2.0
    view = GraphView(z)
    z.backward()
    view.refresh()
    said = "2. One backward of this graph, with the values at hand, hooks aside, gives"
    assert holds(view) == f"{said} 4 from MulBackward0."


@pytest.mark.parametrize(
    "register",
    [
        lambda x, y: x.register_hook(lambda g: g * 2),
        lambda x, y: x.register_post_accumulate_grad_hook(lambda leaf: leaf.grad.mul_(2)),
        lambda x, y: y.grad_fn.register_hook(lambda sent, arrived: (sent[0] * 2, None)),
        lambda x, y: y.grad_fn.register_prehook(lambda arrived: (arrived[0] * 2,)),
    ],
)
def test_every_kind_of_hook_counts(x, register):
    y = x * 3.0
    z = y * 2.0
    y.retain_grad()
    assert told(GraphView(z), "x")[1].endswith("brings 6 from MulBackward0.")
    register(x, y)
    assert told(GraphView(z), "x")[1].endswith("brings 6 from MulBackward0, hooks aside.")


def test_a_leaf_that_no_longer_asks_gets_nothing(x):
    z = x * 3.0
    x.requires_grad_(False)
    view = GraphView(z)
    assert view._told.standing("n1")["why"] == (
        "This tensor is a leaf. Its requires_grad is False now, so backward leaves its .grad as it "
        "is."
    )
    z.backward()
    assert x.grad is None


def test_an_operation_without_a_derivative_stops_every_promise(x):
    w = mg.tensor(5.0, requires_grad=True)
    z = (x // w) + w
    view = GraphView(z)
    assert "called now" not in told(view, "w")[1]
    assert (
        "It would raise, because an operation on the way has no derivative:"
        in (first(view)["when"])
    )
    with pytest.raises(RuntimeError):
        z.backward()


def test_what_retains_its_gradient_out_of_sight_is_not_said_to_lose_it(x):
    kept = []
    h = x
    for _ in range(3):
        h = h * 2.0
        h.retain_grad()
        kept.append(h)
    view = GraphView(h)
    h.backward()
    view.refresh()
    standing = view._told.standing("n2")
    assert kept[0].grad.item() == 4.0
    assert standing["flags"][2] == [".grad", "4"]
    assert standing["why"] == (
        "This result is not a leaf: mul computed it from x, and its .retain_grad() was called: its "
        "gradient is kept."
    )


def test_what_was_to_retain_its_gradient_and_is_gone_keeps_none(x):
    h = [x * 2.0]
    h[0].retain_grad()
    z = h.pop() * 3.0
    standing = GraphView(z)._told.standing("n1")
    assert standing["flags"][2] == [".grad", "not known"]
    assert standing["why"].endswith("but the tensor that was to keep its gradient is gone.")


def test_a_result_whose_variable_is_gone(x):
    h = x * 2.0
    z = h * 3.0
    view = GraphView(z)
    del h
    view.refresh()
    why = told(view, "h")[1]
    assert why.endswith("keeps it nowhere. No variable was found that holds it any more.")


def test_pytorch_does_not_tell_who_retains_a_gradient():
    torch = pytest.importorskip("torch")
    x = torch.tensor(2.0, requires_grad=True)
    standing = GraphView((x * 3.0).log())._told.standing("n1")
    assert standing["flags"][2] == [".grad", "not known"]
    assert standing["why"].endswith(
        "go on to x and keeps it only if retain_grad() was called. No variable was found that "
        "holds it."
    )


def test_each_output_has_its_own_gradient():
    x = mg.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
    p, q = x.split(2)
    q.retain_grad()
    z = (p * q).sum()
    z.backward()
    view = GraphView(z)
    grad, why = told(view, "q")
    assert grad == "p: None, q: [1, 2]"
    assert why.endswith(
        "go on to x, and keeps what arrives for q, because retain_grad() was called there."
    )
    del p
    view = GraphView(z)
    assert told(view, "q") == (
        "[1, 2]",
        "q is not a leaf: split computed it from x, and q.retain_grad() was called: its gradient "
        "is kept.",
    )
    [key] = [node.id for node in view.graph.nodes if node.name == "q"]
    assert view._told.of(key)["now"]["grad"]["brief"] == "[1, 2]"


def test_the_call_is_that_of_the_output_which_is_shown():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    _, b = x.unbind()
    assert first(GraphView(b))["when"] == "What b.backward() sends if it is called now:"
    assert "you give" not in first(GraphView(b))["unknown"]
    _, q = (x * 2.0).split([0, 2])
    found = first(GraphView(q))
    assert found["when"] == "What q.backward(gradient) sends if it is called now:"
    assert found["unknown"] == "what you give to backward()"


def test_inside_the_gradient_is_not_the_one_that_is_given():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    z = (x * 2.0).exp()
    assert GraphView(z)._told.of("n1")["now"]["unknown"] == (
        "not known: it depends on what you give to backward()"
    )
