"""`backward` and `grad`: what they take, what they give back, what they refuse."""

import pytest

import minigrad
from tests.autograd.twins import both, cases, first_words

case = cases()


def leaf(lib):
    return lib.tensor([1.0, 2.0], requires_grad=True)


REFUSED = {  # each on a leaf x of shape (2,)
    "several_elements": "(x * 2).backward()",
    "no_elements": "(lib.zeros(0, requires_grad=True) * 2).backward()",
    "a_constant": "lib.ones(1).backward()",
    "a_constant_of_several_elements": "lib.ones(2).backward()",
    "a_constant_among_others": "lib.autograd.backward([x.sum(), lib.ones(1)])",
    "an_integer": "lib.tensor(3).backward()",
    "seed_of_another_shape": "(x * 2).backward(lib.ones(3))",
    "seed_that_would_broadcast": "(x * 2).backward(lib.ones(1))",
    "seed_that_is_a_number": "(x * 2).backward(1.0)",
    "seed_that_is_a_list": "(x * 2).backward([1.0, 2.0])",
    "seeds_that_are_numbers": "lib.autograd.backward([x * 2], [3.0])",
    "too_few_seeds": "lib.autograd.backward([x * 2, x], [lib.ones(2)])",
    "no_inputs": "x.sum().backward(inputs=[])",
    "no_inputs_of_grad": "A.grad(x.sum(), [])",
    "inputs_without_gradient": "(x * 2).sum().backward(inputs=[lib.ones(2)])",
    "inputs_without_gradient_of_grad": "A.grad((x * 2).sum(), [lib.ones(2)])",
    "outputs_that_are_numbers": "A.grad(3.0, x)",
    "an_unused_input": "A.grad((x * 2).sum(), [x, lib.ones(2, requires_grad=True)])",
    "zeros_for_unused_and_none_allowed": (
        "A.grad(x.sum(), x, materialize_grads=True, allow_unused=False)"
    ),
    "a_view_that_leads_nowhere": "blind(x).backward()",
    "a_view_that_leads_nowhere_as_input": "A.grad(blind(x) * 2, blind(x))",
}
ALLOWED = {
    "seed_of_another_type": "(x * 2).backward(lib.ones(2, dtype=lib.float64)) or x.grad",
    "seed_of_integers": "(x * 2).backward(lib.ones(2, dtype=lib.int64)) or x.grad",
    "seed_none_for_one_element": "A.backward([x[:1] * 2], [None]) or x.grad",
    "one_element_of_any_shape": "(x[:1] * 2).view(1, 1, 1).backward() or x.grad",
    "tuples": "A.backward((x.sum(), x.sum()), (None, None)) or x.grad",
    "grad_of_one": "A.grad(x.sum() * 3, x)",
    "grad_of_several": "A.grad([x.sum() * 3, x], [x, x], [None, lib.ones(2)])",
    "grad_weighted": "A.grad(x * x, x, lib.tensor([1.0, 10.0]))",
    "grad_of_the_output_itself": "A.grad(x.sum(), x.sum(), allow_unused=True)",
    "grad_allow_unused": "A.grad(x.sum(), [x, other], allow_unused=True)",
    "grad_zeros_for_unused": "A.grad(x.sum(), [x, other], materialize_grads=True)",
    "grad_leaves_grad_alone": "A.grad(x.sum(), x) and x.grad",
    "inputs_alone": "(x * other).sum().backward(inputs=[other]) or [x.grad, other.grad]",
    "one_input": "(x * other).sum().backward(inputs=other) or [x.grad, other.grad]",
    "unused_input": "(x * 2).sum().backward(inputs=[other]) or [x.grad, other.grad]",
    "view_that_leads_nowhere": "(blind(x) * 2).backward() or x.grad",
    "grad_of_expanded": "A.grad(x.sum(), x)[0].stride()",
}


def expression(code):
    def run(lib):
        def blind(x):
            with lib.no_grad():
                return x[0]

        names = {"lib": lib, "A": lib.autograd, "x": leaf(lib), "blind": blind}
        return first_words(lambda: eval(code, names | {"other": leaf(lib)}), "\n")

    return run


