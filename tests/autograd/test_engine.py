"""The walk: its order, its cost in counts, and what it leaves alone."""

import random
import sys
import threading
import warnings
import weakref

import numpy as np
import pytest

import minigrad
from minigrad.autograd.engine import leading_to, newest_first, run_backward
from minigrad.autograd.node import Node
from minigrad.mode import current
from tests.autograd.twins import both, cases

case = cases()


def random_graph(lib, seed):
    """A random program on three leaves, each result with a hook that notes its turn."""
    rng, turns = random.Random(seed), []
    pool = [lib.tensor(0.5 + k / 4, dtype=lib.float64, requires_grad=True) for k in range(3)]
    for _ in range(rng.randrange(3, 12)):
        a, b = rng.choice(pool), rng.choice(pool)
        kind = rng.randrange(5)
        made = (a * b, a + b, a.exp(), a * 1.5, a.detach() + b)[kind]
        pool.append(made)
    for number, x in enumerate(pool):
        if x.requires_grad:
            x.register_hook(lambda g, number=number: turns.append([number, g.item()]))
    return pool, turns


def turns_of(seed):
    def run(lib):
        pool, turns = random_graph(lib, seed)
        if pool[-1].requires_grad:
            pool[-1].backward()
        return turns, [x.grad for x in pool[:3]]

    return run


def turns_to_targets(seed):
    def run(lib):
        pool, turns = random_graph(lib, seed)
        wanted = [x for x in pool[1:-1:2] if x.requires_grad]
        if not (wanted and pool[-1].requires_grad):
            return None
        found = lib.autograd.grad(pool[-1], wanted, allow_unused=True, retain_graph=True)
        leaves = [x for x in pool[:3] if x.requires_grad][1:]
        pool[-1].backward(inputs=leaves)
        return turns, found, [x.grad for x in pool[:3]]

    return run


case.all.update({f"turns_{seed}": turns_of(seed) for seed in range(60)})
case.all.update({f"turns_to_targets_{seed}": turns_to_targets(seed) for seed in range(60)})


@case
def leaves_come_right_after_their_oldest_consumer(lib):
    turns = []
    x, y, z = (lib.ones(1, requires_grad=True) for _ in range(3))
    for name, leaf in zip("xyz", (x, y, z)):
        leaf.register_hook(lambda g, name=name: turns.append(name))
    old = x * y
    new = old * z
    for name, made in (("old", old), ("new", new)):
        made.register_hook(lambda g, name=name: turns.append(name))
    (new * x).backward()
    return turns


@case
def up_to_three_leaves_of_a_node_run_in_the_order_of_its_inputs(lib):
    turns = []
    leaves = [lib.ones(1, requires_grad=True) for _ in range(3)]
    for number, leaf in enumerate(leaves):
        leaf.register_hook(lambda g, number=number: turns.append(number))
    lib.cat(leaves).sum().backward()
    lib.cat(leaves[::-1]).sum().backward()
    lib.stack([leaves[1], leaves[0]]).sum().backward()
    return turns


@case
def every_leaf_of_a_wide_node_runs_before_anything_older(lib):
    turns = []
    leaves = [lib.ones(1, requires_grad=True) for _ in range(2500)]
    older = [leaf * 1 for leaf in leaves[:3]]
    for x in older:
        x.register_hook(lambda g: turns.append("older"))
    for leaf in leaves:
        leaf.register_hook(lambda g: turns.append("leaf"))
    lib.cat([*older, *leaves[3:]]).sum().backward()
    return turns[:2497] == ["leaf"] * 2497, turns[2497:], sum(leaf.grad.item() for leaf in leaves)


@case
def several_seeds(lib):
    x, y = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    z = x * y
    lib.autograd.backward([z.sum(), z, x, x], [None, lib.ones(2), lib.ones(2), lib.ones(2)])
    return x.grad, y.grad


@case
def a_leaf_as_seed_and_as_input(lib):
    x = lib.ones((), requires_grad=True)
    x.backward()
    lib.autograd.backward([x * 2, x])
    return x.grad, lib.autograd.grad(x, x)


