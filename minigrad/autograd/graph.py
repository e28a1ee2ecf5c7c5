"""What users may ask of the recorded graph, under PyTorch's names."""

from .gradient_edge import GradientEdge as GradientEdge
from .gradient_edge import get_gradient_edge as get_gradient_edge
from .gradient_edge import increment_version as increment_version
from .multi_grad_hooks import register_multi_grad_hook as register_multi_grad_hook
from .node import AccumulateGrad as AccumulateGrad
from .node import GraphNode as Node
from .saved_tensors_hooks import disable_saved_tensors_hooks as disable_saved_tensors_hooks
from .saved_tensors_hooks import save_on_cpu as save_on_cpu
from .saved_tensors_hooks import saved_tensors_hooks as saved_tensors_hooks

__all__ = [
    "GradientEdge",
    "Node",
    "disable_saved_tensors_hooks",
    "get_gradient_edge",
    "increment_version",
    "register_multi_grad_hook",
    "save_on_cpu",
    "saved_tensors_hooks",
]
