"""What a loss accepts: shapes and types that fit, and PyTorch's words where they do not."""

from __future__ import annotations

from .._warn import warn
from ..autograd.grad_mode import is_grad_enabled
from ..backend import check_beside
from ..dtype import int64, of, result_type, uint8
from ..ops.operands import broadcast_shapes, check_floating
from ..ops.shapes import expand
from ..tensor import Tensor


def alike(input: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """Both in one shape; with a warning, if that takes broadcasting."""
    if input.shape == target.shape:
        return input, target
    warn(
        f"Using a target size ({target.size()}) that is different to the input size "
        f"({input.size()}). This will likely lead to incorrect results due to broadcasting. Please "
        "ensure they have the same size.",
        UserWarning,
    )
    shape = broadcast_shapes(input.shape, target.shape)
    left, right = (x if x.shape == shape else expand(x, shape) for x in (input, target))
    return left, right


def check_kinds(input: Tensor, target: Tensor, kernel: str) -> None:
    """One of the two must be floating point."""
    kind = result_type(input._array, target._array)
    if kind.kind != "f":
        said = f"\"{kernel}\" not implemented for '{of(kind).title}'"
        raise NotImplementedError(f"{said}\nMake both floating point, for example with .float().")


def check_classes(input: Tensor, target: Tensor, weight: Tensor | None) -> Tensor:
    """`target`, if each sample of `input` has a class in it, in the shape of `input` without C."""
    scores, classes = tuple(input.shape), tuple(target.shape)
    if len(scores) == 1 and classes == (1,):
        target = target.view(())
        classes = ()
    expected = scores[:1] + scores[2:] if len(scores) > 1 else ()
    if expected[:1] != classes[:1] and expected:
        raise ValueError(
            f"Expected input batch_size ({scores[0]}) to match target batch_size "
            f"({classes[0] if classes else 0})."
        )
    if classes != expected and len(scores) <= 2:
        raise RuntimeError(
            "0D or 1D target tensor expected, multi-target not supported\nGive one class for each "
            f"sample: shape {list(expected)}, not {list(classes)}."
        )
    if classes != expected:
        raise RuntimeError(f"Expected target size {list(expected)}, got {list(classes)}")
    if target.dtype not in (int64, uint8):
        raise RuntimeError(
            f"expected target dtype to be Long or Byte, but got {target.dtype.title}\nClasses are "
            f"whole numbers: .long() makes them that. Probabilities have shape {list(scores)}."
        )
    check_floating("nll_loss_out_frame", input._array)
    check_beside("target", target._array, input._array)
    check_weight(weight, input)
    return target


def check_weight(weight: Tensor | None, input: Tensor) -> None:
    """A weight is one number for each class."""
    classes = input.shape[min(1, input.ndim - 1)]
    if weight is not None and tuple(weight.shape) != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but "
            f"got weight tensor of shape: {list(weight.shape)}"
        )


def check_constant(kernel: str, **given: Tensor | None) -> None:
    """What is given has no derivative, so it may not ask for one."""
    for name, x in given.items():
        if x is not None and x.requires_grad and is_grad_enabled():
            raise RuntimeError(
                f"The function '{kernel}' is not differentiable with respect to argument '{name}'. "
                "This input cannot have requires_grad True.\n"
                f"Give its numbers alone: {name}.detach()."
            )
