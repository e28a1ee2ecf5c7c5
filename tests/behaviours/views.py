"""Point 2: writes in place, views, and the version that both count."""

from tests.behaviours.table import row


def leaf(lib, *values):
    return lib.tensor(list(values or (1.0, 2.0, 3.0, 4.0)), requires_grad=True)


def result(lib):
    """A leaf, and a matrix computed from it."""
    x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    return x, x * 1.0


def tried(act, *args):
    """What `act` gives, or its error: for rows that go on afterwards."""
    try:
        return act(*args)
    except Exception as error:
        return [type(error).__name__, str(error).partition("\n")[0]]


def name(x):
    """The name of the node behind a tensor."""
    return x.grad_fn and x.grad_fn.name().rpartition("::")[2]


def nodes(x, depth=4):
    """The names of the first nodes on the way from a tensor to the leaves, first edges only."""
    node, found = x.grad_fn, []
    while node is not None and len(found) < depth:
        found.append(node.name().rpartition("::")[2])
        node = node.next_functions[0][0] if node.next_functions else None
    return found


# ---------------------------------------------------------------------- versions


@row
def each_write_is_counted(lib):
    """A tensor's version says how often its memory was written into."""
    x, found = lib.zeros(3), []
    for write in (lambda: x.add_(1), lambda: x.mul_(2), lambda: x.zero_(), lambda: x.neg_()):
        found.append(x._version)
        write()
    x[0] = 1
    x += 1
    return found, x._version


@row
def what_is_computed_starts_at_zero(lib):
    """A result has memory, and a version, of its own."""
    x = lib.zeros(3)
    x.add_(1)
    return x._version, (x * 2)._version, x.clone()._version, lib.cat([x, x])._version


@row
def base_views_and_twins_share_a_version(lib):
    """A base, its views, their views and `detach()`ed twins count together, whoever writes."""
    x = lib.zeros(2, 3)
    family = [x, x[0], x.t(), x.view(6), x[0][1:], x.detach(), x.detach()[1], x.expand(2, 2, 3)]
    found = []
    for each in family[:-1]:
        each.add_(1)
        found.append([other._version for other in family])
    return found, x


@row
def data_does_not_share_the_version(lib):
    """`.data` shows the memory under a version of its own: writes through it go unnoticed."""
    x = lib.zeros(3)
    x.data.add_(1)
    return x, x._version, x.data._version, x.data.data_ptr() == x.data_ptr()


@row
def numpy_writes_are_not_counted(lib):
    """What NumPy writes into shared memory is seen, and not counted."""
    x = lib.zeros(2)
    x.numpy()[0] = 5
    return x, x._version


@row
def version_and_base_cannot_be_set(lib):
    """`_version`, `_base` and `shape` are facts."""
    x = lib.zeros(2)
    found = [tried(setattr, x, name, None) for name in ("_version", "_base", "shape")]
    return [kind for kind, _ in found], x._version


@row
def a_refused_write_is_not_counted(lib):
    """A write that raises leaves values and version as they were."""
    x = lib.zeros(2)
    said = tried(x.add_, lib.ones(3)), tried(x.add_, lib.ones(2, 2))
    return said, x, x._version


@row
def assigning_data_keeps_the_version(lib):
    """`x.data = y` gives `x` the memory of `y`, and neither a version of it nor a base."""
    x, y = lib.zeros(2), lib.ones(2)
    y.add_(1)
    x.data = y
    y.add_(1)
    return x, x._version, y._version, x._is_view()


@row
def in_place_returns_the_tensor_itself(lib):
    """A write returns the very tensor that was written into."""
    x = lib.zeros(2, 2)
    writes = (x.add_(1), x.zero_(), x.fill_(2), x.copy_(x.clone()), x.t_(), x.unsqueeze_(0))
    return [each is x for each in writes]


# ---------------------------------------------------------------------- what was saved


@row
def writing_over_what_was_saved(lib):
    """Backward refuses a saved input that was written over since."""
    x = leaf(lib)
    y = x * 1
    z = y * y
    y.add_(1)
    z.sum().backward()


@row
def writing_over_a_saved_result(lib):
    """Backward refuses a saved result that was written over since."""
    x = leaf(lib)
    y = x.exp()
    y.mul_(2)
    y.sum().backward()


