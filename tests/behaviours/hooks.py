"""Point 5: hooks, what they see, in which order, what they may replace, and how they go."""

import copy
import functools
import gc
import pickle
import threading
import weakref

from tests.behaviours.table import row


def leaf(lib, *values):
    return lib.tensor(list(values or (1.0, 2.0)), requires_grad=True)


def tried(act, *args, **named):
    """What `act` gives, or its error: for rows that go on afterwards."""
    try:
        return act(*args, **named)
    except Exception as error:
        return [type(error).__name__, str(error).partition("\n")[0]]


def noting(seen, label):
    """A hook that notes what it is called with, and replaces nothing."""

    def note(*found):
        seen.append([label, *found])

    return note


def end_of(x):
    """The AccumulateGrad of a leaf."""
    return (x * 1).grad_fn.next_functions[0][0]


def own(lib, **methods):
    """A Function of the library with these methods."""
    return type("Own", (lib.autograd.Function,), {k: staticmethod(f) for k, f in methods.items()})


# ---------------------------------------------------------------------- tensor hooks


@row
def a_hook_sees_the_gradient(lib):
    """A hook sees the gradient of its tensor, all uses added up, once per backward."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.register_hook(noting(seen, "y"))
    x.register_hook(noting(seen, "x"))
    (y + y * y + x).sum().backward()
    return seen, x.grad


@row
def a_hook_may_replace_the_gradient(lib):
    """What a hook returns stands in the gradient's place; None leaves it."""
    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: g * 10)
    y.register_hook(lambda g: None)
    x.register_hook(lambda g: g + 0.5)
    (y * 3).sum().backward()
    return x.grad


@row
def hooks_run_in_the_order_they_were_registered(lib):
    """Several hooks of a tensor run in order, each on what the one before made of it."""
    seen = []
    x = leaf(lib)
    for number in (1, 2, 3):
        x.register_hook(lambda g, n=number: (seen.append([n, g.tolist()]), g * 10)[1])
    (x * 2).sum().backward()
    return seen, x.grad


@row
def a_hook_may_be_any_callable(lib):
    """A method, a partial, a builtin: whatever can be called may be a hook."""
    seen = []
    x = leaf(lib)
    x.register_hook(seen.append)
    x.register_hook(functools.partial(lambda k, g: g * k, 10))
    (x * 2).sum().backward()
    return seen, x.grad


@row
def a_hook_that_cannot_be_called(lib):
    """What cannot be called is found out when it should be."""
    x = leaf(lib)
    registered = type(tried(x.register_hook, 3)).__name__
    return registered, tried((x * 2).sum().backward), x.grad


@row
def the_same_hook_twice(lib):
    """A hook registered twice runs twice; each registration has a handle of its own."""
    x = leaf(lib)

    def double(g):
        return g * 2

    x.register_hook(double)
    second = x.register_hook(double)
    (x * 1).sum().backward()
    second.remove()
    (x * 1).sum().backward()
    return x.grad


@row
def a_hook_on_the_root(lib):
    """A hook on the root sees the gradient that the walk starts with."""
    seen = []
    x = leaf(lib)
    y = (x * 2).sum()
    y.register_hook(noting(seen, "root"))
    y.register_hook(lambda g: g * 3)
    x.register_hook(noting(seen, "leaf"))
    y.backward()
    x.backward(lib.ones(2))
    return seen, x.grad


@row
def a_hook_without_gradient(lib):
    """A tensor that requires no grad takes no hook, not even an integer one."""
    made = lib.ones(2), lib.tensor([1]), leaf(lib).detach()
    return [tried(t.register_hook, print) for t in made]


@row
def a_hook_of_a_leaf_outlives_the_graph(lib):
    """A leaf's hook serves every graph, also one recorded before; a result's only its own."""
    seen = []
    x = leaf(lib)
    before = (x * 2).sum()
    x.register_hook(noting(seen, "leaf"))
    y = x * 3
    y.register_hook(noting(seen, "result"))
    before.backward()
    (x * 4).sum().backward()
    return seen


@row
def a_hook_outlives_its_tensor(lib):
    """A result's hook stays on the graph when the result is dropped."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.register_hook(noting(seen, "y"))
    z = y.sum()
    del y
    z.backward()
    return seen


@row
def a_hook_registered_after_use(lib):
    """A hook may come after its tensor was used, up to the moment the walk gets there."""
    seen = []
    x = leaf(lib)
    y = x * 2
    z = y * 3
    y.register_hook(noting(seen, "y"))
    z.register_hook(lambda g: y.register_hook(noting(seen, "late")) and None)
    z.sum().backward()
    return seen


@row
def a_hook_on_a_leaf_told_not_to(lib):
    """A leaf told not to require grad after recording: its hook runs, its `.grad` stays."""
    seen = []
    x = leaf(lib)
    x.register_hook(noting(seen, "x"))
    x.register_post_accumulate_grad_hook(lambda p: seen.append("post"))
    y = (x * 2).sum()
    x.requires_grad_(False)
    y.backward()
    return seen, x.grad


@row
def a_hook_of_a_twin(lib):
    """A detached twin has hooks of its own."""
    seen = []
    x = leaf(lib)
    x.register_hook(noting(seen, "x"))
    twin = x.detach().requires_grad_()
    (twin * 2).sum().backward()
    return seen


@row
def a_hook_changes_the_gradient_in_place(lib):
    """A hook may write into the gradient it is shown."""
    x, s = leaf(lib), lib.tensor(1.0, requires_grad=True)
    x.register_hook(lambda g: (g.mul_(2), None)[1])
    s.register_hook(lambda g: (g.add_(1), None)[1])
    ((x * 3) * 1).sum().backward()
    (s * 3).backward()
    return x.grad, s.grad


@row
def a_hook_sees_grad_as_it_was(lib):
    """When a leaf's hook runs, its `.grad` is still that of before."""
    seen = []
    x = leaf(lib)
    x.register_hook(lambda g: seen.append(None if x.grad is None else x.grad.tolist()))
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return seen


@row
def a_hook_in_a_recorded_walk(lib):
    """With `create_graph` hooks see gradients with a history, and what they do is recorded."""
    seen = []
    x = leaf(lib, 2.0)
    y = x**3
    y.register_hook(lambda g: (seen.append([g.requires_grad, lib.is_grad_enabled()]), g * x)[1])
    (g,) = lib.autograd.grad(y, x, create_graph=True)
    (plain,) = lib.autograd.grad(y, x, retain_graph=True)
    return g.detach(), lib.autograd.grad(g, x), plain, seen


@row
def a_hook_on_an_expanded_tensor(lib):
    """A hook sees the gradient before broadcasting is undone on the result, after on the leaf."""
    seen = []
    x = leaf(lib, 1.0)
    y = x.expand(3)
    y.register_hook(noting(seen, "expanded"))
    x.register_hook(noting(seen, "leaf"))
    (y * lib.tensor([1.0, 2.0, 3.0])).sum().backward()
    return seen


