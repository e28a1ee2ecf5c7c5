"""In which order nodes run, and what reaches them."""

from tests.behaviours.helpers import leaf, own, tried
from tests.behaviours.table import row


@row
def the_newest_node_runs_first(lib):
    """Nodes run from the newest to the oldest, whatever way leads to them."""
    turns = []
    x = leaf(lib)
    a = x * 2
    b = x * 3
    c = a.exp()
    d = b + c
    for name, t in zip("abcd", (a, b, c, d)):
        t.register_hook(lambda g, name=name: turns.append(name))
    (d * a).sum().backward()
    return turns


@row
def leaves_receive_right_after_their_oldest_consumer(lib):
    """A leaf receives as soon as the oldest node that used it has run."""
    turns = []
    x, y, z = (leaf(lib) for _ in range(3))
    for name, t in zip("xyz", (x, y, z)):
        t.register_hook(lambda g, name=name: turns.append(name))
    old = x * y
    new = old * z
    old.register_hook(lambda g: turns.append("old"))
    (new * x).sum().backward()
    return turns


@row
def leaves_of_one_node_receive_in_order(lib):
    """Leaves of one node receive in the order of its inputs."""
    turns = []
    leaves = [leaf(lib) for _ in range(3)]
    for number, t in enumerate(leaves):
        t.register_hook(lambda g, number=number: turns.append(number))
    (leaves[1] * leaves[0]).sum().backward()
    lib.where(lib.tensor([True, False]), leaves[2], leaves[0]).sum().backward()
    lib.addmm(leaves[2], leaves[1].view(2, 1), leaves[0].view(1, 2)).sum().backward()
    return turns


@row
def a_node_waits_for_all_its_consumers(lib):
    """A node runs once, when everything has arrived: no path is walked twice."""
    runs = []
    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: runs.append(g.tolist()))
    z = y
    for _ in range(5):
        z = z + z
    (z + y).sum().backward()
    return runs, x.grad


@row
def none_travels_on(lib):
    """A rule that gives None sends it on: what lies behind runs, and leaves `.grad` alone."""
    seen = []
    x = leaf(lib)
    stop = own(lib, forward=lambda ctx, x: x * 1, backward=lambda ctx, g: None)
    y = x.exp()
    y.register_hook(lambda g: seen.append(["hook", g]))
    y.grad_fn.register_prehook(lambda came: seen.append(["pre", came]))
    y.grad_fn.register_hook(lambda sent, came: seen.append(["post", sent, came]))
    x.register_hook(lambda g: seen.append(["leaf", g]))
    (stop.apply(y).sum()).backward()
    return seen, x.grad, tried(y.sum().backward)


@row
def none_travels_through_every_kind(lib):
    """Nodes of one, two, three and any number of inputs, of several outputs, of a write: all."""
    stop = own(lib, forward=lambda ctx, x: x * 1, backward=lambda ctx, g: None)
    x = lib.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True)
    written = x * 1
    written[0].mul_(2)
    made = {
        "one": x.exp(),
        "two": x * x,
        "three": lib.addmm(x, x, x),
        "any": lib.cat([x, x]),
        "outputs": x.max(1).values,
        "split": x.split(1)[1],
        "write": written,
    }
    found = {}
    for name, y in made.items():
        seen = []
        handle = x.register_hook(seen.append)
        stop.apply(y).sum().backward()
        handle.remove()
        found[name] = [seen, x.grad]
    return found


@row
def none_may_become_zeros_on_the_way(lib):
    """A Function that receives None computes with zeros, unless it asked not to."""
    seen = []

    def forward(ctx, x, materialize):
        ctx.set_materialize_grads(materialize)
        return x * 1

    def backward(ctx, g):
        seen.append(g)
        return g, None

    x, w = leaf(lib), leaf(lib)
    stop = own(lib, forward=lambda ctx, x: x * 1, backward=lambda ctx, g: None)
    note = own(lib, forward=forward, backward=backward)
    stop.apply(note.apply(x, True)).sum().backward()
    stop.apply(note.apply(w, False)).sum().backward()
    return seen, x.grad, w.grad


@row
def what_no_rule_was_asked_for_does_not_run(lib):
    """A leaf that nothing was sent to, not even None, keeps None and runs no hook."""
    seen = []
    x, w = leaf(lib), leaf(lib)
    w.register_hook(lambda g: seen.append(g))
    (x * 2 + w.detach()).sum().backward()
    return seen, w.grad
