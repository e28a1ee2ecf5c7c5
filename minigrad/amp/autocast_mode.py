"""`autocast`: a block that changes nothing here."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .._warn import warn
from ..backend import device
from ..cuda.devices import is_available
from ..dtype import dtype as DType

if TYPE_CHECKING:
    from typing_extensions import Self

F = TypeVar("F", bound=Callable[..., Any])


class autocast:
    """A block, or the decorator of a function, in which PyTorch computes some things in 16 bits.

    Here nothing changes: each operation computes in the type of its tensors. The first one that is
    enabled says so; without a GPU, one for "cuda" says each time that it is not, as in PyTorch.

    Args:
        device_type: ``"cuda"`` or ``"cpu"``.
        dtype: Makes no difference here.
        enabled: Makes no difference here, but False says nothing.
        cache_enabled: Makes no difference here.

    Raises:
        RuntimeError: If there is no such device.
        ValueError: If `device_type` is no word.

    Example:
        >>> import minigrad
        >>> with minigrad.autocast("cpu", enabled=False):
        ...     minigrad.ones(2).dtype
        minigrad.float32

    Source: https://docs.pytorch.org/docs/stable/amp.html#torch.autocast
    """

    _said = False

    def __init__(
        self,
        device_type: str,
        dtype: DType | None = None,
        enabled: bool = True,
        cache_enabled: bool | None = None,
    ) -> None:
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device = device(device_type).type
        if not enabled:
            return
        if self.device == "cuda" and not is_available():
            warn("CUDA is not available or torch_xla is imported. Disabling autocast.")
        elif not autocast._said:
            autocast._said = True
            warn("autocast changes nothing here: operations compute in the types of their tensors.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def __call__(self, func: F) -> F:
        """The same function: nothing changes while it runs."""

        @functools.wraps(func)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            with self:
                return func(*args, **kwargs)

        return wrapper  # type: ignore[return-value]
