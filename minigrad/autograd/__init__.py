"""Automatic differentiation: what is recorded, how it is walked, and how operations are declared.

The files: `node` (what is recorded), `engine` (the backward pass, one page), `op` and `record`
(how an operation is declared, and records itself; `quick` does the same for the commonest calls,
`pullback` runs the rules), `view` and `inplace` (memory that several tensors share),
`function` (operations of your own), `hooks`, `grad_mode` (recording off and on), `entry`
(`backward` and `grad`). `graph` has hooks on what is saved. Above them stand `gradcheck`,
`functional` and `anomaly_mode`. CONTRIBUTING.md follows one product through them, line by line.
"""

from . import functional as functional
from . import graph as graph
from .anomaly_mode import detect_anomaly as detect_anomaly
from .anomaly_mode import set_detect_anomaly as set_detect_anomaly
from .entry import backward as backward
from .entry import grad as grad
from .function import Function as Function
from .grad_mode import enable_grad as enable_grad
from .grad_mode import inference_mode as inference_mode
from .grad_mode import no_grad as no_grad
from .grad_mode import set_grad_enabled as set_grad_enabled
from .gradcheck import gradcheck as gradcheck
from .gradcheck import gradgradcheck as gradgradcheck
from .wrap import Variable as Variable

__all__ = [
    "Function",
    "Variable",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "functional",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "inference_mode",
    "no_grad",
    "set_detect_anomaly",
    "set_grad_enabled",
]
