"""Function: what ctx keeps, what forward and backward may return, and what is refused."""

import gc
import weakref

from tests.behaviours.table import row


def leaf(lib, *numbers):
    return lib.tensor(list(numbers or (3.0, 1.0)), requires_grad=True)


def own(lib, forward, backward=None, name="Cube", **more):
    """A Function with these static methods."""
    methods = {"forward": forward, "backward": backward or (lambda ctx, *g: g[0]), **more}
    members = {key: staticmethod(method) for key, method in methods.items()}
    return type(name, (lib.autograd.Function,), members)


def keep_input(ctx, x):
    ctx.save_for_backward(x)
    return x * x * x


def cube_rule(ctx, g):
    (x,) = ctx.saved_tensors
    return g * 3 * x * x


def cube(lib):
    return own(lib, keep_input, cube_rule)


def said(act):
    """The type and the first line of the error that `act` raises, or what it gives."""
    try:
        return act()
    except Exception as error:
        return [type(error).__name__, str(error).partition("\n")[0]]


def facts(lib, x):
    """What a tensor says of itself."""
    return {
        "leaf": x.is_leaf,
        "requires_grad": x.requires_grad,
        "view": x._is_view(),
        "grad_fn": x.grad_fn and type(x.grad_fn).__name__.replace("torch.", ""),
        "nr": x.output_nr,
        "version": x._version,
    }


# ---------------------------------------------------------------------- the node


@row
def a_call_is_a_node(lib):
    """A Function's call is a node whose class is named after the Function."""
    x = leaf(lib)
    y = cube(lib).apply(x)
    node = y.grad_fn
    edges = [(parent.name().rpartition("::")[2], nr) for parent, nr in node.next_functions]
    y.sum().backward()
    return repr(node).partition(" object")[0], node.name(), edges, y.output_nr, x.grad, str(y)[:8]


@row
def ctx_is_the_node(lib):
    """The ctx of forward and of backward is the ``grad_fn`` itself; attributes stay on it."""
    seen = []

    def forward(ctx, x):
        ctx.note = [1, 2]
        seen.append(ctx)
        return x * 2

    def backward(ctx, g):
        seen.append(ctx)
        return g * len(ctx.note)

    x = leaf(lib)
    y = own(lib, forward, backward).apply(x)
    y.sum().backward()
    node = y.grad_fn
    y.grad_fn.late = "set later"
    return [each is node for each in seen], node.note, node.late, x.grad


@row
def what_ctx_is(lib):
    """A Function's ctx is a ``FunctionCtx``."""
    node = cube(lib).apply(leaf(lib)).grad_fn
    return isinstance(node, lib.autograd.function.FunctionCtx)


@row
def a_missing_attribute(lib):
    """Reading from ctx what was never put there is an AttributeError."""
    x = leaf(lib)
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: g * ctx.forgotten).apply(x).sum().backward()


@row
def edges_lead_to_tensors_alone(lib):
    """``next_functions`` has a place per tensor argument, empty where no gradient is needed."""
    f = own(lib, lambda ctx, x, n, y, w: x * y * w)
    node = f.apply(leaf(lib), 2, lib.ones(2), leaf(lib) * 1).grad_fn
    return [(p and p.name().rpartition("::")[2], nr) for p, nr in node.next_functions]


@row
def what_needs_a_gradient(lib):
    """``needs_input_grad`` has a place per argument and is known in forward already."""
    seen = []

    def forward(ctx, x, y, n):
        seen.append(ctx.needs_input_grad)
        return x * y

    def backward(ctx, g):
        seen.append(ctx.needs_input_grad)
        return g, None, None

    f = own(lib, forward, backward)
    f.apply(leaf(lib), lib.ones(2), 3).sum().backward()
    with lib.no_grad():
        f.apply(leaf(lib), lib.ones(2), 3)
    f.apply(lib.ones(2), lib.ones(2), 3)
    return seen


@row
def needs_only_what_is_asked_for(lib):
    """In a backward for some inputs alone ``needs_input_grad`` says which."""
    seen = []

    def backward(ctx, g):
        seen.append(ctx.needs_input_grad)
        return g, g * 2

    x, y = leaf(lib), leaf(lib)
    out = own(lib, lambda ctx, x, y: x + y, backward).apply(x, y).sum()
    found = lib.autograd.grad(out, y, retain_graph=True)
    out.backward()
    return seen, found, x.grad, y.grad


@row
def hooks_on_the_node(lib):
    """Node hooks see what a Function's backward gets and gives."""
    seen = []
    x = leaf(lib)
    y = cube(lib).apply(x)
    y.grad_fn.register_prehook(lambda grads: seen.append(("pre", grads)))
    y.grad_fn.register_hook(lambda left, came: seen.append(("post", left, came)))
    y.register_hook(lambda g: g * 10)
    y.sum().backward()
    return seen, x.grad


@row
def the_graph_is_freed_with_the_result(lib):
    """Nothing saved, outputs included, keeps a graph alive once its results are gone."""

    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(x, y)
        return y

    gc.collect()
    gc.disable()
    try:
        y = own(lib, forward).apply(leaf(lib) * 1)
        node = weakref.ref(y.grad_fn)
        del y
        return node() is None
    finally:
        gc.enable()


# ---------------------------------------------------------------------- the forward


@row
def nothing_is_recorded_in_forward(lib):
    """Forward runs as under no_grad, on tensors that still say they require grad."""
    seen = []

    def forward(ctx, x):
        y = x * x
        seen.append((lib.is_grad_enabled(), y.requires_grad, x.requires_grad, x.grad_fn is None))
        return y

    x = leaf(lib) * 1
    y = own(lib, forward).apply(x)
    return seen, y.requires_grad


