"""Values that were saved and written over since."""

from tests.behaviours.helpers import leaf_of_four, result, tried
from tests.behaviours.table import row


@row
def writing_over_what_was_saved(lib):
    """Backward refuses a saved input that was written over since."""
    x = leaf_of_four(lib)
    y = x * 1
    z = y * y
    y.add_(1)
    z.sum().backward()


@row
def writing_over_a_saved_result(lib):
    """Backward refuses a saved result that was written over since."""
    x = leaf_of_four(lib)
    y = x.exp()
    y.mul_(2)
    y.sum().backward()


@row
def writing_over_what_nobody_saved(lib):
    """What no rule asks for may be written over."""
    x = leaf_of_four(lib)
    y = x * 2
    z = y + 1
    y.zero_()
    z.sum().backward()
    return x.grad


@row
def writing_over_a_leaf_that_was_saved(lib):
    """Under `no_grad` a leaf may be written over; a graph that saved it says so in backward."""
    x = leaf_of_four(lib)
    y = x * x
    with lib.no_grad():
        x.add_(1)
    y.sum().backward()


@row
def writing_over_a_saved_leaf_through_data(lib):
    """A write through `.data` goes unnoticed: the gradient is silently another one."""
    x = leaf_of_four(lib)
    y = x * x
    x.data.add_(10)
    y.sum().backward()
    return x.grad


@row
def writing_through_a_detached_twin_is_noticed(lib):
    """`detach()` hides the history, not the write."""
    x = leaf_of_four(lib)
    y = x.tanh()
    y.detach().zero_()
    y.sum().backward()


@row
def writing_through_a_view_of_what_was_saved(lib):
    """A write into one element of a base spoils what any node saved of it."""
    _, y = result(lib)
    z = (y[1] * y[1]).sum()
    y[0] = 0.0
    z.backward()


@row
def saved_is_checked_when_read(lib):
    """The check comes when a saved value is unpacked, by backward or by hand; not before."""
    x = leaf_of_four(lib)
    y = x.exp()
    node = y.grad_fn
    first = node._saved_result
    y.add_(1)
    return first, tried(lambda: node._saved_result)


@row
def what_no_wanted_gradient_needs_is_not_saved(lib):
    """`x * c` saves `c` alone: `x` may be written over, `c` may not."""
    x, c = leaf_of_four(lib), lib.ones(4)
    y = x * 1
    z = y * c
    y.add_(1)
    z.sum().backward()
    again = (x * 1) * c
    c.add_(1)
    return x.grad, tried(lambda: again.sum().backward())


@row
def its_own_result_may_be_saved_after_a_write(lib):
    """`y.exp_()` saves what it wrote; the next write spoils that."""
    x = leaf_of_four(lib)
    y = (x * 1).exp_()
    y.sum().backward()
    z = (x * 1).exp_()
    z.add_(1)
    return x.grad, tried(lambda: z.sum().backward())


@row
def what_a_write_needs_of_the_old_value(lib):
    """A write whose rule needs the old value has kept it: `y.sin_()` differentiates."""
    x = leaf_of_four(lib)
    y = (x * 1).sin_()
    w = lib.ones(4, requires_grad=True)
    z = (x * 2).mul_(w)
    (y.sum() + z.sum()).backward()
    return x.grad, w.grad


@row
def a_write_of_a_tensor_into_itself(lib):
    """`y.mul_(y)` needs the value that it overwrites: backward refuses."""
    x = leaf_of_four(lib)
    y = x * 1
    y.mul_(y)
    y.sum().backward()


@row
def detached_in_place_after_saving(lib):
    """A saved result that `detach_()` cut off since cannot be used in backward."""
    x = leaf_of_four(lib)
    y = x * 1
    z = y * y
    y.detach_()
    z.sum().backward()


@row
def which_of_two_written_tensors_is_named(lib):
    """Of two saved tensors that were written since, that which the first rule needs is named."""
    x = leaf_of_four(lib)
    a, b = x.exp(), x.sin()
    y = (a * b).sum()
    a.add_(1)
    b.add_(1)
    return tried(lib.autograd.grad, y, x), tried(y.backward)


@row
def a_saved_result_shares_its_version(lib):
    """What is read as `_saved_result` shares memory and version with the result."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = x.exp()
    saved = y.grad_fn._saved_result
    with lib.no_grad():
        y += 1
    return saved is y, y._version, saved._version, saved.detach()


@row
def a_saved_input_that_an_assignment_by_a_mask_overwrites(lib):
    """Reading and writing `x[mask]` saves the mask, not `x`: the write does no harm."""
    x = lib.zeros(3, requires_grad=True)
    y, mask = x + 0, lib.tensor([True, False, True])
    y[mask] = y[mask]
    y.backward(lib.tensor([1.0, 2.0, 3.0]))
    return x.grad


@row
def positions_that_changed_since(lib):
    """Index tensors are saved as well: written over, they are refused in the backward."""

    def write(x, where):
        y = x * 1
        y[where] = 3.0
        return y

    acts = (
        lambda x, where: x[where],
        lambda x, where: x.view(1, 2)[:, where],
        write,
    )
    found = []
    for act in acts:
        x, where = lib.tensor([1.0, 2.0], requires_grad=True), lib.tensor([0])
        y = act(x, where).sum()
        where.add_(1)
        found.append([tried(y.backward), x.grad])
    return found


@row
def a_result_given_other_data(lib):
    """Given `.data` of another shape, a result does not fit its node any more: backward refuses."""
    y = lib.ones(1, 3, requires_grad=True) * lib.ones(1, 3)
    y.data = lib.ones(3, 1)
    y.exp().sum().backward()


@row
def a_result_given_other_data_among_two(lib):
    """The same where it meets a tensor of its new shape."""
    y = lib.ones(1, 3, requires_grad=True) * 2
    y.data = lib.ones(3, 1)
    (y * lib.ones(3, 1)).sum().backward()