@row
def a_hook_on_one_of_several_outputs(lib):
    """Hooks of several outputs of a node run output by output, None where nothing arrived."""
    seen = []
    x = lib.ones(3, requires_grad=True)
    parts = x.unbind(0)
    for nr in (2, 0, 1, 2):
        parts[nr].register_hook(noting(seen, nr))
    (parts[0] * 2 + parts[2] * 3).backward()
    return seen, x.grad


@row
def a_hook_of_another_thread(lib):
    """A hook may be registered in another thread, and runs in the one that walks."""
    ran, x = [], leaf(lib)
    me = threading.get_ident()

    def register():
        x.register_hook(lambda g: ran.append(threading.get_ident() == me))

    thread = threading.Thread(target=register)
    thread.start()
    thread.join()
    (x * 2).sum().backward()
    return ran


@row
def a_hook_is_let_go_with_its_graph(lib):
    """Dropping a graph lets its hooks go: nothing is left to the collector."""
    gc.collect()
    gc.disable()
    try:
        x = leaf(lib)
        y = x * 2

        def hook(g):
            return g

        gone = weakref.ref(hook)
        y.register_hook(hook)
        y.grad_fn.register_hook(lambda sent, came, hook=hook: None)
        y.sum().backward()
        del y, hook
        return gone() is None, gc.collect()
    finally:
        gc.enable()


# ---------------------------------------------------------------------- handles


@row
def a_handle_takes_the_hook_back(lib):
    """`remove()` takes a hook back, once or many times; the others stay."""
    seen = []
    x = leaf(lib)
    first = x.register_hook(noting(seen, "first"))
    x.register_hook(noting(seen, "second"))
    first.remove()
    first.remove()
    (x * 2).sum().backward()
    return seen, type(first).__name__


@row
def a_handle_in_a_with_statement(lib):
    """A handle is a context manager: the hook goes at the end of the block, also by an error."""
    seen = []
    x = leaf(lib)
    with x.register_hook(noting(seen, "inside")) as handle:
        (x * 2).sum().backward()
    (x * 2).sum().backward()

    def fail():
        with x.register_hook(noting(seen, "later")):
            raise KeyError("inside")

    found = tried(fail)
    (x * 2).sum().backward()
    return seen, type(handle).__name__, found


@row
def a_handle_that_is_dropped(lib):
    """Dropping a handle leaves the hook where it is."""
    seen = []
    x = leaf(lib)
    handle = x.register_hook(noting(seen, "x"))
    del handle
    (x * 2).sum().backward()
    return seen


@row
def handles_of_every_kind(lib):
    """Every kind of hook has a handle that takes it back."""
    seen = []
    x = leaf(lib)
    y = x * 2
    handles = [
        y.register_hook(noting(seen, "tensor")),
        y.grad_fn.register_prehook(noting(seen, "pre")),
        y.grad_fn.register_hook(noting(seen, "post")),
        x.register_post_accumulate_grad_hook(noting(seen, "accumulated")),
    ]
    [handle.remove() for handle in handles]
    y.sum().backward()
    return seen, len({type(handle).__name__ for handle in handles})


@row
def a_handle_outlives_its_tensor(lib):
    """A handle may be used when tensor and graph are gone, and keeps neither alive."""
    y = leaf(lib) * 2
    handle = y.register_hook(print)
    gone = weakref.ref(y)
    del y
    return gone() is None, handle.remove()


@row
def a_hook_removed_while_hooks_run(lib):
    """A hook that an earlier one removes still runs that time, and never again."""
    seen, handles = [], []
    x = leaf(lib)
    x.register_hook(lambda g: (seen.append("first"), handles[0].remove())[1])
    handles.append(x.register_hook(noting(seen, "second")))
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return [entry if isinstance(entry, str) else entry[0] for entry in seen]


@row
def a_hook_added_while_hooks_run(lib):
    """A hook that an earlier one adds runs from the next time on."""
    seen = []
    x = leaf(lib)

    def first(g):
        seen.append("first")
        x.register_hook(lambda g: seen.append("added"))

    x.register_hook(first)
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return seen


@row
def a_handle_after_a_write(lib):
    """A handle still takes its hook back when the tensor has moved on to another node."""
    seen = []
    y = leaf(lib) * 2
    handle = y.register_hook(noting(seen, "before"))
    y.mul_(3)
    handle.remove()
    y.sum().backward()
    return seen


# ---------------------------------------------------------------------- copies


@row
def a_deep_copy_leaves_the_hooks_behind(lib):
    """A deep copy of a leaf has no hooks; torch says nothing of it."""
    seen = []
    x = leaf(lib)
    x.register_hook(noting(seen, "x"))
    twin = copy.deepcopy(x)
    (twin * 2).sum().backward()
    return seen, twin.grad


@row
def a_pickle_leaves_the_hooks_behind(lib):
    """A pickled leaf comes back without its hooks, and a warning says so for each."""
    seen = []
    x = leaf(lib)
    x.register_hook(print)
    twin = pickle.loads(pickle.dumps(x))
    (twin * 2).sum().backward()
    return seen, twin.grad


# ---------------------------------------------------------------------- order


@row
def order_on_a_result(lib):
    """On a result: its tensor hooks, retained gradient, node pre-hooks, rule, post-hooks."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.grad_fn.register_hook(noting(seen, "post"))
    y.grad_fn.register_prehook(noting(seen, "pre"))
    y.retain_grad()
    y.register_hook(lambda g: seen.append(["retained by now", y.grad is not None]))
    y.register_hook(lambda g: g * 10)
    y.grad_fn.register_prehook(lambda came: seen.append(["retained by now", y.grad is not None]))
    y.sum().backward()
    return seen, y.grad, x.grad


@row
def order_on_a_leaf(lib):
    """On a leaf: its tensor hooks, node pre-hooks, adding up, post-accumulate, post-hooks."""
    seen = []
    x = leaf(lib)
    y = x * 3
    x.register_post_accumulate_grad_hook(lambda p: seen.append(["accumulated", p.grad]))
    end = y.grad_fn.next_functions[0][0]
    end.register_hook(noting(seen, "post"))
    end.register_prehook(lambda came: seen.append(["pre", came, x.grad]))
    x.register_hook(noting(seen, "tensor"))
    y.sum().backward()
    return seen, x.grad


@row
def a_retained_gradient_is_what_the_hooks_left(lib):
    """`retain_grad` keeps the gradient as all tensor hooks left it, later ones too."""
    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: g * 2)
    y.retain_grad()
    y.register_hook(lambda g: g * 5)
    y.sum().backward()
    return y.grad, x.grad


@row
def order_among_nodes(lib):
    """Hooks of one node all run before those of the next."""
    seen = []
    x = leaf(lib)
    y = x * 2
    z = y * 3
    for name, t in (("y", y), ("z", z)):
        t.grad_fn.register_hook(lambda sent, came, name=name: seen.append(name + " post"))
        t.grad_fn.register_prehook(lambda came, name=name: seen.append(name + " pre"))
        t.register_hook(lambda g, name=name: seen.append(name))
    x.register_hook(lambda g: seen.append("x"))
    z.sum().backward()
    return seen


# ---------------------------------------------------------------------- after a write


@row
def a_hook_stays_where_the_tensor_was(lib):
    """After a write a hook registered before sees the gradient of the value before."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.register_hook(noting(seen, "before"))
    y.mul_(3)
    y.register_hook(noting(seen, "after"))
    (y * 5).sum().backward()
    return seen, x.grad