@row
def recorded_inside_forward_on_purpose(lib):
    """With enable_grad in forward a graph inside may be built and walked."""

    def forward(ctx, x):
        with lib.enable_grad():
            inner = x.detach().requires_grad_()
            (ctx.slope,) = lib.autograd.grad((inner * inner).sum(), inner)
        return x * x

    x = leaf(lib)
    y = own(lib, forward, lambda ctx, g: g * ctx.slope).apply(x)
    y.sum().backward()
    return x.grad, y


@row
def a_recorded_result_is_taken_over(lib):
    """A result recorded inside forward loses that history: the Function is its node."""

    def forward(ctx, x):
        with lib.enable_grad():
            return x * 5

    x = leaf(lib)
    y = own(lib, forward, lambda ctx, g: g * 7).apply(x)
    y.sum().backward()
    return x.grad, y.grad_fn.name()


@row
def under_no_grad(lib):
    """Under no_grad nothing is recorded, and saving is of no consequence."""
    with lib.no_grad():
        y = cube(lib).apply(leaf(lib))
    return facts(lib, y), y.tolist()


@row
def recorded_inside_under_no_grad(lib):
    """Under no_grad a result that enable_grad recorded in forward loses its history, too."""

    def forward(ctx, x):
        with lib.enable_grad():
            return x * 2

    with lib.no_grad():
        return facts(lib, own(lib, forward).apply(leaf(lib)))


@row
def views_under_no_grad(lib):
    """Under no_grad an input comes back detached; a view of it says that it requires grad."""
    x = leaf(lib)
    with lib.no_grad():
        same = own(lib, lambda ctx, x: x).apply(x)
        view = own(lib, lambda ctx, x: x[:1]).apply(x)
    return same is x, facts(lib, same), facts(lib, view)


@row
def without_a_gradient_needed(lib):
    """Where no argument requires grad the result is a leaf that requires none."""
    return facts(lib, cube(lib).apply(lib.ones(2)))


@row
def several_outputs(lib):
    """A tuple gives several outputs of one node; backward gets zeros where nothing arrived."""
    seen = []

    def backward(ctx, a, b):
        seen.append((a, b))
        return a * 2 + b * 3

    x = leaf(lib)
    a, b = own(lib, lambda ctx, x: (x * 2, x.sum() * 3), backward).apply(x)
    same = a.grad_fn is b.grad_fn
    a.sum().backward()
    return seen, same, a.output_nr, b.output_nr, x.grad


@row
def a_tuple_of_one(lib):
    """A tuple of one output stays a tuple."""
    found = own(lib, lambda ctx, x: (x * 2,)).apply(leaf(lib))
    return type(found).__name__, len(found), found[0]


@row
def a_list_is_no_tuple(lib):
    """A list from forward is handed on as one output that is no tensor: nothing is recorded."""
    found = own(lib, lambda ctx, x: [x * 2, x * 3]).apply(leaf(lib))
    return type(found).__name__, [facts(lib, x) for x in found]


@row
def outputs_that_are_no_tensors(lib):
    """Outputs that are no tensors pass through; backward gets None in their places."""
    seen = []

    def backward(ctx, *grads):
        seen.append(grads)
        return grads[0] * 2

    x = leaf(lib)
    f = own(lib, lambda ctx, x: (x * 2, "word", None, 7), backward)
    y, *others = f.apply(x)
    y.sum().backward()
    return others, seen, x.grad


@row
def no_tensor_at_all(lib):
    """A forward that gives no tensor gives its value, unrecorded."""
    return own(lib, lambda ctx, x: 7).apply(leaf(lib)), own(lib, lambda ctx, x: None).apply(
        leaf(lib)
    )


@row
def no_tensor_among_the_arguments(lib):
    """Without a tensor among its arguments a Function is a plain call."""
    return own(lib, lambda ctx, a, b: a + b).apply(1, 2), own(lib, lambda ctx: lib.ones(2)).apply()


@row
def keyword_arguments(lib):
    """``apply`` takes keywords; backward's gradients count them too."""
    f = own(lib, lambda ctx, x, n=2: x * n, lambda ctx, g: (g * 5, None))
    x = leaf(lib)
    f.apply(x, n=5).sum().backward()
    return x.grad


@row
def keyword_arguments_stand_in_their_places(lib):
    """Keywords take the places that forward has for them; every place before must be taken."""
    f = own(lib, lambda ctx, x, n=2, w=None: x * n, lambda ctx, g: (g, None))
    x = leaf(lib)
    y = f.apply(n=5, x=x)
    y.sum().backward()
    wrong = [
        lambda: f.apply(x, q=1),
        lambda: f.apply(x, x=x),
        lambda: f.apply(x, w=x),
        lambda: own(lib, lambda ctx, x, *, n: x * n).apply(x, n=2),
    ]
    return y.grad_fn.needs_input_grad, x.grad, [said(act) for act in wrong]


@row
def arguments_left_out(lib):
    """Arguments left to their defaults take no gradient."""
    f = own(lib, lambda ctx, x, n=2: x * n, lambda ctx, g: (g * 2, None))
    x = leaf(lib)
    f.apply(x).sum().backward()
    return x.grad


@row
def tensors_inside_a_list(lib):
    """Tensors inside a list are no arguments: they get no gradient."""
    x, w = leaf(lib), leaf(lib)
    f = own(lib, lambda ctx, x, others: x * others[0], lambda ctx, g: (g, None))
    y = f.apply(x, [w])
    y.sum().backward()
    return x.grad, w.grad, f.apply(lib.ones(2), [w]).requires_grad


