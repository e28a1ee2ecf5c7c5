"""Point 3: leaves, what may be told to them, and how gradients add up on them."""

import weakref

from tests.behaviours.table import row


def leaf(lib, *values):
    return lib.tensor(list(values or (1.0, 2.0)), requires_grad=True)


def tried(act, *args):
    """What `act` gives, or its error: for rows that go on afterwards."""
    try:
        return act(*args)
    except Exception as error:
        return [type(error).__name__, str(error).partition("\n")[0]]


def assign(x, name, value):
    setattr(x, name, value)


# ---------------------------------------------------------------------- who is a leaf


@row
def who_is_a_leaf(lib):
    """A tensor is a leaf when no recorded operation made it; constants are leaves too."""
    x, c = leaf(lib), lib.ones(2)
    with lib.no_grad():
        unrecorded = x * 2
    made = (x, c, c * 2, x * 2, unrecorded, x.detach(), x.data, x.clone(), x > 1, x[0], x.argmax())
    return [[t.is_leaf, t.requires_grad, t.grad_fn is None] for t in made]


@row
def facts_cannot_be_set(lib):
    """`is_leaf`, `grad_fn` and `output_nr` are facts, not switches."""
    x = leaf(lib)
    facts = "is_leaf", "grad_fn", "output_nr", "retains_grad", "shape", "dtype", "T", "_version"
    return [tried(assign, x, name, 0) for name in facts], x.is_leaf


@row
def what_cannot_be_deleted(lib):
    """Of a tensor's attributes `grad` alone can be deleted."""
    x = leaf(lib)
    found = [tried(delattr, x, name) for name in ("data", "requires_grad")]
    return found, [tried(delattr, x, name) for name in ("grad_fn", "is_leaf", "shape")]


@row
def output_number(lib):
    """`output_nr` says which output of its node a tensor is; 0 for a leaf."""
    x = leaf(lib)
    return [x.output_nr, *(part.output_nr for part in x.unbind())]


@row
def a_leaf_refuses_a_recorded_write(lib):
    """Writing into a leaf that requires grad raises, and changes nothing."""
    x = leaf(lib)
    return tried(x.add_, 1), x, x._version


@row
def a_leaf_written_under_no_grad_stays_a_leaf(lib):
    """Under `no_grad` a leaf may be written into: a step of descent; only its version moves on."""
    x = leaf(lib)
    with lib.no_grad():
        x -= 0.5
    return x, x.is_leaf, x.requires_grad, x._version


@row
def a_constant_written_into_leaves_the_leaves(lib):
    """A constant that a tracked value is written into is no leaf any more."""
    x, c = leaf(lib), lib.ones(2)
    c.mul_(x)
    c.sum().backward()
    return c, c.is_leaf, c.requires_grad, x.grad


@row
def a_variable(lib):
    """`Variable`, from before there was `requires_grad`, makes a leaf on a tensor's memory."""
    c = lib.ones(2)
    v = lib.autograd.Variable(c, requires_grad=True)
    (v * 2).sum().backward()
    made = v, lib.autograd.Variable(c), lib.autograd.Variable(leaf(lib))
    flags = [[t.requires_grad, t.is_leaf, type(t).__name__] for t in made]
    shared = v.data_ptr() == c.data_ptr()
    return flags, v.grad, c.requires_grad, shared, isinstance(c, lib.autograd.Variable)


@row
def a_variable_of_no_tensor(lib):
    """A `Variable` is made of a tensor only."""
    return [tried(lib.autograd.Variable, data) for data in ([1.0], 3, "x")]


@row
def detaching(lib):
    """`detach()` shares memory and version, not history, gradient, or the need of one."""
    x = leaf(lib)
    y = x * 2
    d = y.detach()
    d.add_(1)
    return d.is_leaf, d.requires_grad, d.data_ptr() == y.data_ptr(), y, y._version, d.grad


