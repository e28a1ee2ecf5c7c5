"""Calls of every operation that the sentences of a recording have words for, and their variants.

The numbers are few and short, so that the sentences show them all.
"""

import importlib
from typing import Any, NamedTuple


class Call(NamedTuple):
    """One call, whose node is the root of its graph.

    Attributes:
        node: the name of that node.
        make: ``make(library, *tensors)``; the tensors are called x, y and w.
        given: the numbers of these.
        facts: what a claim may have to know: `dim`, `target`, `condition`.
        mute: the inputs for which there are no words; None if there are words for all.
        only: the one library that can do this, ``""`` for both.
    """

    node: str
    make: Any
    given: tuple
    facts: dict = {}  # noqa: RUF012
    mute: tuple = ()
    only: str = ""


V, W, ONE = [1.0, -2.0, 4.0], [3.0, 5.0, -1.0], 2.0
ROWS = [[1.0], [2.0], [3.0]]
M, N = [[1.0, -2.0], [3.0, 4.0]], [[2.0, 0.5], [-1.0, 3.0]]
P, T = [0.5, 0.2, 0.8], [1.0, 0.0, 1.0]
INF = float("inf")


def F(lib):
    return lib.nn.functional


def elementwise():
    """Sums, products, powers and functions of one."""
    for pair in [(V, W), (M, [2.0, -3.0]), (V, -3.0), (-2.0, V)]:
        yield Call("AddBackward0", lambda _, x, y: x + y, pair)
        yield Call("SubBackward0", lambda _, x, y: x - y, pair)
        yield Call("MulBackward0", lambda _, x, y: x * y, pair)
        yield Call("DivBackward0", lambda _, x, y: x / y, pair)
        for alpha in (2, -3, 0.5, 0):
            yield Call("AddBackward0", lambda lib, x, y, a=alpha: lib.add(x, y, alpha=a), pair)
            yield Call("SubBackward0", lambda lib, x, y, a=alpha: lib.sub(x, y, alpha=a), pair)
            yield Call("RsubBackward0", lambda lib, x, y, a=alpha: lib.rsub(x, y, alpha=a), pair,
                       only="torch")  # fmt: skip
        for mode in ("floor", "trunc"):
            yield Call("DivBackward2",
                       lambda lib, x, y, m=mode: lib.div(x, y, rounding_mode=m), pair)  # fmt: skip
        yield Call("MaximumBackward0", lambda lib, x, y: lib.maximum(x, y), pair)
        yield Call("MinimumBackward0", lambda lib, x, y: lib.minimum(x, y), pair)
    yield Call("DivBackward2", lambda lib, x, y: lib.div(x, y, rounding_mode=None), (V, W),
               only="torch")  # fmt: skip
    yield Call("AddBackward0", lambda _, x: x + 3, (V,))
    yield Call("AddBackward0", lambda lib, x: lib.add(x, 3, alpha=2), (V,))
    yield Call("SubBackward0", lambda _, x: x - 3, (V,))
    yield Call("RsubBackward1", lambda _, x: 3 - x, (V,))
    yield Call("RsubBackward1", lambda lib, x: lib.rsub(x, 2, alpha=3), (V,), only="torch")
    yield Call("MulBackward0", lambda _, x: x * -5, (V,))
    yield Call("DivBackward0", lambda _, x: x / -5, (V,))
    yield Call("NegBackward0", lambda _, x: -x, (V,))
    for base in (ONE, -2.0, V, [3.0, -0.5]):
        for exponent in (3, 2, -1, -2, 0, 1):
            yield Call("PowBackward0", lambda _, x, n=exponent: x**n, (base,))
        yield Call("ReciprocalBackward0", lambda _, x: x.reciprocal(), (base,))
    yield Call("PowBackward0", lambda _, x: x**2, ([0.0, 3.0],))
    yield Call("PowBackward0", lambda _, x: x**0, ([0.0, 3.0],), mute=(0,))
    yield Call("PowBackward0", lambda _, x: x**0.5, ([4.0, 9.0],))
    yield Call("PowBackward1", lambda _, x, y: x**y, ([2.0, 3.0], [-2.0, 3.0]))
    yield Call("PowBackward1", lambda _, x, y: x**y, ([2.0, 3.0], 2.0))
    yield Call("PowBackward1", lambda _, x, y: x**y, ([0.0, 3.0], [2.0, 1.0]), mute=(1,))
    yield Call("PowBackward1", lambda _, x, y: x**y, ([0.0, 3.0], [0.0, 1.0]), mute=(0, 1))
    yield Call("PowBackward2", lambda _, x: 3**x, ([2.0, -1.0],))
    yield Call("PowBackward2", lambda _, x: 0**x, ([2.0, 1.0],), mute=(0,))
    positive = [0.25, 4.0]
    for name in ("Abs", "Exp", "Log", "Sqrt", "Sin", "Cos", "Tanh", "Sigmoid", "Relu", "Sign"):
        given = [positive] if name in ("Log", "Sqrt") else [positive, [-0.5, 2.0], -0.5]
        for x in given:
            yield Call(f"{name}Backward0", lambda _, x, n=name: getattr(x, n.lower())(), (x,))
    yield Call("AbsBackward0", lambda _, x: x.abs(), ([0.0, -2.0],))
    yield Call("ReluBackward0", lambda _, x: x.relu(), ([0.0, 2.0],))
    yield Call("ReluBackward0", lambda _, x: x.relu(), ([float("nan"), 2.0],), mute=(0,))
    for name in ("Maximum", "Minimum"):
        make = lambda lib, x, y, n=name: getattr(lib, n.lower())(x, y)  # noqa: E731
        for pair in [([2.0, 1.0], [2.0, 3.0]), (2.0, 2.0), ([2.0, 3.0], 2.0)]:
            yield Call(f"{name}Backward0", make, pair)
        yield Call(f"{name}Backward0", make, ([float("nan"), 1.0], [2.0, 3.0]), mute=(0, 1))
    mask = [True, False, True]
    yield Call("WhereBackward0", lambda lib, x, y: lib.where(lib.tensor(mask), x, y), (V, W),
               {"condition": mask})  # fmt: skip
    yield Call("WhereBackward0", lambda lib, x, y: lib.where(lib.tensor(mask), x, y), (V, 3.0),
               {"condition": mask})  # fmt: skip