@row
def an_error_in_forward(lib):
    """An error in forward comes through, and the mode is as before."""

    def forward(ctx, x):
        raise KeyError("inside")

    x = leaf(lib)
    found = said(lambda: own(lib, forward).apply(x))
    return found, lib.is_grad_enabled(), (x * 2).requires_grad


@row
def one_inside_another(lib):
    """A Function called in another's forward is not recorded; in its backward it may be."""
    inner = cube(lib)
    x = leaf(lib, 2.0)

    def forward(ctx, x):
        ctx.save_for_backward(x)
        y = inner.apply(x)
        ctx.inside = y.requires_grad
        return y * 1

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * inner.apply(x)

    y = own(lib, forward, backward, name="Outer").apply(x)
    (g,) = lib.autograd.grad(y, x, create_graph=True)
    return y.grad_fn.inside, g, lib.autograd.grad(g, x)


@row
def a_module_calls_it(lib):
    """A Function stands between other operations as any operation does."""
    x = leaf(lib)
    y = (cube(lib).apply(x * 2) + x).exp().sum().log()
    return y, lib.autograd.grad(y, x)


# ---------------------------------------------------------------------- what is saved


@row
def what_may_be_saved(lib):
    """Inputs, outputs, what lies between, and None come back from ``saved_tensors``."""

    def forward(ctx, x, w):
        mid = x.exp()
        y = mid * w
        ctx.save_for_backward(x, None, mid, y)
        return y

    x, w = leaf(lib, 0.0), lib.ones(1)
    y = own(lib, forward, lambda ctx, g: (g, None)).apply(x, w)
    saved = y.grad_fn.saved_tensors
    kinds = [s if s is None else (facts(lib, s), s.tolist()) for s in saved]
    return kinds, saved[0] is x, saved[3] is y, saved[3].grad_fn is y.grad_fn


@row
def saving_a_number(lib):
    """``save_for_backward`` takes tensors and None alone, and says which argument is not."""
    own(lib, lambda ctx, x: ctx.save_for_backward(x, 3) or x * 2).apply(leaf(lib))


@row
def saving_a_list(lib):
    """A list of tensors is not a tensor."""
    own(lib, lambda ctx, x: ctx.save_for_backward([x]) or x * 2).apply(leaf(lib))


@row
def saving_twice(lib):
    """Of two calls of ``save_for_backward`` the second counts."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.save_for_backward(x * 5, x * 6)
        return x * 2

    return own(lib, forward).apply(leaf(lib)).grad_fn.saved_tensors


@row
def nothing_saved(lib):
    """Without ``save_for_backward``, ``saved_tensors`` is empty; the graph can be walked twice."""
    x = leaf(lib)
    y = own(lib, lambda ctx, x: x * 2).apply(x)
    found = y.grad_fn.saved_tensors
    y.sum().backward()
    y.sum().backward()
    return found, x.grad


@row
def saved_only_where_recorded(lib):
    """Saving in a call that is not recorded keeps nothing, not even in ctx."""
    seen = []

    def forward(ctx, x):
        ctx.save_for_backward(x)
        seen.append(ctx)
        return x * 2

    own(lib, forward).apply(lib.ones(2))
    return seen[0].saved_tensors


@row
def saved_tensors_in_forward(lib):
    """While forward runs ``saved_tensors`` holds nothing yet."""
    seen = []

    def forward(ctx, x):
        ctx.save_for_backward(x)
        seen.append(said(lambda: ctx.saved_tensors))
        return x * 2

    own(lib, forward).apply(leaf(lib))
    return seen


@row
def freed_by_backward(lib):
    """After a backward the saved tensors are gone: a second backward and a look both raise."""
    y = cube(lib).apply(leaf(lib)).sum()
    node = y.grad_fn.next_functions[0][0]
    y.backward()
    return said(y.backward), said(lambda: node.saved_tensors)


@row
def kept_by_retain_graph(lib):
    """With ``retain_graph`` they stay."""
    x = leaf(lib)
    y = cube(lib).apply(x).sum()
    y.backward(retain_graph=True)
    y.backward(retain_graph=True)
    return x.grad, y.grad_fn.next_functions[0][0].saved_tensors


@row
def a_saved_input_written_over(lib):
    """A saved input that was written over is noticed when backward reads it."""
    f = own(
        lib,
        lambda ctx, x, w: ctx.save_for_backward(w) or x * w,
        lambda ctx, g: (g * ctx.saved_tensors[0], None),
    )
    w = lib.ones(2)
    y = f.apply(leaf(lib), w).sum()
    w.add_(1)
    y.backward()


@row
def a_saved_output_written_over(lib):
    """A saved output too, and the message names the node that made it."""

    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    y = own(lib, forward, lambda ctx, g: g * ctx.saved_tensors[0]).apply(leaf(lib))
    y.mul_(2)
    y.sum().backward()


@row
def written_over_but_never_read(lib):
    """What backward does not read may have been written over."""
    f = own(lib, lambda ctx, x, w: ctx.save_for_backward(w) or x * w, lambda ctx, g: (g, None))
    x, w = leaf(lib), lib.ones(2)
    y = f.apply(x, w).sum()
    w.add_(1)
    y.backward()
    return x.grad


@row
def kept_as_an_attribute(lib):
    """A tensor kept as an attribute is not watched: backward sees what was written into it."""

    def forward(ctx, x, w):
        ctx.w = w
        return x * w

    x, w = leaf(lib), lib.ones(2)
    y = own(lib, forward, lambda ctx, g: (g * ctx.w, None)).apply(x, w).sum()
    w.add_(1)
    y.backward()
    return x.grad


@row
def the_old_name_of_saved_tensors(lib):
    """``saved_variables`` is the old name, and warns."""
    return cube(lib).apply(leaf(lib)).grad_fn.saved_variables


# ---------------------------------------------------------------------- setup_context


@row
def setup_context_apart(lib):
    """With ``setup_context`` forward has no ctx; inputs come bound, defaults filled in."""
    seen = []

    def setup(ctx, inputs, output):
        seen.append((len(inputs), inputs[1], lib.is_grad_enabled(), output.requires_grad))
        ctx.n = inputs[1]
        ctx.save_for_backward(inputs[0], output)

    f = own(lib, lambda x, n=2: x * n, lambda ctx, g: (g * ctx.n, None), setup_context=setup)
    x = leaf(lib)
    y = f.apply(x, 3)
    (y + f.apply(x) + f.apply(x, n=4)).sum().backward()
    return seen, x.grad


@row
def setup_context_with_several_outputs(lib):
    """``setup_context`` sees the tuple of outputs, and may mark them."""

    def setup(ctx, inputs, output):
        ctx.mark_non_differentiable(output[1])
        ctx.kind = type(output).__name__

    f = own(lib, lambda x: (x * 2, x > 1), lambda ctx, g, _: g * 2, setup_context=setup)
    x = leaf(lib)
    y, big = f.apply(x)
    y.sum().backward()
    return y.grad_fn.kind, big, x.grad


@row
def setup_context_and_a_wrong_call(lib):
    """With ``setup_context`` a call that does not fit forward is a TypeError of binding."""
    f = own(lib, lambda x, n: x * n, setup_context=lambda ctx, inputs, output: None)
    f.apply(leaf(lib))


@row
def setup_context_that_saves_what_is_returned(lib):
    """An input that forward returned as it is cannot be saved in ``setup_context``."""

    def setup(ctx, inputs, output):
        ctx.save_for_backward(output)

    f = own(lib, lambda x: x, setup_context=setup)
    return said(lambda: f.apply(leaf(lib))), said(lambda: f.apply(lib.ones(2)))


# ---------------------------------------------------------------------- mark_dirty


def double_in_place(ctx, x):
    ctx.mark_dirty(x)
    return x.mul_(2)


def doubler(lib):
    return own(lib, double_in_place, lambda ctx, g: g * 2)


@row
def dirty_on_a_non_leaf(lib):
    """``mark_dirty`` moves a non-leaf to the Function's node; the input itself is returned."""
    x = leaf(lib)
    y = x * 1
    before = y._version
    z = doubler(lib).apply(y)
    z.sum().backward()
    return z is y, facts(lib, y), y._version - before, x.grad


