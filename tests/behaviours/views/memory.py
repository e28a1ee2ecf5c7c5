"""Who is a view of whom, and where in memory it lies."""

from tests.behaviours.helpers import leaf_of_four, node_name, tried
from tests.behaviours.table import row


@row
def who_is_a_view(lib):
    """Slices, turns and new shapes are views of the base; copies and results are not."""
    x = lib.zeros(2, 3)
    made = {
        "select": x[0],
        "slice": x[:, 1:],
        "all": x[...],
        "none": x[None],
        "t": x.t(),
        "T": x.T,
        "view": x.view(3, 2),
        "reshape": x.reshape(6),
        "copied": x.t().reshape(6),
        "expand": x.expand(2, 2, 3),
        "unbind": x.unbind()[1],
        "detach": x.detach(),
        "data": x.data,
        "squeeze": x.squeeze(),
        "list": x[[0]],
        "mask": x[x > 0],
        "sum": x.sum(0),
        "clone": x.clone(),
        "same": x.contiguous(),
        "view of a view": x[0][1:],
        "of a twin": x.detach()[0],
    }
    return {key: [y._is_view(), y._base is x] for key, y in made.items()}


@row
def the_base_is_never_a_view(lib):
    """A view of a view has the same base."""
    x = lib.zeros(2, 3)
    y = x.t()[1]
    return y._base is x, y._base._base, x._is_view()


@row
def a_view_shows_what_the_base_has(lib):
    """Base and view are the same memory, whichever is written into."""
    x = lib.arange(6.0).view(2, 3)
    row = x[1]
    x.add_(1)
    row.mul_(10)
    x[:, 0] = -1
    return x, row


@row
def where_a_view_lies(lib):
    """`data_ptr`, `stride`, `is_contiguous`: the strided window a view is."""
    x = lib.zeros(2, 3)
    views = x, x[1], x[:, 1], x.t(), x[:, ::2], x.view(6), x.expand(4, 2, 3), x[1:1], x.unsqueeze(1)
    first = x.data_ptr()
    return [[y.data_ptr() - first, y.stride(), y.is_contiguous()] for y in views[:-2]], [
        [y.stride(), y.is_contiguous()] for y in views
    ]


@row
def the_stride_of_one_dimension(lib):
    """`stride(dim)` says one, and knows how many there are."""
    x = lib.zeros(2, 3)
    return x.stride(0), x.stride(-1), tried(x.stride, 2), lib.zeros(()).stride()


@row
def memory_is_shared_or_not(lib):
    """What shares memory: views, twins, `.data`, `contiguous()` of a contiguous tensor."""
    x = lib.zeros(2, 2)
    made = (
        x.detach(),
        x.data,
        x.view(4),
        x.contiguous(),
        x.clone(),
        x.t().contiguous(),
        x.to(x.dtype),
    )
    return [y.data_ptr() == x.data_ptr() for y in made]


@row
def a_view_needs_no_copy(lib):
    """`view` refuses where the memory is not laid out for it; `reshape` copies then."""
    x = lib.zeros(2, 3).t()
    return tried(x.view, 6), x.reshape(6)._is_view()


@row
def a_view_of_a_leaf_is_no_leaf(lib):
    """A view of a leaf is a result: gradients pass through it, `.grad` stays on the leaf."""
    x = leaf_of_four(lib)
    y = x[1:3]
    facts = y.is_leaf, y.requires_grad, node_name(y), y._base is x
    (y * y).sum().backward()
    return facts, x.grad


@row
def a_view_told_to_require_grad(lib):
    """A view of a constant may be made a leaf of its own; then it refuses writes as leaves do."""
    c = lib.zeros(4)
    view = c[:2].requires_grad_()
    (view * 2).sum().backward()
    facts = view.is_leaf, view.requires_grad, c.requires_grad, view.grad, view._is_view()
    return facts, tried(view.add_, 1), tried(c.add_, 1) is c, view


@row
def detaching_a_base_leaves_its_views(lib):
    """`detach_` of a leaf cuts the leaf off, not the views that were made of it."""
    x = lib.ones(4, requires_grad=True)
    view = x[1:]
    x.detach_()
    return x.requires_grad, view.requires_grad, view.grad_fn.name(), view._base is x
