"""The losses as modules: they keep the options, `minigrad.nn.functional` computes."""

from __future__ import annotations

from typing import Any

from ...tensor import Tensor
from .. import functional
from .._reduction import old_reduction
from ._function import FunctionModule

__all__ = ["BCELoss", "BCEWithLogitsLoss", "CosineEmbeddingLoss", "CrossEntropyLoss"]
__all__ += ["GaussianNLLLoss", "HingeEmbeddingLoss", "HuberLoss", "KLDivLoss", "L1Loss", "MSELoss"]
__all__ += ["MarginRankingLoss", "MultiLabelMarginLoss", "MultiLabelSoftMarginLoss"]
__all__ += [
    "MultiMarginLoss",
    "NLLLoss",
    "PoissonNLLLoss",
    "SmoothL1Loss",
    "SoftMarginLoss",
    "TripletMarginLoss",
]


class _Loss(FunctionModule):
    """A loss: what is compared, in the order of the function, to a number."""

    _shown = 0

    @old_reduction
    def __init__(self, *, reduction: str = "mean", **options: Any) -> None:
        super().__init__(**options, reduction=reduction)

    def forward(self, input: Any, target: Any) -> Any:  # type: ignore[override]
        """How much it costs."""
        return self._computed(input, target)


class _LossOfPairs(_Loss):
    """A loss of two inputs that do or do not belong together, which `target` says."""

    def forward(self, input1: Any, input2: Any, target: Any) -> Any:  # type: ignore[override]
        """How much it costs."""
        return self._computed(input1, input2, target)


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

    _function = staticmethod(functional.mse_loss)


class L1Loss(_Loss):
    """The mean absolute difference of predictions and targets: see `functional.l1_loss`.

    Args:
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.L1Loss.html
    """

    _function = staticmethod(functional.l1_loss)


class SmoothL1Loss(_Loss):
    """The absolute difference, its tip rounded off: see `functional.smooth_l1_loss`.

    Args:
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        beta: Where the parabola ends.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.SmoothL1Loss.html
    """

    _function = staticmethod(functional.smooth_l1_loss)

    @old_reduction
    def __init__(self, *, reduction: str = "mean", beta: float = 1.0) -> None:
        super().__init__(reduction=reduction, beta=beta)


class BCELoss(_Loss):
    """How surprised probabilities of *yes* are: see `functional.binary_cross_entropy`.

    Args:
        weight: How much each element counts; kept as a buffer.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.BCELoss.html
    """

    _function = staticmethod(functional.binary_cross_entropy)

    @old_reduction
    def __init__(self, weight: Tensor | None = None, *, reduction: str = "mean") -> None:
        super().__init__(weight=weight, reduction=reduction)


class BCEWithLogitsLoss(_Loss):
    """`BCELoss` of the sigmoid of scores: see `functional.binary_cross_entropy_with_logits`.

    Args:
        weight: How much each element counts; kept as a buffer.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        pos_weight: How much a yes counts, against 1 for a no; kept as a buffer.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.BCEWithLogitsLoss.html
    """

    _function = staticmethod(functional.binary_cross_entropy_with_logits)

    @old_reduction
    def __init__(
        self,
        weight: Tensor | None = None,
        *,
        reduction: str = "mean",
        pos_weight: Tensor | None = None,
    ) -> None:
        super().__init__(weight=weight, reduction=reduction, pos_weight=pos_weight)


class NLLLoss(_Loss):
    """Minus the log-probability of the right classes: see `functional.nll_loss`.

    Args:
        weight: ``(C,)``, how much each class counts; kept as a buffer.
        ignore_index: A target that does not count.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.NLLLoss.html
    """

    _function = staticmethod(functional.nll_loss)

    @old_reduction
    def __init__(
        self, weight: Tensor | None = None, *, ignore_index: int = -100, reduction: str = "mean"
    ) -> None:
        super().__init__(weight=weight, ignore_index=ignore_index, reduction=reduction)


