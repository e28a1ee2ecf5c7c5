"""The walk itself: gradients add up over every path, from every seed, as far as the targets."""

import random

from minigrad.autograd.engine import newest_first, run_backward
from tests.autograd.twins import both, cases

case = cases()


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


test_engine_as_in_torch = both(__name__, case)


class Toy:
    """A node on whole numbers: what it sends along each edge is what it got, times a weight."""

    def __init__(self, nr, edges=(), weights=(), outputs=1):
        self.sequence_nr = nr if edges else float("inf")
        self.parents, self.nrs = [node for node, _ in edges], [nr for _, nr in edges]
        self.weights, self.shapes = weights, ((),) * outputs
        self.hooks, self.calls, self.saved, self.got = None, 0, "something", None
        self.op = type(self)

    def vjp(self, grads, useful, raw):
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
        def vjp(self, grads, useful, raw):
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