case.all.update({f"refused_{name}": expression(code) for name, code in REFUSED.items()})
case.all.update({f"allowed_{name}": expression(code) for name, code in ALLOWED.items()})


@case
def inputs_may_be_results(lib):
    x = leaf(lib)
    y = x * 2
    (y * y).sum().backward(inputs=[y])
    return x.grad, y.grad, y.retains_grad


@case
def retain_graph_defaults_to_create_graph(lib):
    x = leaf(lib)
    y = (x * x).sum()
    lib.autograd.grad(y, x, create_graph=True)
    lib.autograd.grad(y, x, create_graph=True, retain_graph=False)
    return first_words(lambda: lib.autograd.grad(y, x), "(or directly")


@case
def shared_parts_are_freed_with_the_first(lib):
    x = leaf(lib)
    y = x.exp()
    a, b = y.sum(), (y * 2).sum()
    a.backward()
    return first_words(b.backward, "(or directly"), x.grad


@case
def a_failed_walk_to_an_unused_input_frees_the_graph(lib):
    x, other = leaf(lib), leaf(lib)
    y = (x * x).sum()
    first = first_words(lambda: lib.autograd.grad(y, [x, other]), "\n")
    return first, first_words(y.backward, "(or directly")


@case
def what_grad_gives_may_be_shared(lib):
    x, y = leaf(lib), leaf(lib)
    a, b = lib.autograd.grad((x + y).sum(), [x, y])
    return a, b, a._version, a.requires_grad


@case
def recorded_results(lib):
    x = leaf(lib)
    (g,) = lib.autograd.grad((x**3).sum(), x, create_graph=True)
    (plain,) = lib.autograd.grad((x**3).sum(), x)
    return g.requires_grad, g.is_leaf, plain.requires_grad, lib.autograd.grad(g.sum(), x)


@case
def a_recorded_seed(lib):
    x, seed = leaf(lib), leaf(lib)
    (g,) = lib.autograd.grad(x * x, x, seed, create_graph=True)
    return lib.autograd.grad(g.sum(), [x, seed])


@case
def a_constant_derivative_has_no_history(lib):
    x = leaf(lib)
    (g,) = lib.autograd.grad((x * 2).sum(), x, create_graph=True)
    return g.requires_grad, g


@case
def under_no_grad(lib):
    x = leaf(lib)
    y = (x * x).sum()
    with lib.no_grad():
        y.backward()
    return x.grad


@case
def in_inference_mode(lib):
    x = leaf(lib)
    y = (x * x).sum()
    with lib.inference_mode():
        y.backward()
        (x.grad * 2).sum()
    return x.grad, x.grad.is_inference()


test_entry_as_in_torch = both(__name__, case)


def test_create_graph_warns_of_the_cycle_at_the_users_line():
    x = leaf(minigrad)
    with pytest.warns(UserWarning, match="will create a reference cycle") as warned:
        (x**3).sum().backward(create_graph=True)
    assert warned[0].filename == __file__
    assert x.grad.requires_grad
    x.grad = None


def test_more_gradients_than_tensors_are_refused():
    # torch takes as many as it needs and says nothing
    with pytest.raises(RuntimeError, match="got 1 tensors and 2 gradients"):
        minigrad.autograd.backward([leaf(minigrad) * 2], [minigrad.ones(2), minigrad.ones(2)])


def test_a_recorded_backward_adds_copies():
    x, y = leaf(minigrad), leaf(minigrad)
    with pytest.warns(UserWarning, match="reference cycle"):
        (x * y).sum().backward(create_graph=True)
    held = x.grad
    assert held.grad_fn.name() == "CopyBackwards" and held is not y.grad
    with pytest.warns(UserWarning, match="reference cycle"):
        (x * y).sum().backward(create_graph=True)
    assert x.grad is not held and x.grad.grad_fn.name() == "AddBackward0"
    (x * 2).sum().backward()  # in place, as every walk that is not recorded
    assert x.grad.tolist() == [4.0, 6.0]
    x.grad = y.grad = None


@case
def only_inputs_changes_nothing(lib):
    x, y = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    out = (x * y).sum()
    first = lib.autograd.grad(out, x, None, True, False, True, True)
    return first, lib.autograd.grad(out, [x], only_inputs=True), x.grad, y.grad