@row
def dirty_on_a_leaf(lib):
    """A leaf that requires grad may not be marked dirty."""
    x = leaf(lib)
    return said(lambda: doubler(lib).apply(x)), x.grad_fn


@row
def dirty_on_a_leaf_that_needs_none(lib):
    """A leaf without requires_grad joins the graph by the Function's other input."""

    def forward(ctx, x, w):
        ctx.mark_dirty(x)
        return x.mul_(w)

    x, w = lib.ones(2), leaf(lib)
    y = own(lib, forward, lambda ctx, g: (g * 2, g * 3)).apply(x, w)
    y.sum().backward()
    return y is x, facts(lib, x), w.grad


@row
def dirty_on_a_view(lib):
    """Writing into a view moves its base's history along."""
    x = leaf(lib, 1.0, 2.0, 3.0)
    y = x * 1
    part = y[1:]
    z = doubler(lib).apply(part)
    y.sum().backward()
    return z is part, facts(lib, part), facts(lib, y), y, x.grad


@row
def dirty_on_a_view_that_may_not_be_written_to(lib):
    """A view of a leaf, or of several views made at once, may not be marked dirty."""
    x = leaf(lib)
    y = x * 1
    with lib.no_grad():
        unseen = y[0]
    views = {"of a leaf": x[:1], "one of several": y.unbind(0)[1], "under no_grad": unseen}
    return {name: said(lambda view=view: doubler(lib).apply(view)) for name, view in views.items()}


@row
def dirty_on_a_view_of_a_plain_tensor(lib):
    """Writing something tracked into a view takes the plain base into the graph."""

    def forward(ctx, x, w):
        ctx.mark_dirty(x)
        return x.mul_(w)

    w, base = leaf(lib, 5.0), lib.ones(3)
    own(lib, forward, lambda ctx, g: (g * 2, g * 3)).apply(base[1:2], w)
    base.sum().backward()
    return facts(lib, base), base, w.grad


