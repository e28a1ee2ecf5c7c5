"""Special functions: what `torch.special` has of those that minigrad has.

Source: https://docs.pytorch.org/docs/stable/special.html
"""

from .nn.functional import log_softmax, softmax
from .ops.activation import sigmoid as expit
from .ops.arithmetic import exp2, expm1, log1p
from .ops.functions import erf, erfinv, round
from .ops.scans import logsumexp
from .ops.special import digamma, erfc, logit, polygamma, sinc, xlogy
from .ops.special import digamma as psi
from .ops.special import lgamma as gammaln

__all__ = ["digamma", "erf", "erfc", "erfinv", "exp2", "expit", "expm1", "gammaln", "log1p"]
__all__ += ["log_softmax", "logit", "logsumexp", "polygamma", "psi", "round", "sinc", "softmax"]
__all__ += ["xlogy"]
