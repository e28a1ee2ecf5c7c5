"""In which order nodes and leaves have their turn, as hooks see it."""

import random

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


test_engine_as_in_torch = both(__name__, case)