@row
def writing_over_what_nobody_saved(lib):
    """What no rule asks for may be written over."""
    x = leaf(lib)
    y = x * 2
    z = y + 1
    y.zero_()
    z.sum().backward()
    return x.grad


@row
def writing_over_a_leaf_that_was_saved(lib):
    """Under `no_grad` a leaf may be written over; a graph that saved it says so in backward."""
    x = leaf(lib)
    y = x * x
    with lib.no_grad():
        x.add_(1)
    y.sum().backward()


@row
def writing_over_a_saved_leaf_through_data(lib):
    """A write through `.data` goes unnoticed: the gradient is silently another one."""
    x = leaf(lib)
    y = x * x
    x.data.add_(10)
    y.sum().backward()
    return x.grad


@row
def writing_through_a_detached_twin_is_noticed(lib):
    """`detach()` hides the history, not the write."""
    x = leaf(lib)
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
    x = leaf(lib)
    y = x.exp()
    node = y.grad_fn
    first = node._saved_result
    y.add_(1)
    return first, tried(lambda: node._saved_result)


@row
def what_no_wanted_gradient_needs_is_not_saved(lib):
    """`x * c` saves `c` alone: `x` may be written over, `c` may not."""
    x, c = leaf(lib), lib.ones(4)
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
    x = leaf(lib)
    y = (x * 1).exp_()
    y.sum().backward()
    z = (x * 1).exp_()
    z.add_(1)
    return x.grad, tried(lambda: z.sum().backward())


@row
def what_a_write_needs_of_the_old_value(lib):
    """A write whose rule needs the old value has kept it: `y.sin_()` differentiates."""
    x = leaf(lib)
    y = (x * 1).sin_()
    w = lib.ones(4, requires_grad=True)
    z = (x * 2).mul_(w)
    (y.sum() + z.sum()).backward()
    return x.grad, w.grad


@row
def a_write_of_a_tensor_into_itself(lib):
    """`y.mul_(y)` needs the value that it overwrites: backward refuses."""
    x = leaf(lib)
    y = x * 1
    y.mul_(y)
    y.sum().backward()


@row
def detached_in_place_after_saving(lib):
    """A saved result that `detach_()` cut off since cannot be used in backward."""
    x = leaf(lib)
    y = x * 1
    z = y * y
    y.detach_()
    z.sum().backward()


# ---------------------------------------------------------------------- history of a write


@row
def a_write_moves_the_history(lib):
    """Written into, a result has a new node, and the old one behind it."""
    x = leaf(lib)
    y = x * 2
    old = y.grad_fn
    y.add_(1)
    return nodes(y), y.grad_fn.next_functions[0][0] is old, y.is_leaf


@row
def a_constant_takes_up_the_history_of_what_is_written(lib):
    """A tracked value written into a constant makes it a result."""
    x, c = leaf(lib), lib.ones(4)
    c.mul_(x)
    facts = c.requires_grad, c.is_leaf, nodes(c)
    c.sum().backward()
    return facts, x.grad


@row
def a_constant_written_with_constants_stays_one(lib):
    """A write that no gradient depends on is not recorded."""
    c = lib.ones(4)
    c.mul_(3).add_(c)
    return c.requires_grad, c.grad_fn, c._version


@row
def zeroing_ends_the_history(lib):
    """After `zero_()` nothing flows to what was there before, but the graph is still walked."""
    x = leaf(lib)
    y = x * 2
    y.zero_()
    y.sum().backward()
    return name(y), y.requires_grad, x.grad


@row
def copying_replaces_the_history(lib):
    """`copy_` sends the gradient to what was copied, and zeros to what was there."""
    x, w = leaf(lib), leaf(lib)
    y = x * 2
    y.copy_(w * 3)
    y.sum().backward()
    return nodes(y), x.grad, w.grad


@row
def copying_converts_and_broadcasts(lib):
    """`copy_` writes another dtype and a smaller shape, and its gradient comes back in those."""
    w = lib.tensor([1.5, 2.5], dtype=lib.float64, requires_grad=True)
    y = lib.zeros(3, 2)
    y.copy_(w)
    y.sum().backward()
    whole = lib.zeros(2, dtype=lib.int64)
    whole.copy_(w.detach())
    return y, w.grad, whole


