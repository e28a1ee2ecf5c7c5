"""Several gradients in one call, ``is_grads_batched=True``: taken apart, and put together again.

PyTorch walks back once, on all of them at a time (`vmap`); here each has a walk of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..size import Size
from .gradient_edge import shape_and_dtype
from .node import OPS
from .wrap import is_tensor


def unstacked(roots: list[Any], grads: Any) -> list[list[Any]]:
    """For each gradient of the batch the list that stands for it.

    Args:
        roots: where to start.
        grads: for each root its gradients, ``(B, *shape)``.

    Raises:
        IndexError: a gradient has no first dimension, or nothing lies along it.
        RuntimeError: the other dimensions are not those of the root.
        ValueError: a root has no gradients, or another number of them.
    """
    grads = [grads] if grads is None or is_tensor(grads) else list(grads)
    if any(
        not is_tensor(g) and (g is not None or root.numel() != 1) for root, g in zip(roots, grads)
    ):
        return [grads]  # refused where those of any other call are
    for place, (root, g) in enumerate(zip(roots, grads)):
        if is_tensor(g):
            _check(place, g, shape_and_dtype(root)[0])
    sizes = [len(g) for g in grads if is_tensor(g)]
    if len(sizes) < len(grads):
        raise ValueError(
            "vmap(vjp, in_dims=0, ...)(<inputs>): Got in_dim=0 for some input, but that input is a "
            "Tensor of dimensionality 0 so expected in_dim to satisfy 0 <= in_dim < 0.\n"
            "Give each output its stack of gradients: None stands for one gradient, not for many."
        )
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension"
        )
    return [[g[k] for g in grads] for k in range(max(sizes[0], 1))]


def _check(place: int, grad: Any, shape: tuple[int, ...]) -> None:
    grad[0]  # raises in PyTorch's words where there is none
    if grad.shape[1:] != shape:
        raise RuntimeError(
            "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as "
            "the batch dimension. The sizes of the remaining dimensions are expected to match the "
            "shape of corresponding output, but a mismatch was detected: "
            f"grad_output[{place}] has a shape of {grad.shape} and output[{place}] has a shape of "
            f"{Size(shape)}. If you only want some tensors in `grad_output` to be considered "
            "batched, consider using vmap."
        )


def stacked(grads: tuple[Any, ...]) -> Any:
    """What the walks brought to one input: arrays, or tensors where the walks were recorded."""
    if any(g is None for g in grads):
        return None
    return (
        OPS["_stack"](*grads, dim=0, count=len(grads))
        if any(map(is_tensor, grads))
        else np.stack(grads)
    )
