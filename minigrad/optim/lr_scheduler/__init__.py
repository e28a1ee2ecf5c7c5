"""Schedules of the learning rate: how it goes from one epoch to the next.

Reading order: `scheduler`, then `decays` (by factors), `cosine`, `one_cycle`, `cyclic` (up and down
again), `sequential` (one after the other), `chained` (several at once), `plateau` (by a measure).
"""

from .chained import ChainedScheduler
from .cosine import CosineAnnealingLR, CosineAnnealingWarmRestarts
from .cyclic import CyclicLR
from .decays import (
    ConstantLR,
    ExponentialLR,
    LambdaLR,
    LinearLR,
    MultiplicativeLR,
    MultiStepLR,
    PolynomialLR,
    StepLR,
)
from .one_cycle import OneCycleLR
from .plateau import ReduceLROnPlateau
from .scheduler import LRScheduler, _LRScheduler
from .sequential import SequentialLR

__all__ = ["ChainedScheduler", "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts"]
__all__ += ["CyclicLR", "ExponentialLR", "LRScheduler", "LambdaLR", "LinearLR", "MultiStepLR"]
__all__ += ["MultiplicativeLR", "OneCycleLR", "PolynomialLR", "ReduceLROnPlateau", "SequentialLR"]
__all__ += ["StepLR", "_LRScheduler"]
