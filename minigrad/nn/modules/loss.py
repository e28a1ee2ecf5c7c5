"""The losses as modules: they keep the options, `minigrad.nn.functional` computes."""

from __future__ import annotations

from ...tensor import Tensor
from .. import functional
from .module import Module

__all__ = ["BCELoss", "BCEWithLogitsLoss", "CosineEmbeddingLoss", "CrossEntropyLoss", "HuberLoss"]
__all__ += ["KLDivLoss", "L1Loss", "MSELoss", "NLLLoss", "SmoothL1Loss", "TripletMarginLoss"]


class _Loss(Module):
    def __init__(self, *, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction


class MSELoss(_Loss):
    """The mean squared difference of predictions and targets: see `functional.mse_loss`.

    Args:
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Example:
        >>> import minigrad
        >>> minigrad.nn.MSELoss()(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 4.0]))
        tensor(2.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.MSELoss.html
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Two tensors of one shape to a number."""
        return functional.mse_loss(input, target, reduction=self.reduction)


class L1Loss(_Loss):
    """The mean absolute difference of predictions and targets: see `functional.l1_loss`.

    Args:
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.L1Loss.html
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Two tensors of one shape to a number."""
        return functional.l1_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    """The absolute difference, its tip rounded off: see `functional.smooth_l1_loss`.

    Args:
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        beta: Where the parabola ends.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.SmoothL1Loss.html
    """

    def __init__(self, *, reduction: str = "mean", beta: float = 1.0) -> None:
        super().__init__(reduction=reduction)
        self.beta = beta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Two tensors of one shape to a number."""
        return functional.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class BCELoss(_Loss):
    """How surprised probabilities of *yes* are: see `functional.binary_cross_entropy`.

    Args:
        weight: How much each element counts; kept as a buffer.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.BCELoss.html
    """

    weight: Tensor | None

    def __init__(self, weight: Tensor | None = None, *, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction)
        self.register_buffer("weight", weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Probabilities, and 1 for yes or 0 for no, in one shape to a number."""
        return functional.binary_cross_entropy(input, target, self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_Loss):
    """`BCELoss` of the sigmoid of scores: see `functional.binary_cross_entropy_with_logits`.

    Args:
        weight: How much each element counts; kept as a buffer.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        pos_weight: How much a yes counts, against 1 for a no; kept as a buffer.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.BCEWithLogitsLoss.html
    """

    weight: Tensor | None
    pos_weight: Tensor | None

    def __init__(
        self,
        weight: Tensor | None = None,
        *,
        reduction: str = "mean",
        pos_weight: Tensor | None = None,
    ) -> None:
        super().__init__(reduction=reduction)
        self.register_buffer("weight", weight)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Scores, and 1 for yes or 0 for no, in one shape to a number."""
        return functional.binary_cross_entropy_with_logits(
            input, target, self.weight, reduction=self.reduction, pos_weight=self.pos_weight
        )


class NLLLoss(_Loss):
    """Minus the log-probability of the right classes: see `functional.nll_loss`.

    Args:
        weight: ``(C,)``, how much each class counts; kept as a buffer.
        ignore_index: A target that does not count.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.NLLLoss.html
    """

    weight: Tensor | None

    def __init__(
        self, weight: Tensor | None = None, *, ignore_index: int = -100, reduction: str = "mean"
    ) -> None:
        super().__init__(reduction=reduction)
        self.register_buffer("weight", weight)
        self.ignore_index = ignore_index

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Log-probabilities ``(N, C)`` and classes ``(N,)`` to a number."""
        return functional.nll_loss(
            input,
            target,
            self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
        )


class CrossEntropyLoss(NLLLoss):
    """How surprised the scores are by the right classes: see `functional.cross_entropy`.

    The scores are raw numbers of any size: no softmax before this.

    Args:
        weight: ``(C,)``, how much each class counts; kept as a buffer.
        ignore_index: A target that does not count.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        label_smoothing: From 0 to 1: how much of each target is shared out among all classes.

    Example:
        >>> import minigrad
        >>> scores = minigrad.tensor([[2.0, 0.0, 0.0]], requires_grad=True)
        >>> minigrad.nn.CrossEntropyLoss()(scores, minigrad.tensor([0]))
        tensor(0.2395, grad_fn=<NllLossBackward0>)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.CrossEntropyLoss.html
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        *,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(weight, ignore_index=ignore_index, reduction=reduction)
        self.label_smoothing = label_smoothing

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Scores ``(N, C)`` and classes ``(N,)``, or probabilities ``(N, C)``, to a number."""
        return functional.cross_entropy(
            input,
            target,
            self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            label_smoothing=self.label_smoothing,
        )


class HuberLoss(_Loss):
    """A parabola near 0, a line further out: see `functional.huber_loss`.

    Args:
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        delta: Where the parabola ends.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.HuberLoss.html
    """

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Two tensors of one shape to a number."""
        return functional.huber_loss(input, target, self.reduction, self.delta)


class KLDivLoss(_Loss):
    """How far a distribution is from another: see `functional.kl_div`.

    Args:
        reduction: ``"batchmean"``, ``"mean"``, ``"sum"`` or ``"none"``.
        log_target: Whether targets are logarithms too.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.KLDivLoss.html
    """

    def __init__(self, *, reduction: str = "mean", log_target: bool = False) -> None:
        super().__init__(reduction=reduction)
        self.log_target = log_target

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Log-probabilities and probabilities, in one shape, to a number."""
        how = self.reduction
        return functional.kl_div(input, target, reduction=how, log_target=self.log_target)


class CosineEmbeddingLoss(_Loss):
    """Draws pairs into one direction, or apart: see `functional.cosine_embedding_loss`.

    Args:
        margin: The cosine from which on pairs that do not belong together cost something.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.CosineEmbeddingLoss.html
    """

    def __init__(self, margin: float = 0.0, *, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction)
        self.margin = margin

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """Vectors ``(N, D)``, others, and 1 or -1 for each pair, to a number."""
        pair = (input1, input2, target)
        return functional.cosine_embedding_loss(*pair, self.margin, reduction=self.reduction)


class TripletMarginLoss(_Loss):
    """Draws what belongs together nearer than what does not: `functional.triplet_margin_loss`.

    Args:
        margin: How much nearer.
        p: Which length a distance is.
        eps: Added to differences.
        swap: Also look how near the negative is to the positive.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.TripletMarginLoss.html
    """

    def __init__(
        self,
        margin: float = 1.0,
        p: float = 2.0,
        eps: float = 1e-06,
        swap: bool = False,
        *,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction=reduction)
        self.margin, self.p, self.eps, self.swap = margin, p, eps, swap

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        """Three times vectors ``(N, D)`` to a number."""
        given = (anchor, positive, negative, self.margin, self.p, self.eps, self.swap)
        return functional.triplet_margin_loss(*given, reduction=self.reduction)
