"""Dropout, as a module that knows whether it is trained."""

from __future__ import annotations

from ...tensor import Tensor
from .. import functional
from .module import Module

__all__ = ["AlphaDropout", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "FeatureAlphaDropout"]


class Dropout(Module):
    """Each element 0 with probability `p`, else divided by ``1 - p``; after `eval` nothing happens.

    Args:
        p: The probability of being left out.
        inplace: Write over the input.

    Raises:
        ValueError: If `p` is no probability.

    Example:
        >>> import minigrad
        >>> layer = minigrad.nn.Dropout(0.2)
        >>> layer.eval()(minigrad.ones(2))
        tensor([1., 1.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Dropout.html
    """

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        """The probability, and whether it writes."""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout2d(Dropout):
    """Whole channels 0 with probability `p`: see `functional.dropout2d`; the arguments are its.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Dropout2d.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """``(N, C, H, W)`` to the same shape."""
        return functional.dropout2d(input, self.p, self.training, self.inplace)


class Dropout1d(Dropout):
    """Whole channels of sequences 0: see `functional.dropout1d`; the arguments are `Dropout`'s.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Dropout1d.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """``(N, C, L)`` or ``(C, L)`` to the same shape."""
        return functional.dropout1d(input, self.p, self.training, self.inplace)


class Dropout3d(Dropout):
    """Whole channels of volumes 0: see `functional.dropout3d`; the arguments are `Dropout`'s.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Dropout3d.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """``(N, C, D, H, W)`` or ``(C, D, H, W)`` to the same shape."""
        return functional.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(Dropout):
    """For networks of `SELU`: see `functional.alpha_dropout`; the arguments are `Dropout`'s.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.AlphaDropout.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.alpha_dropout(input, self.p, self.training, self.inplace)


class FeatureAlphaDropout(Dropout):
    """`AlphaDropout` of whole channels: see `functional.feature_alpha_dropout`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.FeatureAlphaDropout.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """``(N, C, *)`` to the same shape."""
        return functional.feature_alpha_dropout(input, self.p, self.training, self.inplace)
