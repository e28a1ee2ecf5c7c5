"""How far one distribution is from another."""

from __future__ import annotations

from typing import Any

from ..tensor import Tensor
from .bernoulli import Bernoulli
from .categorical import Categorical
from .normal import Normal


def kl_divergence(p: Any, q: Any) -> Tensor:
    """The Kullback-Leibler divergence: how many nats it costs to take `q` for `p`.

    Args:
        p: The distribution that draws.
        q: Another of its class.

    Returns:
        The shape of the batches, broadcast.

    Raises:
        NotImplementedError: For these two it is not known here.

    Example:
        >>> from minigrad.distributions import Normal, kl_divergence
        >>> kl_divergence(Normal(1.0, 1.0), Normal(0.0, 1.0))
        tensor(0.5000)

    Source: https://docs.pytorch.org/docs/stable/distributions.html#module-torch.distributions.kl
    """
    for kind, formula in _FORMULAS.items():
        if isinstance(p, kind) and isinstance(q, kind):
            return formula(p, q)
    raise NotImplementedError(
        f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}"
    )


def _normal(p: Normal, q: Normal) -> Any:
    ratio = (p.scale / q.scale) ** 2
    shift = ((p.loc - q.loc) / q.scale) ** 2
    return 0.5 * (ratio + shift - 1 - ratio.log())


def _bernoulli(p: Bernoulli, q: Bernoulli) -> Any:
    return -p.entropy() - q._expected(p.probs)


def _categorical(p: Categorical, q: Categorical) -> Any:
    return (p.probs * (p.logits - q.logits)).sum(-1)


_FORMULAS: Any = {Normal: _normal, Bernoulli: _bernoulli, Categorical: _categorical}