@row
def hooks_and_a_retained_gradient_part(lib):
    """A retained gradient follows the tensor over a write, its hooks do not."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: g * 100)
    y.retain_grad()
    y.mul_(3)
    y.register_hook(noting(seen, "after"))
    y.sum().backward()
    return seen, y.grad, x.grad


@row
def a_hook_on_a_base_written_through_a_view(lib):
    """A base's hook, and its node's, stay with the value before a write through a view."""
    seen = []
    x = leaf(lib, 1.0, 2.0, 3.0)
    y = x * 2
    y.register_hook(noting(seen, "before"))
    y.grad_fn.register_hook(noting(seen, "mul"))
    y[0].mul_(10)
    y.register_hook(noting(seen, "after"))
    y.sum().backward()
    return seen, x.grad


@row
def a_hook_on_a_view_of_a_written_base(lib):
    """A view's hook stays on its old node when its base is written into: it does not run."""
    seen = []
    x = leaf(lib)
    y = x * 2
    part = y[:1]
    part.register_hook(noting(seen, "before"))
    y.mul_(3)
    renewed = part.grad_fn.name()
    part.register_hook(noting(seen, "after"))
    (part * 5).sum().backward()
    return seen, renewed, x.grad


@row(why="torch registers with the stale node when the view was not used since, and loses the hook")
def a_hook_on_a_view_not_used_since(lib):
    """A hook registered on a view right after its base was written into runs."""
    seen = []
    y = leaf(lib) * 2
    part = y[:1]
    part.register_hook(noting(seen, "before"))
    y.mul_(3)
    part.register_hook(noting(seen, "after"))
    (part * 5).sum().backward()
    return seen


@row
def a_hook_on_a_leaf_written_under_no_grad(lib):
    """A leaf keeps its hooks when it is written into under `no_grad`."""
    seen = []
    x = leaf(lib)
    x.register_hook(noting(seen, "x"))
    with lib.no_grad():
        x.mul_(10)
    (x * x).sum().backward()
    return seen


@row
def a_hook_on_what_was_a_leaf(lib):
    """A constant's leaf hook is left behind when a tracked value is written into it."""
    seen = []
    c, w = lib.ones(2, requires_grad=True), leaf(lib)
    c.register_hook(noting(seen, "leaf"))
    c.requires_grad_(False)
    c.mul_(w)
    c.register_hook(noting(seen, "result"))
    c.sum().backward()
    return seen, w.grad


# ---------------------------------------------------------------------- hooks of nodes


@row
def a_post_hook_sees_what_leaves_and_what_came(lib):
    """A post-hook sees what goes to each input, None where none is wanted, and what came."""
    seen = []
    x, w = lib.ones(2, 2), leaf(lib)
    y = x * w
    y.grad_fn.register_hook(noting(seen, "mul"))
    (y + 1).sum().backward()
    return seen, w.grad


@row
def a_post_hook_may_replace_what_leaves(lib):
    """A post-hook returns a tuple in place of what leaves; several run one after the other."""
    x, w = leaf(lib), leaf(lib)
    y = x * w
    y.grad_fn.register_hook(lambda sent, came: (sent[0] * 10, None))
    y.grad_fn.register_hook(lambda sent, came: None)
    y.grad_fn.register_hook(lambda sent, came: (sent[0] + 1, sent[1]))
    y.sum().backward()
    return x.grad, w.grad


@row
def a_pre_hook_may_replace_what_comes(lib):
    """A pre-hook returns a tuple in place of what came; post-hooks see it."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.grad_fn.register_prehook(lambda came: (came[0] * 10,))
    y.grad_fn.register_prehook(lambda came: None)
    y.grad_fn.register_prehook(noting(seen, "pre"))
    y.grad_fn.register_hook(noting(seen, "post"))
    y.sum().backward()
    return seen, x.grad


@row
def a_pre_hook_may_stop_a_gradient(lib):
    """None in a pre-hook's tuple lets no gradient through; a leaf then receives nothing."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.grad_fn.register_prehook(lambda came: (None,))
    y.grad_fn.register_hook(noting(seen, "post"))
    x.register_hook(noting(seen, "leaf"))
    y.sum().backward()
    return seen, x.grad


@row
def hooks_of_a_node_with_several_outputs(lib):
    """A node's hooks see a gradient per output, None where nothing arrived."""
    seen = []
    x = leaf(lib, 1.0, 2.0, 3.0)
    a, _, c = x.unbind()
    a.grad_fn.register_prehook(noting(seen, "pre"))
    a.grad_fn.register_hook(noting(seen, "post"))
    (a + c * 2).backward()
    return seen, x.grad


@row
def hooks_of_a_joining_node(lib):
    """`cat` sends a gradient to every input, also to one that wants none, as its hook shows."""
    seen = []
    x = leaf(lib)
    y = lib.cat([x, lib.ones(1), x])
    y.grad_fn.register_hook(noting(seen, "cat"))
    y.sum().backward()
    return seen, x.grad


@row
def hooks_of_a_functions_node(lib):
    """The node of a Function takes hooks as any other."""
    seen = []
    mine = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2)
    x = leaf(lib)
    y = mine.apply(x)
    y.register_hook(noting(seen, "tensor"))
    y.grad_fn.register_prehook(lambda came: (came[0] * 10,))
    y.grad_fn.register_hook(noting(seen, "post"))
    y.sum().backward()
    return seen, x.grad


