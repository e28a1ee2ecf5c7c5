"""What a node saves of its operands and its result, and under which names."""

import weakref

import minigrad
from tests.autograd.twins import both, cases, first_words

case = cases()


@case
def saved_under_torchs_names(lib):
    x = lib.tensor([[1.0, -2.0], [3.0, 4.0]], requires_grad=True)
    w = lib.ones(2, 2)
    return (
        (x * w).grad_fn._saved_self,
        (x * w).grad_fn._saved_other,
        (x * 2).grad_fn._saved_other,
        x.exp().grad_fn._saved_result,
        x.relu().grad_fn._saved_result,
        (x**3).grad_fn._saved_exponent,
        (x**3).grad_fn._saved_self,
        x.sum(1).grad_fn._saved_keepdim,
        x.sum().grad_fn._saved_self_sym_sizes,
        x.max(0)[0].grad_fn._saved_indices,
        (x @ w).grad_fn._saved_mat2,
        (x @ w).grad_fn._saved_self,
    )


@case
def nothing_is_saved_for_a_constant(lib):
    x = lib.ones(2, requires_grad=True)
    return [hasattr((x + 1).grad_fn, name) for name in ("_saved_self", "_saved_other")]


@case
def a_result_is_saved_for_whichever_rule(lib):
    x, two = lib.tensor([2.0, 3.0], requires_grad=True), lib.tensor([2.0, 2.0])
    z = x**two
    before = z.grad_fn._saved_result
    z.add_(1)
    return before, first_words(z.sum().backward, "[")


@case
def what_several_rules_ask_for_is_saved_for_any(lib):
    x, w = lib.ones(2), lib.zeros(2, requires_grad=True)
    w = w + 0.5
    z = x / w  # w's rule asks for both, that of x for w
    before = z.grad_fn._saved_other, z.grad_fn._saved_self
    w.mul_(2)
    return before, first_words(z.sum().backward, "[")


test_graph_as_in_torch = both(__name__, case)


def test_what_no_rule_needs_is_not_kept():
    x = minigrad.ones(2, requires_grad=True)
    y = x * 1.0
    gone = [weakref.ref(y)]
    z = y + 1
    total = z.sum()
    gone.append(weakref.ref(z))
    del y, z
    assert [ref() for ref in gone] == [None, None]
    assert total.grad_fn.next_functions[0][0].saved == ()


def test_only_what_a_wanted_gradient_needs_is_kept():
    x, w = minigrad.ones(2, requires_grad=True), minigrad.ones(2)
    node = (x * w).grad_fn
    assert node.saved == (None, w, None) and node._saved_self is None


def test_the_shape_of_what_needs_no_gradient_is_empty():
    x, places = minigrad.zeros(2, 2, requires_grad=True), minigrad.tensor([[0, 1]])
    node = x.scatter_add(0, places, minigrad.ones(1, 2)).grad_fn
    assert node._saved_src_sym_sizes == ()
