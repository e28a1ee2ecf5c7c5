"""From tensors to the engine and back: `backward` and `grad` check what they get, then walk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._warn import warn
from .engine import run_backward
from .node import Edge, gradient_edge
from .view import catch_up
from .wrap import is_tensor, untracked

if TYPE_CHECKING:
    from ..tensor import Tensor

Tensors = Any  # one tensor or a sequence of them

_CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter "
    "and its gradient which can cause a memory leak. We recommend using autograd.grad when "
    "creating the graph to avoid this. If you have to use this function, make sure to reset the "
    ".grad fields of your parameters to None after use to break the cycle and avoid the leak."
)
_MATERIALIZED = (
    "Expected allow_unused to be True or not passed when materialize_grads=True, "
    "but got: allow_unused=False."
)
_UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. Set "
    "allow_unused=True if this is the desired behavior.\nDoes the output depend on it, or on a "
    "copy, or on a tensor that was later given the same name?"
)


def backward(
    tensors: Tensors,
    grad_tensors: Tensors | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    *,
    inputs: Tensors | None = None,
) -> None:
    """Add the gradients of `tensors` to the ``.grad`` of the leaves behind them.

    Args:
        tensors: one or several tensors to start from, any shape.
        grad_tensors: one gradient per tensor, of its shape; None stands for 1, where there is only
            one element.
        retain_graph: keep the graph's saved values for another backward. Default: `create_graph`.
        create_graph: record the backward, so that the gradients can be differentiated in turn.
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
    if create_graph:
        warn(_CYCLE, UserWarning)
    wanted = None if inputs is None else _inputs(inputs, "backward")
    seeds = _seeds(_listed(tensors), grad_tensors, create_graph)
    for x in wanted or ():
        x.retain_grad()  # what fills the .grad of one that is no leaf; as in PyTorch it stays on
    run_backward(
        seeds,
        retain_graph=create_graph if retain_graph is None else retain_graph,
        create_graph=create_graph,
        targets=None if wanted is None else _with_node([current_edge(x) for x in wanted]),
    )


def grad(
    outputs: Tensors,
    inputs: Tensors,
    grad_outputs: Tensors | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    *,
    materialize_grads: bool = False,
) -> tuple[Tensor, ...]:
    """The gradients of `outputs` by `inputs`, as a tuple; no leaf's ``.grad`` is touched.

    Args:
        outputs: one or several tensors to start from, any shape.
        inputs: the tensors, leaves or not, whose gradients are wanted.
        grad_outputs: one gradient per output, of its shape; None stands for 1.
        retain_graph: keep the graph's saved values. Default: `create_graph`.
        create_graph: record the backward: the results can be differentiated in turn.
        only_inputs: makes no difference: no other gradients are computed.
        allow_unused: give None for an input that the outputs do not depend on. Default:
            `materialize_grads`.
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
        raise ValueError(_MATERIALIZED)
    inputs = _inputs(inputs, "grad")
    seeds = _seeds(_listed(outputs), grad_outputs, create_graph)
    edges = _target_edges(inputs)
    reached = run_backward(
        seeds,
        retain_graph=create_graph if retain_graph is None else retain_graph,
        create_graph=create_graph,
        targets=_with_node(edges),
        accumulate=False,
    )
    grads = _results(edges, reached, grad_outputs)
    if materialize_grads:
        return _filled(grads, inputs, create_graph)
    if not allow_unused:
        _check_used(grads)
    return tuple(grads)


def _target_edges(inputs: list[Any]) -> list[Edge]:
    """Where the gradients that are wanted arrive."""
    if not all(x.requires_grad for x in inputs):
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    return [current_edge(x) for x in inputs]


def _results(edges: list[Edge], reached: dict[Edge, Any], grad_outputs: Any) -> list[Any]:
    """What reached each edge, as a tensor; None where nothing did.

    What one array holds is one tensor, so that a write into it is seen by all.
    """
    known = _known(grad_outputs)
    grads = [reached.get(edge) for edge in edges]
    return [
        g if g is None or is_tensor(g) else known.setdefault(id(g), untracked(g)) for g in grads
    ]


def _filled(grads: list[Any], inputs: list[Any], create_graph: bool) -> tuple[Any, ...]:
    """The gradients, with zeros for an input that the outputs do not depend on."""
    zeros = [untracked(np.zeros_like(x._array)) for x in inputs]
    return tuple(
        zero.requires_grad_(create_graph) if g is None else g for g, zero in zip(grads, zeros)
    )


def _check_used(grads: list[Any]) -> None:
    """Raise for the first input that the outputs do not depend on."""
    for place, g in enumerate(grads):
        if g is None:
            raise RuntimeError(_UNUSED.format(place))


def _known(grad_outputs: Any) -> dict[int, Any]:
    """The gradients that a walk started with, by the array that came out if nothing changed it."""
    given = [] if grad_outputs is None else _listed(grad_outputs)
    return {id(g._array): g for g in given if g is not None and not g.requires_grad}


def current_edge(x: Any) -> Edge:
    """Where gradients of `x` go, once a view knows what was written into its base.

    In any mode: inside `no_grad` nothing new is recorded, but a backward walks what was before.
    """
    if x._view is not None:
        catch_up(x)
    return gradient_edge(x)


def _with_node(edges: list[Edge]) -> set[Edge]:
    """Where the walk may stop: a view of a leaf made under no_grad has no such place."""
    return {edge for edge in edges if edge[0] is not None}


def _listed(tensors: Tensors) -> list[Any]:
    return [tensors] if is_tensor(tensors) else list(tensors)


def _inputs(inputs: Tensors, function: str) -> list[Any]:
    listed = _listed(inputs)
    if not listed:
        raise RuntimeError(f"`inputs` argument to `{function}()` cannot be empty.")
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
        seed, edge = _seed(place, x, g), current_edge(x)
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
    if g is None:
        if x.requires_grad and x._array.size != 1:
            raise RuntimeError(
                "grad can be implicitly created only for scalar outputs\n"
                f"This one has shape {list(x.shape)}: reduce it first, say with .sum(), or pass "
                "gradient= in that shape."
            )
        return untracked(np.ones_like(x._array)[()])
    if g.shape != x.shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{place}] has a shape of {g.shape} and "
            f"output[{place}] has a shape of {x.shape}."
        )
    beside = g.device == x.device
    if g.ndim and not beside:
        raise RuntimeError(
            f"invalid gradient at index {place} - expected device {x.device} but got {g.device}"
        )
    return g if beside and g.dtype == x.dtype else g.to(x.device, x.dtype)