@row
def hooks_of_an_accumulator_go_with_it(lib):
    """Hooks on a leaf's AccumulateGrad last as long as a graph holds that node."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.grad_fn.next_functions[0][0].register_prehook(lambda came: seen.append("pre"))
    y.grad_fn.next_functions[0][0].register_hook(lambda sent, came: seen.append("post"))
    z = x * 3
    z.sum().backward()
    seen.append("|")
    del y, z
    (x * 4).sum().backward()
    return seen, x.grad


@row
def hooks_of_an_accumulator_may_replace(lib):
    """A pre-hook of AccumulateGrad may replace what is added; its post-hook sends nothing."""
    seen = []
    x = leaf(lib)
    y = x * 2
    end = y.grad_fn.next_functions[0][0]
    end.register_prehook(lambda came: (came[0] * 10,))
    end.register_hook(noting(seen, "post"))
    y.sum().backward()
    return seen, x.grad


# ---------------------------------------------------------------------- post-accumulate


@row
def a_post_accumulate_hook_sees_the_sum(lib):
    """A post-accumulate hook sees the leaf with all that was added up so far."""
    seen = []
    x = leaf(lib)
    x.register_post_accumulate_grad_hook(lambda p: seen.append([p is x, p.grad.tolist()]))
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return seen


@row
def a_post_accumulate_hook_runs_once(lib):
    """It runs once per backward, though the leaf was used often."""
    seen = []
    x = leaf(lib)
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.tolist()))
    (x * 2 + x * 3 + x.exp() * 0).sum().backward()
    return seen


@row
def a_step_of_descent_in_a_hook(lib):
    """A post-accumulate hook may take the step and drop the gradient: no optimizer needed."""
    x = leaf(lib)

    def step(p):
        with lib.no_grad():
            p -= 0.5 * p.grad
        p.grad = None

    x.register_post_accumulate_grad_hook(step)
    for _ in range(3):
        (x * x).sum().backward()
    return x, x.grad, x._version


@row
def post_accumulate_hooks_of_a_result(lib):
    """Only leaves take post-accumulate hooks, and only those that require grad."""
    x = leaf(lib)
    made = x * 2, lib.ones(2), x.detach()
    return [tried(t.register_post_accumulate_grad_hook, print) for t in made]


@row
def several_post_accumulate_hooks(lib):
    """Several run in order, and each sees what the one before did to `.grad`."""
    seen = []
    x = leaf(lib)
    x.register_post_accumulate_grad_hook(lambda p: (p.grad.mul_(10), None)[1])
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.tolist()))

    (x * 2).sum().backward()
    return seen, x.grad


@row
def grad_runs_tensor_hooks_of_its_inputs_alone(lib):
    """`autograd.grad` runs a leaf's tensor hooks, and none of its node or post-accumulate hooks."""
    seen = []
    x = leaf(lib)
    y = x * 2
    end = y.grad_fn.next_functions[0][0]
    end.register_prehook(noting(seen, "pre"))
    end.register_hook(noting(seen, "post"))
    x.register_post_accumulate_grad_hook(noting(seen, "accumulated"))
    x.register_hook(lambda g: (seen.append("tensor"), g * 10)[1])
    return lib.autograd.grad(y.sum(), x), seen, x.grad


@row
def an_input_on_the_way_to_another(lib):
    """The gradient of an input with another behind it is told before its hooks, else after."""
    x = leaf(lib)
    a = x * 2
    b = a * 3
    for t in (x, a, b):
        t.register_hook(lambda g: g * 10)
    return [
        lib.autograd.grad(b.sum(), [x, a, b], retain_graph=True),
        lib.autograd.grad(b.sum(), [a, b], retain_graph=True),
        lib.autograd.grad(b.sum(), [b], retain_graph=True),
    ]


@row
def hooks_on_the_way_to_an_input(lib):
    """A walk to an input runs the hooks on the way to it, and none aside or behind."""
    seen = []
    x, w = leaf(lib), leaf(lib)
    y = x * 2
    v = w * 3
    z = (y * v).sum()
    named = (("x", x), ("w", w), ("y", y), ("v", v))
    for name, t in named:
        t.register_hook(lambda g, name=name: seen.append(name))
    y.grad_fn.register_prehook(lambda came: seen.append("pre y"))
    y.grad_fn.register_hook(lambda sent, came: seen.append("post y"))
    lib.autograd.grad(z, y, retain_graph=True)
    seen.append("|")
    lib.autograd.grad(z, [x, y], retain_graph=True)
    seen.append("|")
    z.backward(inputs=[w])
    return seen


@row
def hooks_of_inputs_of_backward(lib):
    """`backward(inputs=)` runs all hooks of the leaves among its inputs, of others none."""
    seen = []
    x, w = leaf(lib), leaf(lib)
    for name, t in (("x", x), ("w", w)):
        t.register_hook(lambda g, name=name: seen.append(name))
        t.register_post_accumulate_grad_hook(lambda p, name=name: seen.append("post " + name))
    (x * w).sum().backward(inputs=[w])
    return seen, x.grad, w.grad


@row
def post_accumulate_in_a_recorded_walk(lib):
    """In a recorded walk a post-accumulate hook sees a gradient with a history."""
    seen = []
    x = leaf(lib)
    x.register_post_accumulate_grad_hook(
        lambda p: seen.append([p.grad.requires_grad, lib.is_grad_enabled()])
    )
    (x**3).sum().backward(create_graph=True)
    x.grad = None
    (x**3).sum().backward()
    return seen


# ---------------------------------------------------------------------- what hooks may not do


def misused(lib, register):
    """What a walk says of a hook that `register` puts on ``x`` or on ``y = x * 2``."""
    x = leaf(lib)
    y = x * 2
    register(x, y)
    return tried(y.sum().backward), x.grad


def wrong(g):
    """What a hook may not return in place of `g`: the kinds of mistakes, by name."""
    return {
        "number": 3,
        "array": g.numpy(),
        "list": [g],
        "shape": g.sum(),
        "wider": g.expand(3, 2),
        "dtype": g.double(),
        "integer": g.long(),
    }


KINDS = ("number", "array", "list", "shape", "wider", "dtype", "integer")


@row
def a_tensor_hook_returns_what_does_not_fit(lib):
    """What a tensor hook returns must be a tensor of the gradient's shape and type."""

    def hook(g, kind):
        return wrong(g)[kind]

    return [
        misused(lib, lambda x, y, kind=kind: x.register_hook(lambda g: hook(g, kind)))
        for kind in KINDS
    ]


@row
def a_named_hook_is_named_in_the_error(lib):
    """An error names the hook: a function by its name, an object by its class."""

    class Halve:
        def __call__(self, g):
            return g.sum() / 2

    def halve(g):
        return g.sum() / 2

    hooks = halve, Halve(), functools.partial(halve), Halve().__call__
    return [misused(lib, lambda x, y, hook=hook: y.register_hook(hook)) for hook in hooks]


@row
def a_post_hook_returns_what_does_not_fit(lib):
    """What a post-hook returns must be a tuple, one gradient per input, each as it was."""

    def returning(value):
        return misused(lib, lambda x, y: y.grad_fn.register_hook(lambda sent, came: value(sent)))

    return [
        returning(lambda sent: 5),
        returning(lambda sent: sent[0]),
        returning(list),
        returning(lambda sent: ()),
        returning(lambda sent: (*sent, None)),
        returning(lambda sent: (1, None)),
        returning(lambda sent: (sent[0].sum(), None)),
        returning(lambda sent: (sent[0].double(), None)),
        returning(lambda sent: (sent[0], sent[0])),
    ]


