"""Probability distributions: to draw from, and to ask how likely something was.

Reading order: `distribution` (what all have in common), `constraints`, `normal`, `bernoulli`,
`categorical`, `multinomial`, `one_hot_categorical`, `uniform`, `exponential`, `laplace`,
`log_normal`, `independent`, `multivariate_normal`, `kl`.
"""

from .. import _missing
from . import constraints as constraints
from .bernoulli import Bernoulli
from .categorical import Categorical
from .distribution import Distribution
from .exponential import Exponential
from .independent import Independent
from .kl import kl_divergence, register_kl
from .laplace import Laplace
from .log_normal import LogNormal
from .multinomial import Multinomial
from .multivariate_normal import MultivariateNormal
from .normal import Normal
from .one_hot_categorical import OneHotCategorical
from .uniform import Uniform

__getattr__ = _missing.of_module(__name__)
__all__ = ["Bernoulli", "Categorical", "Distribution", "Exponential", "Independent", "Laplace"]
__all__ += [
    "LogNormal",
    "Multinomial",
    "MultivariateNormal",
    "Normal",
    "OneHotCategorical",
    "Uniform",
]
__all__ += ["constraints", "kl_divergence", "register_kl"]
