"""What learners run into: the messages and silent surprises that people ask about most."""

from tests.behaviours.table import row


def message(act):
    """The first line of the error that `act` raises."""
    try:
        return act()
    except TypeError as error:
        return str(error).partition("\n")[0]


# ------------------------------------------------------------------ .grad is None, and leaves


@row
def grad_of_a_result(lib):
    """Reading `.grad` of a result warns, and gives None."""
    x = lib.ones(2, requires_grad=True)
    y = x * 2
    y.sum().backward()
    return y.grad, x.grad


@row
def a_reshaped_parameter_is_no_leaf(lib):
    """A tensor that is reshaped right after its making gets no gradient."""
    w = lib.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True).view(2, 2)
    w.sum().backward()
    return w.is_leaf, w.requires_grad, w.grad


@row
def a_scaled_parameter_is_no_leaf(lib):
    """``randn(..., requires_grad=True) / n`` is a result."""
    w = lib.randn(3, requires_grad=True) / 3**0.5
    return w.is_leaf, w.grad_fn.name(), w.detach().requires_grad_().is_leaf


@row
def a_converted_parameter_is_no_leaf(lib):
    """So is a parameter that was converted to another type; to its own type, it is itself."""
    w = lib.ones(2, requires_grad=True)
    return w.double().is_leaf, w.float().is_leaf, w.float() is w


@row
def optimizing_a_result(lib):
    """An optimizer refuses what is no leaf."""
    w = lib.ones(2, requires_grad=True) * 0.1
    lib.optim.SGD([w], lr=0.1)


@row
def optimizing_nothing(lib):
    """An optimizer refuses an empty list."""
    lib.optim.SGD([], lr=0.1)


@row
def optimizing_one_tensor(lib):
    """An optimizer takes a list, not a tensor."""
    lib.optim.SGD(lib.ones(2, requires_grad=True), lr=0.1)


@row
def optimizing_with_a_negative_rate(lib):
    """An optimizer refuses a learning rate below 0."""
    lib.optim.SGD([lib.ones(2, requires_grad=True)], lr=-1.0)


@row
def retain_grad_without_a_graph(lib):
    """There is no gradient to retain where nothing requires one."""
    lib.ones(2).retain_grad()


@row
def a_hook_without_a_graph(lib):
    """Nor is there one to hook."""
    lib.ones(2).register_hook(print)


@row
def an_update_that_rebinds(lib):
    """``w = w - lr * w.grad`` gives a new tensor: the next round finds no gradient in it."""
    w = lib.tensor([1.0], requires_grad=True)
    (w * w).backward()
    w = w - 0.1 * w.grad
    (w * w).backward()
    return w.is_leaf, w.grad


@row
def an_update_that_rebinds_without_a_graph(lib):
    """In no_grad the new tensor requires no gradient either: the next backward raises."""
    w = lib.tensor([1.0], requires_grad=True)
    (w * w).backward()
    with lib.no_grad():
        w = w - 0.1 * w.grad
    assert not w.requires_grad and w.grad is None
    (w * w).backward()


@row
def a_gradient_that_never_came(lib):
    """Before a backward `.grad` is None, and arithmetic with it fails as Python's."""
    w = lib.ones(2, requires_grad=True)
    return 0.1 * w.grad


@row
def zeroing_a_gradient_that_never_came(lib):
    """So does ``w.grad.zero_()``."""
    lib.ones(2, requires_grad=True).grad.zero_()


# ------------------------------------------------------------------ backward


@row
def backward_twice(lib):
    """A second backward through a graph that saved something raises."""
    x = lib.tensor([3.0], requires_grad=True)
    y = x * x
    y.backward()
    y.backward()


@row
def backward_twice_where_nothing_was_saved(lib):
    """A graph that saved nothing can be run again: the gradients add up."""
    x = lib.ones(2, requires_grad=True)
    y = (x + 1).sum()
    y.backward()
    y.backward()
    return x.grad


@row
def backward_twice_through_a_shared_part(lib):
    """Two losses on one hidden layer: the second finds its part of the graph freed."""
    x = lib.ones(2, requires_grad=True)
    hidden = x.exp()
    hidden.sum().backward()
    (hidden * hidden).sum().backward()


@row
def computed_outside_the_loop(lib):
    """What was computed before the loop is freed after its first round."""
    w = lib.tensor([2.0], requires_grad=True)
    scaled = w**2
    for _ in range(2):
        (scaled * 3).sum().backward()


@row
def a_state_carried_over(lib):
    """A recurrent state ties each round to the last one; detached, it does not."""
    w = lib.tensor([0.5], requires_grad=True)
    state = lib.ones(1)
    for _ in range(2):
        state = lib.tanh(w * state)
        state.sum().backward()
        state = state.detach()
    once = w.grad.clone()
    for _ in range(2):
        state = lib.tanh(w * state)
        state.sum().backward()
    return once


