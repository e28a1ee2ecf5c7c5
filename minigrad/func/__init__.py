"""Functions made of functions: derivatives, batches, and modules called with other parameters.

Reading order: `derivatives`, `batches`, `modules`; `_tree` walks through arguments that are dicts,
lists or tuples of tensors.
"""

from .batches import vmap
from .derivatives import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp
from .modules import functional_call, stack_module_state

__all__ = ["functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp"]
__all__ += ["stack_module_state", "vjp", "vmap"]