@row(why="torch's gradient of the base is wrong there; minigrad refuses the call")
def dirty_on_a_view_that_comes_second(lib):
    """A Function that writes into a view must take that view as its first tensor."""

    def forward(ctx, w, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    x = leaf(lib)
    y = x * 1
    own(lib, forward, lambda ctx, g: (None, g * 2)).apply(leaf(lib), y[:1])
    return lib.autograd.grad(y.sum(), x)


@row
def dirty_and_saved(lib):
    """What is dirty may be saved before or after the write: it is an output then."""
    found = []
    for early in (True, False):

        def forward(ctx, x, early=early):
            ctx.mark_dirty(x)
            if early:
                ctx.save_for_backward(x)
            x.mul_(2)
            if not early:
                ctx.save_for_backward(x)
            return x

        y = leaf(lib) * 1
        own(lib, forward, lambda ctx, g: g * ctx.saved_tensors[0]).apply(y)
        found.append((y.grad_fn.saved_tensors, lib.autograd.grad(y.sum(), y)))
    return found


@row
def dirty_and_returned_twice(lib):
    """A dirty input returned twice is one tensor, at the last place, and counts one write."""

    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x, x

    x = leaf(lib)
    y = x * 1
    a, b = own(lib, forward, lambda ctx, a, b: a + b * 5).apply(y)
    a.sum().backward()
    return a is y, b is y, facts(lib, y), x.grad


@row
def dirty_twice_over(lib):
    """Two inputs may be dirty, where neither is a view."""

    def forward(ctx, x, y):
        ctx.mark_dirty(x, y)
        return y.mul_(3), x.mul_(2)

    x = leaf(lib)
    a, b = x * 1, x * 2
    c, d = own(lib, forward, lambda ctx, g, h: (h * 2, g * 3)).apply(a, b)
    (c.sum() + d.sum()).backward()
    return c is b, d is a, facts(lib, a), facts(lib, b), x.grad


@row
def dirty_and_not_returned(lib):
    """What is marked dirty must be returned."""

    def forward(ctx, x):
        ctx.mark_dirty(x)
        x.mul_(2)
        return x * 1

    own(lib, forward).apply(leaf(lib) * 1)


@row
def dirty_that_is_no_tensor(lib):
    """``mark_dirty`` takes tensors alone."""
    own(lib, lambda ctx, x: ctx.mark_dirty(3) or x * 2).apply(leaf(lib))


@row
def dirty_that_is_no_input(lib):
    """Marking dirty what is no input is noticed."""

    def forward(ctx, x):
        y = x * 2
        ctx.mark_dirty(y)
        return y

    y = own(lib, forward).apply(leaf(lib))
    return facts(lib, y)


@row
def dirty_view_that_is_no_input(lib):
    """Marking dirty a view that is no input is refused."""
    found = []
    for elsewhere in (lib.ones(2), leaf(lib), leaf(lib) * 1):

        def forward(ctx, x, elsewhere=elsewhere):
            y = elsewhere[:1]
            ctx.mark_dirty(y)
            return y

        f = own(lib, forward)
        found.append(said(lambda f=f: f.apply(leaf(lib))))
    return found


@row
def a_view_returned_under_no_grad(lib):
    """Also where it was not recorded, a view that a Function returned may not be written to."""
    x = leaf(lib) * 1
    with lib.no_grad():
        y = own(lib, lambda ctx, x: x[:1]).apply(x)
    return said(lambda: y.mul_(2))


@row
def written_and_not_marked(lib):
    """A write that is not marked still counts as a version."""

    def forward(ctx, x):
        x.mul_(2)
        return x * 1

    x = leaf(lib)
    y = x * 1
    z = own(lib, forward, lambda ctx, g: g * 2).apply(y)
    return facts(lib, y), facts(lib, z), y


@row
def dirty_under_no_grad(lib):
    """Under no_grad a dirty leaf is no error."""
    x = leaf(lib)
    with lib.no_grad():
        y = doubler(lib).apply(x)
    return y is x, x, x.is_leaf


@row
def dirty_and_saved_before(lib):
    """What another operation saved and a Function then wrote over raises in backward."""
    x = leaf(lib)
    y = x * 1
    z = y * y
    doubler(lib).apply(y)
    z.sum().backward()


@row
def one_of_two_dirty_views(lib):
    """A Function that writes into a view may return nothing else."""

    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2), x * 3

    y = leaf(lib, 1.0, 2.0) * 1
    own(lib, forward, lambda ctx, a, b: a).apply(y[1:])


# ---------------------------------------------------------------------- other marks


@row
def marked_non_differentiable(lib):
    """A marked output requires no grad; backward gets zeros in its place."""
    seen = []

    def forward(ctx, x):
        extra = x * 5
        ctx.mark_non_differentiable(extra)
        return x * 2, extra

    def backward(ctx, g, other):
        seen.append(other)
        return g * 2

    x = leaf(lib)
    y, extra = own(lib, forward, backward).apply(x)
    y.sum().backward()
    return facts(lib, extra), seen, x.grad


@row
def a_marked_input(lib):
    """An input that is marked and returned comes out detached."""

    def forward(ctx, x):
        ctx.mark_non_differentiable(x)
        return x

    x = leaf(lib)
    y = own(lib, forward).apply(x)
    return y is x, facts(lib, y), y.data_ptr() == x.data_ptr(), facts(lib, x)


@row
def a_marked_result_that_was_recorded(lib):
    """A marked output that enable_grad recorded in forward loses its history."""

    def forward(ctx, x):
        with lib.enable_grad():
            y = x * 2
        ctx.mark_non_differentiable(y)
        return y

    return facts(lib, own(lib, forward).apply(leaf(lib)))


@row
def integers_without_a_mark(lib):
    """Integer and bool outputs carry no gradient, marked or not."""
    f = own(lib, lambda ctx, x: (x * 2, x.argmax(), x > 1), lambda ctx, g, i, b: g)
    x = leaf(lib)
    y, place, big = f.apply(x)
    y.sum().backward()
    return facts(lib, place), facts(lib, big), x.grad


@row
def marking_what_is_no_tensor(lib):
    """``mark_non_differentiable`` takes tensors alone."""
    own(lib, lambda ctx, x: ctx.mark_non_differentiable(None) or x * 2).apply(leaf(lib))


@row
def zeros_are_made(lib):
    """Zeros made for an output that nothing reached have its shape and type."""
    seen = []

    def backward(ctx, a, b):
        seen.append((b, b.requires_grad))
        return a

    x = leaf(lib)
    f = own(lib, lambda ctx, x: (x * 2, lib.ones(2, 3, dtype=lib.float64)), backward)
    f.apply(x)[0].sum().backward()
    return seen, x.grad


