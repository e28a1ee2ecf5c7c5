"""Probability distributions: to draw from, and to ask how likely something was.

Reading order: `distribution` (what all have in common), `normal`, `bernoulli`, `categorical`,
`multinomial`, `kl`.
"""

from .bernoulli import Bernoulli
from .categorical import Categorical
from .distribution import Distribution
from .kl import kl_divergence
from .multinomial import Multinomial
from .normal import Normal

__all__ = ["Bernoulli", "Categorical", "Distribution", "Multinomial", "Normal", "kl_divergence"]
