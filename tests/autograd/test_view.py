"""Views: one memory, one version, and a place in the graph that is renewed when it is read."""

import gc
import weakref

import pytest

import minigrad
from minigrad.autograd.view import CopySlices, View
from tests.autograd.twins import both, cases, first_words

case = cases()

MAKERS = {
    "select": lambda y: y[0],
    "slice": lambda y: y[:, 1:],
    "strided": lambda y: y[:, ::2],
    "view": lambda y: y.view(6),
    "reshape": lambda y: y.reshape(3, 2),
    "t": lambda y: y.t(),
    "transpose": lambda y: y.transpose(0, 1),
    "unsqueeze": lambda y: y.unsqueeze(1),
    "flatten": lambda y: y.flatten(),
    "alias": lambda y: y[...],
    "of_a_view": lambda y: y.t()[1:].t()[0],
    "of_a_view_reshaped": lambda y: y[1].view(3, 1),
    "permute": lambda y: y.view(1, 2, 3).permute(2, 0, 1),
    "expand": lambda y: y[0, :1].expand(4),
    "detach": lambda y: y.detach()[0],
}


def base(lib):
    x = lib.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dtype=lib.float64, requires_grad=True)
    return x, x * 1.5


def read(make):
    """A case: a view is read before and after its base is written to."""

    def run(lib):
        x, y = base(lib)
        v = make(y)
        before = v.grad_fn and v.grad_fn.name(), v._is_view(), v.is_leaf
        y.mul_(x)
        after = v.grad_fn and v.grad_fn.name(), v._version
        grads = v.requires_grad and lib.autograd.grad(
            (v * v).sum(), x, create_graph=True, retain_graph=True
        )
        second = grads and lib.autograd.grad((grads[0] * grads[0]).sum(), x)
        return before, after, v.detach(), grads and grads[0].detach(), second

    return run


def write(make):
    """A case: a view is written to; its base and a sibling are read."""

    def run(lib):
        x, y = base(lib)
        w = lib.full((), 3.0, dtype=lib.float64, requires_grad=True)
        v, sibling = make(y), y[0]
        said = first_words(lambda: v.mul_(w), " (")
        if isinstance(said, list):
            return said
        names = [t.grad_fn.name().rpartition("::")[2] for t in (y, v, sibling) if t.grad_fn]
        total = (y * y).sum() + (sibling * 2).sum()
        grads = lib.autograd.grad(total, [x, w], create_graph=True)
        second = lib.autograd.grad(sum((g * g).sum() for g in grads), [x, w])
        return names, y.detach(), v.detach(), [g.detach() for g in grads], second

    return run


case.all.update({f"read_{name}": read(make) for name, make in MAKERS.items()})
case.all.update(
    {f"written_{name}": write(make) for name, make in MAKERS.items() if name != "detach"}
)


@case
def bases(lib):
    x, y = base(lib)
    v = y[0]
    deep = v[1:].view(2)
    return v._base is y, deep._base is y, y._base, x._is_view(), deep._is_view(), y.detach()._base


@case
def a_plain_base_that_becomes_a_result(lib):
    y, w = lib.zeros(2, 2), lib.ones(2, requires_grad=True)
    v = y[0]
    before = v.requires_grad, v.is_leaf
    y[1] = w
    after = v.requires_grad, v.grad_fn.name()
    v.sum().backward()
    return before, after, w.grad


@case
def a_view_of_a_leaf(lib):
    x = lib.ones(2, 2, requires_grad=True)
    v = x[0]
    before = v.grad_fn.name()
    with lib.no_grad():
        x.mul_(3)
    after = v.grad_fn.name()
    (v * v).sum().backward()
    return before, after, x.grad, v.is_leaf


@case
def a_view_told_to_require_a_gradient(lib):
    y = lib.ones(2)
    v = y[0]
    v.requires_grad_()
    (v * 3).backward()
    refused = first_words(lambda: v.mul_(2), "\n")
    y.mul_(2)
    return v.grad, y.requires_grad, v.is_leaf, refused, v


def under(mode, write):
    """A case: a view made under no_grad or in inference mode, and then written to."""

    def run(lib):
        _, y = base(lib)
        with getattr(lib, mode)():
            v = y[0]
        flags = v.requires_grad, v.is_leaf, v._is_view()
        said = first_words(lambda: write(lib, y, v), "\n")
        return (
            flags,
            said if isinstance(said, list) else None,
            y.detach(),
            first_words(lambda: v.grad_fn and v.grad_fn.name(), "\n"),
        )

    return run


def quietly(lib, y, v):
    with lib.no_grad():
        v.mul_(2)