@case
def second_and_third_derivatives(lib):
    x = lib.tensor([0.5, 2.0], requires_grad=True)
    y = (x**4 + x.sin() * x.exp()).sum()
    (first,) = lib.autograd.grad(y, x, create_graph=True)
    (second,) = lib.autograd.grad(first.sum(), x, create_graph=True)
    (third,) = lib.autograd.grad((second * second).sum(), x)
    return first.detach(), second.detach(), third


@case
def derivatives_of_a_gradient_penalty(lib):
    w, b = lib.full((2, 2), 0.3, requires_grad=True), lib.zeros(2, requires_grad=True)
    x = lib.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True)
    out = lib.cat([(x @ w + b).tanh(), x[:, :1]], 1).softmax(1)[:, 0].sum()
    (slope,) = lib.autograd.grad(out, x, create_graph=True)
    ((slope * slope).sum() + out).backward()
    return w.grad, b.grad, x.grad


@case
def a_graph_may_be_walked_from_within_a_walk(lib):
    x, w = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)

    def walk(g):
        with lib.enable_grad():
            (w * w).sum().backward()

    y = x * 2
    y.register_hook(walk)
    (y * 3).sum().backward()
    return x.grad, w.grad, lib.is_grad_enabled()


test_engine_as_in_torch = both(__name__, case)


# ------------------------------------------------------------------ the engine alone, on toy nodes


class Toy:
    """A node on whole numbers: what it sends along each edge is what it got, times a weight."""

    def __init__(self, nr, edges=(), weights=(), outputs=1):
        self.sequence_nr = nr if edges else float("inf")
        self.parents, self.places = [node for node, _ in edges], [nr for _, nr in edges]
        self.weights, self.shapes = weights, ((),) * outputs
        self.hooks, self.calls, self.saved, self.got = None, 0, "something", None
        self.op = type(self)

    def vjp(self, grads, useful, bare):
        self.calls, self.got = self.calls + 1, list(grads)
        return [sum(g for g in grads if g is not None) * w for w in self.weights]


def walk(seeds, **options):
    return run_backward(seeds, **{"retain_graph": False, "create_graph": False, **options})


def test_gradients_add_up_over_every_path():
    rng = random.Random(7)
    leaves = [Toy(0) for _ in range(3)]
    nodes, paths = list(leaves), [{leaf: 1} for leaf in leaves]
    for nr in range(200):
        parents = [rng.randrange(max(0, len(nodes) - 9), len(nodes)) for _ in range(2)]
        weights = [rng.randrange(-2, 3) for _ in parents]
        nodes.append(Toy(nr, [(nodes[p], 0) for p in parents], weights))
        paths.append(
            {
                leaf: sum(w * paths[p].get(leaf, 0) for p, w in zip(parents, weights))
                for leaf in leaves
            }
        )
    walk([((nodes[-1], 0), 1)])
    for leaf in leaves:
        assert (leaf.got or [0]) == [paths[-1][leaf]]
    assert all((node.saved is None) == node.calls for node in nodes)
    assert max(node.calls for node in nodes) == 1


def test_outputs_of_one_node_are_kept_apart():
    leaf = Toy(0)
    two = Toy(1, [(leaf, 0)], [1], outputs=2)
    last = Toy(2, [(two, 1), (two, 0), (two, 1)], [10, 1, 100])
    walk([((last, 0), 3)], retain_graph=True)
    assert two.saved == "something"
    walk([((last, 0), 3)])
    assert two.got == [3, 330] and leaf.got == [333]
    walk([((two, 1), 5)], retain_graph=True)
    assert two.got == [None, 5] and two.saved is None


def test_a_gradient_of_none_runs_what_lies_behind():
    class Silent(Toy):
        def vjp(self, grads, useful, bare):
            return [None, 7]

    leaf = Toy(0)
    behind = Toy(1, [(leaf, 0)], [1])
    last = Silent(2, [(behind, 0), (None, 0)])
    walk([((last, 0), 1)])
    assert behind.got == [None] and leaf.got == [0]


