"""What is done to all parameters or all gradients at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ... import _missing
from ..._warn import warn
from ...autograd.grad_mode import no_grad
from ...creation.data import tensor
from ...ops.joining import cat, stack
from ...ops.norms import norm
from ...ops.ordering import clamp_max
from ...tensor import Tensor
from . import parametrizations as parametrizations
from . import parametrize as parametrize
from . import rnn as rnn
from .weight_norm import remove_weight_norm, weight_norm

__getattr__ = _missing.of_module(__name__)

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_"]
__all__ += ["get_total_norm", "parameters_to_vector", "remove_weight_norm", "vector_to_parameters"]
__all__ += ["weight_norm"]


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Shorten all gradients in one proportion, so that together they are no longer than `max_norm`.

    Call it between ``backward()`` and ``step()``.

    Args:
        parameters: Whose gradients; those without one do not count.
        max_norm: The length they may have, as one vector.
        norm_type: Which length: 2 for the ordinary one, ``inf`` for the largest element.
        error_if_nonfinite: Raise where a gradient is infinite or not a number.
        foreach: Makes no difference here.

    Returns:
        How long they were, 0-d.

    Raises:
        RuntimeError: If `error_if_nonfinite`, and the length is infinite or not a number.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([3.0, 4.0], requires_grad=True)
        >>> (x * x / 2).sum().backward()
        >>> minigrad.nn.utils.clip_grad_norm_(x, 1.0), x.grad
        (tensor(5.), tensor([0.6000, 0.8000]))

    Source: R. Pascanu, T. Mikolov and Y. Bengio, "On the difficulty of training recurrent neural
    networks", 2013.
    """
    grads = _grads(parameters)
    total = get_total_norm(grads, norm_type, error_if_nonfinite)
    _scale(grads, max_norm, total)
    return total


def clip_grad_norm(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """`clip_grad_norm_` under its old name; deprecated.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_norm.html
    """
    warn(
        "`minigrad.nn.utils.clip_grad_norm` is now deprecated in favor of "
        "`minigrad.nn.utils.clip_grad_norm_`.",
        FutureWarning,
    )
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite)


def get_total_norm(
    tensors: Tensor | Iterable[Tensor],
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """How long tensors are together, as one vector, 0-d: what `clip_grad_norm_` compares.

    Args:
        tensors: Gradients, say.
        norm_type: Which length: 2 for the ordinary one, ``inf`` for the largest element.
        error_if_nonfinite: Raise where the length is infinite or not a number.
        foreach: Makes no difference here.

    Raises:
        RuntimeError: If `error_if_nonfinite`, and the length is infinite or not a number.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.get_total_norm.html
    """
    given = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    kind = float(norm_type)
    if not given:
        return tensor(0.0)
    with no_grad():
        total = norm(stack([norm(g, kind) for g in given]), kind)
    if error_if_nonfinite and not total.isfinite():
        raise RuntimeError(
            f"The total norm of order {kind} for gradients from `parameters` is non-finite, so it "
            "cannot be clipped. To disable this error and scale the gradients by the non-finite "
            "norm anyway, set `error_if_nonfinite=False`"
        )
    return total


def clip_grads_with_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    total_norm: Tensor,
    foreach: bool | None = None,
) -> None:
    """The second half of `clip_grad_norm_`: shorten gradients that are `total_norm` long.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grads_with_norm_.html
    """
    _scale(_grads(parameters), max_norm, total_norm)


def _scale(grads: list[Tensor], max_norm: float, total: Tensor) -> None:
    """Shorten gradients that are `total` long to `max_norm`."""
    with no_grad():
        factor = clamp_max(max_norm / (total + 1e-6), 1.0)
        for g in grads:
            g.mul_(factor)


def clip_grad_value_(
    parameters: Tensor | Iterable[Tensor], clip_value: float, foreach: bool | None = None
) -> None:
    """Cut off each element of each gradient at ``-clip_value`` and ``clip_value``.

    Args:
        parameters: Whose gradients; those without one do not count.
        clip_value: How far from 0 an element may be.
        foreach: Makes no difference here.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_value_.html
    """
    with no_grad():
        for g in _grads(parameters):
            g.clamp_(-float(clip_value), float(clip_value))


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """All parameters, one after the other, as one vector, through which gradients flow.

    Raises:
        ValueError: If there are none.

    Example:
        >>> import minigrad
        >>> minigrad.nn.utils.parameters_to_vector([minigrad.ones(2), minigrad.zeros(1, 2)])
        tensor([1., 1., 0., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.parameters_to_vector.html
    """
    return cat([x.view(-1) for x in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Give all parameters new values, from one vector: each then shows its part of `vec`.

    Raises:
        RuntimeError: If `vec` is too short.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.vector_to_parameters.html
    """
    start = 0
    for x in parameters:
        x.data = vec[start : start + x.numel()].view(x.shape).data
        start += x.numel()


def _grads(parameters: Any) -> list[Tensor]:
    given = [parameters] if isinstance(parameters, Tensor) else parameters
    return [x.grad for x in given if x.grad is not None]