@row
def retained_graphs_accumulate(lib):
    """With retain_graph the second backward runs, and adds."""
    x = lib.tensor([3.0], requires_grad=True)
    y = x * x
    y.backward(retain_graph=True)
    y.backward()
    return x.grad


@row
def reading_what_was_freed(lib):
    """Saved values of a freed graph cannot be read either."""
    x = lib.tensor([3.0], requires_grad=True)
    y = x * x
    node = y.grad_fn
    y.backward()
    return node._saved_self


@row
def backward_from_many(lib):
    """Several elements have no gradient without a `gradient` to weigh them."""
    (lib.ones(3, requires_grad=True) * 2).backward()


@row
def backward_from_many_by_grad(lib):
    """The same through autograd.grad."""
    x = lib.ones(3, requires_grad=True)
    return lib.autograd.grad(x * 2, x)


@row
def a_gradient_of_another_shape(lib):
    """The `gradient` has the shape of the result."""
    (lib.ones(3, requires_grad=True) * 2).backward(lib.ones(2))


@row
def a_gradient_of_another_type(lib):
    """A number is no `gradient`."""
    (lib.ones(3, requires_grad=True) * 2).backward(1.0)


@row
def backward_without_a_graph(lib):
    """Nothing that requires grad took part: there is nowhere to go."""
    (lib.ones(2) * 2).sum().backward()


@row
def backward_from_under_no_grad(lib):
    """The same where recording was off."""
    x = lib.ones(2, requires_grad=True)
    with lib.no_grad():
        loss = (x * x).sum()
    loss.backward()


@row
def backward_after_item(lib):
    """A graph that was cut by a Python number: `.item()` has no history."""
    x = lib.tensor([2.0], requires_grad=True)
    loss = lib.tensor((x * x).item())
    loss.backward()


@row
def backward_from_predictions(lib):
    """argmax and comparisons give numbers that carry no gradient."""
    x = lib.tensor([0.2, 0.8], requires_grad=True)
    hits = (x.argmax() == 1).float().mean()
    assert not hits.requires_grad
    hits.backward()


@row
def a_gradient_of_something_unused(lib):
    """autograd.grad names the input that the result does not depend on."""
    x, z = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    return lib.autograd.grad((x * 2).sum(), [x, z])


@row
def a_gradient_of_a_constant(lib):
    """autograd.grad refuses an input that requires no grad."""
    x = lib.ones(2, requires_grad=True)
    return lib.autograd.grad((x * 2).sum(), lib.ones(2))


@row
def second_derivatives_without_create_graph(lib):
    """A gradient has no history unless create_graph was asked for."""
    x = lib.tensor([2.0], requires_grad=True)
    (g,) = lib.autograd.grad(x**3, x)
    g.backward()


@row
def second_derivatives_pile_up(lib):
    """backward(create_graph=True), then backward of `.grad`: both gradients lie in `.grad`."""
    x = lib.tensor([2.0], requires_grad=True)
    (x**3).backward(create_graph=True)
    x.grad.backward()
    return x.grad.detach()


# ------------------------------------------------------------------ who may require a gradient


@row
def integers_that_require_a_gradient(lib):
    """Only floating point tensors can be made to require a gradient."""
    lib.tensor([1, 2], requires_grad=True)


@row
def integers_told_to_require_a_gradient(lib):
    """The same afterwards, in other words."""
    lib.tensor([1, 2]).requires_grad_()


@row
def integers_set_to_require_a_gradient(lib):
    """And through the attribute."""
    lib.tensor([1, 2]).requires_grad = True


@row
def integer_parameters(lib):
    """And for parameters."""
    lib.nn.Parameter(lib.tensor([1, 2]))


@row
def a_result_told_not_to(lib):
    """A result cannot be told not to require a gradient; it is detached."""
    (lib.ones(2, requires_grad=True) * 2).requires_grad = False


@row
def requires_grad_by_a_slip(lib):
    """``x.required_grad = True``, a slip, sets an attribute that nobody looks at."""
    x = lib.ones(2)
    x.required_grad = True
    return x.requires_grad, x.required_grad


# ------------------------------------------------------------------ in-place


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


# ------------------------------------------------------------------ no_grad, inference, NumPy


@row
def an_inference_tensor_in_a_graph(lib):
    """An inference tensor cannot be saved for backward."""
    with lib.inference_mode():
        k = lib.ones(2)
    return lib.ones(2, requires_grad=True) * k


@row
def writing_into_an_inference_tensor(lib):
    """Nor be written to outside of the mode."""
    with lib.inference_mode():
        k = lib.ones(2)
    k.add_(1)


@row
def an_inference_tensor_to_train(lib):
    """Nor require a gradient."""
    with lib.inference_mode():
        k = lib.ones(2)
    k.requires_grad_()


@row
def evaluation_mode_records(lib):
    """`model.eval()` does not turn recording off."""
    model = lib.nn.Linear(2, 1).eval()
    return model(lib.ones(1, 2)).requires_grad, model.training


