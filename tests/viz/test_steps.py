import pytest

import minigrad as mg
from minigrad.viz import record_backward
from tests.viz.own import Double
from tests.viz.passes import Pass, quietly
from tests.viz.samples import example, random_graph


def told(_result, **variables):
    """What is said about the node of `_result`, whose inputs are the given variables."""
    steps = record_backward(_result.sum() if _result.shape else _result, params=variables).steps
    return steps[2 if _result.shape else 1].text.removesuffix(" It frees what it saved.")


def test_the_story_of_the_first_example(lib):
    t = example(lib)
    assert [step.text for step in record_backward(t["z"], params=t).steps] == [
        "z.backward() starts: the gradient of z with respect to itself is 1.",
        "AddBackward0 passes the gradient 1 on unchanged and sends 1 to a and 1 to b.",
        "LogBackward0 divides the gradient 1 by x = 2 and sends 0.5 to x. It frees what it saved.",
        "MulBackward0 multiplies the gradient 1 by y = 3 and sends 3 to x; it multiplies the "
        "gradient by x = 2 and sends 2 to y. At x, 0.5 + 3 = 3.5. It frees what it saved.",
        "x.grad was None; it becomes 3.5.",
        "y.grad was None; it becomes 2.",
    ]


def test_the_story_of_the_forward_pass(lib):
    t = example(lib)
    assert [step.text for step in record_backward(t["z"], params=t).forward] == [
        "mul computes a = 6 and records MulBackward0, which saves x and y.",
        "log computes b = 0.6931 and records LogBackward0, which saves x.",
        "add computes z = 6.693 and records AddBackward0, which saves no tensors.",
    ]


@pytest.mark.parametrize(
    ("compute", "sentence"),
    [
        (lambda x, y: x - y, "passes the gradient 1 on unchanged and sends 1 to x; it changes the "
         "sign of the gradient and sends -1 to y."),
        (lambda x, y: x / y, "divides the gradient 1 by y = 4 and sends 0.25 to x; it multiplies "
         "the gradient by -2 / 4² and sends -0.125 to y."),
        (lambda x, y: (-x).detach().requires_grad_() ** 3, "multiplies the gradient 1 by "
         "3 · (-2)^(3 - 1) and sends 12 to the leaf."),
        (lambda x, y: (-x).detach().requires_grad_().reciprocal(), "multiplies the gradient 1 by "
         "-(-0.5)² and sends -0.25 to the leaf."),
        (lambda x, y: mg.div(x, y, rounding_mode="floor"), "stops the gradient 1, for what is "
         "rounded has slope 0, and sends 0 to x and 0 to y."),
        (lambda x, y: mg.maximum(x, y - 2), "keeps the gradient 1 where x = 2 is larger, half of "
         "it where both are equal, and sends 0.5 to x; it keeps the gradient where 2 is "
         "larger, half of it where both are equal, and sends 0.5 to SubBackward0."),
        (lambda x, y: x**3, "multiplies the gradient 1 by 3 · 2^(3 - 1) and sends 12 to x."),
        (lambda x, y: x * x, "multiplies the gradient 1 by x = 2 and sends 2 to x and 2 to x. "
         "At x, 2 + 2 = 4."),
        (lambda x, y: -x, "changes the sign of the gradient 1 and sends -1 to x."),
        (lambda x, y: y.sqrt(), "divides the gradient 1 by twice its result 2 and sends 0.25 "
         "to y."),
        (lambda x, y: x.sin(), "multiplies the gradient 1 by cos(2) and sends -0.4161 to x."),
        (lambda x, y: x.tanh(), "multiplies the gradient 1 by 1 - t², where t is its result 0.964 "
         "and sends 0.07065 to x."),
        (lambda x, y: x.relu(), "lets the gradient 1 pass where its result is positive and stops "
         "it elsewhere, and sends 1 to x."),
        (lambda x, y: x * 5, "multiplies the gradient 1 by 5 and sends 5 to x."),
    ],
)  # fmt: skip
def test_one_operation(compute, sentence):
    x, y = mg.tensor(2.0, requires_grad=True), mg.tensor(4.0, requires_grad=True)
    result = compute(x, y)
    assert told(result, x=x, y=y) == f"{result.grad_fn.name()} {sentence}"


