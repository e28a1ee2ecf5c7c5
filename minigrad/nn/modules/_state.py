"""A module's state: parameters and buffers as a dict, to save and load; their type and place."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ...autograd.grad_mode import no_grad
from ...creation.leaf import target
from ...dtype import bfloat16, float16, float32, float64
from ...dtype import of as dtype_of
from ...tensor import Tensor
from ..parameter import Uninitialized
from ._members import Members

if TYPE_CHECKING:
    from typing_extensions import Self


class _IncompatibleKeys(NamedTuple):
    """What `Module.load_state_dict` found: names that were missing, and those too many."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        missing, unexpected = self
        if not (missing or unexpected):
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={missing}, unexpected_keys={unexpected})"


class State(Members):
    """The part of `Module` that saves, loads and converts what it holds."""

    def state_dict(self, *, prefix: str = "", keep_vars: bool = False) -> OrderedDict[str, Tensor]:
        """All parameters and persistent buffers by name, those of the modules inside too.

        The tensors share the module's memory: training changes them. Copy what is to stay as it is.

        Args:
            prefix: What to put in front of the names.
            keep_vars: Give the parameters themselves instead of detached tensors.

        Example:
            >>> from minigrad import nn
            >>> list(nn.Sequential(nn.Linear(2, 3), nn.ReLU()).state_dict())
            ['0.weight', '0.bias']

        Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html
        """
        state: OrderedDict[str, Tensor] = OrderedDict()
        for where, module in self.named_modules(remove_duplicate=False):
            for name, x in module._own_state().items():
                key = f"{prefix}{where}.{name}" if where else prefix + name
                state[key] = x if keep_vars else x.detach()
        return state

    def load_state_dict(
        self, state_dict: Mapping[str, Any], strict: bool = True
    ) -> _IncompatibleKeys:
        """Copy the values of a `state_dict` into this module's parameters and buffers.

        Everything is checked first: a dict that does not fit changes nothing.

        Args:
            state_dict: Tensors by name.
            strict: Whether names that are missing or too many are an error.

        Returns:
            The names that were missing, and those that were too many.

        Raises:
            RuntimeError: If names differ though `strict` is True, a shape or a type is wrong, or a
                tensor here may not be written to.
            TypeError: If `state_dict` is no dict.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        own = self.state_dict(keep_vars=True)
        for key, x in own.items():
            if isinstance(x, Uninitialized) and key in state_dict:
                x.materialize(state_dict[key].shape)
        missing = [key for key in own if key not in state_dict]
        unexpected = [key for key in state_dict if key not in own]
        errors = [
            f"{what} key(s) in state_dict: " + ", ".join(f'"{key}"' for key in keys) + ". "
            for what, keys in (("Missing", missing), ("Unexpected", unexpected))
            if keys and strict
        ]
        found = {key: state_dict[key] for key in own if key in state_dict}
        errors += [
            f"size mismatch for {key}: copying a param with shape {x.shape} from checkpoint, the "
            f"shape in current model is {own[key].shape}."
            for key, x in found.items()
            if x.shape != own[key].shape
        ]
        if errors:
            heading = f"Error(s) in loading state_dict for {type(self).__name__}:"
            raise RuntimeError("\n\t".join([heading, *errors]))
        with no_grad():
            for key, x in found.items():
                own[key].copy_(x)
        return _IncompatibleKeys(missing, unexpected)

    def _own_state(self) -> dict[str, Tensor]:
        """Parameters and persistent buffers of this module alone."""
        hidden = self._non_persistent_buffers_set
        kept = {name: x for name, x in self._buffers.items() if name not in hidden}
        return {name: x for name, x in {**self._parameters, **kept}.items() if x is not None}

    # ------------------------------------------------------------------ type and place

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """Convert the parameters and buffers in place: to a floating point type, a device, or both.

        The parameters stay the same objects, so an optimizer that has them keeps them. Buffers of
        whole numbers keep their type. The arguments are those of `Tensor.to`, without its `copy`:
        ``to(dtype)``, ``to(device)``, ``to(device, dtype)`` or ``to(tensor)``, a tensor to imitate;
        then `non_blocking`, which makes no difference here. All may be given by name.

        Args:
            *args: as above.
            **kwargs: as above.

        Raises:
            RuntimeError: If there is no such device.
            TypeError: If the arguments fit no form, or the dtype is not floating point.

        Example:
            >>> import minigrad
            >>> minigrad.nn.Linear(2, 1).to(minigrad.float64).weight.dtype
            minigrad.float64
        """
        found, device, _ = target(*args, **kwargs)
        dtype = None if found is None else dtype_of(found)
        if dtype is not None and not dtype.is_floating_point:
            raise TypeError(
                "nn.Module.to only accepts floating point or complex dtypes, but got desired "
                f"dtype={dtype}"
            )

        def convert(x: Tensor) -> Tensor:
            kind = dtype if dtype is not None and x.is_floating_point() else x.dtype
            return x.to(device or x.device, kind)

        return self._apply(convert)

    def float(self) -> Self:
        """Convert all floating point parameters and buffers to float32, in place."""
        return self.to(float32)

    def double(self) -> Self:
        """Convert all floating point parameters and buffers to float64, in place."""
        return self.to(float64)

    def half(self) -> Self:
        """Convert all floating point parameters and buffers to float16, in place."""
        return self.to(float16)

    def bfloat16(self) -> Self:
        """Convert all floating point parameters and buffers to bfloat16, in place."""
        return self.to(bfloat16)

    def type(self, dst_type: Any) -> Self:
        """Convert all parameters and buffers to a type, in place; whole numbers too."""
        return self._apply(lambda x: x.type(dst_type))

    def cpu(self) -> Self:
        """Move all parameters and buffers into the computer's own memory, in place."""
        return self.to("cpu")

    def cuda(self, device: Any = "cuda") -> Self:
        """Move all parameters and buffers to a GPU, in place."""
        return self.to(f"cuda:{device}" if isinstance(device, int) else device)

    def _apply(self, fn: Callable[[Tensor], Tensor]) -> Self:
        """Give each parameter, its gradient, and each buffer what `fn` makes of it."""
        for module in self.children():
            module._apply(fn)
        for param in self._parameters.values():
            for x in () if param is None else (param, param._grad):
                if x is not None:
                    _replace(x, fn(x.detach()))
        for name, buffer in self._buffers.items():
            if isinstance(buffer, Uninitialized):
                _replace(buffer, fn(buffer.detach()))
            else:
                self._buffers[name] = None if buffer is None else fn(buffer)
        return self


def _replace(x: Tensor, new: Tensor) -> None:
    if isinstance(x, Uninitialized):
        x._array = new._array
    elif new._array is not x._array:  # writing what is there already would count as a write
        x.data = new
