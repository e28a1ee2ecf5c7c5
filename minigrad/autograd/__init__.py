"""Automatic differentiation: what is recorded, how it is walked, and how operations are declared.

In reading order: `wrap` (what a tensor holds), `node` (what is recorded), `engine` (the backward
pass, one page), `op` (how an operation is declared, and its rules run), `record` (what a call does,
step by step), `registry` (its names), `view` and `inplace` (memory that several tensors share),
`entry` (`backward` and `grad`), `hooks`, `grad_mode` (recording off and on), `function` (operations
of your own), `graph` (hooks on what is saved). Above them stand `gradcheck`, `functional` and
`anomaly_mode`; beside them `errors`, the words, and `fast`, two steps of `record` again, only
quicker. CONTRIBUTING.md follows one product through them, and says what is always true.

One word, one meaning:

* leaf: a tensor that no operation made; its end of the graph is its `AccumulateGrad`.
* node: one recorded operation; shown as ``grad_fn``.
* edge: a node and which of its outputs: where a gradient goes next.
* saved: what a node keeps for its rules, until a backward frees it; packed: in a hook's hands.
* version: how often some memory was written to; what is saved must still have the one it had.
* view: a tensor that shows the memory of another, its base, which is never a view itself.
* rebase: to move a base to a new node after a write, so that its views find their new edges.
* hook: a function of yours, called on a gradient or a node in the walk, or on what is saved.
* rule: the gradient of one input; it runs on tensors where that is recorded, else on bare arrays.
* fitted: of a gradient: summed and cast to the shape and the type of its input.
"""

from . import functional, graph
from .anomaly_mode import detect_anomaly, set_detect_anomaly
from .entry import backward, grad
from .function import Function
from .grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from .gradcheck import gradcheck, gradgradcheck
from .wrap import Variable

__all__ = [
    "Function", "Variable", "backward", "detect_anomaly", "enable_grad", "functional", "grad",
    "gradcheck", "gradgradcheck", "graph", "inference_mode", "no_grad", "set_detect_anomaly",
    "set_grad_enabled",
]  # fmt: skip