@row
def a_detached_twin_is_a_leaf_of_its_own(lib):
    """A detached twin told to require grad gathers its own gradient."""
    x = leaf(lib)
    twin = x.detach().requires_grad_()
    (x * twin).sum().backward()
    return x.grad, twin.grad, x.grad.data_ptr() == twin.grad.data_ptr()


@row
def detaching_in_place(lib):
    """`detach_()` makes a result a leaf that needs no gradient; earlier results keep the graph."""
    x = leaf(lib)
    y = x * 2
    z = y * 3
    same = y.detach_() is y
    z.sum().backward()
    return same, y.is_leaf, y.requires_grad, x.grad


@row
def detaching_a_view_in_place(lib):
    """A view cannot be detached in place."""
    x = leaf(lib)
    (x * 2)[:1].detach_()


@row
def assigning_data(lib):
    """`x.data = y` gives a leaf other memory, and leaves its gradient and its need of one."""
    x = leaf(lib)
    (x * x).sum().backward()
    x.data = lib.tensor([5.0, 6.0])
    (x * x).sum().backward()
    return x, x.grad, x.is_leaf


@row
def assigning_data_of_another_type(lib):
    """`x.data = y` refuses what is no tensor."""
    x = leaf(lib)
    x.data = [1.0, 2.0]


# ---------------------------------------------------------------------- requires_grad


@row
def told_to_require_grad(lib):
    """`requires_grad_()` returns the tensor; what was computed before is not recorded."""
    c = lib.ones(2)
    before = c * 2
    same = c.requires_grad_() is c
    (c * 3).sum().backward()
    return same, before.requires_grad, c.grad


@row
def told_not_to_require_grad(lib):
    """A leaf told not to require grad keeps the gradient that it has."""
    x = leaf(lib)
    (x * 2).sum().backward()
    x.requires_grad = False
    return x.grad, (x * 2).requires_grad, x.requires_grad_(True) is x


@row
def told_not_to_after_recording(lib):
    """A leaf told not to require grad after recording receives nothing in backward."""
    x, w = leaf(lib), leaf(lib)
    y = (x * w).sum()
    x.requires_grad_(False)
    y.backward()
    return x.grad, w.grad


@row
def a_result_cannot_be_told_not_to(lib):
    """A result cannot be told not to require grad."""
    y = leaf(lib) * 2
    y.requires_grad = False


@row
def a_result_cannot_be_told_not_to_by_the_method(lib):
    """`requires_grad_(False)` on a result raises as the assignment does."""
    (leaf(lib) * 2).requires_grad_(False)


@row
def a_result_may_be_told_to(lib):
    """`requires_grad_()` on a result changes nothing; the assignment is refused all the same."""
    y = leaf(lib) * 2
    return y.requires_grad_(), tried(assign, y, "requires_grad", True), y.is_leaf


@row
def integers_cannot_require_grad(lib):
    """Only floating point tensors can require grad: by method and by assignment."""
    made = lib.tensor([1, 2]), lib.tensor([True])
    return [
        [tried(t.requires_grad_), tried(assign, t, "requires_grad", True), t.requires_grad]
        for t in made
    ]


@row
def integers_may_be_told_not_to(lib):
    """Telling an integer tensor not to require grad is allowed."""
    return lib.tensor([1, 2]).requires_grad_(False).requires_grad


@row
def making_an_integer_leaf(lib):
    """Integer data with `requires_grad=True` raises."""
    lib.tensor([1, 2], requires_grad=True)


@row
def making_a_bool_leaf(lib):
    """`ones` of bools with `requires_grad=True` raises."""
    lib.ones(2, dtype=lib.bool, requires_grad=True)


@row
def data_of_another_shape(lib):
    """A leaf that was given data of another shape must be rid of its gradient first."""
    x = leaf(lib)
    (x * 2).sum().backward()
    x.data = lib.ones(3)
    first = tried((x * 2).sum().backward), x.grad
    x.grad = None
    (x * 2).sum().backward()
    return first, x.grad


@row
def requires_grad_is_a_bool(lib):
    """`requires_grad` takes a bool: not a number, not None."""
    c = lib.ones(2)
    given = 1, None, "yes"
    return [[tried(assign, c, "requires_grad", v), tried(c.requires_grad_, v)] for v in given]