def test_a_sum_over_broadcast_axes_is_said():
    b = mg.tensor([1.0, 2.0], requires_grad=True)
    X = mg.ones(3, 2, requires_grad=True)
    assert told(X + b, X=X, b=b) == (
        "AddBackward0 passes the gradient of shape (3, 2) on unchanged and sends a gradient of "
        "shape (3, 2) to X; "
        "it passes the gradient on unchanged, adds it up over the broadcast axes and sends [3, 3] "
        "to b."
    )


def test_an_operation_without_a_phrase():
    x = mg.tensor(2.0, requires_grad=True)
    assert told(Double.apply(x), x=x) == "DoubleBackward receives the gradient 1 and sends 2 to x."


class Sign(mg.autograd.Function):
    """Its backward is not that of `sign`: it lets the gradient through."""

    @staticmethod
    def forward(ctx, x):
        return x.sign()

    @staticmethod
    def backward(ctx, g):
        return g


def test_of_a_function_of_somebodys_own_nothing_is_claimed():
    x = mg.tensor(2.0, requires_grad=True)
    assert told(Sign.apply(x), x=x) == "SignBackward receives the gradient 1 and sends 1 to x."


def test_of_complex_numbers_nothing_is_claimed_for_rules_conjugate_them():
    torch = pytest.importorskip("torch")
    x = torch.tensor(1 + 2j, requires_grad=True)
    y = x * x
    step = record_backward(y, torch.tensor(1 + 0j), params={"x": x, "y": y}).steps[1]
    assert step.text.startswith("MulBackward0 receives the gradient 1+0j and sends 1-2j to x")


def own(lib, gives):
    """A Function whose backward gives what ``gives(g)`` says."""

    class Own(lib.autograd.Function):
        @staticmethod
        def forward(ctx, *inputs):
            ctx.set_materialize_grads(False)
            return sum(inputs)

        @staticmethod
        def backward(ctx, g):
            return gives(g)

    return Own.apply


def test_a_rule_that_gives_nothing(lib):
    x = lib.tensor(2.0, requires_grad=True)
    y = x * 3
    z = own(lib, lambda g: None)(y)
    steps = record_backward(z, params={"x": x, "y": y, "z": z}).steps
    assert [step.text for step in steps[1:]] == [
        "OwnBackward gives no gradient to y.",
        "MulBackward0 gets no gradient and sends none. It frees what it saved.",
        "x gets no gradient: its .grad stays as it was.",
    ]


def test_a_rule_that_gives_something_to_one_input_only(lib):
    x, y = (lib.tensor(v, requires_grad=True) for v in (2.0, 3.0))
    z = own(lib, lambda g: (g, None))(x, y)
    steps = record_backward(z, params={"x": x, "y": y, "z": z}).steps
    assert [step.text for step in steps[1:]] == [
        "OwnBackward receives the gradient 1 and sends 1 to x. It gives no gradient to y.",
        "x.grad was None; it becomes 1.",
        "y gets no gradient: its .grad stays as it was.",
    ]


def test_what_inputs_leaves_out_is_not_told(lib):
    x, y = (lib.tensor(v, requires_grad=True) for v in (2.0, 3.0))
    z = own(lib, lambda g: (g, None))(x, y)
    steps = record_backward(z, inputs=[x], params={"x": x, "y": y, "z": z}).steps
    assert steps[1].text == "OwnBackward receives the gradient 1 and sends 1 to x."


def test_a_rule_that_answers_although_nothing_arrived(lib):
    x = lib.tensor(2.0, requires_grad=True)
    y = own(lib, lambda g: lib.tensor(5.0))(x)
    z = own(lib, lambda g: None)(y)
    steps = record_backward(z, params={"x": x, "y": y, "z": z}).steps
    assert [step.text for step in steps[2:]] == [
        "OwnBackward gets no gradient and sends 5 to x.",
        "x.grad was None; it becomes 5.",
    ]


