"""Automatic differentiation: what is recorded, how it is walked, and how operations are declared.

Reading order: `graph` (nodes and edges), `engine` (the backward pass, one page), `op` and `record`
(how an operation is declared, and records itself), `view` and `inplace` (memory that several
tensors share), `function` (operations of your own), `grad_mode` (recording off and on), `entry`
(`backward` and `grad`).
"""

from .entry import backward as backward
from .entry import grad as grad
from .function import Function as Function
from .grad_mode import enable_grad as enable_grad
from .grad_mode import inference_mode as inference_mode
from .grad_mode import no_grad as no_grad
from .grad_mode import set_grad_enabled as set_grad_enabled
from .variable import Variable as Variable

__all__ = [
    "Function",
    "Variable",
    "backward",
    "enable_grad",
    "grad",
    "inference_mode",
    "no_grad",
    "set_grad_enabled",
]
