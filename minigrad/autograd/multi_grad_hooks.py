"""`register_multi_grad_hook`: one hook on the gradients of several tensors."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..mode import Running, current
from .gradient_edge import edge_of
from .hooks import RemovableHandle

if TYPE_CHECKING:
    from ..tensor import Tensor


def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Callable[[Any], None], *, mode: str = "all"
) -> MultiHandle:
    """Call `fn` once in each backward that passes by some of `tensors`.

    It may look, but what it returns replaces nothing.

    Args:
        tensors: leaves or results, which require grad.
        fn: with ``mode="all"``, called with a list, one gradient per tensor, as soon as all that
            this backward computes are there, and None for the others; with ``mode="any"``, called
            with the first gradient that arrives at one of them.
        mode: ``"all"`` or ``"any"``.

    Returns:
        A handle: ``handle.remove()`` takes the hook back.

    Raises:
        AssertionError: a tensor that is to be waited for requires no grad.
        ValueError: another mode.

    Example:
        >>> import minigrad
        >>> a = minigrad.tensor([1.0, 2.0], requires_grad=True)
        >>> b, c = a * 2, a * 3
        >>> handle = minigrad.autograd.graph.register_multi_grad_hook((a, b, c), print)
        >>> b.sum().backward()
        [tensor([2., 2.]), tensor([1., 1.]), None]

    Source: https://docs.pytorch.org/docs/stable/autograd.html#torch.autograd.graph.register_multi_grad_hook
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    if mode == "any":
        first = _First(fn)
        return MultiHandle([x.register_hook(first) for x in tensors if x.requires_grad])
    every = _Every(fn, tensors)
    return MultiHandle([x.register_hook(every.hook(place)) for place, x in enumerate(tensors)])


class MultiHandle(RemovableHandle):
    """Several handles in one."""

    def __init__(self, handles: list[RemovableHandle]) -> None:
        self.handles = tuple(handles)

    def remove(self) -> None:
        """Take all the hooks back."""
        for handle in self.handles:
            handle.remove()


class _First:
    """A hook that hands on the first gradient of each backward."""

    def __init__(self, fn: Callable[[Any], None]) -> None:
        self._fn = fn

    def __call__(self, grad: Any) -> None:
        notes = _running().notes
        if self not in notes:
            notes[self] = True
            self._fn(grad)


class _Every:
    """Collects the gradients of one backward, and hands them on when they are complete."""

    def __init__(self, fn: Callable[[Any], None], tensors: Sequence[Tensor]) -> None:
        self._fn = fn
        self._nodes = [_node_of(x) for x in tensors]

    def hook(self, place: int) -> Callable[[Any], None]:
        """The hook of the tensor at `place`."""

        def collect(grad: Any) -> None:
            running = _running()
            missing, grads = running.notes.get(self) or (
                self._expected(running),
                [None] * len(self._nodes),
            )
            grads[place] = grad
            running.notes[self] = missing - 1, grads
            if missing == 1:
                self._fn(grads)

        return collect

    def _expected(self, running: Running) -> int:
        """How many of the tensors this backward passes by."""
        passed = set(running.order)
        if running.useful is not None:  # a target need not lie behind the roots
            passed &= running.useful
        nodes = [node for node in (find() for find in self._nodes) if node in passed]
        if not running.accumulate and not all(node.parents for node in nodes):
            raise RuntimeError(
                "A leaf node was passed to _will_engine_execute_node but we are currently running "
                "autograd.grad(). This is currently not supported.\n"
                "Wait for results alone, or call backward(inputs=...)."
            )
        return len(nodes)


def _node_of(x: Tensor) -> Callable[[], Any]:
    """How to find the node that a gradient of `x` arrives at: a hook must not keep it alive."""
    node, _ = edge_of(x)
    if node is None:
        raise AssertionError("Expected gradient function to be set")
    if node.parents:
        return weakref.ref(node)
    leaf = weakref.ref(x)  # its node is made anew when no graph holds one

    def present() -> Any:
        found: Any = leaf()
        return found is not None and found._accumulator and found._accumulator()

    return present


def _running() -> Running:
    """The backward that calls the hook."""
    return current.mode.running  # type: ignore[return-value]  # nobody else calls it