def test_targets_are_reported_and_the_rest_is_left_alone():
    a, b = Toy(0), Toy(0)
    inner = Toy(1, [(a, 0)], [2])
    aside = Toy(2, [(b, 0)], [3])
    last = Toy(3, [(inner, 0), (aside, 0)], [5, 7])
    reached = walk([((last, 0), 1)], targets={(inner, 0)}, accumulate=False)
    assert reached == {(inner, 0): 5}
    assert [node.calls for node in (last, inner, aside, a, b)] == [1, 0, 0, 0, 0]
    assert leading_to({(a, 0)}, newest_first([last])) == {a, inner, last}
    assert walk([((last, 0), 1)], targets={(a, 0)}, accumulate=False) == {(a, 0): 10}
    assert a.calls == 0
    assert walk([((last, 0), 1)], targets={(a, 0)}) == {(a, 0): 10}
    assert a.calls == 1 and b.calls == 0


def test_a_target_behind_another_is_reached_too():
    leaf = Toy(0)
    inner = Toy(1, [(leaf, 0)], [2])
    last = Toy(2, [(inner, 0)], [3])
    targets = {(last, 0), (inner, 0), (leaf, 0)}
    assert walk([((last, 0), 1)], targets=targets) == {(last, 0): 1, (inner, 0): 3, (leaf, 0): 6}


def test_order_is_by_age_and_a_leaf_follows_its_oldest_consumer():
    a, b, c = Toy(0), Toy(0), Toy(0)
    one = Toy(1, [(a, 0), (b, 0)], [1, 1])
    two = Toy(2, [(one, 0), (c, 0), (a, 0)], [1, 1, 1])
    other = Toy(3, [(two, 0), (b, 0)], [1, 1])
    assert newest_first([other]) == [other, two, c, one, a, b]
    assert newest_first([one, other, a]) == [other, two, c, one, a, b]
    wide = [Toy(0) for _ in range(5000)]
    node = Toy(5, [(leaf, 0) for leaf in wide] + [(one, 0)], [1] * 5001)
    assert newest_first([node]) == [node, *wide, one, a, b]


def test_each_edge_is_looked_at_once():
    class Counted(Toy):
        looks = 0

        @property
        def parents(self):
            Counted.looks += 1
            return self.mine

        @parents.setter
        def parents(self, parents):
            self.mine = parents

    node = Counted(0)
    for nr in range(60):
        node = Counted(nr + 1, [(node, 0), (node, 0)], [1, 1])
    assert len(newest_first([node])) == 61
    assert Counted.looks <= 3 * 61


# ------------------------------------------------------------------ counts on real graphs


@pytest.fixture
def counts(monkeypatch):
    """How many rules' nodes ran, and how many gradients were ever on their way at once."""
    seen = {"runs": 0, "pending": 0}

    def watch(run, node, *args):
        outgoing = run(node, *args)
        if outgoing is not None:
            seen["runs"] += isinstance(node, Node)
            sent = [parent for parent, g in zip(node.parents, outgoing) if g is not None]
            held = {*sys._getframe(1).f_locals["pending"], *sent}
            seen["pending"] = max(seen["pending"], len(held))
        return outgoing

    monkeypatch.setattr(current.mode, "watch", watch)
    return seen


@pytest.mark.parametrize("length", [1_000, 1_000_000])
def test_a_chain_runs_each_node_once_and_holds_two_gradients(counts, length):
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(length):
        y = y + x
    assert repr(y) == f"tensor({length + 1.0:.0f}., grad_fn=<AddBackward0>)"
    assert repr(y.grad_fn).startswith("<AddBackward0 object")
    y.backward()
    assert x.grad.item() == length + 1
    assert counts == {"runs": length, "pending": 2}
    ref = weakref.ref(y.grad_fn)
    del y
    assert ref() is None


def test_a_long_chain_that_was_never_walked_is_freed_without_recursion():
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    refs = []
    for k in range(300_000):
        y = y * 1.0
        if k % 100_000 == 0:
            refs.append(weakref.ref(y.grad_fn))
    del y
    assert [ref() for ref in refs] == [None] * 3