def test_a_leaf_without_a_name_that_gets_nothing():
    z = own(mg, lambda g: None)(mg.tensor(2.0, requires_grad=True))
    assert record_backward(z).steps[2].text == (
        "The leaf gets no gradient: its .grad stays as it was."
    )


def test_it_is_no_grad_that_frees_what_it_saved(lib):
    x = lib.tensor(2.0, requires_grad=True)
    a = x * x
    z = a * 3
    steps = record_backward(z, inputs=[a], params={"x": x, "a": a, "z": z}).steps
    assert steps[2].text == "a.grad was None; it becomes 3. MulBackward0 frees what it saved."


def test_hooks_retained_gradients_and_what_was_there():
    x = mg.tensor(2.0, requires_grad=True)
    y = x * 3.0
    y.retain_grad()
    y.register_hook(lambda g: g * 2)
    z = y + 1.0
    first = record_backward(z, retain_graph=True, params={"x": x, "y": y, "z": z}).steps
    assert first[2].text.startswith("A hook on y turns the gradient 1 into the gradient 2.")
    assert "y.grad was None; it becomes 2." in first[2].text
    again = record_backward(z, params={"x": x, "y": y, "z": z}).steps
    assert again[3].text == "x.grad was 6; 6 + 6 = 12."


def test_each_output_has_its_own_name():
    x = mg.tensor([2.0, 3.0], requires_grad=True)
    first, second = x.unbind()
    product = first * second
    steps = record_backward(product, params={"first": first, "second": second, "x": x}).steps
    assert steps[1].text.startswith(
        "MulBackward0 multiplies the gradient 1 by second = 3 and sends 3 to first; it multiplies "
        "the gradient by first = 2 and sends 2 to second."
    )
    assert steps[2].text == (
        "UnbindBackward0 stacks the gradients up, zeros where none came, and sends [3, 2] to x."
    )


def test_large_tensors_are_told_by_their_shape():
    W = mg.ones(5, 4, requires_grad=True)
    total = (W * W).sum()
    steps = record_backward(total, params={"W": W}).steps
    assert steps[2].text == (
        "MulBackward0 multiplies the gradient of shape (5, 4) by W (5, 4) and sends a gradient of "
        "shape (5, 4) to W and a gradient of shape (5, 4) to W. At W it is added to what was "
        "waiting. It frees what it saved."
    )
    assert steps[3].text == "W.grad was None; it becomes the gradient of shape (5, 4)."
    steps = record_backward((W * W).sum(), params={"W": W}).steps
    assert steps[3].text == "W.grad held a gradient already; the new one is added to it."


def test_one_step_for_the_seed_and_for_each_node_that_ran(lib):
    for seed in range(10):
        recording = record_backward(random_graph(lib, seed)[2])
        ran = [step.node for step in recording.steps[1:]]
        assert len(ran) == len(set(ran))
        assert set(ran) <= {node.id for node in recording.graph.nodes}
        assert [e for step in recording.steps for e in step.events] == list(recording.events)
        assert all(step.text.endswith(".") for step in recording.steps)


def test_no_step_is_without_words(lib):
    for seed in range(40):
        made = Pass(lib, seed)
        recording = quietly(record_backward, made.result, **made.options())
        assert all(step.text.endswith(".") for step in recording.steps)


def test_forward_steps_are_in_the_order_of_the_program():
    x = mg.tensor(2.0, requires_grad=True)
    first = x.exp()
    second = x.sin()
    z = second * first
    recording = record_backward(z, params={"first": first, "second": second})
    assert [recording.graph[step.node].op for step in recording.forward] == [
        "ExpBackward0",
        "SinBackward0",
        "MulBackward0",
    ]


def test_forward_steps_of_a_backward_that_ran_in_part():
    t = example(mg)
    recording = record_backward(t["z"], inputs=[t["y"]], params=t)
    assert {step.node for step in recording.forward} == {"n0", "n1", "n2"}
    assert recording.forward[-1].node == "n0"
