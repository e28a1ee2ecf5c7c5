"""A table of rows to look up."""

from __future__ import annotations

from typing import Any

from ...autograd.grad_mode import no_grad
from ...creation.filled import empty
from ...dtype import dtype as DType
from ...tensor import Tensor
from .. import functional, init
from .._embedding import within
from ..parameter import Parameter
from .module import Module, differing

__all__ = ["Embedding", "EmbeddingBag"]


class _Table(Module):
    """What both have in common: a row for each word, and those rows drawn."""

    num_embeddings: int
    embedding_dim: int
    padding_idx: int | None
    weight: Parameter

    def reset_parameters(self) -> None:
        """Draw the vectors anew."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)

    def _begin(self, given: Tensor | None, trained: bool, device: Any, dtype: Any) -> None:
        """Take the vectors that are given, or draw them."""
        shape = (self.num_embeddings, self.embedding_dim)
        made = given if given is not None else empty(shape, device=device, dtype=dtype)
        self.weight = Parameter(made, trained)
        if given is None:
            self.reset_parameters()


class Embedding(_Table):
    """A vector for each word, all of them learned; words are numbers: see `functional.embedding`.

    The vectors start normally distributed, and that of `padding_idx` as zeros: after the same
    ``manual_seed`` they are PyTorch's.

    Args:
        num_embeddings: How many words there are.
        embedding_dim: The size of a vector.
        padding_idx: A word whose vector gets no gradient; negative counts from the end.
        max_norm: How long a vector may be: longer ones are shortened when they are named.
        norm_type: Which length.
        scale_grad_by_freq: Not in minigrad: False.
        sparse: Every gradient is dense in minigrad, which says so once.
        _weight: The vectors to begin with: see `from_pretrained`.
        _freeze: Whether they are not trained.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Attributes:
        weight: ``(num_embeddings, embedding_dim)``.


    Raises:
        AssertionError: If `padding_idx` is none of the words.

    Example:
        >>> import minigrad
        >>> words = minigrad.nn.Embedding(10, 3)
        >>> words(minigrad.tensor([[1, 2, 4, 5], [4, 3, 2, 9]])).shape
        minigrad.Size([2, 4, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Embedding.html
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Tensor | None = None,
        _freeze: bool = False,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = within(padding_idx, num_embeddings)
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.sparse = sparse
        self._begin(_weight, not _freeze, device, dtype)

    @classmethod
    def from_pretrained(
        cls,
        embeddings: Tensor,
        freeze: bool = True,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
    ) -> Embedding:
        """A table of vectors that were learned elsewhere, whose memory it takes over.

        Args:
            embeddings: ``(num_embeddings, embedding_dim)``.
            freeze: Whether they stay as they are in training.
            padding_idx: A word whose vector gets no gradient.
            max_norm: As for `functional.embedding`, like all that follow.
            norm_type: See there.
            scale_grad_by_freq: See there.
            sparse: See there.

        Example:
            >>> import minigrad
            >>> words = minigrad.nn.Embedding.from_pretrained(minigrad.eye(3))
            >>> words(minigrad.tensor([2]))
            tensor([[0., 0., 1.]])
        """
        words, size = embeddings.shape
        how = (max_norm, norm_type, scale_grad_by_freq, sparse)
        return cls(words, size, padding_idx, *how, _weight=embeddings, _freeze=freeze)

    def forward(self, input: Tensor) -> Tensor:
        """Words ``(*)`` to vectors ``(*, embedding_dim)``."""
        how = (self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse)
        return functional.embedding(input, self.weight, self.padding_idx, *how)

    def extra_repr(self) -> str:
        """The sizes, and what differs from the default."""
        usual = {"padding_idx": None, "max_norm": None, "norm_type": 2.0}
        usual |= {"scale_grad_by_freq": False, "sparse": False}
        return f"{self.num_embeddings}, {self.embedding_dim}{differing(self, usual)}"


class EmbeddingBag(_Table):
    """A vector for each bag of words, of those of its words: see `functional.embedding_bag`.

    Args:
        num_embeddings: How many words there are.
        embedding_dim: The size of a vector.
        max_norm: How long a vector may be: longer ones are shortened when they are named.
        norm_type: Which length.
        scale_grad_by_freq: Not in minigrad: False.
        mode: ``"mean"``, ``"sum"`` or ``"max"``.
        sparse: Every gradient is dense in minigrad, which says so once.
        _weight: The vectors to begin with: see `from_pretrained`.
        include_last_offset: Whether the offsets end with the place behind the last bag.
        padding_idx: A word that does not count; negative counts from the end.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Attributes:
        weight: ``(num_embeddings, embedding_dim)``.

    Example:
        >>> import minigrad
        >>> bags = minigrad.nn.EmbeddingBag(10, 3, mode="sum")
        >>> bags(minigrad.tensor([1, 2, 4, 5, 4]), minigrad.tensor([0, 3])).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.EmbeddingBag.html
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        _weight: Tensor | None = None,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.mode = mode
        self.sparse = sparse
        self.include_last_offset = include_last_offset
        self.padding_idx = within(padding_idx, num_embeddings)
        self._begin(_weight, True, device, dtype)

    @classmethod
    def from_pretrained(
        cls, embeddings: Tensor, freeze: bool = True, **options: Any
    ) -> EmbeddingBag:
        """A table of vectors that were learned elsewhere, whose memory it takes over.

        Args:
            embeddings: ``(num_embeddings, embedding_dim)``.
            freeze: Whether they stay as they are in training.
            **options: The other arguments, by name.
        """
        words, size = embeddings.shape
        bags = cls(words, size, _weight=embeddings, **options)
        bags.weight.requires_grad = not freeze
        return bags

    def forward(
        self,
        input: Tensor,
        offsets: Tensor | None = None,
        per_sample_weights: Tensor | None = None,
    ) -> Tensor:
        """Words ``(B, L)``, or ``(N,)`` with the offsets ``(B,)``, to ``(B, embedding_dim)``."""
        return functional.embedding_bag(
            input,
            self.weight,
            offsets,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.mode,
            self.sparse,
            per_sample_weights,
            self.include_last_offset,
            self.padding_idx,
        )

    def extra_repr(self) -> str:
        """The sizes, the mode, and what differs from the default."""
        usual = {"max_norm": None, "norm_type": 2.0, "scale_grad_by_freq": False}
        padding = differing(self, {"padding_idx": None})
        sizes = f"{self.num_embeddings}, {self.embedding_dim}{differing(self, usual)}"
        return f"{sizes}, mode={self.mode!r}{padding}"
