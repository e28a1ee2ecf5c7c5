"""Optimizers: from gradients to better parameters.

Reading order: `sgd`, `adam`, `rmsprop`, `adagrad`, `adadelta`, `adamw`, each little more than its
formula; what they share, `optimizer` (groups, options, state) and `_stepping` (the step); then
`lr_scheduler`.
"""

from . import lr_scheduler as lr_scheduler
from .adadelta import Adadelta
from .adagrad import Adagrad
from .adam import Adam
from .adamw import AdamW
from .optimizer import Optimizer
from .rmsprop import RMSprop
from .sgd import SGD

__all__ = ["SGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Optimizer", "RMSprop", "lr_scheduler"]
