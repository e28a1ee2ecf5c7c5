"""Schedules of the learning rate: how it goes from one epoch to the next.

Reading order: `scheduler`, then `decays` (by factors), `cosine`, `one_cycle`, `sequential` (one
after the other), `plateau` (by a measure).
"""

from .cosine import CosineAnnealingLR, CosineAnnealingWarmRestarts
from .decays import ConstantLR, ExponentialLR, LambdaLR, LinearLR, MultiStepLR, StepLR
from .one_cycle import OneCycleLR
from .plateau import ReduceLROnPlateau
from .scheduler import LRScheduler
from .sequential import SequentialLR

__all__ = ["ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts", "ExponentialLR"]
__all__ += ["LRScheduler", "LambdaLR", "LinearLR", "MultiStepLR", "OneCycleLR"]
__all__ += ["ReduceLROnPlateau", "SequentialLR", "StepLR"]
