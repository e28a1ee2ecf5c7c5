"""Automatic differentiation: what is recorded, how it is walked, and how operations are declared.

In reading order, which is that of CONTRIBUTING.md: `wrap` (what a tensor holds; beside this folder
`_mode`, the switches), `node` (what is recorded), `record` (what a call does, step by step; `fast`
does the same, only quicker), `entry` (`backward` and `grad`), `engine` (the backward pass, one
page; `targets` says where it goes), `op` (how an operation is declared, and its rules run), `view`
and `inplace` (memory that several tensors share), `hooks`. Then `registry` (the names of
operations), `grad_mode` (recording off and on), `function` (operations of your own), `graph` (hooks
on what is saved), `errors` (the words). Above them stand `gradcheck`, `functional`, `anomaly_mode`,
and `variable`, an old name. CONTRIBUTING.md follows one product through them, and says what is
always true.

One word, one meaning:

* leaf: a tensor that no operation made; its end of the graph is its `AccumulateGrad`.
* node: one recorded operation; shown as ``grad_fn``.
* edge: a node and which of its outputs: where a gradient goes next.
* saved: what a node keeps for its rules, until a backward frees it; packed: in a hook's hands.
* version: how often some memory was written to; what is saved must still have the one it had.
* view: a tensor that shows the memory of another, its base, which is never a view itself.
* rebase: to move a base to a new node after a write, so that its views find their new edges.
* hook: a function of yours, called on a gradient or a node in the walk, or on what is saved.
* vjp: vector-Jacobian product: the gradients of a node's inputs, from those of its outputs.
* rule: the vjp's part for one input; it runs on tensors where that is recorded, else on raw arrays.
"""

from . import functional, graph
from .anomaly_mode import detect_anomaly, set_detect_anomaly
from .entry import backward, grad
from .function import Function
from .grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from .gradcheck import gradcheck, gradgradcheck
from .variable import Variable

__all__ = [
    "Function", "Variable", "backward", "detect_anomaly", "enable_grad", "functional", "grad",
    "gradcheck", "gradgradcheck", "graph", "inference_mode", "no_grad", "set_detect_anomaly",
    "set_grad_enabled",
]  # fmt: skip