@row
def a_pre_hook_returns_what_does_not_fit(lib):
    """What a pre-hook returns must be a tuple, one gradient per output, each as it was."""

    def returning(value):
        return misused(lib, lambda x, y: y.grad_fn.register_prehook(lambda came: value(came)))

    return [
        returning(lambda came: 5),
        returning(lambda came: came[0]),
        returning(list),
        returning(lambda came: ()),
        returning(lambda came: (*came, None)),
        returning(lambda came: ("one",)),
        returning(lambda came: (came[0].sum(),)),
        returning(lambda came: (came[0].double(),)),
    ]


@row
def a_post_accumulate_hook_returns_something(lib):
    """A post-accumulate hook is to return None."""

    def returning(value):
        return misused(lib, lambda x, y: x.register_post_accumulate_grad_hook(lambda p: value(p)))

    values = (lambda p: 3), (lambda p: p), (lambda p: p.grad), (lambda p: p.grad.sum())
    return [returning(value) for value in values]


@row
def a_gradient_in_place_of_none(lib):
    """Where no gradient arrived a hook cannot make one."""
    x = leaf(lib)
    first, second = x.unbind()
    second.register_hook(lambda g: lib.ones(()))
    return tried(first.backward), x.grad


@row
def a_tensor_hook_that_raises(lib):
    """An error in a tensor hook leaves the leaf alone, and a retained graph sound."""
    x = leaf(lib)
    y = x * x
    handle = y.register_hook(lambda g: 1 / 0)
    z = (y * y).sum()
    first = tried(z.backward, retain_graph=True)
    handle.remove()
    before, enabled = x.grad, lib.is_grad_enabled()
    z.backward()
    return first, before, enabled, x.grad


@row
def a_node_hook_that_raises(lib):
    """An error in a pre-hook or post-hook reaches the caller as it is."""

    def bad(*found):
        raise KeyError("mine")

    found = []
    for which in ("register_hook", "register_prehook"):
        x = leaf(lib)
        y = x * 2
        handle = getattr(y.grad_fn, which)(bad)
        found.append([tried(y.sum().backward), x.grad])
        handle.remove()
        y.sum().backward()
        found.append(x.grad)
    return found


@row
def a_post_accumulate_hook_that_raises(lib):
    """An error in a post-accumulate hook comes after the gradient was added."""
    x = leaf(lib)
    handle = x.register_post_accumulate_grad_hook(lambda p: 1 / 0)
    first = tried((x * 2).sum().backward)
    handle.remove()
    return first, x.grad, tried((x * 2).sum().backward), x.grad


@row
def a_hook_too_few_arguments(lib):
    """A hook is called with what its kind is called with: others do not fit."""
    x = leaf(lib)
    y = x * 2
    y.grad_fn.register_hook(lambda sent: None)
    return tried(y.sum().backward)[0], x.grad


# ---------------------------------------------------------------------- modes in hooks


@row
def modes_in_hooks(lib):
    """In a plain walk hooks run with grad mode off; what they compute has no history."""
    seen = []
    x = leaf(lib)
    y = x * 2

    def look(*found):
        seen.append([lib.is_grad_enabled(), (x * 1).requires_grad])

    y.register_hook(look)
    y.grad_fn.register_prehook(look)
    y.grad_fn.register_hook(look)
    x.register_post_accumulate_grad_hook(look)
    y.sum().backward()
    return seen


@row
def a_hook_may_switch_grad_mode(lib):
    """A hook that switches grad mode switches it for the rest of the walk at most."""
    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: lib.set_grad_enabled(True) and None)
    y.sum().backward()
    return lib.is_grad_enabled(), x.grad, x.grad.requires_grad


@row
def a_graph_built_in_a_hook(lib):
    """A hook may build and walk a graph of its own."""
    seen = []
    x = leaf(lib)

    def hook(g):
        with lib.enable_grad():
            t = g.detach().requires_grad_()
            seen.append(lib.autograd.grad((t * t).sum(), t)[0])

    x.register_hook(hook)
    (x * 3).sum().backward()
    return seen, x.grad


# ---------------------------------------------------------------------- saved-tensors hooks


def as_it_is(x):
    return x


def kept_with(lib, pack, unpack=as_it_is):
    """A block in which what is saved goes through these hooks."""
    return lib.autograd.graph.saved_tensors_hooks(pack, unpack)


def place(x):
    """Where in the graph a tensor stands, and what it holds."""
    return x.is_leaf, x.requires_grad, x.grad_fn and x.grad_fn.name(), x.tolist()


@row
def what_a_pack_hook_sees(lib):
    """A pack hook sees each saved tensor in its place in the graph, unrecorded."""
    seen = []
    x, w = leaf(lib), lib.ones(2)

    def pack(t):
        seen.append((t is x or t is w, place(t), lib.is_grad_enabled()))
        return t.detach()

    with kept_with(lib, pack):
        y = (x * w + 1).exp() * x
    y.sum().backward()
    return seen, x.grad


@row
def what_operations_of_several_kinds_pack(lib):
    """Also operations with several inputs or outputs save through hooks."""
    seen = {}
    x, m = leaf(lib, 3.0, 1.0, 2.0), lib.ones(3, 2) * 2
    for name, act in {
        "matmul": lambda: x.view(1, 3) @ m,
        "max": lambda: x.max(0).values,
        "sort": lambda: x.sort().values,
        "where": lambda: lib.where(x > 1, x, -x),
        "softmax": lambda: x.softmax(0),
        "cat": lambda: lib.cat([x, x]),
    }.items():
        packed = seen[name] = []
        with kept_with(lib, lambda t, packed=packed: packed.append(t.tolist()) or t.detach()):
            act().sum().backward()
    return seen, x.grad


@row
def an_unpack_hook_is_called_at_every_reading(lib):
    """The unpack hook is called at each reading, in a recorded walk with recording on."""
    seen = []
    x = leaf(lib)

    def unpack(t):
        seen.append(lib.is_grad_enabled())
        return t

    with kept_with(lib, lambda t: t.detach(), unpack):
        y = x.exp()
    assert y.grad_fn._saved_result.equal(y.grad_fn._saved_result)
    y.sum().backward(retain_graph=True)
    lib.autograd.grad(y.sum(), x, create_graph=True)
    return seen, x.grad


