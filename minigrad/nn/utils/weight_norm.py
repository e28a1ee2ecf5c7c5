"""Weight norm: how long a weight is and where it points are learned apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ..._warn import warn
from ...autograd.grad_mode import no_grad
from ...ops.norms import norm
from ...tensor import Tensor
from ..parameter import Parameter

if TYPE_CHECKING:
    from ..modules.module import Module

T = TypeVar("T", bound="Module")


def lengths(v: Tensor, dim: int | None) -> Tensor:
    """How long the slices of `v` at each place of `dim` are, in a shape that broadcasts with it.

    Of None, or -1, it is the length of all as one.
    """
    if dim is None or dim == -1:
        return norm(v)
    rest = tuple(d for d in range(v.ndim) if d != dim % v.ndim)
    return norm(v, 2, rest, True) if rest else v.abs()


class WeightNorm:
    """The hook that computes a weight before each call of its module.

    Attributes:
        name: the weight's name; ``<name>_g`` has the lengths, ``<name>_v`` the directions.
        dim: whose places have lengths of their own.
    """

    def __init__(self, name: str, dim: int | None) -> None:
        self.name, self.dim = name, dim

    def compute_weight(self, module: Any) -> Tensor:
        """``g v / |v|``."""
        g, v = getattr(module, f"{self.name}_g"), getattr(module, f"{self.name}_v")
        return v * (g / lengths(v, self.dim))

    def __call__(self, module: Any, inputs: Any) -> None:
        """Compute the weight, before the module's forward."""
        setattr(module, self.name, self.compute_weight(module))


def weight_norm(module: T, name: str = "weight", dim: int | None = 0) -> T:
    """Have a module learn the length g and the direction v of a weight, ``g v / |v|``.

    Deprecated: `parametrizations.weight_norm` does the same.

    Args:
        module: Which is changed, and returned.
        name: The name of the weight; ``<name>_g`` and ``<name>_v`` take its place.
        dim: Whose places have a length each: outputs by default. None makes one length for all.

    Raises:
        AttributeError: If there is no such weight.
        RuntimeError: If it is done already.

    Example:
        >>> import warnings
        >>> import minigrad
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("ignore")
        ...     layer = minigrad.nn.utils.weight_norm(minigrad.nn.Linear(3, 2))
        >>> [(name, tuple(x.shape)) for name, x in layer.named_parameters()]
        [('bias', (2,)), ('weight_g', (2, 1)), ('weight_v', (2, 3))]

    Source: T. Salimans and D. Kingma, "Weight normalization", 2016.
    """
    warn(
        "`minigrad.nn.utils.weight_norm` is deprecated in favor of "
        "`minigrad.nn.utils.parametrizations.weight_norm`.",
        FutureWarning,
    )
    if _hook_of(module, name) is not None:
        raise RuntimeError(f"Cannot register two weight_norm hooks on the same parameter {name}")
    hook, weight = WeightNorm(name, dim), getattr(module, name)
    del module._parameters[name]
    with no_grad():
        module.register_parameter(f"{name}_g", Parameter(lengths(weight, dim)))
        module.register_parameter(f"{name}_v", Parameter(weight))
    setattr(module, name, hook.compute_weight(module))
    module.register_forward_pre_hook(hook)
    return module


def remove_weight_norm(module: T, name: str = "weight") -> T:
    """Make one weight again of what `weight_norm` made of it.

    Raises:
        ValueError: If it was not done.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.remove_weight_norm.html
    """
    key = _hook_of(module, name)
    if key is None:
        raise ValueError(f"weight_norm of '{name}' not found in {module}")
    hook: Any = module._forward_pre_hooks.pop(key).function
    with no_grad():
        weight = hook.compute_weight(module)
    delattr(module, name)
    del module._parameters[f"{name}_g"], module._parameters[f"{name}_v"]
    module.register_parameter(name, Parameter(weight))
    return module


def _hook_of(module: Module, name: str) -> int | None:
    """Where the module keeps the hook that computes this weight."""
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook.function, WeightNorm) and hook.function.name == name:
            return key
    return None