@row
def zeros_are_not_made(lib):
    """``set_materialize_grads(False)`` gives None there."""
    seen = []

    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2, x * 3

    def backward(ctx, a, b):
        seen.append((a, b))
        return b

    x = leaf(lib)
    own(lib, forward, backward).apply(x)[1].sum().backward()
    return seen, x.grad


@row
def materializing_a_word(lib):
    """``set_materialize_grads`` takes a bool."""
    own(lib, lambda ctx, x: ctx.set_materialize_grads("no") or x * 2).apply(leaf(lib))


# ---------------------------------------------------------------------- inputs and views returned


@row
def an_input_returned(lib):
    """An input returned as it is comes out as a view of it, on the Function's node."""
    x = leaf(lib)
    y = own(lib, lambda ctx, x: x, lambda ctx, g: g * 10).apply(x)
    y.sum().backward()
    return y is x, facts(lib, y), y._base is x, y.data_ptr() == x.data_ptr(), x.grad


@row
def an_input_that_needs_none_returned(lib):
    """So does one that requires no grad: not the same object."""
    x = lib.ones(2)
    y = own(lib, lambda ctx, x: x).apply(x)
    return y is x, facts(lib, y), y.data_ptr() == x.data_ptr()


@row
def an_input_returned_twice(lib):
    """An input returned twice gives two outputs, each with a gradient of its own."""
    x = leaf(lib)
    f = own(lib, lambda ctx, x: (x, x), lambda ctx, a, b: a * 2 + b * 3)
    a, b = f.apply(x)
    (a.sum() + b.sum() * 10).backward()
    return x.grad, a is b, facts(lib, a), facts(lib, b)


@row
def one_result_returned_twice(lib):
    """One new tensor returned twice is one tensor, with the last place in the node."""

    def forward(ctx, x):
        y = x * 2
        return y, y

    x = leaf(lib)
    a, b = own(lib, forward, lambda ctx, a, b: a * 2 + b * 3).apply(x)
    a.sum().backward()
    return a is b, facts(lib, a), x.grad


@row
def an_input_returned_and_written_to(lib):
    """Writing into an input that was returned as it is, is refused."""
    y = own(lib, lambda ctx, x: x).apply(leaf(lib) * 1)
    y.add_(1)


@row
def a_view_returned(lib):
    """A view of an input keeps its base, and gets the Function's node."""
    x = leaf(lib, 1.0, 2.0, 3.0, 4.0)
    y = own(lib, lambda ctx, x: x.view(2, 2), lambda ctx, g: (g * 10).view(4)).apply(x)
    y.sum().backward()
    return facts(lib, y), y._base is x, x.grad


@row
def a_view_returned_and_written_to(lib):
    """Writing into a view that a Function returned is refused."""
    own(lib, lambda ctx, x: x.view(2, 2)).apply(leaf(lib, 1.0, 2.0, 3.0, 4.0) * 1).add_(1)


@row
def a_view_returned_whose_base_is_written_to(lib):
    """Using a view that a Function returned, after its base was written to, is refused."""
    x = leaf(lib, 1.0, 2.0, 3.0, 4.0) * 1
    y = own(lib, lambda ctx, x: x.view(2, 2)).apply(x)
    x.add_(1)
    return y * 2


@row
def two_views_returned(lib):
    """Of several views returned none may be written to."""
    f = own(lib, lambda ctx, x: (x[:1], x[1:]), lambda ctx, a, b: a)
    a, b = f.apply(leaf(lib) * 1)
    return facts(lib, a), said(lambda: a.add_(1)), said(lambda: b.mul_(2))


@row
def a_view_of_something_else_returned(lib):
    """A view of a tensor made inside forward is an output like any other."""
    x = leaf(lib)
    y = own(lib, lambda ctx, x: (x * 2)[:1], lambda ctx, g: lib.ones(2) * g).apply(x)
    found = facts(lib, y)
    return found, said(lambda: facts(lib, y.add_(1)))


@row
def another_leaf_returned(lib):
    """A leaf that is no input, returned from forward, is refused."""
    w = leaf(lib)
    y = own(lib, lambda ctx, x: w, lambda ctx, g: g * 2).apply(leaf(lib))
    return y is w, facts(lib, w)


# ---------------------------------------------------------------------- the backward


@row
def backward_runs_unrecorded(lib):
    """Backward runs as under no_grad, unless ``create_graph`` asks for a recording."""
    seen = []

    def backward(ctx, g):
        seen.append(
            (lib.is_grad_enabled(), g.requires_grad, (ctx.saved_tensors[0] * 1).requires_grad)
        )
        return cube_rule(ctx, g)

    f = own(lib, keep_input, backward)
    x = leaf(lib)
    f.apply(x).sum().backward()
    lib.autograd.grad(f.apply(x).sum(), x, create_graph=True)
    return seen


@row
def a_second_derivative(lib):
    """A Function whose backward is made of operations can be differentiated again, and again."""
    x = leaf(lib, 2.0)
    y = cube(lib).apply(x)
    (first,) = lib.autograd.grad(y, x, create_graph=True)
    (second,) = lib.autograd.grad(first, x, create_graph=True)
    (third,) = lib.autograd.grad(second, x)
    return first, second, third


@row
def a_second_derivative_through_an_output(lib):
    """A saved output leads back through the Function itself."""

    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    x = leaf(lib, 0.5)
    y = own(lib, forward, lambda ctx, g: g * ctx.saved_tensors[0]).apply(x)
    (first,) = lib.autograd.grad(y, x, create_graph=True)
    return first, lib.autograd.grad(first, x)


