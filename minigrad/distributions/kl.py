"""How far one distribution is from another."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ..creation.filled import full_like
from ..ops.activation import softplus
from ..ops.linalg import matmul
from ..tensor import Tensor
from .bernoulli import Bernoulli
from .categorical import Categorical
from .exponential import Exponential
from .independent import Independent
from .laplace import Laplace
from .log_normal import LogNormal
from .multivariate_normal import (
    MultivariateNormal,
    half_log_det,
    inverse_of,
    squared_distance,
)
from .normal import Normal
from .one_hot_categorical import OneHotCategorical
from .uniform import Uniform

Formula = Callable[[Any, Any], Any]
_FORMULAS: dict[tuple[type, type], Formula] = {}
_INF = math.inf


def register_kl(type_p: type, type_q: type) -> Callable[[Formula], Formula]:
    """Decorate the formula of two classes of distributions, for `kl_divergence`.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import Distribution, kl_divergence, register_kl
        >>> class Mine(Distribution): ...
        >>> @register_kl(Mine, Mine)
        ... def of_mine(p, q):
        ...     return minigrad.zeros(())
        >>> kl_divergence(Mine(), Mine())
        tensor(0.)

    Source: https://docs.pytorch.org/docs/stable/distributions.html#torch.distributions.kl.register_kl
    """

    def register(formula: Formula) -> Formula:
        _FORMULAS[type_p, type_q] = formula
        return formula

    return register


def kl_divergence(p: Any, q: Any) -> Tensor:
    """The Kullback-Leibler divergence: how many nats it costs to take `q` for `p`.

    It is infinite where `p` gives what cannot come from `q`.

    Args:
        p: The distribution that draws.
        q: Another.

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
    for kind_p in type(p).__mro__:  # from the class itself to its bases
        for kind_q in type(q).__mro__:
            if (kind_p, kind_q) in _FORMULAS:
                return _FORMULAS[kind_p, kind_q](p, q)
    raise NotImplementedError(
        f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}"
    )


@register_kl(Normal, Normal)
def _normal(p: Normal, q: Normal) -> Any:
    ratio = (p.scale / q.scale) ** 2
    shift = ((p.loc - q.loc) / q.scale) ** 2
    return 0.5 * (ratio + shift - 1 - ratio.log())


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p: Bernoulli, q: Bernoulli) -> Any:
    yes = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    no = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    for part, never in (
        (yes, 0),
        (no, 1),
    ):
        part[q.probs == never] = _INF
        part[p.probs == never] = 0
    return yes + no


@register_kl(Categorical, Categorical)
def _categorical(p: Categorical, q: Categorical) -> Any:
    costs = p.probs * (p.logits - q.logits)
    costs[(q.probs == 0).expand_as(costs)] = _INF
    costs[(p.probs == 0).expand_as(costs)] = 0
    return costs.sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _one_hot_categorical(p: OneHotCategorical, q: OneHotCategorical) -> Any:
    return kl_divergence(p._categorical, q._categorical)


@register_kl(Exponential, Exponential)
def _exponential(p: Exponential, q: Exponential) -> Any:
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


@register_kl(Laplace, Laplace)
def _laplace(p: Laplace, q: Laplace) -> Any:
    ratio = p.scale / q.scale
    distance = (p.loc - q.loc).abs()
    near = ratio * (-distance / p.scale).exp()
    return -ratio.log() + distance / q.scale + near - 1


@register_kl(Uniform, Uniform)
def _uniform(p: Uniform, q: Uniform) -> Any:
    result = ((q.high - q.low) / (p.high - p.low)).log()
    result[(q.low > p.low) | (q.high < p.high)] = _INF
    return result


@register_kl(LogNormal, LogNormal)
def _log_normal(p: LogNormal, q: LogNormal) -> Any:
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(MultivariateNormal, MultivariateNormal)
def _multivariate_normal(p: MultivariateNormal, q: MultivariateNormal) -> Any:
    if p.event_shape != q.event_shape:
        raise ValueError(
            "KL-divergence between two Multivariate Normals with different event shapes cannot be "
            "computed"
        )
    determinants = half_log_det(q._lower) - half_log_det(p._lower)
    ratio = matmul(inverse_of(q._lower), p._lower).pow(2).sum((-2, -1))
    shift = squared_distance(q._lower, q.loc - p.loc)
    return determinants + 0.5 * (ratio + shift - p.event_shape[0])


@register_kl(Independent, Independent)
def _independent(p: Independent, q: Independent) -> Any:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError("KL of two Independent is known for as many dimensions in both")
    return p._summed(kl_divergence(p.base_dist, q.base_dist))


# ---------------------------------------------------------------------------- of two classes


@register_kl(Uniform, Normal)
def _uniform_normal(p: Uniform, q: Normal) -> Any:
    width = p.high - p.low
    spread = width.pow(2) / 12
    shift = ((p.high + p.low - 2 * q.loc) / 2).pow(2)
    return (math.sqrt(math.pi * 2) * q.scale / width).log() + 0.5 * (spread + shift) / q.scale**2


@register_kl(Uniform, Exponential)
def _uniform_exponential(p: Uniform, q: Exponential) -> Any:
    result = q.rate * (p.high + p.low) / 2 - ((p.high - p.low) * q.rate).log()
    result[p.low < 0] = _INF
    return result


@register_kl(Exponential, Normal)
def _exponential_normal(p: Exponential, q: Normal) -> Any:
    variance, squared = q.scale.pow(2), p.rate.pow(2)
    likeness = 0.5 * (squared * variance * 2 * math.pi).log()
    distance = squared.reciprocal() - q.loc / p.rate + q.loc.pow(2) * 0.5
    return likeness - 1 + distance / variance


@register_kl(Laplace, Normal)
def _laplace_normal(p: Laplace, q: Normal) -> Any:
    variance = q.scale.pow(2)
    ratio = p.scale.pow(2) / variance
    distance = 0.5 * p.loc.pow(2) - p.loc * q.loc + 0.5 * q.loc.pow(2)
    return -0.5 * (2 * ratio / math.pi).log() + ratio + distance / variance - 1


@register_kl(Normal, Laplace)
def _normal_laplace(p: Normal, q: Laplace) -> Any:
    shift = p.loc - q.loc
    relative = shift / p.scale
    near = math.sqrt(2 / math.pi) * p.scale * (-0.5 * relative.pow(2)).exp()
    far = shift * (math.sqrt(0.5) * relative).erf()
    constant = 0.5 * (1 + math.log(0.5 * math.pi))
    return -(p.scale / q.scale).log() + (near + far) / q.scale - constant


def _infinite(p: Any, q: Any) -> Any:
    """Of a `p` that gives any number, also where `q` gives none."""
    return full_like(p.mean, _INF)


for wide in (Normal, Laplace, Exponential):
    for narrow in (Uniform, Exponential):
        if wide is not narrow:
            register_kl(wide, narrow)(_infinite)