@row
def what_is_unpacked_is_put_back(lib):
    """What an unpack hook returns takes the saved tensor's place in the graph."""
    x, w = leaf(lib), lib.ones(2)
    with kept_with(lib, lambda t: t.tolist(), lib.tensor):
        y = (x * w).exp()
        z = y * x
    saved = z.grad_fn._saved_self, z.grad_fn._saved_other, y.grad_fn._saved_result
    mul = y.grad_fn.next_functions[0][0]
    return [place(t) for t in (*saved, mul._saved_other)], saved[1] is x, mul._saved_self


@row
def anything_may_be_packed(lib):
    """A pack hook may return anything; what counts is what comes back."""
    x = leaf(lib)
    with kept_with(lib, lambda t: {"twice": t.detach() * 2}, lambda packed: packed["twice"]):
        y = x * x
    y.sum().backward()
    return x.grad


@row
def second_derivatives_through_packed_tensors(lib):
    """Packed tensors lead on to second and third derivatives."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.detach().clone()):
        y = (x * x * x + x.exp()).sum()
        (first,) = lib.autograd.grad(y, x, create_graph=True)
        (second,) = lib.autograd.grad(first.sum(), x, create_graph=True)
    return first, second.detach(), lib.autograd.grad(second.sum(), x)


@row
def hooks_act_where_it_is_recorded(lib):
    """The hooks belong to the block in which an operation is recorded, not to its backward."""
    seen = []
    x = leaf(lib)
    y = x.exp()
    with kept_with(lib, lambda t: seen.append("packed") or t.detach()):
        y.sum().backward()
        with lib.no_grad():
            x.exp()
        lib.ones(2).exp()
        z = x + 1
        seen.append("then")
        z.exp()
    z.exp()
    return seen


@row
def of_nested_hooks_the_innermost_acts(lib):
    """Of nested pairs only the innermost is used."""
    seen = []
    x = leaf(lib)
    with kept_with(lib, lambda t: seen.append("outer") or t.detach()):
        with kept_with(lib, lambda t: seen.append("inner") or t.detach()):
            x.exp()
        x.exp()
    x.exp()
    return seen


@row
def one_pair_entered_twice(lib):
    """A pair may be entered again, also within itself."""
    seen = []
    x = leaf(lib)
    hooks = kept_with(lib, lambda t: seen.append("packed") or t.detach())
    with hooks as given:
        with hooks:
            x.exp()
        x.exp()
    x.exp()
    return seen, given, hooks.pack_hook is not None, hooks.unpack_hook is as_it_is


@row
def packed_tensors_have_no_version(lib):
    """A write after packing is not noticed: what was packed decides."""
    found = []
    for pack in (lambda t: t.detach().clone(), lambda t: t.detach()):
        x = leaf(lib)
        with kept_with(lib, pack):
            y = x * 1
            z = (y * y).sum()
        y.mul_(5)
        z.backward()
        found.append(x.grad)
    return found


@row
def packed_tensors_are_freed(lib):
    """Packed tensors are freed by a backward like others."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.detach()):
        y = x.exp()
    y.sum().backward()
    return tried(y.sum().backward), tried(lambda: y.grad_fn._saved_result)


@row
def an_unpack_hook_that_returns_no_tensor(lib):
    """An unpack hook must return a tensor."""
    x = leaf(lib)
    with kept_with(lib, lambda t: 1):
        y = x * x
    y.sum().backward()


@row
def an_unpack_hook_that_returns_another_type(lib):
    """One of another type is converted with the gradient."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.detach().double()):
        y = x * x
    y.sum().backward()
    return x.grad


@row
def a_pack_hook_that_writes(lib):
    """A pack hook that writes into its tensor is refused."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.mul_(2)):
        x * 2
        x * x


@row
def saved_tensors_hooks_that_raise(lib):
    """Errors of either hook come through, and the modes are as before."""
    x = leaf(lib)
    with kept_with(lib, lambda t: 1 / 0):
        found = [tried(lambda: x * x)]
    with kept_with(lib, lambda t: t.detach(), lambda t: {}["gone"]):
        y = (x * x).sum()
    found.append(tried(y.backward))
    return found, lib.is_grad_enabled(), x.grad, (x * x).requires_grad


@row
def saved_tensors_hooks_that_are_no_functions(lib):
    """What cannot be called is refused on entering."""
    hooks = lib.autograd.graph.saved_tensors_hooks(1, 2)
    with hooks:
        pass