@row
def a_second_derivative_past_an_intermediate(lib):
    """What lay between input and output is a constant to the second derivative."""

    def forward(ctx, x):
        square = x * x
        ctx.save_for_backward(square)
        return square * x

    x = leaf(lib, 2.0)
    y = own(lib, forward, lambda ctx, g: g * 3 * ctx.saved_tensors[0]).apply(x)
    (first,) = lib.autograd.grad(y, x, create_graph=True)
    return first, lib.autograd.grad(first.sum(), x, allow_unused=True)


def once(lib):
    function = lib.autograd.function
    rule = function.once_differentiable(cube_rule)
    return own(lib, keep_input, rule), rule


@row
def differentiated_once(lib):
    """``once_differentiable`` runs the rule unrecorded and lets a first derivative pass."""
    x = leaf(lib)
    f, rule = once(lib)
    f.apply(x).sum().backward()
    return x.grad, rule.__name__


@row
def differentiated_twice(lib):
    """A second derivative through ``once_differentiable`` raises when it is asked for."""
    x = leaf(lib)
    y = once(lib)[0].apply(x)
    (g,) = lib.autograd.grad((y * y).sum(), x, create_graph=True)
    return g.requires_grad, g.grad_fn.name().rpartition("::")[2], said(g.sum().backward)


@row
def differentiated_twice_where_it_needs_none(lib):
    """Where the incoming gradient requires none the result does not either."""
    x = leaf(lib)
    (g,) = lib.autograd.grad(once(lib)[0].apply(x).sum(), x, create_graph=True)
    return facts(lib, g), g


@row
def too_few_gradients(lib):
    """One gradient per argument, or an error with both counts."""
    f = own(lib, lambda ctx, x, y: x * y, lambda ctx, g: g)
    f.apply(leaf(lib), leaf(lib)).sum().backward()


@row
def too_many_gradients(lib):
    """Too many are an error as well."""
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: (g, g)).apply(leaf(lib)).sum().backward()


@row
def too_many_but_none(lib):
    """Surplus places are no error where they are None."""
    x = leaf(lib)
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: (g, None, None)).apply(x).sum().backward()
    return x.grad


@row
def no_gradient(lib):
    """None for a tensor stops the gradient there."""
    x = leaf(lib)
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: None).apply(x * 1).sum().backward()
    return x.grad


@row
def no_gradient_for_a_function(lib):
    """Behind a Function that gave None another still runs, on zeros, or on None."""
    seen = []
    x = leaf(lib)
    stop = own(lib, lambda ctx, x: x * 2, lambda ctx, g: None)
    for zeros in (True, False):

        def forward(ctx, x, zeros=zeros):
            ctx.set_materialize_grads(zeros)
            return x * 3

        before = own(lib, forward, lambda ctx, g: seen.append(g) or g)
        stop.apply(before.apply(x)).sum().backward()
    return seen, x.grad


@row
def a_gradient_for_a_number(lib):
    """An argument that is no tensor takes None alone."""
    f = own(lib, lambda ctx, x, n: x * n, lambda ctx, g: (g, g))
    f.apply(leaf(lib), 2.0).sum().backward()


@row
def a_gradient_for_what_needs_none(lib):
    """A gradient for a tensor that needs none is dropped, whatever its shape."""
    x, w = leaf(lib), lib.ones(2)
    f = own(lib, lambda ctx, x, w: x * w, lambda ctx, g: (g, lib.ones(7)))
    f.apply(x, w).sum().backward()
    return x.grad, w.grad


@row
def a_gradient_that_is_no_tensor(lib):
    """A number is no gradient."""
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: 3.0).apply(leaf(lib)).sum().backward()


@row
def a_gradient_in_a_list(lib):
    """Nor is a list of gradients."""
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: [g]).apply(leaf(lib)).sum().backward()


@row
def a_gradient_of_a_wrong_shape(lib):
    """A gradient of another shape is refused, with both shapes."""
    f = own(lib, lambda ctx, x: x * 2, lambda ctx, g: lib.ones(5))
    f.apply(leaf(lib)).sum().backward()


@row
def a_gradient_that_is_too_small(lib):
    """One that would have to be expanded too."""
    f = own(lib, lambda ctx, x: x * 2, lambda ctx, g: lib.tensor(7.0))
    f.apply(leaf(lib)).sum().backward()


@row
def a_gradient_that_was_broadcast(lib):
    """One that is broadcast is summed to the input's shape."""
    x = leaf(lib)
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: lib.ones(5, 2)).apply(x).sum().backward()
    return x.grad


@row
def a_gradient_of_another_type(lib):
    """A gradient of another floating type is converted."""
    x = leaf(lib)
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: g.double() * 2).apply(x).sum().backward()
    return x.grad, x.grad.dtype


@row
def an_error_in_backward(lib):
    """An error in backward comes through, and leaves the graph as it was."""
    broken = [True]

    def backward(ctx, g):
        if broken:
            raise ValueError("inside")
        return cube_rule(ctx, g)

    x = leaf(lib)
    y = own(lib, keep_input, backward).apply(x).sum()
    found = said(y.backward), x.grad, lib.is_grad_enabled()
    broken.clear()
    y.backward()
    return found, x.grad


@row
def a_backward_inside_backward(lib):
    """Backward may record and walk a graph of its own, as checkpointing does."""

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        with lib.enable_grad():
            again = x.detach().requires_grad_()
            y = again * again * again
        lib.autograd.backward(y, g)
        return again.grad

    x = leaf(lib)
    own(lib, keep_input, backward).apply(x).sum().backward()
    return x.grad


