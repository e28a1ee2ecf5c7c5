"""From tensors to the engine and back: `backward` and `grad` check what they get, then walk."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..size import Size
from .batched import stacked, unstacked
from .engine import run_backward
from .gradient_edge import GradientEdge, edge_of, shape_and_dtype
from .node import Edge
from .wrap import is_tensor, untracked

if TYPE_CHECKING:
    from ..tensor import Tensor

Tensors = Any  # one tensor or `GradientEdge`, or a sequence of them

_CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter "
    "and its gradient which can cause a memory leak. We recommend using autograd.grad when "
    "creating the graph to avoid this. If you have to use this function, make sure to reset the "
    ".grad fields of your parameters to None after use to break the cycle and avoid the leak."
)
_GRAD_VARIABLES = "`grad_variables` is deprecated. Use `grad_tensors` instead."
_ONLY_INPUTS = (
    "only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate "
    "gradient for other parts of the graph, please use minigrad.autograd.backward."
)


def backward(
    tensors: Tensors,
    grad_tensors: Tensors | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Tensors | None = None,
    inputs: Tensors | None = None,
) -> None:
    """Add the gradients of `tensors` to the ``.grad`` of the leaves behind them.

    Args:
        tensors: one or several tensors to start from, any shape.
        grad_tensors: one gradient per tensor, of its shape; None stands for 1, where there is only
            one element.
        retain_graph: keep the graph's saved values for another backward. Default: `create_graph`.
        create_graph: record the backward, so that the gradients can be differentiated in turn.
        grad_variables: the old name of `grad_tensors`.
        inputs: accumulate into these tensors only. Default: every leaf.

    Raises:
        RuntimeError: a tensor requires no grad, or has several elements and no gradient was given,
            or the graph has been freed already.
        TypeError: a gradient is not a tensor.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, 2.0], requires_grad=True)
        >>> minigrad.autograd.backward(x * 3, grad_tensors=minigrad.tensor([1.0, 10.0]))
        >>> x.grad
        tensor([ 3., 30.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.backward.html
    """
    if grad_variables is not None:
        warnings.warn(_GRAD_VARIABLES, FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError(
                "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to "
                "`backward()`. Please only use `grad_tensors`."
            )
        grad_tensors = grad_variables
    if create_graph:
        warnings.warn(_CYCLE, UserWarning, stacklevel=3)
    targets = None if inputs is None else _inputs(inputs, "backward")
    seeds = _seeds(_listed(tensors), grad_tensors, create_graph)
    for x in targets or ():
        if is_tensor(x):
            x.retain_grad()
    run_backward(
        seeds,
        retain_graph=create_graph if retain_graph is None else retain_graph,
        create_graph=create_graph,
        targets=None if targets is None else _ends(map(edge_of, targets)),
    )


def grad(
    outputs: Tensors,
    inputs: Tensors,
    grad_outputs: Tensors | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor, ...]:
    """The gradients of `outputs` by `inputs`, as a tuple; no leaf's ``.grad`` is touched.

    Args:
        outputs: one or several tensors to start from, any shape.
        inputs: the tensors, leaves or not, whose gradients are wanted.
        grad_outputs: one gradient per output, of its shape; None stands for 1.
        retain_graph: keep the graph's saved values. Default: `create_graph`.
        create_graph: record the backward: the results can be differentiated in turn.
        only_inputs: ignored, as in PyTorch: no other tensors' gradients are touched.
        allow_unused: give None for an input that the outputs do not depend on. Default:
            `materialize_grads`.
        is_grads_batched: each of `grad_outputs` is a stack of gradients, and each result a stack of
            what they give: one walk for each.
        materialize_grads: give zeros for an input that the outputs do not depend on.

    Returns:
        One tensor per input, of its shape and dtype.

    Raises:
        RuntimeError: as `backward`; or an input was not used and `allow_unused` is not True.
        TypeError: a gradient is not a tensor.
        ValueError: `materialize_grads` with ``allow_unused=False``.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor(3.0, requires_grad=True)
        >>> minigrad.autograd.grad(x**2, x)
        (tensor(6.),)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.grad.html
    """
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, "
            "but got: allow_unused=False."
        )
    if not only_inputs:
        warnings.warn(_ONLY_INPUTS, FutureWarning, stacklevel=2)
    inputs, roots = _inputs(inputs, "grad"), _listed(outputs)
    batch = unstacked(roots, grad_outputs) if is_grads_batched else [grad_outputs]
    walks = [_seeds(roots, grads, create_graph) for grads in batch]
    if not all(isinstance(x, GradientEdge) or x.requires_grad for x in inputs):
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    edges, found = [edge_of(x) for x in inputs], []
    retain = create_graph if retain_graph is None else retain_graph
    for place, seeds in enumerate(walks, 1):
        reached = run_backward(
            seeds,
            retain_graph=retain or place < len(walks),
            create_graph=create_graph,
            targets=_ends(edges),
            accumulate=False,
        )
        found.append([reached.get(edge) for edge in edges])
    zeros = partial(_zeros, create_graph) if materialize_grads else None
    ends = map(stacked, zip(*found)) if is_grads_batched else found[0]
    known = _known(grad_outputs)
    result = partial(_result, allow_unused=bool(allow_unused), zeros=zeros, known=known)
    return tuple(map(result, ends, inputs, range(len(inputs))))


def _known(grad_outputs: Any) -> dict[int, Any]:
    """The gradients that a walk started with, by the array that came out if nothing changed it."""
    given = [] if grad_outputs is None else _listed(grad_outputs)
    return {id(g._array): g for g in given if g is not None and not g.requires_grad}


def _result(
    g: Any, x: Any, place: int, allow_unused: bool, zeros: Any, known: dict[int, Any]
) -> Any:
    """What `grad` gives for `x`; one tensor for one memory, so that a write is seen by all."""
    if g is not None:
        return g if is_tensor(g) else known.setdefault(id(g), untracked(g))
    if zeros is not None:
        return zeros(x)
    if allow_unused:
        return None
    raise RuntimeError(
        f"The differentiated Tensor at index {place} appears to not have been used in the graph. "
        "Set allow_unused=True if this is the desired behavior.\nDoes the output depend on it, "
        "or on a copy, or on a tensor that was later given the same name?"
    )


def _zeros(requires_grad: bool, x: Any) -> Tensor:
    """The gradient of an input that was not used; with `create_graph` a leaf."""
    if isinstance(x, GradientEdge):
        raise RuntimeError(
            "materialize_grads cannot be used when the given input is a GradientEdge"
        )
    zeros = untracked(np.zeros_like(x._array))
    zeros._requires_grad = requires_grad
    return zeros


def _inputs(inputs: Tensors, function: str) -> list[Any]:
    listed = _listed(inputs)
    if not listed:
        raise RuntimeError(f"`inputs` argument to `{function}()` cannot be empty.")
    for x in listed:
        if not _is_root(x):
            raise RuntimeError(
                f"all inputs have to be Tensors or GradientEdges, but got {type(x).__name__}"
            )
    return listed


def _seeds(roots: list[Any], grads: Any, create_graph: bool) -> list[tuple[Edge, Any]]:
    """Where the walk starts, and with which gradients: tensors if it is recorded, else arrays."""
    grads = [None] * len(roots) if grads is None else _listed(grads)
    for g in grads:
        if g is not None and not is_tensor(g):
            raise TypeError(f"gradients can be either Tensors or None, but got {type(g).__name__}")
    if len(grads) != len(roots):
        raise RuntimeError(f"got {len(roots)} tensors and {len(grads)} gradients")
    seeds = []
    for place, (x, g) in enumerate(zip(roots, grads)):
        if not _is_root(x):
            raise AssertionError(
                f"Expected output to be a minigrad.Tensor\nWhat was given is of type "
                f"{type(x).__name__}."
            )
        seed, edge = _seed(place, x, g), edge_of(x)
        if edge[0] is None:
            raise RuntimeError(
                f"element {place} of tensors does not require grad and does not have a grad_fn\n"
                "Nothing that it was computed from requires grad, or the graph was cut on the way: "
                "by no_grad, detach(), item(), NumPy, a comparison or a conversion to integers."
            )
        seeds.append((edge, seed if create_graph else seed._array))
    return seeds


def _seed(place: int, x: Any, g: Tensor | None) -> Tensor:
    """The gradient to start with at `x`, in its shape and dtype."""
    if g is None and is_tensor(x) and isinstance(x._array, np.generic):
        return untracked(type(x._array)(1))
    shape, dtype = shape_and_dtype(x)
    if g is None:
        if math.prod(shape) != 1 and (isinstance(x, GradientEdge) or x.requires_grad):
            raise RuntimeError(
                "grad can be implicitly created only for scalar outputs\n"
                f"This one has shape {list(shape)}: reduce it first, say with .sum(), or pass "
                "gradient= in that shape."
            )
        return untracked(np.ones_like(x._array)[()] if is_tensor(x) else _one(shape, dtype))
    if g.shape != shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{place}] has a shape of {g.shape} and "
            f"output[{place}] has a shape of {Size(shape)}."
        )
    return g if dtype is None or g.dtype == dtype else g.to(dtype)


def _one(shape: tuple[int, ...], dtype: Any) -> Any:
    """The gradient to start with at an edge that was given none."""
    if dtype is None:
        raise RuntimeError(
            "grad can be implicitly created only for edges that get_gradient_edge gave: this "
            "GradientEdge was made by hand, so pass its gradient too."
        )
    return np.ones(shape, dtype.numpy)


def _ends(edges: Iterable[Edge]) -> set[Edge]:
    """Where the walk may stop: a view of a leaf made under no_grad has no such place."""
    return {edge for edge in edges if edge[0] is not None}


def _listed(tensors: Tensors) -> list[Any]:
    return [tensors] if _is_root(tensors) else list(tensors)


def _is_root(x: Any) -> bool:
    return is_tensor(x) or isinstance(x, GradientEdge)