def products():
    """Of matrices and vectors."""
    bias = [[1.0, 2.0], [3.0], M, 2.0]
    for scales in [{}, {"alpha": 3}, {"beta": 2}, {"alpha": -3, "beta": -2}, {"beta": 0.5}]:
        for b in bias:
            make = lambda lib, b, x, y, s=scales: lib.addmm(b, x, y, **s)  # noqa: E731
            yield Call("AddmmBackward0", make, (b, M, N))
    yield Call("AddmmBackward0", lambda lib, b, x, y: lib.addmm(b, x.t(), y.t()), (bias[0], M, N))
    yield Call("MmBackward0", lambda lib, x, y: x @ y, (M, N))
    yield Call("BmmBackward0", lambda lib, x, y: lib.bmm(x, y), ([M], [N]))
    yield Call("MvBackward0", lambda lib, x, y: lib.mv(x, y), (M, [2.0, -3.0]))
    yield Call("DotBackward0", lambda lib, x, y: lib.dot(x, y), (V, W))


def reductions():
    """Of all elements, and along an axis."""
    for dim in (None, 0, 1):
        args, keep = (() if dim is None else (dim,)), {"dim": dim}
        n = 0 if dim is None else 1
        yield Call(f"SumBackward{n}", lambda _, x, a=args: x.sum(*a), (M,), keep)
        yield Call(f"MeanBackward{n}", lambda _, x, a=args: x.mean(*a), (M,), keep)
        yield Call(f"ProdBackward{n}", lambda _, x, a=args: x.prod(*a), (M,), keep)
        yield Call(f"ProdBackward{n}", lambda _, x, a=args: x.prod(*a), ([[0.0, 2.0], M[1]],), keep)
        for correction in ({}, {"correction": 1}, {"correction": 0}):
            more = {"dim": args or None, **correction}
            yield Call("VarBackward0", lambda _, x, m=more: x.var(**m), (M,), keep)
            yield Call("StdBackward0", lambda _, x, m=more: x.std(**m), (M,), keep)
        for flat in ([[1.0, -2.0], [1.0, 4.0]], [[4.0, 4.0], [4.0, 4.0]], M):
            yield Call("AmaxBackward0", lambda _, x, a=args: x.amax(*a), (flat,), keep)
            yield Call("AminBackward0", lambda _, x, a=args: x.amin(*a), (flat,), keep)
        for order in (2, 1, 3, 1.5, 0.5, -1, INF, -INF):
            make = lambda _, x, p=order, d=dim: x.norm(p, d)  # noqa: E731
            yield Call("LinalgVectorNormBackward0", make, (M,), keep)
            zeros = (0,) if order < 2 and order != 1 and order != INF else ()
            yield Call("LinalgVectorNormBackward0", make, ([[0.0, -2.0], [3.0, 4.0]],), keep,
                       mute=zeros)  # fmt: skip
            yield Call("LinalgVectorNormBackward0", make, ([[0.0, 0.0], [0.0, 0.0]],), keep,
                       mute=() if order == 1 else (0,))  # fmt: skip
        yield Call("LinalgVectorNormBackward0", lambda _, x, d=dim: x.norm(3, d, keepdim=True),
                   (M,), keep)  # fmt: skip
        dims = (0, 1) if dim is None else dim
        yield Call("LogsumexpBackward0", lambda _, x, d=dims: x.logsumexp(d), (M,), keep)
        yield Call("LogsumexpBackward0", lambda _, x, d=dims: x.logsumexp(d, True), (M,), keep)
    yield Call("VarBackward0", lambda _, x: x.var(correction=2), (V,), mute=(0,))
    yield Call("StdBackward0", lambda _, x: x.std(correction=0.5), (V,), mute=(0,))
    yield Call("StdBackward0", lambda _, x: x.std(), ([2.0, 2.0],), mute=(0,))
    for name, make in {
        "AmaxBackward0": lambda _, x: x.amax(),
        "AminBackward0": lambda _, x: x.amin(),
        "MaxBackward1": lambda _, x: x.max(),
        "MinBackward1": lambda _, x: x.min(),
    }.items():
        yield Call(name, make, ([2.0, float("nan")],), mute=(0,))
    yield Call("LinalgVectorNormBackward0", lambda _, x: x.norm(INF), ([2.0, float("nan")],),
               mute=(0,))  # fmt: skip
    for x in ([1.0, 3.0, 3.0], V, ONE):
        yield Call("MaxBackward1", lambda _, x: x.max(), (x,))
        yield Call("MinBackward1", lambda _, x: x.min(), (x,))
        yield Call("MedianBackward0", lambda _, x: x.median(), (x,))
    yield Call("MedianBackward0", lambda _, x: x.median(), ([1.0, 3.0],))
    yield Call("MedianBackward0", lambda _, x: x.median(), ([2.0, float("nan")],), mute=(0,))
    for dim in (0, 1):
        yield Call("MaxBackward0", lambda _, x, d=dim: x.max(d).values, (M,), {"dim": dim})
        yield Call("MinBackward0", lambda _, x, d=dim: x.min(d).values, (M,), {"dim": dim})
        yield Call("MedianBackward1", lambda _, x, d=dim: x.median(d).values, (M,), {"dim": dim})
        yield Call("SoftmaxBackward0", lambda _, x, d=dim: x.softmax(d), (M,), {"dim": dim})
        yield Call("LogSoftmaxBackward0", lambda _, x, d=dim: x.log_softmax(d), (M,), {"dim": dim})
        yield Call("CumsumBackward0", lambda _, x, d=dim: x.cumsum(d), (M,), {"dim": dim})
        yield Call("CumprodBackward0", lambda _, x, d=dim: x.cumprod(d), (M,), {"dim": dim})
    yield Call("CumprodBackward0", lambda _, x: x.cumprod(0), ([0.0, 2.0, 3.0],), mute=(0,))