@row
def the_gradient_changed_in_place(lib):
    """The gradient that came in may be what goes out, and is then the leaf's own."""
    x = leaf(lib)
    y = own(lib, lambda ctx, x: x * 2, lambda ctx, g: g.mul_(2)).apply(x)
    y.backward(lib.ones(2) * 1)
    return x.grad


# ---------------------------------------------------------------------- written wrongly


@row
def without_a_forward(lib):
    """A Function without forward says so."""
    type("Empty", (lib.autograd.Function,), {}).apply(leaf(lib))


@row
def without_a_backward(lib):
    """One without backward says so when it is walked."""
    members = {"forward": staticmethod(lambda ctx, x: x * 2)}
    type("Half", (lib.autograd.Function,), members).apply(leaf(lib)).sum().backward()


@row
def the_base_class_alone(lib):
    """The base class's own methods say what is to be written."""
    base = lib.autograd.Function
    return (
        said(lambda: base.apply(leaf(lib))),
        said(lambda: base.forward(None)),
        said(lambda: base.backward(None)),
        said(lambda: base.setup_context(None, (), None)),
    )


@row
def with_backward_and_vjp(lib):
    """``vjp`` is another name of ``backward``; both at once are refused."""
    x = leaf(lib)
    members = {"forward": staticmethod(keep_input), "vjp": staticmethod(cube_rule)}
    type("Named", (lib.autograd.Function,), members).apply(x).sum().backward()
    both = own(lib, keep_input, cube_rule, vjp=cube_rule)
    return x.grad, said(both.apply(x).sum().backward)


@row
def an_instance(lib):
    """Making an instance warns."""
    cube(lib)()


@row
def an_instance_called(lib):
    """Calling an instance, as before PyTorch 0.4, raises."""
    cube(lib)()(leaf(lib))


@row
def forward_that_is_not_static(lib):
    """A method without ``@staticmethod`` is called with ctx in the place of self."""

    class Plain(lib.autograd.Function):
        def forward(ctx, x):
            return x * 2

        def backward(ctx, g):
            return g * 2

    x = leaf(lib)
    Plain.apply(x).sum().backward()
    return x.grad


@row
def class_methods(lib):
    """Forward and backward may be class methods."""

    class Scaled(lib.autograd.Function):
        factor = 4

        @classmethod
        def forward(cls, ctx, x):
            return x * cls.factor

        @classmethod
        def backward(cls, ctx, g):
            return g * cls.factor

    x = leaf(lib)
    Scaled.apply(x).sum().backward()
    return x.grad


@row
def inherited(lib):
    """A Function of a Function has nodes of its own name."""
    parent = cube(lib)

    class Again(parent):
        pass

    return Again.apply(leaf(lib)).grad_fn.name()


@row
def saved_tensors_let_go_when_read(lib):
    """With `clear_saved_tensors_on_access` the first look at `saved_tensors` is the last."""
    gone = []

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        held = weakref.ref(x)
        del x
        gone.append(held() is None)
        return g

    once = own(lib, lambda ctx, x: (ctx.save_for_backward(x), x * 1)[1], backward)
    once.clear_saved_tensors_on_access = True
    y = once.apply(leaf(lib) * 1)
    y.sum().backward(retain_graph=True)
    again = said(lambda: y.sum().backward())
    told_to = cube(lib).clear_saved_tensors_on_access
    return gone, again, said(lambda: y.grad_fn.saved_tensors), told_to


@row
def a_view_out_of_a_function_that_was_not_recorded(lib):
    """A view that a Function gives out may not be written to in a recorded way, ever."""
    shows = own(lib, lambda ctx, x: x[:])
    w = leaf(lib)
    of_a_constant = shows.apply(lib.ones(2))
    with lib.no_grad():
        unrecorded = shows.apply(w * 1)
        free = shows.apply(w * 1).add_(1)
    acts = (
        lambda: of_a_constant.mul_(w),
        lambda: of_a_constant.copy_(w),
        lambda: unrecorded.zero_(),
        lambda: of_a_constant.add_(1).requires_grad,
    )
    return [said(act) for act in acts], free


@row
def dirty_that_is_a_view_of_no_input(lib):
    """A view of something made inside cannot be marked as dirty."""

    def forward(ctx, x):
        out = x.clone().view(-1)
        ctx.mark_dirty(out)
        return out

    marks = own(lib, forward)
    return said(lambda: marks.apply(leaf(lib))), said(lambda: marks.apply(lib.ones(2)))


@row
def none_and_a_hook_on_what_comes_behind(lib):
    """A leaf whose gradient is None has its hooks run, in its turn."""
    ran = []

    def forward(ctx, x, w):
        return x * w.detach()

    first = own(lib, lambda ctx, x: x, lambda ctx, g: (ran.append("first"), g)[1])
    half = own(lib, forward, lambda ctx, g: (g, None))
    x, w = leaf(lib), leaf(lib)
    w.register_hook(lambda g: ran.append(["w", g]))
    half.apply(first.apply(x), w).sum().backward()
    return ran, x.grad, w.grad


@row
def a_write_into_a_view_that_gives_no_gradient_to_one_of_two(lib):
    """A dirty view and another input without gradient: the base's alone comes through."""

    def forward(ctx, x, other):
        ctx.mark_dirty(x)
        return x.mul_(2)

    doubles = own(lib, forward, lambda ctx, g: (g * 2, None))
    x, other = leaf(lib), leaf(lib, 1.0)
    doubles.apply((x * 1)[:], other).sum().backward()
    return x.grad, other.grad
