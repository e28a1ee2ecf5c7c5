"""Probability distributions: to draw from, and to ask how likely something was.

Reading order: `distribution` (what all have in common), `normal`, `bernoulli`, `categorical`, `kl`.
"""

from .bernoulli import Bernoulli
from .categorical import Categorical
from .distribution import Distribution
from .kl import kl_divergence
from .normal import Normal

__all__ = ["Bernoulli", "Categorical", "Distribution", "Normal", "kl_divergence"]