@row
def operators_with_equals_write(lib):
    """`y += 1` writes into `y`; `y = y + 1` makes another tensor."""
    y = lib.zeros(2)
    same = y
    y += 1
    y -= 3
    y *= 2
    y /= 4
    y **= 2
    y //= 1
    y %= 2
    return same is y, y, y._version


@row
def a_leaf_refuses_every_write(lib):
    """No write into a leaf that requires grad is recorded, whatever it writes."""
    x, other = leaf(lib), lib.ones(4)
    writes = (
        lambda: x.zero_(),
        lambda: x.copy_(other),
        lambda: x.__setitem__(0, 1.0),
        lambda: x.detach().zero_(),
        lambda: x.data.fill_(7),
        lambda: x.t_(),
    )
    return [tried(lambda write=write: write() is None) for write in writes], x, x._version


@row
def writing_into_a_view_of_a_leaf(lib):
    """A view of a leaf that requires grad refuses as the leaf does."""
    x = leaf(lib)
    x[:2].add_(1)


@row
def writing_into_a_key_of_a_leaf(lib):
    """`x[0] = 1` writes into a view of `x`: of a leaf, refused."""
    x = leaf(lib)
    x[0] = 1.0


@row
def writing_a_tracked_value_into_a_view_of_a_constant(lib):
    """A tracked value written into one row makes the whole base a result, and its other views."""
    x, base = leaf(lib, 1.0, 2.0), lib.zeros(2, 2)
    first, second = base[0], base[1]
    first.copy_(x)
    facts = [[t.requires_grad, t.is_leaf, name(t)] for t in (base, first, second)]
    (base * base).sum().backward()
    return facts, x.grad


# ---------------------------------------------------------------------- views


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
def writing_into_a_view_rebases_the_base(lib):
    """A write into a view of a result gives the base a CopySlices, and the view a new node."""
    x, y = result(lib)
    first = y[0]
    first.mul_(3)
    facts = nodes(y), nodes(first)
    y.sum().backward()
    return facts, x.grad


@row
def sibling_views_are_renewed(lib):
    """After a write into one view the others show it, and know its history."""
    x, y = result(lib)
    first, column, below = y[0], y.t()[1], y[1]
    before = [name(t) for t in (first, column, below)]
    first.mul_(3)
    after = [nodes(t, 3) for t in (first, column, below)]
    (column * column).sum().backward()
    return before, after, x.grad


@row
def a_view_is_renewed_when_it_is_read(lib):
    """The node a view had before the write is not its node after."""
    _, y = result(lib)
    view = y.t()
    old = view.grad_fn
    y.mul_(2)
    new = view.grad_fn
    return old is new, old.name(), new.name(), view.grad_fn is new, view.output_nr


@row
def a_view_of_a_view_after_a_write(lib):
    """Views of views are renewed from the base, in one step."""
    x, y = result(lib)
    inner = y.t()[1][:1]
    y[0].add_(1)
    found = nodes(inner)
    inner.sum().backward()
    return found, x.grad


@row
def writes_in_turn_into_two_views(lib):
    """Writes into overlapping views stack up in order."""
    x, y = result(lib)
    first, column = y[0], y[:, 0]
    first.mul_(2)
    column.mul_(3)
    first.add_(column)
    (y * y).sum().backward()
    return y, nodes(y), x.grad


@row
def writing_into_the_base_of_views(lib):
    """A write into the base moves its history, and all views follow."""
    x, y = result(lib)
    view = y[1]
    y.mul_(5)
    facts = nodes(y), nodes(view)
    view.sum().backward()
    return facts, x.grad


