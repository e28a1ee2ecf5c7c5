"""A parameter that is computed from others whenever it is read."""

from __future__ import annotations

from typing import Any

from ...autograd.grad_mode import no_grad
from ...tensor import Tensor
from ..modules.container import ModuleDict, ModuleList
from ..modules.module import Module
from ..parameter import Parameter

__all__ = ["ParametrizationList", "is_parametrized", "register_parametrization"]
__all__ += ["remove_parametrizations"]


class ParametrizationList(ModuleList):
    """The modules that make one tensor, one after the other, and what they make it of.

    Attributes:
        original: what the first one is given; or `original0`, `original1` and so on.
    """

    def __init__(self, modules: Any, original: Any) -> None:
        super().__init__(modules)
        values = self._undone(original) if self._can_be_undone() else original
        self.is_tensor = isinstance(values, Tensor)
        self.ntensors = 1 if self.is_tensor else len(values)
        if self.is_tensor:
            if values is not original:
                original.data = values.detach()
            self._register("original", original, original)
        else:
            for place, x in enumerate(values):
                self._register(f"original{place}", x, original)

    def _register(self, name: str, x: Any, like: Any) -> None:
        if not isinstance(like, Parameter):
            self.register_buffer(name, x)
        else:
            made = x if isinstance(x, Parameter) else Parameter(x.detach(), like.requires_grad)
            self.register_parameter(name, made)

    def _originals(self) -> list[Any]:
        if self.is_tensor:
            return [self.original]
        return [getattr(self, f"original{place}") for place in range(self.ntensors)]

    def _can_be_undone(self) -> bool:
        return all(hasattr(module, "right_inverse") for module in self)

    def _undone(self, value: Any) -> Any:
        """What the first module has to be given, for `value` to come out."""
        with no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    name = type(module).__name__
                    raise RuntimeError(f"parametrization {name} does not implement right_inverse.")
                value = module.right_inverse(value)
        return value

    def right_inverse(self, value: Tensor) -> None:
        """Have `value` come out from now on.

        Raises:
            RuntimeError: If a module has no `right_inverse`.
        """
        found = self._undone(value)
        with no_grad():
            for x, new in zip(self._originals(), [found] if self.is_tensor else found):
                x.copy_(new)

    def forward(self) -> Tensor:
        """The tensor as it is now."""
        first, *more = self
        x = first(*self._originals())
        for module in more:
            x = module(x)
        return x


def register_parametrization(
    module: Module, tensor_name: str, parametrization: Module, *, unsafe: bool = False
) -> Module:
    """Have a parameter or buffer computed by a module whenever it is read.

    What is trained is then ``module.parametrizations.<tensor_name>.original``. Assigning to the
    tensor works if the parametrization has a method `right_inverse`. Reading computes it anew.

    Args:
        module: Which is changed, and returned; its class gets a name that begins with
            ``Parametrized``.
        tensor_name: The name of the parameter or buffer.
        parametrization: Makes a tensor out of one of the same shape and type.
        unsafe: Allow another shape or type.

    Raises:
        ValueError: If there is no such tensor, or shape or type would change.

    Example:
        >>> import minigrad
        >>> from minigrad import nn
        >>> class Symmetric(nn.Module):
        ...     def forward(self, x):
        ...         return x.triu() + x.triu(1).T
        >>> layer = nn.Linear(3, 3)
        >>> _ = nn.utils.parametrize.register_parametrization(layer, "weight", Symmetric())
        >>> minigrad.equal(layer.weight, layer.weight.T)
        True

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.parametrize.register_parametrization.html
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        made = module.parametrizations[tensor_name]
        made.append(parametrization)
        return module
    place = next((p for p in (module._parameters, module._buffers) if tensor_name in p), None)
    if place is None:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element "
            f"with name '{tensor_name}'"
        )
    original: Any = place[tensor_name]
    shape, dtype = original.shape, original.dtype
    made = ParametrizationList([parametrization], original)
    found = made()
    if not unsafe:
        _check_alike("shape", shape, found.shape)
        _check_alike("dtype", dtype, found.dtype)
    del place[tensor_name]
    if not is_parametrized(module):
        _derive_class(module)
        module.parametrizations = ModuleDict()
    setattr(type(module), tensor_name, _computed(tensor_name))
    module.parametrizations[tensor_name] = made
    return module


def _check_alike(what: str, before: Any, after: Any) -> None:
    if before != after:
        raise ValueError(
            f"Registering a parametrization may not change the {what} of the tensor, unless "
            f"`unsafe` flag is enabled.\nunparametrized {what}: {before}\n"
            f"parametrized {what}: {after}"
        )


def _derive_class(module: Any) -> None:
    """Give the module a class of its own, for properties are found in classes."""
    base = type(module)
    module.__class__ = type(f"Parametrized{base.__name__}", (base,), {"__doc__": base.__doc__})


def _computed(name: str) -> property:
    """The property that a parametrized tensor is."""

    def read(module: Any) -> Tensor:
        return module.parametrizations[name]()

    def write(module: Any, value: Tensor) -> None:
        module.parametrizations[name].right_inverse(value)

    return property(read, write)


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Whether a tensor of the module is computed; which one, if it is named."""
    made = module._modules.get("parametrizations")
    if not isinstance(made, ModuleDict):
        return False
    return tensor_name in made if tensor_name is not None else len(made) > 0


def remove_parametrizations(
    module: Module, tensor_name: str, leave_parametrized: bool = True
) -> Module:
    """Make a parameter again of a tensor that is computed.

    Args:
        module: Which is changed, and returned.
        tensor_name: The name of the tensor.
        leave_parametrized: Keep what comes out now; False takes the original.

    Raises:
        ValueError: If the tensor is not computed, or there is no single original to take.

    Source:
    https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.parametrize.remove_parametrizations.html
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    made = module.parametrizations[tensor_name]
    if not leave_parametrized and not made.is_tensor:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is "
            "parametrized in terms of a sequence of tensors."
        )
    original = made._originals()[0]
    with no_grad():
        value = made() if leave_parametrized else original
    if leave_parametrized and made.is_tensor:
        original.data = value.detach()
    elif leave_parametrized:
        trained = isinstance(original, Parameter)
        original = Parameter(value, original.requires_grad) if trained else value
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    if not is_parametrized(module):
        del module.parametrizations
        module.__class__ = type(module).__bases__[0]
    if isinstance(original, Parameter):
        module.register_parameter(tensor_name, original)
    else:
        module.register_buffer(tensor_name, original)
    return module