LATER = {
    "written_to": lambda lib, y, v: v.mul_(2),
    "its_view_written_to": lambda lib, y, v: v[0].mul_(2),
    "written_to_under_no_grad": quietly,
    "its_base_written_to": lambda lib, y, v: y.mul_(2),
}
for mode in ("no_grad", "inference_mode"):
    case.all.update({f"{mode}_{name}": under(mode, act) for name, act in LATER.items()})


@case
def a_view_of_a_leaf_made_under_no_grad(lib):
    x = lib.ones(2, requires_grad=True)
    with lib.no_grad():
        v = x[0]
    (v * 2).backward()
    flags = v.requires_grad, v.is_leaf, v.grad_fn
    return flags, x.grad, v.grad, first_words(lambda: lib.autograd.grad(v * 2, v), "\n")


MANY = {
    "split": lambda y: y.split([1, 2], 1)[1],
    "unbind": lambda y: y.unbind(0)[1],
    "chunk": lambda y: y.chunk(2)[0],
    "iteration": lambda y: next(iter(y)),
}


def one_of_many(make, act):
    def run(lib):
        x, y = base(lib)
        part = make(y)
        said = first_words(lambda: act(lib, y, part), "\n")
        use = first_words(lambda: (part * 2).sum().backward(), "\n")
        return said if isinstance(said, list) else None, use, x.grad, y.detach()

    return run


for name, make in MANY.items():
    case.all.update({f"{name}_{deed}": one_of_many(make, act) for deed, act in LATER.items()})
    case.all[f"{name}_only_read"] = one_of_many(make, lambda lib, y, part: None)


@case
def a_retained_gradient_follows_a_view(lib):
    x, y = base(lib)
    v = y[0]
    v.retain_grad()
    y.mul_(2)
    (v * v).sum().backward()
    return v.grad, x.grad, v.retains_grad


@case
def hooks_of_a_view_stay_with_its_old_node(lib):
    seen = []
    _, y = base(lib)
    v = y[0]
    v.register_hook(lambda g: seen.append("old"))
    v.mul_(2)
    v.register_hook(lambda g: seen.append("new"))
    v.sum().backward()
    return seen


@case
def many_writes_into_one_base(lib):
    x = lib.ones(6, dtype=lib.float64, requires_grad=True)
    y = lib.zeros(6, dtype=lib.float64)
    for k in range(6):
        y[k] = x[k] * k
        y[: k + 1].mul_(1.5)
    y.sum().backward()
    return y, x.grad


@case
def a_base_of_another_layout(lib):
    x = lib.arange(6.0).view(2, 3).clone().requires_grad_()
    y = (x.t() * 1).t()
    y[0].mul_(2)
    y.view(6) if y.is_contiguous() else y.reshape(6)
    y[:, 1] = 5.0
    (y * y).sum().backward()
    return y, x.grad


@case
def writing_under_no_grad_through_a_view(lib):
    x = lib.ones(4, requires_grad=True)
    with lib.no_grad():
        x[1:3] = 7.0
        x[0] += 1
    return x, x._version, x.is_leaf, x.requires_grad


@case
def edges_of_a_written_base(lib):
    _, y = base(lib)
    w = lib.ones(3, dtype=lib.float64, requires_grad=True)
    y[0] = w
    edges = y.grad_fn.next_functions
    return [node.name().rpartition("::")[2] for node, _ in edges], [nr for _, nr in edges]


@case
def a_freed_write_cannot_run_again(lib):
    x = lib.ones(2, requires_grad=True)
    y = x * 1
    y[0] = 3.0
    z = y.sum()
    z.backward()
    return x.grad, first_words(z.backward, "(or directly")


test_view_as_in_torch = both(__name__, case)


def test_the_base_knows_nothing_of_its_views():
    y = minigrad.ones(1000)
    v = y[0]
    ref = weakref.ref(v)
    del v
    assert ref() is None
    assert y._view is None and isinstance(y[0]._view, View)


def test_a_view_keeps_its_base_alive():
    y = minigrad.ones(3)
    ref, v = weakref.ref(y), y[1:]
    del y
    assert ref() is v._base
    v.add_(1)
    assert v._base.tolist() == [1.0, 2.0, 2.0]


def test_thousands_of_writes_run_and_are_freed_without_recursion():
    gc.collect()
    gc.disable()
    try:
        x = minigrad.ones(10, requires_grad=True)
        y = x * 1
        for k in range(20_000):
            y[k % 10].mul_(1.0)
        assert isinstance(y.grad_fn, CopySlices)
        y.sum().backward()
        assert x.grad.tolist() == [1.0] * 10
        ref = weakref.ref(y.grad_fn)
        del y
        assert ref() is None and gc.collect() == 0
    finally:
        gc.enable()


def test_a_refusal_names_the_output():
    y = minigrad.ones(3, 2, requires_grad=True) * 1
    with pytest.raises(RuntimeError, match=r"^Output 2 of Unbind is a view and is being modified"):
        y.unbind(0)[2].mul_(2)