class CrossEntropyLoss(_Loss):
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

    _function = staticmethod(functional.cross_entropy)

    @old_reduction
    def __init__(
        self,
        weight: Tensor | None = None,
        *,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        options: Any = {"weight": weight, "ignore_index": ignore_index, "reduction": reduction}
        super().__init__(**options, label_smoothing=label_smoothing)


class HuberLoss(_Loss):
    """A parabola near 0, a line further out: see `functional.huber_loss`.

    Args:
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        delta: Where the parabola ends.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.HuberLoss.html
    """

    _function = staticmethod(functional.huber_loss)

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        super().__init__(reduction=reduction, delta=delta)


class KLDivLoss(_Loss):
    """How far a distribution is from another: see `functional.kl_div`.

    Args:
        reduction: ``"batchmean"``, ``"mean"``, ``"sum"`` or ``"none"``.
        log_target: Whether targets are logarithms too.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.KLDivLoss.html
    """

    _function = staticmethod(functional.kl_div)

    @old_reduction
    def __init__(self, *, reduction: str = "mean", log_target: bool = False) -> None:
        super().__init__(reduction=reduction, log_target=log_target)


class CosineEmbeddingLoss(_LossOfPairs):
    """Draws pairs into one direction, or apart: see `functional.cosine_embedding_loss`.

    Args:
        margin: The cosine from which on pairs that do not belong together cost something.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.CosineEmbeddingLoss.html
    """

    _function = staticmethod(functional.cosine_embedding_loss)

    @old_reduction
    def __init__(self, margin: float = 0.0, *, reduction: str = "mean") -> None:
        super().__init__(margin=margin, reduction=reduction)


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

    _function = staticmethod(functional.triplet_margin_loss)

    @old_reduction
    def __init__(
        self,
        margin: float = 1.0,
        p: float = 2.0,
        eps: float = 1e-06,
        swap: bool = False,
        *,
        reduction: str = "mean",
    ) -> None:
        super().__init__(margin=margin, p=p, eps=eps, swap=swap, reduction=reduction)

    def forward(self, anchor: Any, positive: Any, negative: Any) -> Any:  # type: ignore[override]
        """How much it costs."""
        return self._computed(anchor, positive, negative)


class GaussianNLLLoss(_Loss):
    """How surprising targets are, given means and variances: see `functional.gaussian_nll_loss`.

    Args:
        full: Add the constant ``log(2 * pi) / 2``.
        eps: The least variance.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Example:
        >>> import minigrad
        >>> loss = minigrad.nn.GaussianNLLLoss()
        >>> loss(minigrad.ones(1), minigrad.zeros(1), minigrad.ones(1))
        tensor(0.5000)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.GaussianNLLLoss.html
    """

    _function = staticmethod(functional.gaussian_nll_loss)

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> None:
        super().__init__(full=full, eps=eps, reduction=reduction)

    def forward(self, input: Any, target: Any, var: Any) -> Any:  # type: ignore[override]
        """How much it costs."""
        return self._computed(input, target, var)


class PoissonNLLLoss(_Loss):
    """How surprising counts are, given their expectations: see `functional.poisson_nll_loss`.

    Args:
        log_input: Whether the input is logarithms.
        full: Add an approximation of ``log(target!)``.
        eps: Added to what is expected before its logarithm is taken.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.PoissonNLLLoss.html
    """

    _function = staticmethod(functional.poisson_nll_loss)

    @old_reduction
    def __init__(
        self,
        log_input: bool = True,
        full: bool = False,
        *,
        eps: float = 1e-8,
        reduction: str = "mean",
    ) -> None:
        super().__init__(log_input=log_input, full=full, eps=eps, reduction=reduction)

    def forward(self, log_input: Any, target: Any) -> Any:  # type: ignore[override]
        """How much it costs."""
        return self._computed(log_input, target)


class MarginRankingLoss(_LossOfPairs):
    """By how much scores are in the wrong order: see `functional.margin_ranking_loss`.

    Args:
        margin: By how much they have to differ.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.MarginRankingLoss.html
    """

    _function = staticmethod(functional.margin_ranking_loss)

    @old_reduction
    def __init__(self, margin: float = 0.0, *, reduction: str = "mean") -> None:
        super().__init__(margin=margin, reduction=reduction)


class HingeEmbeddingLoss(_Loss):
    """Distances, or what they lack of a margin: see `functional.hinge_embedding_loss`.

    Args:
        margin: How far those are to be apart that do not belong together.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.HingeEmbeddingLoss.html
    """

    _function = staticmethod(functional.hinge_embedding_loss)

    @old_reduction
    def __init__(self, margin: float = 1.0, *, reduction: str = "mean") -> None:
        super().__init__(margin=margin, reduction=reduction)


class SoftMarginLoss(_Loss):
    """Scores are to have the signs of their targets: see `functional.soft_margin_loss`.

    Args:
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.SoftMarginLoss.html
    """

    _function = staticmethod(functional.soft_margin_loss)


class MultiLabelSoftMarginLoss(_Loss):
    """Several labels for a sample, each yes or no: see `functional.multilabel_soft_margin_loss`.

    Args:
        weight: ``(C,)``: how much each label counts; a buffer.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.MultiLabelSoftMarginLoss.html
    """

    _function = staticmethod(functional.multilabel_soft_margin_loss)

    @old_reduction
    def __init__(self, weight: Tensor | None = None, *, reduction: str = "mean") -> None:
        super().__init__(weight=weight, reduction=reduction)


class MultiMarginLoss(_Loss):
    """The right class is to be a margin ahead of the others: see `functional.multi_margin_loss`.

    Args:
        p: 1, or 2 for the squares.
        margin: By how much it has to be larger.
        weight: ``(C,)``: how much each right class counts; a buffer.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Raises:
        ValueError: If `p` is another number, or `weight` no vector.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.MultiMarginLoss.html
    """

    _function = staticmethod(functional.multi_margin_loss)

    @old_reduction
    def __init__(
        self,
        p: int = 1,
        margin: float = 1.0,
        weight: Tensor | None = None,
        *,
        reduction: str = "mean",
    ) -> None:
        if p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")
        if weight is not None and weight.ndim != 1:
            raise ValueError(
                "MultiMarginLoss: expected weight to be None or 1D tensor, got "
                f"{weight.ndim}D instead"
            )
        super().__init__(p=p, margin=margin, weight=weight, reduction=reduction)


class MultiLabelMarginLoss(_Loss):
    """Right labels are to be 1 ahead of wrong ones: see `functional.multilabel_margin_loss`.

    Args:
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.MultiLabelMarginLoss.html
    """

    _function = staticmethod(functional.multilabel_margin_loss)