@row
def a_view_of_a_constant_told_to(lib):
    """A view of a constant may be told to require grad, and is a leaf of its own."""
    c = lib.ones(3)
    part = c[:2].requires_grad_()
    (part * 2).sum().backward()
    return part.is_leaf, part.grad, c.requires_grad, c.grad


@row
def a_view_of_a_leaf_made_under_no_grad(lib):
    """A view of a leaf made under `no_grad` says it requires grad, and is a leaf."""
    x = leaf(lib)
    with lib.no_grad():
        part = x[:1]
    return part.requires_grad, part.is_leaf, part._is_view(), part.grad_fn


# ---------------------------------------------------------------------- assigning .grad


@row
def grad_is_none_at_first(lib):
    """`.grad` is None until a backward fills it; reading it on a leaf or a constant is silent."""
    x, c = leaf(lib), lib.ones(2)
    return x.grad, c.grad, c.detach().grad


@row
def reading_grad_of_a_result_warns(lib):
    """Reading `.grad` of a result gives None and warns, each time."""
    y = leaf(lib) * 2
    return y.grad, y.grad


@row
def a_grad_may_be_assigned(lib):
    """An assigned gradient is kept as the tensor it is, and backward adds into it, in place."""
    x = leaf(lib)
    g = lib.tensor([10.0, 20.0])
    x.grad = g
    (x * 2).sum().backward()
    return x.grad is g, g, g._version


@row
def a_grad_that_is_a_part_of_a_buffer(lib):
    """A gradient may be a slice of a buffer that all leaves share: backward fills the buffer."""
    x, w = leaf(lib), leaf(lib)
    buffer = lib.zeros(4)
    x.grad, w.grad = buffer[:2], buffer[2:]
    (x * w).sum().backward()
    return buffer, x.grad._is_view(), buffer._version


@row
def a_grad_of_another_shape(lib):
    """A gradient of another shape is refused, also where it would broadcast."""
    x = leaf(lib)
    return [tried(assign, x, "grad", lib.ones(shape)) for shape in ((3,), (1,), (2, 1), ())]


@row
def a_grad_of_another_dtype(lib):
    """A gradient of another dtype is refused."""
    x = leaf(lib)
    dtypes = lib.float64, lib.float16, lib.int64, lib.bool
    found = [tried(assign, x, "grad", lib.ones(2, dtype=dtype)) for dtype in dtypes]
    return [
        [kind, said.partition(" You can set the tensor's grad_dtype")[0]] for kind, said in found
    ]


@row(why="minigrad has no `grad_dtype`: a gradient is always of its leaf's type")
def a_type_of_its_own_for_gradients(lib):
    """`grad_dtype` lets a leaf gather its gradient in another type than its own."""
    x = leaf(lib)
    x.grad_dtype = lib.float64
    (x * 2).sum().backward()
    return x.grad


@row
def a_grad_on_another_device(lib):
    """A gradient may live on the same device only, which is the CPU here."""
    x = leaf(lib)
    x.grad = lib.ones(2, device="cpu")
    return x.grad.device.type, tried(lambda: lib.ones(2, device="nowhere"))[0]


@row
def a_grad_that_is_no_tensor(lib):
    """A gradient is a tensor or None."""
    x = leaf(lib)
    return [tried(assign, x, "grad", value) for value in (3, 1.5, [1.0, 2.0], "one", False)]


@row
def a_grad_that_is_its_own_tensor(lib):
    """A tensor cannot be its own gradient."""
    x = leaf(lib)
    x.grad = x


@row
def a_grad_refused_leaves_the_old_one(lib):
    """A refused assignment leaves the gradient that was there."""
    x = leaf(lib)
    x.grad = held = lib.ones(2)
    tried(assign, x, "grad", lib.ones(3))
    return x.grad is held


