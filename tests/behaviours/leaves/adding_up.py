"""How gradients add up on a leaf."""

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def gradients_add_up(lib):
    """Each backward adds to `.grad`, in place: the same tensor, one version later."""
    x = leaf(lib)
    (x * 2).sum().backward()
    held = x.grad
    address = held.data_ptr()
    (x * 3).sum().backward()
    return held is x.grad, held.data_ptr() == address, held, held._version


@row
def gradients_of_several_uses_add_up(lib):
    """Every use of a leaf adds to its gradient; a use as both operands counts twice."""
    x = leaf(lib)
    (x * x + x.exp() * 0 + 3 * x).sum().backward()
    return x.grad


@row
def a_gradient_is_plain(lib):
    """What backward leaves in `.grad` is a leaf that requires no grad."""
    x = leaf(lib)
    (x * x).sum().backward()
    return x.grad.is_leaf, x.grad.requires_grad, x.grad.grad_fn, x.grad._is_view()


@row
def with_create_graph_the_first_gradient_is_recorded(lib):
    """With `create_graph` the gradient has a history, and can be differentiated."""
    x = leaf(lib)
    (x**3).sum().backward(create_graph=True)
    g, x.grad = x.grad, None
    (second,) = lib.autograd.grad(g.sum(), x)
    return g.detach(), type(g.grad_fn).__name__, second


@row
def with_create_graph_a_new_gradient_is_made(lib):
    """With `create_graph` the sum is a new tensor: the old gradient stays as it was."""
    x = leaf(lib)
    (x * 2).sum().backward()
    held = x.grad
    (x * x).sum().backward(create_graph=True)
    g, x.grad = x.grad, None
    return held is g, held, g.requires_grad, g.detach(), g.grad_fn.name()


@row
def a_plain_backward_after_a_recorded_one(lib):
    """Without `create_graph` the sum is made in place, also in a gradient with a history."""
    x = leaf(lib)
    (x**3).sum().backward(create_graph=True)
    held = x.grad
    (x * 2).sum().backward()
    found = [x.grad is held, held.requires_grad, held.detach()]
    x.grad = None
    return found


@row
def under_no_grad_gradients_add_up_too(lib):
    """Calling backward under `no_grad` changes nothing about adding up."""
    x = leaf(lib)
    y, z = (x * 2).sum(), (x * 3).sum()
    with lib.no_grad():
        y.backward()
        z.backward()
    return x.grad, x.grad.requires_grad


@row
def the_given_gradient_is_not_kept(lib):
    """The gradient passed to backward stays the caller's: `.grad` has memory of its own."""
    x, g = leaf(lib), lib.ones(2)
    x.backward(g)
    (x.clone() + 0).backward(g)
    g.mul_(100)
    return x.grad, x.grad.data_ptr() == g.data_ptr(), g._version


@row
def two_leaves_do_not_share_a_gradient(lib):
    """Leaves that receive the same gradient each have memory of their own."""
    x, w = leaf(lib), leaf(lib)
    (x + w).sum().backward()
    x.grad.mul_(100)
    return x.grad, w.grad


@row
def what_a_hook_kept_is_not_the_gradient(lib):
    """A gradient that a hook holds on to is copied: writing into it later changes no `.grad`."""
    x, seen = leaf(lib), []
    x.register_hook(lambda g: seen.append(g))
    (x * 2).sum().backward()
    seen[0].mul_(100)
    return x.grad, seen


@row
def a_hook_may_return_a_tensor_of_its_own(lib):
    """A tensor that a hook returned and keeps is copied too."""
    x, mine = leaf(lib), lib.tensor([7.0, 8.0])
    x.register_hook(lambda g: mine)
    (x * 2).sum().backward()
    x.grad.zero_()
    return mine, x.grad


@row
def writing_into_the_gradient_harms_no_graph(lib):
    """Writing into `.grad` between two backwards through one graph leaves the graph alone."""
    x = leaf(lib)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    x.grad.zero_()
    y.backward()
    return x.grad


@row
def a_gradient_that_came_in_expanded(lib):
    """The gradient of a sum arrives expanded, and is kept with memory for each element."""
    x = lib.ones(2, 3, requires_grad=True)
    x.sum().backward()
    x.grad[0, 0] = 5.0
    return x.grad, x.grad.stride(), x.grad.is_contiguous()


@row
def a_gradient_has_the_type_of_its_leaf(lib):
    """Whatever type the computation promoted to, the gradient has its leaf's."""
    x = leaf(lib)
    w = lib.tensor([3.0, 4.0], dtype=lib.float64, requires_grad=True)
    h = lib.ones(2, dtype=lib.float16, requires_grad=True)
    (x * w * h).sum().backward()
    return x.grad, w.grad, h.grad


@row
def a_gradient_has_the_shape_of_its_leaf(lib):
    """Where a leaf was broadcast, its gradient is summed back to its shape."""
    x, row_, number = lib.ones(2, 1), lib.ones(3), lib.tensor(2.0)
    for t in (x, row_, number):
        t.requires_grad_()
    (x * row_ * number).sum().backward()
    return x.grad, row_.grad, number.grad


@row
def an_unused_leaf_receives_nothing(lib):
    """A leaf that the result does not depend on keeps None, not zeros."""
    x, w = leaf(lib), leaf(lib)
    (x * 2).sum().backward()
    return w.grad


@row
def a_leaf_that_counts_for_nothing(lib):
    """A leaf multiplied by zero does receive a gradient: zeros."""
    x = leaf(lib)
    (x * 0).sum().backward()
    return x.grad


@row
def empty_and_scalar_leaves(lib):
    """Leaves without elements and without dimensions receive gradients of their shape."""
    empty, number = lib.zeros(0, 3, requires_grad=True), lib.tensor(2.0, requires_grad=True)
    ((empty * 2).sum() + number * number).backward()
    return empty.grad, number.grad


@row
def a_leaf_as_root(lib):
    """Backward may start at a leaf: it receives the gradient that was passed."""
    x, s = leaf(lib), lib.tensor(3.0, requires_grad=True)
    s.backward()
    x.backward(lib.tensor([1.0, 2.0]))
    x.backward(lib.tensor([1.0, 2.0]))
    return s.grad, x.grad


@row
def a_leaf_overwritten_before_backward(lib):
    """A leaf whose value was saved and then overwritten cannot be gone back through."""
    x = leaf(lib)
    y = (x * x).sum()
    with lib.no_grad():
        x.mul_(2)
    return tried(y.backward), x.grad


@row
def a_leaf_whose_data_was_overwritten(lib):
    """A write through `.data` goes unnoticed: the gradient is of the new value."""
    x = leaf(lib)
    y = (x * x).sum()
    x.data.mul_(10)
    y.backward()
    return x.grad, x._version


@row(
    why="torch keeps what arrives as `.grad` where nobody else holds it; minigrad always copies it"
)
def a_gradient_and_what_arrived(lib):
    """Writing into a fresh `.grad` shows in what a hook of its accumulator was given."""
    x, seen = leaf(lib), []

    def triple(x):
        x.grad.mul_(3)

    end = x.view_as(x).grad_fn.next_functions[0][0]
    x.register_post_accumulate_grad_hook(triple)
    end.register_hook(lambda sent, arrived: seen.append(arrived[0].clone()))
    (x * 2).sum().backward()
    return x.grad, seen
