"""A Function written as two functions, for all exercises of X7 that ask for one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ...tensor import Tensor
from ...testing.kinds.operation import Halves


def halves(compute: Callable[..., Any], pull: Callable[..., Any]) -> Halves:
    """An operation out of two formulas.

    Args:
        compute: makes the result of the inputs: tensors first, then what is none.
        pull: makes the tensors' gradients of what arrives, the result, and the inputs.
    """

    def forward(ctx: Any, *inputs: Any) -> Any:
        tensors = [x for x in inputs if isinstance(x, Tensor)]
        result = compute(*inputs)
        ctx.save_for_backward(result, *tensors)
        ctx.others = inputs[len(tensors) :]
        return result

    def backward(ctx: Any, g: Tensor) -> tuple[Any, ...]:
        result, *tensors = ctx.saved_tensors
        found = pull(g, result, *tensors, *ctx.others)
        several = found if isinstance(found, tuple) else (found,)
        return *several, *[None] * len(ctx.others)

    names = inspect.signature(compute).parameters.values()
    ctx = inspect.Parameter("ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    vars(forward)["__signature__"] = inspect.Signature([ctx, *names])
    return Halves.of(forward, backward)