@row
def a_grad_taken_away(lib):
    """None, or `del`, takes the gradient away; deleting twice is allowed."""
    x = leaf(lib)
    x.grad = lib.ones(2)
    x.grad = None
    first = x.grad
    x.grad = lib.ones(2)
    del x.grad
    del x.grad
    return first, x.grad


@row
def a_grad_on_a_constant(lib):
    """A constant may be given a gradient, an integer one too; nothing else comes of it."""
    c, n = lib.ones(2), lib.tensor([1, 2])
    c.grad, n.grad = lib.zeros(2), lib.tensor([3, 4])
    return c.grad, c.requires_grad, n.grad


@row
def a_grad_on_a_result(lib):
    """A result may be given a gradient; reading it back is silent, and backward leaves it."""
    x = leaf(lib)
    y = x * 2
    y.grad = lib.ones(2)
    y.sum().backward()
    return y.grad, y.retains_grad


@row(why="torch's warning is of its own speed; minigrad adds either way, and says nothing")
def a_grad_of_other_strides(lib):
    """An assigned gradient keeps its strides; torch warns that this may cost time."""
    x = lib.ones(2, 3, requires_grad=True)
    x.grad = lib.ones(3, 2).t()
    (x * 2).sum().backward()
    return x.grad, x.grad.stride()


@row
def a_grad_that_repeats_its_elements(lib):
    """An expanded gradient may be assigned, but nothing can be added into it."""
    x = leaf(lib)
    x.grad = lib.ones(1).expand(2)
    return tried((x * 2).sum().backward), x.grad


@row
def a_grad_with_a_history(lib):
    """A gradient that was itself computed can be assigned and differentiated."""
    x, w = leaf(lib), leaf(lib, 3.0, 4.0)
    x.grad = w * 2
    (x.grad * x.grad).sum().backward()
    return x.grad, w.grad


# ---------------------------------------------------------------------- adding up


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
def a_gradient_lies_as_its_leaf_lies(lib):
    """`.grad` takes the strides of a dense leaf; of a leaf with gaps it is contiguous."""
    dense = lib.ones(3, 2).t().requires_grad_()
    gaps = lib.ones(4, 6)[:, ::2].detach().requires_grad_()
    still = lib.ones(2, 3, requires_grad=True)
    for x in (dense, gaps, still):
        (x * 2).sum().backward()
        x.exp().sum().backward()
    still.grad = None
    still.t().exp().sum().backward()
    return [[x.stride(), x.grad.stride()] for x in (dense, gaps, still)]


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


# ---------------------------------------------------------------------- zeroing


def model(lib):
    """A layer with a gradient in each parameter, and an optimizer of it."""
    layer = lib.nn.Linear(2, 1)
    optimizer = lib.optim.SGD(layer.parameters(), lr=0.1)
    layer(lib.ones(1, 2)).sum().backward()
    return layer, optimizer


@row
def zero_grad_takes_gradients_away(lib):
    """`zero_grad()` of a module and of an optimizer leaves None."""
    found = []
    for which in (0, 1):
        made = model(lib)
        made[which].zero_grad()
        found.append([p.grad for p in made[0].parameters()])
    return found


@row
def zero_grad_may_keep_the_memory(lib):
    """`zero_grad(set_to_none=False)` writes zeros into the gradients that there are."""
    found = []
    for which in (0, 1):
        made = model(lib)
        held = [p.grad for p in made[0].parameters()]
        made[which].zero_grad(set_to_none=False)
        now = [p.grad for p in made[0].parameters()]
        found.append([[a is b for a, b in zip(held, now)], now])
    return found


@row
def zero_grad_cuts_a_history(lib):
    """`zero_grad(set_to_none=False)` cuts a gradient off its history, and keeps the tensor."""
    layer = lib.nn.Linear(2, 1, bias=False)
    (layer(lib.ones(1, 2)) ** 2).sum().backward(create_graph=True)
    held = layer.weight.grad
    before = held.requires_grad
    layer.zero_grad(set_to_none=False)
    return before, layer.weight.grad is held, held, held.is_leaf


