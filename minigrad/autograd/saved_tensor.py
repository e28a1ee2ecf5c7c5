"""A saved tensor by itself, ``node._raw_saved_self``: for hooks on this one alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .node import PACKED, Tensors
from .packed import Packed, PackedEach
from .wrap import is_tensor

if TYPE_CHECKING:
    from ..tensor import Tensor


class SavedTensor:
    """One of the values that a node has saved, without reading it.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, 2.0], requires_grad=True)
        >>> y = x.exp()
        >>> y.grad_fn._raw_saved_result.register_hooks(lambda x: x.half(), lambda x: x)
        >>> y.grad_fn._saved_result
        tensor([2.7188, 7.3906], grad_fn=<ExpBackward0>)

    Source: https://docs.pytorch.org/docs/stable/notes/autograd.html#hooks-for-saved-tensors
    """

    def __init__(self, node: Any, place: int) -> None:
        self._node = node
        self._place = place

    def register_hooks(
        self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]
    ) -> None:
        """Pack the value now with `pack_hook`, and unpack it whenever it is read.

        Args:
            pack_hook: called with the tensor, detached; may return anything.
            unpack_hook: called with that at each reading; returns a tensor.

        Raises:
            RuntimeError: there is nothing saved, or not any more; or it is packed already.
            TypeError: a hook is no function.
        """
        if not (callable(pack_hook) and callable(unpack_hook)):
            raise TypeError(
                "register_hooks(): incompatible function arguments. The following argument types "
                "are supported:\nBoth hooks must be functions of one argument."
            )
        x = self._tensor()
        pack(self._node, self._place, x, lambda x: pack_hook(x.detach()), unpack_hook)

    def _tensor(self) -> Any:
        """What is saved, if it can be packed."""
        node, place = self._node, self._place
        if node.saved is None:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor after it has been freed. Saved "
                "intermediate values of the graph are freed when you call .backward() or "
                "autograd.grad(). Specify retain_graph=True if you need to backward through the "
                "graph a second time or if you need to access saved variables after calling "
                "backward."
            )
        if node.versions and node.versions[place] is PACKED:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor whose hooks have already been set. Hint: "
                "only one pair of hooks is allowed at a time."
            )
        x = tensor_at(node, place)
        if x is None:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor with value None is forbidden"
            )
        return x


def tensor_at(node: Any, place: int) -> Any:
    """The tensor, or tensors, that `node` saved at `place`; None where that is something else."""
    if not node.saved or node.saved[place] is None:
        return None
    x = node.read(place, False)
    return x if is_tensor(x) or isinstance(x, Tensors) else None


def pack(node: Any, place: int, x: Any, pack_hook: Any, unpack_hook: Any) -> None:
    """Let `node` keep at `place`, instead of `x`, what the hook makes of it."""
    saved, versions = list(node.saved), list(node.versions)
    if isinstance(x, Tensors):
        saved[place] = PackedEach(x, pack_hook, unpack_hook)
    else:
        saved[place] = Packed(x, x is not saved[place], pack_hook, unpack_hook)
    versions[place] = PACKED
    node.saved, node.versions = tuple(saved), tuple(versions)
    node.fits = False  # what comes back may have another shape