def losses():
    """With each reduction, and with what they take besides."""
    for how in ("mean", "sum", "none"):
        r = {"reduction": how}
        for x, y in [(V, W), ([2.0], [-3.0]), (-2.0, -3.0)]:
            yield Call(
                "MseLossBackward0", lambda lib, x, y, r=r: F(lib).mse_loss(x, y, **r), (x, y)
            )
            for beta in (1.0, 0.5, 20.0):
                yield Call("SmoothL1LossBackward0",
                           lambda lib, x, y, r=r, b=beta: F(lib).smooth_l1_loss(x, y, beta=b, **r),
                           (x, y))  # fmt: skip
        for weight in (None, [2.0, 0.5, 1.0]):
            given = lambda lib, w=weight: None if w is None else lib.tensor(w)  # noqa: E731
            bce = lambda lib, x, y, w=given, r=r: F(lib).binary_cross_entropy(x, y, w(lib), **r)  # noqa: E731
            yield Call("BinaryCrossEntropyBackward0", bce, (P, T))
            yield Call("BinaryCrossEntropyBackward0", bce, ([0.0, 0.5, 1.0], T), mute=(0, 1))
            scores = lambda lib, x, y, w=given, r=r, **more: (  # noqa: E731
                F(lib).binary_cross_entropy_with_logits(x, y, w(lib), **r, **more)
            )
            yield Call("BinaryCrossEntropyWithLogitsBackward0", scores, (V, T))
            yield Call(
                "BinaryCrossEntropyWithLogitsBackward0",
                lambda lib, x, y, f=scores: f(lib, x, y, pos_weight=lib.tensor([3.0, 0.5, 1.0])),
                (V, T),
                mute=(1,),
            )
        nll = lambda lib, x, t, r=r, **m: F(lib).nll_loss(x, lib.tensor(t), **r, **m)  # noqa: E731
        yield Call("NllLossBackward0", lambda lib, x, f=nll: f(lib, x, [1, 0]), (M,),
                   {"target": [1, 0]})  # fmt: skip
        yield Call("NllLossBackward0", lambda lib, x, f=nll: f(lib, x, 1), (V,), {"target": 1})
        yield Call("NllLossBackward0", lambda lib, x, f=nll: f(lib, x, [1, -100]), (M,), mute=(0,))
        yield Call("NllLossBackward0", lambda lib, x, f=nll: f(lib, x, [1, 0], ignore_index=0),
                   (M,), mute=(0,))  # fmt: skip
        yield Call("NllLossBackward0",
                   lambda lib, x, f=nll: f(lib, x, [1, 0], weight=lib.tensor([2.0, 1.0])),
                   (M,), mute=(0,))  # fmt: skip