@row
def zero_grad_with_nothing_there(lib):
    """`zero_grad` on parameters without a gradient does nothing."""
    layer = lib.nn.Linear(2, 1)
    layer.zero_grad(set_to_none=False)
    return [p.grad for p in layer.parameters()]


# ---------------------------------------------------------------------- retain_grad


@row
def retaining_a_gradient(lib):
    """`retain_grad()` has backward fill `.grad` of a result, and says nothing; twice is once."""
    x = leaf(lib)
    y = x * 2
    before = y.retains_grad
    found = y.retain_grad(), y.retain_grad()
    (y * 3).sum().backward()
    return before, found, y.retains_grad, y.grad, x.grad


@row
def retaining_on_a_leaf(lib):
    """On a leaf `retain_grad()` changes nothing: a leaf does so anyway."""
    x = leaf(lib)
    x.retain_grad()
    x.sum().backward()
    return x.retains_grad, x.grad


@row
def retaining_on_a_constant(lib):
    """A constant has no gradient to retain."""
    lib.ones(2).retain_grad()


@row
def retained_gradients_add_up_in_new_tensors(lib):
    """A retained gradient adds up over backwards, each sum a new tensor."""
    x = leaf(lib)
    y = x * 2
    y.retain_grad()
    z = (y * 3).sum()
    z.backward(retain_graph=True)
    first = y.grad
    z.backward()
    return first is y.grad, first, y.grad


@row
def retained_gradients_have_memory_of_their_own(lib):
    """Writing into a retained gradient changes no leaf's."""
    x = leaf(lib)
    y = x + 0
    y.retain_grad()
    y.sum().backward()
    y.grad.mul_(100)
    return y.grad, x.grad


@row
def a_retained_gradient_follows_a_write(lib):
    """After an in-place write the gradient retained is that of the new value."""
    x = leaf(lib)
    y = x * 2
    y.retain_grad()
    y.mul_(10)
    (y * 3).sum().backward()
    return y.retains_grad, y.grad, x.grad


@row
def retaining_keeps_no_tensor_alive(lib):
    """A result that retains its gradient can still be dropped before backward."""
    x = leaf(lib)
    y = x * 2
    y.retain_grad()
    z = y.sum()
    ref = weakref.ref(y)
    del y
    gone = ref() is None
    z.backward()
    return gone, x.grad


# ---------------------------------------------------------------------- the end of a path


@row
def where_a_leafs_gradient_ends(lib):
    """A graph ends in the leaf's AccumulateGrad, one for all graphs, which knows its leaf."""
    x = leaf(lib)
    y, z = x * 2, x * 3
    end, other = (t.grad_fn.next_functions[0][0] for t in (y, z))
    return type(end).__name__, end.variable is x, end is other, end.next_functions


@row
def an_accumulator_lives_as_long_as_a_graph(lib):
    """A leaf does not hold its AccumulateGrad: it goes with the last graph that ends in it."""
    x = leaf(lib)
    y = x * 2
    y.grad_fn.next_functions[0][0].metadata["mine"] = 1
    first = dict((x * 3).grad_fn.next_functions[0][0].metadata)
    del y
    return first, dict((x * 3).grad_fn.next_functions[0][0].metadata)


@row
def a_leaf_moved_into_a_graph(lib):
    """A leaf that a graph ends in, then turned into a result, receives nothing more."""
    x, w = leaf(lib), leaf(lib)
    y = (x * 2).sum()
    x.requires_grad_(False)
    x.mul_(w)
    return tried(y.backward), x.retains_grad, x.is_leaf


@row
def views_count_on_with_a_leaf_whose_data_was_assigned(lib):
    """After `x.data = ...` its old views and twins share its version, if no longer its memory."""
    x = lib.ones(2)
    part, twin = x[:1], x.detach()
    x.data = lib.zeros(3)
    x.add_(1)
    part.add_(1)
    return x, part, [t._version for t in (x, part, twin)]


@row
def assigning_integers_as_data(lib):
    """What requires grad cannot be given integers as its data."""
    x = leaf(lib)
    return tried(assign, x, "data", lib.tensor([1, 2])), x


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