@row
def a_function_saves_through_hooks(lib):
    """``save_for_backward`` goes through the hooks, too."""
    seen = []

    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(x, None, y, y * 2)
        return y

    f = own(lib, forward=forward, backward=lambda ctx, g: g * ctx.saved_tensors[2])
    x = leaf(lib)
    with kept_with(lib, lambda t: seen.append(place(t)) or t.detach()):
        y = f.apply(x)
        f.apply(lib.ones(2))
    found = [t if t is None else place(t) for t in y.grad_fn.saved_tensors]
    (first,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    return seen, found, first.detach(), lib.autograd.grad(first.sum(), x)


@row
def writes_save_through_hooks(lib):
    """What a write saves is packed as well, through a view, too."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.detach().clone()):
        y = x * 1
        y.exp_()
        y[0].sin_()
    y.sum().backward()
    return x.grad


@row
def each_thread_has_its_saved_tensors_hooks(lib):
    """The hooks belong to the thread that set them."""
    seen = []
    x = leaf(lib)
    with kept_with(lib, lambda t: seen.append("packed") or t.detach()):
        thread = threading.Thread(target=lambda: seen.append(x.exp().tolist()))
        thread.start()
        thread.join()
    return seen


@row
def packing_keeps_no_graph_alive(lib):
    """A detached pack leaves no cycle: the graph goes with its result."""
    gc.collect()
    gc.disable()
    try:
        with kept_with(lib, lambda t: t.detach()):
            y = (leaf(lib) * 1).exp()
        y.grad_fn.metadata["token"] = token = threading.Event()
        alive = weakref.ref(token)
        del y, token
        return alive() is None
    finally:
        gc.enable()


@row
def saving_on_the_cpu(lib):
    """``save_on_cpu`` changes no gradient."""
    x = leaf(lib)
    with lib.autograd.graph.save_on_cpu():
        y = (x.exp() * x).sum()
    with lib.autograd.graph.save_on_cpu(pin_memory=True):
        z = (x.exp() * x).sum()
    (y + z).backward()
    return x.grad, isinstance(
        lib.autograd.graph.save_on_cpu(), lib.autograd.graph.saved_tensors_hooks
    )


@row
def saved_tensors_hooks_switched_off(lib):
    """Where they are disabled, entering them raises the given words; they nest."""
    graph = lib.autograd.graph
    hooks = kept_with(lib, as_it_is)
    found = []
    with graph.disable_saved_tensors_hooks("first"):
        with graph.disable_saved_tensors_hooks("second"):
            found.append(tried(hooks.__enter__))
        found.append(tried(hooks.__enter__))
    with hooks:
        found.append(tried(graph.disable_saved_tensors_hooks("third").__enter__))
    with hooks:
        pass
    return found


@row
def saved_tensors_hooks_switched_off_by_a_decorator(lib):
    """Disabling works as a decorator, too."""

    @lib.autograd.graph.disable_saved_tensors_hooks("not here")
    def act():
        with kept_with(lib, as_it_is):
            pass

    return tried(act), kept_with(lib, as_it_is).__enter__(), kept_with(lib, as_it_is).__exit__()


# ---------------------------------------------------------------------- one saved tensor


@row
def hooks_on_one_saved_tensor(lib):
    """``_raw_saved_…`` takes hooks for one saved tensor; they see it detached, at once."""
    seen = []
    x = leaf(lib)
    y = x * (x + 1)
    y.grad_fn._raw_saved_self.register_hooks(
        lambda t: seen.append((place(t), t is x, lib.is_grad_enabled())) or t * 10, lambda t: t
    )
    found = place(y.grad_fn._saved_self), place(y.grad_fn._saved_other)
    y.sum().backward()
    return seen, found, x.grad


@row
def hooks_on_one_saved_result(lib):
    """A result that is packed so leads to a second derivative as before."""
    seen = []
    x = leaf(lib)
    y = x.exp()
    y.grad_fn._raw_saved_result.register_hooks(lambda t: seen.append(place(t)) or t, as_it_is)
    (first,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    return seen, first.detach(), lib.autograd.grad(first.sum(), x)


@row
def hooks_on_one_saved_tensor_of_a_function(lib):
    """So does each of a Function's ``_raw_saved_tensors``."""
    f = own(
        lib,
        forward=lambda ctx, x: ctx.save_for_backward(x, None) or x * 2,
        backward=lambda ctx, g: g * ctx.saved_tensors[0],
    )
    x = leaf(lib)
    y = f.apply(x)
    raw = y.grad_fn._raw_saved_tensors
    raw[0].register_hooks(lambda t: t * 10, as_it_is)
    nothing = tried(raw[1].register_hooks, as_it_is, as_it_is)
    y.sum().backward()
    return len(raw), nothing, x.grad, tried(lambda: y.grad_fn._raw_saved_tensors)


@row
def hooks_on_one_saved_tensor_misused(lib):
    """One pair a tensor; none where nothing is saved, or not any more, or what cannot be called."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.detach()):
        packed = x.exp()
    twice, freed, plain = x.exp(), x.exp(), x * lib.ones(2)
    raw = freed.grad_fn._raw_saved_result
    freed.sum().backward()
    twice.grad_fn._raw_saved_result.register_hooks(lambda t: t, as_it_is)
    return [
        tried(packed.grad_fn._raw_saved_result.register_hooks, as_it_is, as_it_is),
        tried(twice.grad_fn._raw_saved_result.register_hooks, as_it_is, as_it_is),
        tried(raw.register_hooks, as_it_is, as_it_is),
        tried(plain.grad_fn._raw_saved_self.register_hooks, as_it_is, as_it_is),
        tried(plain.grad_fn._raw_saved_other.register_hooks, 1, 2),
        tried(plain.grad_fn._raw_saved_other.register_hooks, lambda t: t.add_(1), as_it_is),
    ]


# ---------------------------------------------------------------------- multi-grad hooks


def several(lib, tensors, hook, **how):
    return lib.autograd.graph.register_multi_grad_hook(tensors, hook, **how)


@row
def a_multi_grad_hook_waits_for_all(lib):
    """It is called once, with a list, when all gradients that this backward computes are there."""
    seen = []
    a, b = leaf(lib), leaf(lib, 3.0, 4.0)
    c, d = a * b, a * 2
    several(lib, (a, b, c, d), lambda grads: seen.append((type(grads).__name__, grads)))
    c.sum().backward(retain_graph=True)
    c.sum().backward(inputs=(a,), retain_graph=True)
    (c + d).sum().backward()
    return seen


@row
def a_multi_grad_hook_on_the_first(lib):
    """With ``mode="any"`` it is called with the first gradient of each backward."""
    seen = []
    a, b = leaf(lib), leaf(lib, 3.0, 4.0)
    c, d = a * b, a * 2
    several(lib, (a, b, c, d), lambda grad: seen.append(grad), mode="any")
    c.sum().backward(retain_graph=True)
    (d * 5).sum().backward()
    return seen


@row
def a_multi_grad_hook_taken_back(lib):
    """Its handle takes all of it back, also as a block."""
    seen = []
    a = leaf(lib)
    b = a * 2
    for mode in ("all", "any"):
        handle = several(lib, (a, b), lambda grads, mode=mode: seen.append(mode), mode=mode)
        b.sum().backward(retain_graph=True)
        handle.remove()
        handle.remove()
        b.sum().backward(retain_graph=True)
        with several(lib, (a, b), lambda grads, mode=mode: seen.append(mode), mode=mode):
            b.sum().backward(retain_graph=True)
        b.sum().backward(retain_graph=True)
    return seen


@row
def what_a_multi_grad_hook_returns(lib):
    """What it returns replaces nothing."""
    a = leaf(lib)
    b = a * 2
    several(lib, (a, b), lambda grads: lib.zeros(2))
    several(lib, (a, b), lambda grad: lib.zeros(2), mode="any")
    b.sum().backward()
    return a.grad


@row
def order_of_a_multi_grad_hook(lib):
    """It runs among the tensor hooks of the last tensor that it waits for."""
    seen = []
    a = leaf(lib)
    b = a * 2
    a.register_hook(noting(seen, "a before"))
    b.register_hook(noting(seen, "b before"))
    several(lib, (b, a), noting(seen, "both"))
    several(lib, (a, b), noting(seen, "first"), mode="any")
    b.register_hook(noting(seen, "b after"))
    a.register_hook(noting(seen, "a after"))
    a.register_post_accumulate_grad_hook(lambda t: seen.append("accumulated"))
    b.sum().backward()
    return seen


@row
def a_multi_grad_hook_on_several_outputs(lib):
    """Of several outputs of one node those that nothing reached come as None."""
    seen = []
    u, v = leaf(lib).unbind(0)
    several(lib, (u, v), noting(seen, "both"))
    several(lib, (u, u), noting(seen, "twice"))
    (u * 5).backward(retain_graph=True)
    (u + v).backward()
    return seen


@row(why="torch does not count the only root of a backward, and never calls the hook")
def a_multi_grad_hook_on_the_root(lib):
    """It may wait for the root itself."""
    seen = []
    b = leaf(lib) * 2
    several(lib, (b,), noting(seen, "root"))
    b.backward(lib.ones(2))
    return seen


@row
def a_multi_grad_hook_and_grad(lib):
    """With ``grad`` it waits for results; waiting for a leaf that is asked for is refused."""
    seen = []
    a = leaf(lib)
    b = a * 2
    c = b * 3
    handle = several(lib, (b, c), noting(seen, "results"))
    lib.autograd.grad(c.sum(), b, retain_graph=True)
    handle.remove()
    several(lib, (a, c), noting(seen, "a leaf"))
    return tried(lambda: lib.autograd.grad(c.sum(), a)), seen


@row
def a_multi_grad_hook_that_raises(lib):
    """An error of it comes through."""
    a = leaf(lib)
    several(lib, (a,), lambda grads: 1 / 0)
    (a * 2).sum().backward()


@row
def a_multi_grad_hook_in_backward_inside_backward(lib):
    """A backward inside a backward counts for itself."""
    seen = []
    a, b = leaf(lib), leaf(lib, 3.0, 4.0)
    several(lib, (a, b), noting(seen, "both"))

    def inner(g):
        with lib.enable_grad():
            (a * b).sum().backward()

    c = a * 2 + b * 5
    c.register_hook(inner)
    c.sum().backward()
    return seen


@row
def a_multi_grad_hook_in_a_recorded_walk(lib):
    """With ``create_graph`` it sees gradients that are recorded."""
    seen = []
    a = leaf(lib)
    b = a * a
    several(lib, (b,), lambda grads: seen.append((grads[0].requires_grad, lib.is_grad_enabled())))
    lib.autograd.grad((b * b).sum(), a, create_graph=True)
    return seen


@row
def multi_grad_hooks_misused(lib):
    """Another mode, and a tensor that needs no gradient, are refused."""
    a = leaf(lib)
    return (
        tried(lambda: several(lib, (a,), as_it_is, mode="some")),
        tried(lambda: several(lib, (a, lib.ones(2)), as_it_is)),
        callable(several(lib, (a, lib.ones(2)), as_it_is, mode="any").remove),
        callable(several(lib, (), as_it_is).remove),
    )


@row
def a_hook_that_walks_and_takes_itself_back(lib):
    """A leaf's hook may walk a graph of its own, put `.grad` away and back, and go."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)

    def penalty(g):
        handle.remove()
        before, x.grad = x.grad, None
        with lib.enable_grad():
            inner = g.detach().requires_grad_()
            (inner * 2 + x.detach()).sum().backward()
        x.grad = before
        return g + inner.grad

    handle = x.register_hook(penalty)
    (x * x).sum().backward()
    (x * x).sum().backward()
    return x.grad


@row
def a_hook_that_holds_its_own_node(lib):
    """A hook may hold the node it is on: both live as long as the graph, and go with it."""

    class Note:
        pass

    def graph(on_node):
        y = lib.tensor(1.0, requires_grad=True).clone()
        node, note, calls = y.grad_fn, Note(), []

        def hook(*grads):
            calls.append((node.name(), note is not None))

        (node if on_node else y).register_hook(hook)
        return y.clone(), calls, weakref.ref(note)

    found = []
    for on_node in (True, False):
        out, calls, note = graph(on_node)
        for _ in range(2):
            gc.collect()
            out.backward(retain_graph=True)
        there = note() is not None
        del out
        gc.collect()
        found.append([calls, there, note() is None])
    return found


@row
def hooks_fire_where_grad_stops(lib):
    """`grad` runs a target's tensor hooks; its node's only where the walk goes on behind it."""
    ran = []
    x = lib.tensor(1.0, requires_grad=True)
    y = x * 2
    z = y * 2
    end = y.grad_fn.next_functions[0][0]
    for name, node in (("y", y.grad_fn), ("x", end)):
        node.register_prehook(lambda g, name=name: ran.append("before " + name))
        node.register_hook(lambda i, o, name=name: ran.append("after " + name))
    for name, t in (("x", x), ("y", y)):
        t.register_hook(lambda g, name=name: ran.append("tensor " + name))
    walks = []
    for act in (
        lambda: lib.autograd.grad(z, y, retain_graph=True),
        lambda: lib.autograd.grad(z, (x, y), retain_graph=True),
        lambda: z.backward(retain_graph=True),
        lambda: z.backward(inputs=(x, y), retain_graph=True),
    ):
        act()
        walks.append(list(ran))
        ran.clear()
    return walks


@row
def a_retained_gradient_and_a_write_on_one_of_two_outputs(lib):
    """Of a node's two outputs the one that is written moves away, with its retained gradient."""
    x = lib.tensor([[1.0, 2.0], [4.0, 3.0]], requires_grad=True)
    var, mean = lib.var_mean(x, dim=0)
    var.retain_grad()
    mean.retain_grad()
    var.mul_(2)
    (var + mean).sum().backward()
    return var.grad, mean.grad, x.grad


@row
def index_tensors_are_packed(lib):
    """The index tensors of a read or a write go through the hooks too, one by one."""
    packed = []

    def pack(t):
        packed.append(t)
        return t.clone()

    x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    where, mask = lib.tensor([0, 0]), lib.tensor([True, False])
    with lib.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        y = x[where, lib.tensor([1, 0])].sum() + x[mask].sum()
        z = x * 1.0
        z[where] = 5.0
    where.zero_().add_(1)
    (y + z.sum()).backward()
    return packed[:-1], x.grad


@row
def unpacked_indices_decide(lib):
    """What comes back in place of an index tensor is where gradients go; a number is refused."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    with lib.autograd.graph.saved_tensors_hooks(lambda t: 0, lambda t: lib.tensor([1, 1])):
        x[lib.tensor([0, 0])].sum().backward()
    with lib.autograd.graph.saved_tensors_hooks(lambda t: 0, lambda t: 3):
        y = x[lib.tensor([0, 0])].sum()
    return x.grad, tried(y.backward)


@row
def a_pack_hook_that_keeps_a_result_keeps_its_memory(lib):
    """What a pack hook keeps of a result changes with it: no version is compared any more."""
    x = lib.tensor(0.5, requires_grad=True)
    with lib.autograd.graph.saved_tensors_hooks(lambda y: y, lambda y: y):
        results = x.exp(), x.sigmoid(), x / (x + 1), lib.stack([x, x]).median()
    for y in results:
        y.mul_(3)
    sum(results).backward()
    return x.grad, [y.detach() for y in results]


@row(why="torch hooks a tensor that was turned to the node before the turn, if that had a hook")
def a_hook_after_an_in_place_turn(lib):
    """A hook registered after `y.t_()` sees the gradient of what `y` is now."""
    seen = []
    y = lib.ones(2, 3, requires_grad=True) * 1
    y.register_hook(lambda g: seen.append(["before", list(g.shape)]))
    y.t_()
    y.register_hook(lambda g: seen.append(["after", list(g.shape)]))
    y.sum().backward()
    return seen
