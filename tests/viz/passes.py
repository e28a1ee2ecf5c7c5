"""Random backward passes: graphs of all sorts, with hooks, old gradients, every option."""

import random
import warnings
from functools import partial

from tests.viz.samples import OPERATIONS, bits, leaf

SHAPES = [(), (3,), (2, 3), (2, 1), (1, 3)]
FACTORS = [0.5, -1.0, 3.0, 0.1]


class Pass:
    """One backward that has not run yet, the same for the same seed on any library.

    Attributes:
        named: every tensor that may have a ``.grad`` afterwards.
        occurred: what is special about this one.
    """

    def __init__(self, lib, seed):
        self.lib, self.choose = lib, random.Random(seed)
        self.occurred = set()
        self.leaves = [leaf(lib, self.choose, self.choose.choice(SHAPES)) for _ in range(4)]
        self.leaves.append(leaf(lib, self.choose, (2, 3)).double().detach().requires_grad_())
        self.tensors = list(self.leaves)
        for _ in range(12):
            self.grow()
        self.result = self.tensors[-1].sum()
        for tensor in self.tensors[-6:-1]:
            self.result = self.result + (tensor * tensor).sum()
        self.named = {f"t{i}": t for i, t in enumerate(self.tensors) if t.requires_grad}
        for _ in range(3):
            self.listen()

    def grow(self):
        """One more tensor, or several at once."""
        a, b = self.choose.choice(self.tensors), self.choose.choice(self.tensors)
        kind = self.choose.randrange(8)
        if not fit(a, b):
            b = a
        if kind == 0 and a.ndim:
            self.occurred.add("unbind")
            self.tensors += a.unbind()
        elif kind == 1 and a.ndim:
            self.occurred.add("split")
            self.tensors += a.split(1, dim=-1)[:2]
        elif kind == 2:
            self.occurred.add("stack")
            self.tensors.append(self.lib.stack([a, a * 2.0, a]))
        else:
            self.tensors.append(self.choose.choice(OPERATIONS)(self.lib, a, b))
        if 0 in self.tensors[-1].shape or self.tensors[-1].numel() > 200:
            del self.tensors[-1]

    def listen(self):
        """Hook something, or ask for a gradient to be kept."""
        tensor, factor = self.choose.choice(list(self.named.values())), self.choose.choice(FACTORS)
        inner = [t for t in self.named.values() if not t.is_leaf]
        node = self.choose.choice(inner).grad_fn if inner else None
        kind = self.choose.choice(["tensor", "retain", "retain", "pre", "post", "after", "grad"])
        self.occurred.add(kind)
        if kind == "tensor":
            tensor.register_hook(lambda g: g if g is None else g * factor)
        elif kind == "retain" and not tensor.is_leaf:
            tensor.retain_grad()
        elif kind == "pre":
            node.register_prehook(lambda gs: tuple(g if g is None else g * factor for g in gs))
        elif kind == "post":
            node.register_hook(lambda sent, _: tuple(g if g is None else g + factor for g in sent))
        elif kind == "after":
            owner = self.choose.choice(self.leaves)
            owner.register_post_accumulate_grad_hook(partial(self.rewrite, factor))
        elif kind == "grad":
            owner = self.choose.choice(self.leaves)
            owner.grad = self.lib.full_like(owner, factor)

    def rewrite(self, factor, owner):
        """What a hook may do to a ``.grad`` that has just been added to."""
        owner.grad = owner.grad.detach() * factor

    def options(self):
        """Arguments for `record_backward`."""
        given = {"retain_graph": True, "params": self.named}
        if self.choose.random() < 0.2:
            self.occurred.add("create_graph")
            given["create_graph"] = True
        if self.choose.random() < 0.25:
            self.occurred.add("inputs")
            some = [t for t in self.named.values() if self.choose.random() < 0.4]
            given["inputs"] = some or self.leaves[:1]
        return given

    def tally(self):
        """What is special about it, its options of two passes included."""
        self.options(), self.options()
        return self.occurred

    def grads(self):
        """The bits of every ``.grad`` that is there, by name."""
        kept = {n: t.grad for n, t in self.named.items() if t.is_leaf or t.retains_grad}
        return {name: bits(grad) for name, grad in kept.items() if grad is not None}


def fit(a, b):
    """Whether the two can be broadcast together."""
    return all(m == n or 1 in (m, n) for m, n in zip(a.shape[::-1], b.shape[::-1]))


def quietly(act, *args, **kwargs):
    """`act`, without the warning that create_graph=True makes a cycle."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return act(*args, **kwargs)