@row
def numpy_of_a_parameter(lib):
    """NumPy would compute without recording."""
    lib.ones(2, requires_grad=True).numpy()


@row
def numpy_of_a_loss(lib):
    """The same where NumPy asks for itself, here a plot of losses."""
    import numpy as np

    loss = lib.ones(2, requires_grad=True).sum()
    return np.asarray([loss])


@row
def copying_a_result(lib):
    """deepcopy copies leaves only."""
    import copy

    copy.deepcopy(lib.ones(2, requires_grad=True) * 2)


# ------------------------------------------------------------------ shapes, types, truth


@row
def shapes_that_do_not_broadcast(lib):
    """Sizes that differ, and neither of which is 1."""
    lib.ones(2, 3) + lib.ones(2)


@row
def a_mean_loss_that_broadcasts(lib):
    """MSELoss of (N, 1) and (N,) broadcasts to (N, N), with a warning."""
    return lib.nn.MSELoss()(lib.ones(3, 1), lib.zeros(3))


@row
def matrices_that_do_not_fit(lib):
    """The inner dimensions of a product."""
    lib.ones(2, 3) @ lib.ones(2, 3)


@row
def a_layer_with_the_wrong_input(lib):
    """A layer that expects another number of features."""
    lib.nn.Linear(10, 5)(lib.ones(4, 3))


@row
def a_product_of_two_types(lib):
    """Types that a matrix product does not mix; NumPy's arrays are float64."""
    lib.nn.Linear(2, 1)(lib.ones(1, 2, dtype=lib.float64))


@row
def an_impossible_view(lib):
    """Another number of elements."""
    lib.ones(2, 3).view(4)


@row
def a_view_across_memory(lib):
    """A view needs elements that lie in order."""
    lib.ones(2, 3).t().view(6)


@row
def a_dimension_too_far(lib):
    """There is no dimension 2 in a matrix."""
    lib.ones(2, 3).sum(2)


@row
def an_index_too_far(lib):
    """There is no element 5 of three."""
    lib.ones(3)[5]


@row
def indexing_a_number(lib):
    """A 0-d tensor has nothing to index."""
    lib.tensor(1.0)[0]


@row
def the_truth_of_many(lib):
    """``if x > 0`` of several elements."""
    return bool(lib.ones(2) > 0)


@row
def the_item_of_many(lib):
    """`.item()` of several elements."""
    lib.ones(2).item()


@row
def classes_as_floats(lib):
    """cross_entropy takes class numbers as int64."""
    lib.nn.functional.cross_entropy(lib.ones(2, 3), lib.tensor([0, 1], dtype=lib.int32))


@row
def a_class_that_is_not_there(lib):
    """A class number beyond the scores."""
    lib.nn.functional.cross_entropy(lib.ones(2, 3), lib.tensor([0, 3]))


@row
def too_many_and_too_few_arguments(lib):
    """In-place methods count their arguments."""
    x = lib.ones(2)
    calls = (lambda: x.mul_(1, 2, 3), lambda: x.mul_(), lambda: x.exp_(3), lambda: lib.exp([1.0]))
    return [message(call) for call in calls]


@row
def keepdim_in_the_place_of_dim(lib):
    """``x.sum(True)`` does not keep the dimensions: True is no dimension."""
    x = lib.ones(2, 3)
    calls = (lambda: x.mean(True), lambda: x.argmax(True), lambda: x.cumsum(True))
    return [message(call) for call in calls], x.sum((0, 1), keepdim=True).shape


@row
def lists_of_unequal_length(lib):
    """Rows of a tensor are equally long."""
    lib.tensor([[1, 2], [3]])


@row
def a_list_of_tensors(lib):
    """Tensors in a list are stacked, not made into a tensor."""
    lib.tensor([lib.ones(2), lib.ones(2)])


@row
def a_module_without_its_start(lib):
    """A module that forgot ``super().__init__()``."""

    class Net(lib.nn.Module):
        def __init__(self):
            self.layer = lib.nn.Linear(1, 1)

    Net()


@row
def a_module_without_forward(lib):
    """A module that has no forward."""

    class Net(lib.nn.Module):
        pass

    Net()(lib.ones(1))


@row
def weights_of_another_model(lib):
    """Loading weights whose names do not fit."""
    lib.nn.Linear(2, 1).load_state_dict({"kernel": lib.ones(1, 2)})


@row
def a_walk_that_follows_variable(lib):
    """Only the nodes of leaves have a `variable`."""
    y = (lib.ones(1, requires_grad=True) * 2 + 1).sum()
    node = y.grad_fn.next_functions[0][0]
    assert node.next_functions[0][0].next_functions[0][0].variable.is_leaf
    return node.variable


@row
def an_operation_called_without_its_tensor(lib):
    """`exp()` of nothing says which argument is missing."""
    lib.exp()
