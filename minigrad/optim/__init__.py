"""Optimizers: from gradients to better parameters.

Reading order: `sgd`, `adam`, `rmsprop`, `adagrad`, `adadelta`, `adamw`, `adamax`, `nadam`, `radam`,
each little more than its formula; what they share, `optimizer` (groups, options, state) and
`_stepping` (the step); `lbfgs`, which is none of these; then `lr_scheduler` and `swa_utils`.
"""

from .. import _missing
from . import lr_scheduler as lr_scheduler
from . import swa_utils as swa_utils
from .adadelta import Adadelta
from .adagrad import Adagrad
from .adam import Adam
from .adamax import Adamax
from .adamw import AdamW
from .lbfgs import LBFGS
from .nadam import NAdam
from .optimizer import Optimizer
from .radam import RAdam
from .rmsprop import RMSprop
from .sgd import SGD

__getattr__ = _missing.of_module(__name__)
__all__ = ["LBFGS", "SGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "NAdam", "Optimizer"]
__all__ += ["RAdam", "RMSprop", "lr_scheduler", "swa_utils"]