@row
def writing_with_a_transposed_view(lib):
    """A window is found again in a gradient however that is laid out."""
    x, y = result(lib)
    y.t()[0].mul_(lib.tensor([2.0, 3.0]))
    (y.t() * lib.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
    return x.grad


@row
def second_order_through_a_write_into_a_view(lib):
    """A gradient of a gradient passes a CopySlices as it passes any node."""
    x, y = result(lib)
    y[0].mul_(x[1])
    (g,) = lib.autograd.grad((y * y).sum(), x, create_graph=True)
    (h,) = lib.autograd.grad((g * g).sum(), x)
    return g.detach(), h


@row
def a_second_backward_through_a_copyslices(lib):
    """A CopySlices runs once, though it saved nothing."""
    _, y = result(lib)
    y[0].add_(1)
    loss = y.sum()
    loss.backward()
    loss.backward()


@row
def a_view_of_a_leaf_is_no_leaf(lib):
    """A view of a leaf is a result: gradients pass through it, `.grad` stays on the leaf."""
    x = leaf(lib)
    y = x[1:3]
    facts = y.is_leaf, y.requires_grad, name(y), y._base is x
    (y * y).sum().backward()
    return facts, x.grad


@row
def assignment_is_a_write(lib):
    """`y[0] = v` gives `v` its gradient, and the part of `y` that it replaced none."""
    x, y = result(lib)
    v = lib.tensor(5.0, requires_grad=True)
    y[0, 1] = v * v
    (y * y).sum().backward()
    return nodes(y), x.grad, v.grad


@row
def assignment_by_a_mask(lib):
    """`y[mask] = v` writes too, and keeps the other elements' gradients."""
    x, y = result(lib)
    v = lib.tensor(5.0, requires_grad=True)
    y[y > 2.5] = v
    y.sum().backward()
    return nodes(y), y, x.grad, v.grad


@row
def assignment_by_positions_into_a_view(lib):
    """Advanced indices of a view of a result write through to the base."""
    x, y = result(lib)
    y.t()[[0, 1], [1, 0]] = lib.tensor([7.0, 8.0])
    (y * y).sum().backward()
    return nodes(y), y, x.grad


@row
def adding_to_a_part(lib):
    """`y[0] += v` reads a view, writes into it, and assigns it back."""
    x, y = result(lib)
    v = leaf(lib, 10.0, 20.0)
    y[0] += v
    version = y._version
    (y * y).sum().backward()
    return version, nodes(y), x.grad, v.grad


@row
def hooks_stay_with_the_old_value(lib):
    """A hook sees the gradient of the value it was put on, `retain_grad` that of the last value."""
    x = leaf(lib)
    y, seen = x * 2, []
    y.register_hook(lambda g: seen.append(["before", g.tolist()]))
    y.retain_grad()
    y.mul_(3)
    y.register_hook(lambda g: seen.append(["after", g.tolist()]))
    y.sum().backward()
    return seen, y.grad, y.retains_grad


@row
def retaining_the_gradient_of_a_view_that_is_renewed(lib):
    """A retained gradient comes along when a write into its base renews a view."""
    x, y = result(lib)
    view = y[0]
    view.retain_grad()
    y.mul_(3)
    facts = view.retains_grad, name(view), view.retains_grad
    (view * view).sum().backward()
    return facts, view.grad, x.grad


@row
def a_hook_on_the_base_sees_what_came_before(lib):
    """A hook on a base fires with the gradient of the base before a view was written into."""
    x, y = result(lib)
    seen = []
    y.register_hook(lambda g: seen.append(g.tolist()))
    y[0].mul_(10)
    y.sum().backward()
    return seen, x.grad


# ---------------------------------------------------------------------- refused views


@row
def a_part_of_several_refuses_a_write(lib):
    """Outputs of `split`, `chunk` and `unbind` refuse to be written into."""
    _, y = result(lib)
    found = []
    for parts in (y.split(1), y.chunk(2), y.unbind(), lib.split(y, [1, 1])):
        found += [tried(parts[1].add_, 1), tried(parts[0].zero_)]
    return found, y._version


@row
def iterating_gives_parts_that_refuse(lib):
    """`for row in y: row *= 2` is a write into outputs of `unbind`: refused."""
    _, y = result(lib)
    for each in y:
        each *= 2


@row
def a_view_of_a_part_refuses_too(lib):
    """A view of an output of `split` refuses as that does."""
    _, y = result(lib)
    y.split(1)[0].view(2).mul_(2)


@row
def a_part_is_refused_after_its_base_was_written(lib):
    """Once the base is written into, an output of `unbind` cannot be used any more."""
    _, y = result(lib)
    part = y.unbind()[1]
    y.mul_(2)
    return tried(lambda: part.grad_fn), tried(lambda: (part * 1).sum())


@row
def a_refused_part_can_still_be_printed(lib):
    """What cannot be used any more can still be looked at."""
    _, y = result(lib)
    part = y.unbind()[1]
    y.mul_(2)
    return repr(part)


@row
def parts_of_a_constant_may_be_written_into(lib):
    """Nothing is refused where nothing is recorded."""
    x = lib.zeros(2, 2)
    a, b = x.unbind()
    a.add_(1)
    with lib.no_grad():
        y = result(lib)[1]
        for each in y.split(1):
            each.zero_()
    return x, b, y


@row
def a_view_made_under_no_grad_refuses(lib):
    """A view made under `no_grad`, written into outside, could not be recorded rightly: refused."""
    _, y = result(lib)
    with lib.no_grad():
        view = y[0]
    view.mul_(2)


@row
def a_view_of_a_view_made_under_no_grad_refuses(lib):
    """So does a view of that view."""
    _, y = result(lib)
    with lib.no_grad():
        view = y[0]
    view.view(2, 1).mul_(2)


@row
def a_view_made_under_no_grad_may_be_written_there(lib):
    """Both inside, the write is not recorded, and everybody sees it."""
    x, y = result(lib)
    with lib.no_grad():
        view = y[0]
        view.mul_(10)
    y.sum().backward()
    return y, y._version, name(y), x.grad, view.requires_grad


@row
def a_view_made_under_no_grad_after_a_recorded_write(lib):
    """A write into its base makes such a view unusable outside, and not inside."""
    _, y = result(lib)
    with lib.no_grad():
        view = y[0]
    y.mul_(2)
    with lib.no_grad():
        inside = (view * 1).tolist()
    return inside, tried(lambda: view * 1), view.requires_grad


@row
def a_view_of_a_leaf_made_under_no_grad(lib):
    """It may be written into under `no_grad` alone: how a step of descent works on a part."""
    x = leaf(lib)
    with lib.no_grad():
        view = x[:2]
        view -= 1
    return x, x.is_leaf, view.requires_grad, tried(view.sub_, 1)


@row
def a_view_of_a_constant_made_under_no_grad(lib):
    """Also of a constant: the write could have to be recorded later."""
    c, x = lib.zeros(2), leaf(lib, 1.0)
    with lib.no_grad():
        view = c[:1]
    view.add_(1)
    return c, tried(view.add_, x)


@row
def a_view_made_in_inference_mode(lib):
    """A view of an ordinary result made in `inference_mode` refuses outside."""
    _, y = result(lib)
    with lib.inference_mode():
        view = y[0]
    return view.is_inference(), view._is_view(), tried(view.mul_, 2), tried(lambda: view * 2)


# ---------------------------------------------------------------------- overlap, types, sizes


@row
def writing_into_a_tensor_that_repeats_its_elements(lib):
    """An expanded tensor has several places for one element: only constants may be written."""
    x = lib.zeros(1, 2).expand(3, 2)
    writes = {
        "add": lambda: x.add_(1),
        "mul": lambda: x.mul_(lib.ones(3, 2)),
        "exp": lambda: x.exp_(),
        "copy": lambda: x.copy_(lib.ones(3, 2)),
        "set": lambda: x.__setitem__(0, 1.0),
        "zero": lambda: x.zero_(),
        "fill": lambda: x.fill_(2),
    }
    return {key: tried(lambda write=write: write() is None) for key, write in writes.items()}, x


@row
def writing_what_overlaps(lib):
    """A write that reads memory which it is half way through writing is refused."""
    x = lib.arange(6.0)
    square = lib.arange(4.0).view(2, 2)
    writes = (
        lambda: x[1:].add_(x[:-1]),
        lambda: x[:3].add_(x[3:]),
        lambda: x.add_(x),
        lambda: square.mul_(square.t()),
        lambda: x[1:].copy_(x[:-1]),
        lambda: x[::2].add_(x[1::2]),
    )
    return [tried(lambda write=write: write() is None) for write in writes[:4]], tried(
        lambda: writes[5]() is None
    )


@row
def writing_by_positions_what_overlaps(lib):
    """By positions no part of a tensor may be written into itself, unless one number is masked."""
    x = lib.arange(6.0)
    writes = (
        lambda: x.__setitem__([0, 1], x[1:3]),
        lambda: x.__setitem__([0, 1, 2, 3, 4, 5], x),
        lambda: x.__setitem__(x > 3, x[1]),
        lambda: x.__setitem__([0, 1], x.clone()[1:3]),
    )
    return [tried(write) for write in writes], x, x._version


@row
def writing_a_result_of_a_higher_type(lib):
    """A write never changes the type of what is written into."""
    whole, mask, real = lib.ones(2, dtype=lib.int64), lib.tensor([True, False]), lib.ones(2)
    writes = {
        "float into int": lambda: whole.add_(1.5),
        "float tensor into int": lambda: whole.mul_(real),
        "quotient into int": lambda: whole.div_(2),
        "int into bool": lambda: mask.add_(1),
        "int tensor into bool": lambda: mask.mul_(whole),
        "int into float": lambda: real.add_(whole),
        "bool into int": lambda: whole.add_(mask),
        "double into float": lambda: real.add_(lib.ones(2, dtype=lib.float64)),
        "exp of int": lambda: whole.exp_(),
    }
    return {key: tried(write) for key, write in writes.items()}


@row
def filling_with_what_does_not_fit(lib):
    """`fill_` takes a number or a 0-d tensor, and converts."""
    whole, real = lib.zeros(2, dtype=lib.int64), lib.zeros(2)
    return (
        whole.fill_(2.7),
        tried(real.fill_, lib.ones(2)),
        real.fill_(lib.tensor(3)),
        tried(real.fill_, "a"),
    )


@row
def writing_what_is_larger(lib):
    """The result of a write must have the shape of what is written into."""
    x = lib.zeros(2)
    writes = (
        lambda: x.add_(lib.ones(2, 2)),
        lambda: x.mul_(lib.ones(3)),
        lambda: x.copy_(lib.ones(3)),
        lambda: x.copy_(lib.ones(2, 2)),
        lambda: x.__setitem__(0, lib.ones(2)),
        lambda: lib.zeros(()).add_(lib.ones(1)),
    )
    return [tried(write) for write in writes]


@row
def a_gradient_written_in_the_middle(lib):
    """Integers carry no gradient: a tracked value written into them is cut off."""
    x, whole = leaf(lib, 1.5, 2.5), lib.zeros(2, dtype=lib.int64)
    said = tried(lambda: whole.copy_(x))
    return whole, whole.requires_grad, said


# ---------------------------------------------------------------------- views in place


@row
def turning_a_tensor_in_place(lib):
    """`t_`, `transpose_`, `unsqueeze_`, `squeeze_` turn the tensor itself, and count as a write."""
    x = lib.arange(6.0).view(1, 2, 3).clone()
    pointer, found = x.data_ptr(), []
    turns = (
        lambda: x.squeeze_(),
        lambda: x.t_(),
        lambda: x.unsqueeze_(-1),
        lambda: x.transpose_(0, 2),
        lambda: x.squeeze_(0),
    )
    for turn in turns:
        turn()
        found.append([x.shape, x.stride(), x._version, x._is_view()])
    return found, x.data_ptr() == pointer, x


@row
def turning_a_result_in_place(lib):
    """A result that is turned has the turn in its history."""
    x, y = result(lib)
    y.t_().unsqueeze_(0).squeeze_(0).transpose_(0, 1).squeeze_().squeeze_((0, 1))
    found = nodes(y, 7)
    (y[0] * lib.tensor([1.0, 5.0])).sum().backward()
    return found, y._version, x.grad


@row
def turning_a_view_in_place(lib):
    """A view that is turned stays a view of its base, and the base stays as it is."""
    x, y = result(lib)
    view = y[:1]
    view.t_()
    facts = view._base is y, view.shape, nodes(view), nodes(y), y._version, y.shape
    view.mul_(lib.tensor([[2.0], [3.0]]))
    y.sum().backward()
    return facts, nodes(view), nodes(y), y, x.grad


@row
def turning_a_leaf_in_place(lib):
    """A leaf that requires grad refuses; under `no_grad` it turns."""
    x = lib.tensor([[1.0, 2.0]], requires_grad=True)
    said = tried(x.t_), tried(x.squeeze_), tried(x.unsqueeze_, 0), x.shape
    with lib.no_grad():
        x.t_()
    return said, x.shape, x.is_leaf, x._version


@row
def a_graph_that_saved_what_was_turned(lib):
    """A turn counts as a write: what was saved before it is refused."""
    _, y = result(lib)
    z = y * y
    y.t_()
    z.sum().backward()


@row
def a_turn_beyond_the_dimensions(lib):
    """The errors of a turn in place are those of the turn."""
    x = lib.zeros(2, 3)
    return (
        tried(x.transpose_, 0, 2),
        tried(x.unsqueeze_, 4),
        tried(lib.zeros(1, 2, 3).t_),
        tried(x.squeeze_, 2),
        x.shape,
        x._version,
    )


@row
def a_refused_view_refuses_to_turn(lib):
    """An output of `unbind` may not be turned in place either."""
    _, y = result(lib)
    part = y.split(1)[0]
    part.t_()


@row
def a_view_told_to_require_grad(lib):
    """A view of a constant may be made a leaf of its own; then it refuses writes as leaves do."""
    c = lib.zeros(4)
    view = c[:2].requires_grad_()
    (view * 2).sum().backward()
    facts = view.is_leaf, view.requires_grad, c.requires_grad, view.grad, view._is_view()
    return facts, tried(view.add_, 1), tried(c.add_, 1) is c, view


@row
def a_view_renewed_while_its_base_is_written_under_no_grad(lib):
    """A write under `no_grad` is counted, so a view is renewed after it as after any."""
    x, y = result(lib)
    view = y[0]
    with lib.no_grad():
        y.mul_(2)
    found = nodes(view), nodes(y)
    view.sum().backward()
    return found, x.grad


@row
def warnings_of_a_write_by_positions_into_an_expanded_tensor(lib):
    """Writing by positions into a tensor that repeats its elements is allowed, with a warning."""
    x = lib.zeros(1, 2).expand(3, 2)
    x[[0]] = 1.0
    y = result(lib)[1][:1].expand(3, 2)
    y[lib.tensor([2, 0])] = lib.tensor([5.0, 6.0])
    return x, y


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
def detaching_a_base_leaves_its_views(lib):
    """`detach_` of a leaf cuts the leaf off, not the views that were made of it."""
    x = lib.ones(4, requires_grad=True)
    view = x[1:]
    x.detach_()
    return x.requires_grad, view.requires_grad, view.grad_fn.name(), view._base is x


@row
def writes_into_overlapping_views_and_both_derivatives(lib):
    """First and second derivatives are right through writes into two parts of one base."""
    x = lib.arange(16.0, dtype=lib.float64).requires_grad_()
    w = lib.tensor([1.0, 2.0, 3.0, 4.0], dtype=lib.float64, requires_grad=True)

    def written(x, w):
        base, w = x.clone().view(4, 4), w.view(2, 2)
        base.narrow(1, 2, 2).narrow(0, 1, 2).mul_(w)
        base.narrow(1, 1, 2).narrow(0, 1, 2).mul_(w)
        return base

    check, twice = lib.autograd.gradcheck, lib.autograd.gradgradcheck
    return check(written, (x, w)), twice(written, (x, w))


@row
def a_view_made_before_its_base_came_to_require_grad(lib):
    """A tracked write into the base gives an older view its history, and its gradients."""
    w = lib.tensor([2.0], dtype=lib.float64, requires_grad=True)

    def seen(w):
        base = lib.ones(3, dtype=lib.float64)
        view = base.select(0, 1)
        base.mul_(w)
        return view

    checks = lib.autograd.gradcheck(seen, (w,)), lib.autograd.gradgradcheck(seen, (w,))
    return checks, seen(w)


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
        lambda x, where: (x * 1).index_put((where,), lib.ones(1)),
        write,
    )
    found = []
    for act in acts:
        x, where = lib.tensor([1.0, 2.0], requires_grad=True), lib.tensor([0])
        y = act(x, where).sum()
        where.add_(1)
        found.append([tried(y.backward), x.grad])
    return found
