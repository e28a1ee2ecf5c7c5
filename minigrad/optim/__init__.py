"""Optimizers: from gradients to better parameters.

Reading order: `sgd`, `adam` (both on `optimizer`), `rmsprop`, `adagrad`, `adadelta`, `adamw`; then
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