def places():
    """What takes elements out, moves them or repeats them."""
    yield Call("SelectBackward0", lambda _, x: x[1], (M,))
    yield Call("SliceBackward0", lambda _, x: x[1:], (V,))
    for at in ([0, 2], [0, 0, 1], [2, 2, 2]):
        yield Call("IndexBackward0", lambda _, x, at=at: x[at], (V,))
    yield Call("IndexBackward0", lambda lib, x: x[lib.tensor([True, False, True])], (V,))
    for at in ([[0, 1], [1, 0]], [[0, 0], [1, 1]]):
        yield Call("GatherBackward0", lambda lib, x, at=at: x.gather(1, lib.tensor(at)), (M,))
    for at, padding in [([1, 0], None), ([0, 0, 1], None), ([0, 1, 1], 0), ([0, 1], -1)]:
        yield Call(
            "EmbeddingBackward0",
            lambda lib, w, i=at, p=padding: F(lib).embedding(lib.tensor(i), w, padding_idx=p),
            (ROWS,),
            {"indices": at},
        )
    yield Call(
        "EmbeddingBackward0",
        lambda lib, w: F(lib).embedding(lib.tensor([0, 0]), w, scale_grad_by_freq=True),
        (M,),
        mute=(0,),
        only="torch",
    )
    yield Call("CatBackward0", lambda lib, x, y: lib.cat([x, y]), ([1.0, 2.0], [3.0]))
    yield Call("StackBackward0", lambda lib, x, y: lib.stack([x, y], 1), ([1.0, 2.0], [3.0, 4.0]))
    yield Call("SplitBackward0", lambda _, x: x.split(2)[1], (V,))
    yield Call("UnbindBackward0", lambda _, x: x.unbind(1)[1], (M,))
    yield Call("ExpandBackward0", lambda _, x: x.expand(2, 2), ([1.0, 2.0],))
    yield Call("ExpandBackward0", lambda _, x: x.expand(2, 2), ([[1.0], [2.0]],))
    yield Call("TBackward0", lambda _, x: x.t(), ([[1.0, 2.0, 3.0]],))
    yield Call("TransposeBackward0", lambda _, x: x.transpose(0, 1), ([[1.0, 2.0, 3.0]],))
    yield Call("PermuteBackward0", lambda _, x: x.permute(2, 0, 1), ([[[1.0, 2.0, 3.0]]],))
    for name, make in {
        "Alias": lambda _, x: x[...],
        "Clone": lambda _, x: x.clone(),
        "ToCopy": lambda lib, x: x.to(lib.float64),
        "Unsqueeze": lambda _, x: x.unsqueeze(1),
        "View": lambda _, x: x.view(3, 1),
    }.items():
        yield Call(f"{name}Backward0", make, (V,))
    yield Call("SqueezeBackward0", lambda _, x: x.squeeze(), ([V],))
    yield Call("ReshapeAliasBackward0", lambda _, x: x.t().reshape(2, 2), (M,))
    yield Call("UnsafeViewBackward0", lambda _, x: x.t().reshape(-1), (M,))
    share = _row("ops.reductions", "share")
    yield Call("DivBackward1", lambda _, x: share(x, -4.0), (V,), only="minigrad")


def _row(module, name):
    return getattr(importlib.import_module(f"minigrad.{module}"), name)


CALLS = [*elementwise(), *products(), *reductions(), *losses(), *places()]