def test_diamonds_cost_what_they_show(counts):
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(60):
        y = y + y
    y.backward()
    assert x.grad.item() == 2.0**60
    assert counts == {"runs": 60, "pending": 1}


def test_a_recorded_walk_costs_as_many_runs(counts):
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(40):
        y = y + y
    (g,) = minigrad.autograd.grad(y * y, x, create_graph=True)
    assert counts["runs"] == 41
    g.backward()
    assert x.grad.item() == 2.0**81


def test_a_walk_to_targets_runs_what_lies_before_them_alone(counts):
    x, w = minigrad.ones(2, requires_grad=True), minigrad.ones(2, requires_grad=True)
    middle = (x * 2).exp()
    y = ((middle + w.exp()) * 3).sum()
    minigrad.autograd.grad(y, middle)
    assert counts["runs"] == 3


def test_values_and_gradients_die_as_the_walk_passes():
    x = minigrad.ones(100, requires_grad=True)
    saved, alive = [], []
    y = x
    for _ in range(20):
        y = y.exp() * 1e-3
        y.register_hook(lambda g: alive.append(sum(ref() is not None for ref in saved)))
        saved.append(weakref.ref(y.grad_fn.next_functions[0][0].saved[1]))
    total = y.sum()
    del y
    assert sum(ref() is not None for ref in saved) == 20
    total.backward()
    assert alive == list(range(20, 0, -1))
    assert [ref() for ref in saved] == [None] * 20


def test_retain_graph_keeps_what_was_saved():
    x = minigrad.ones(3, requires_grad=True)
    y = (x * x).sum()
    for times in (1, 2, 3):
        y.backward(retain_graph=times < 3)
        assert x.grad.tolist() == [2.0 * times] * 3
    with pytest.raises(RuntimeError, match="second time"):
        y.backward()


def test_an_error_in_the_middle_leaves_the_graph_sound():
    x, w = minigrad.ones(2, requires_grad=True), minigrad.ones(2, requires_grad=True)
    y = x * 2
    z = (y + w * 3).sum()
    handle = y.register_hook(lambda g: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        z.backward(retain_graph=True)
    assert minigrad.is_grad_enabled() and (x * 2).requires_grad
    assert x.grad is None and w.grad.tolist() == [3.0, 3.0]
    handle.remove()
    z.backward()
    assert x.grad.tolist() == [2.0, 2.0] and w.grad.tolist() == [6.0, 6.0]


def test_threads_walk_graphs_of_their_own_and_a_shared_one():
    shared = minigrad.ones(50, requires_grad=True)
    results, errors = {}, []

    def work(number):
        try:
            x = minigrad.full((50,), float(number), requires_grad=True)
            for _ in range(50):
                ((x * shared).exp() * 0).sum().backward()
                (x * x + shared).sum().backward()
            results[number] = x.grad.tolist()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not errors
    assert results == {n: [50 * 2.0 * n] * 50 for n in range(4)}
    assert shared.grad.tolist() == [200.0] * 50


def silent_work():
    x = minigrad.tensor([0.0, 1e30, -1.0], requires_grad=True)
    y = x.log() + (x * 1e30).exp() / 0 + x.sqrt() + x**-1.0
    y.sum().backward()
    x.detach().mul_(1e30).div_(0)
    s = minigrad.tensor(0.0, requires_grad=True)
    (1 / s + s.log()).backward()
    (g,) = minigrad.autograd.grad((x * 1e30).exp().sum(), x, create_graph=True)
    return g


@pytest.mark.parametrize("in_a_thread", [False, True])
def test_numpys_warnings_stay_silent_and_the_callers_settings_stay(in_a_thread):
    outcome = []

    def work():
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            before = np.seterr(all="raise")
            try:
                silent_work()
                outcome.append(np.geterr())
                with pytest.raises(FloatingPointError):
                    np.float32(1) / np.float32(0)
                outcome.append("raised")
            except Exception as error:
                outcome.append(error)
            finally:
                np.seterr(**before)

    if in_a_thread:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    else:
        work()
    assert outcome == [dict.fromkeys(("divide", "over", "under", "invalid"), "raise"), "raised"]
