"""Writes that are refused, or that go unseen."""

from tests.behaviours.table import row


@row
def writing_into_a_leaf(lib):
    """A leaf that requires grad must not be written to."""
    lib.ones(2, requires_grad=True).add_(1)


@row
def updating_a_leaf_by_minus_equals(lib):
    """``w -= ...`` outside of no_grad is such a write."""
    w = lib.ones(2, requires_grad=True)
    w -= 0.1 * lib.ones(2)


@row
def writing_into_an_element_of_a_leaf(lib):
    """``w[0] = 1`` writes through a view of the leaf."""
    w = lib.ones(2, requires_grad=True)
    w[0] = 5.0


@row
def writing_through_a_view_of_a_leaf(lib):
    """So does writing through a view that one holds."""
    lib.ones(2, requires_grad=True)[0].zero_()


@row
def a_result_that_was_saved(lib):
    """exp saves its result: writing there is found out in backward."""
    y = lib.ones(1, requires_grad=True).exp()
    y.add_(1)
    y.sum().backward()


@row
def an_input_that_was_saved(lib):
    """A power saves its input; set-item counts as a write."""
    x = lib.ones(3, requires_grad=True) * 2
    y = x**2
    x[0] = 0.0
    y.sum().backward()


@row
def a_product_whose_factor_changed(lib):
    """Of a product each factor is saved for the other's gradient."""
    x, k = lib.ones(2, requires_grad=True), lib.ones(2)
    y = x * k
    k.mul_(3)
    y.sum().backward()


@row
def parameters_that_stepped(lib):
    """An optimizer's step between forward and backward changes what was saved."""
    first, second = lib.nn.Linear(2, 2), lib.nn.Linear(2, 1)
    optimizer = lib.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1)
    loss = second(first(lib.ones(1, 2))).sum()
    loss.backward(retain_graph=True)
    optimizer.step()
    loss.backward()


@row
def writes_that_do_no_harm(lib):
    """In-place is legal where nothing that is needed was overwritten."""
    x = lib.tensor([3.0], requires_grad=True)
    y = x * 2
    y.add_(1)
    y.backward()
    z = x**2
    z.add_(1)
    z.backward()
    return x.grad


@row
def a_write_through_data_goes_unseen(lib):
    """Writing through `.data` is not noticed: the gradient is wrong, silently."""
    x = lib.tensor([3.0], requires_grad=True)
    y = x * 1
    z = y**2
    y.data.zero_()
    z.backward()
    return x.grad


@row
def a_write_through_detach_is_seen(lib):
    """The same through `.detach()` raises."""
    x = lib.tensor([3.0], requires_grad=True)
    y = x * 1
    z = y**2
    y.detach().zero_()
    z.backward()


@row
def pieces_written_to(lib):
    """Outputs of unbind must not be written to."""
    x = lib.ones(2, 2, requires_grad=True) * 1
    first, _ = x.unbind()
    first.add_(1)
