"""A gradient fits its tensor, whatever was broadcast, promoted, joined or split."""

from tests.autograd.twins import both, cases

case = cases()


@case
def broadcasting_is_undone(lib):
    x, y = lib.ones(3, 1, requires_grad=True), lib.ones(2, requires_grad=True)
    z = lib.tensor(2.0, requires_grad=True)
    (x * y + z).sum().backward()
    return x.grad, y.grad, z.grad


@case
def promotion_is_undone(lib):
    x = lib.ones(2, requires_grad=True)
    y = lib.ones(2, dtype=lib.float64, requires_grad=True)
    z = lib.ones((), dtype=lib.float64, requires_grad=True)
    (x * y).sum().backward()
    (x / z).sum().backward()
    (x * lib.tensor([2, 3])).sum().backward()
    return x.grad, y.grad, z.grad


@case
def constants_among_many_inputs(lib):
    x = lib.ones(2, requires_grad=True)
    y, z = lib.cat([x, lib.ones(2)]), lib.stack([lib.ones(2), x])
    (y.sum() + z.sum()).backward()
    return x.grad, [node is None for node, _ in y.grad_fn.next_functions]


@case
def zeros_for_outputs_without_gradient(lib):
    x = lib.ones(3, 2, requires_grad=True)
    x.unbind(0)[1].sum().backward()
    x.split([1, 2])[1].sum().backward()
    return x.grad


test_graph_as_in_torch = both(__name__, case)
