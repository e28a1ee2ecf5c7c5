"""`DataParallel`, which here is the module itself."""

from __future__ import annotations

from typing import Any, NoReturn

from .. import _missing
from .._warn import warn
from .modules.module import Module

__all__ = ["DataParallel"]


class DataParallel(Module):
    """Calls a module: everything runs on one device, so there is nothing to share out.

    A program that wraps its model in this runs as it is, and reaches the model as `module`. The
    first one says that nothing is shared out.

    Args:
        module: What is called.
        device_ids: Makes no difference here.
        output_device: Makes no difference here.
        dim: Makes no difference here.

    Attributes:
        module: the module itself.

    Example:
        >>> import warnings
        >>> from minigrad import nn
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("ignore")
        ...     model = nn.DataParallel(nn.Linear(2, 1))
        >>> list(model.state_dict()), list(model.module.state_dict())
        (['module.weight', 'module.bias'], ['weight', 'bias'])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.DataParallel.html
    """

    _said = False

    def __init__(
        self, module: Module, device_ids: Any = None, output_device: Any = None, dim: int = 0
    ) -> None:
        super().__init__()
        if not DataParallel._said:
            DataParallel._said = True
            warn("DataParallel runs the module on one device, as it is.")
        self.module = module
        self.device_ids: list[Any] = []

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """What the module makes of it."""
        return self.module(*inputs, **kwargs)


def __getattr__(name: str) -> NoReturn:
    """Say of a name that is not there what to do instead, where that is known."""
    raise _missing.error(f"module {__name__!r}", name)
