"""How far vectors are apart, as modules."""

from __future__ import annotations

from typing import Any

from .. import functional
from ._function import FunctionModule

__all__ = ["CosineSimilarity", "PairwiseDistance"]


class _Distance(FunctionModule):
    """Two inputs, compared."""

    _shown = 0

    def forward(self, x1: Any, x2: Any) -> Any:  # type: ignore[override]
        """How far apart they are."""
        return self._computed(x1, x2)


class CosineSimilarity(_Distance):
    """The cosine of the angle between vectors: see `functional.cosine_similarity`.

    Args:
        dim: Along which dimension the vectors lie.
        eps: The least length that they are divided by.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.CosineSimilarity.html
    """

    _function = staticmethod(functional.cosine_similarity)

    def __init__(self, dim: int = 1, eps: float = 1e-8) -> None:
        super().__init__(dim=dim, eps=eps)


class PairwiseDistance(_Distance):
    """How long the difference of vectors is: see `functional.pairwise_distance`.

    Args:
        p: Which length: 2 for the ordinary one, 1 for the sum of all parts.
        eps: Added to each part of the difference.
        keepdim: Whether the dimension of the vectors stays, with size 1.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.PairwiseDistance.html
    """

    _function = staticmethod(functional.pairwise_distance)

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__(p=p, eps=eps, keepdim=keepdim)
