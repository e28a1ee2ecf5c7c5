"""What a tensor holds, and how the layers below `Tensor` make one.

They know `TensorBase`, the slots alone; the class with all its methods is handed to them by
`connect`, and never imported: that is where an import cycle would begin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from .._mode import current
from ..backend import as_array

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from ..tensor import Tensor as Tensor
else:
    Tensor = Any  # in annotations: the class itself lies above


class TensorBase:
    """What a `Tensor` is made of: its slots.

    Attributes:
        _array: NumPy or CuPy; a 0-d result may be a NumPy scalar until someone shares it.
        _requires_grad: whether operations on it are recorded. A view's may be out of date until
            `catch_up`: ask the property `requires_grad`, or, below `Tensor`, `needs_gradient`.
        _node, _nr: the node that made it, and as which of its outputs; None and 0 for a leaf.
        _grad: what backward added up for it.
        _counter: the version is its first element. Mostly ``[version]``, shared by a base, its
            views and its detached twins; `FRESH_COUNTER` before that; `INFERENCE`; after `detach_`
            a `CutOff`. Anomaly mode appends to the list where each version was written.
        _view: a `View`, if it shows another tensor's memory.
        _accumulator: a weak reference to a leaf's `AccumulateGrad`.
        _hooks: a leaf's; those of other tensors live on their node.
    """

    __slots__ = (
        "__weakref__", "_accumulator", "_array", "_counter", "_grad", "_hooks", "_node", "_nr",
        "_requires_grad", "_view",
    )  # fmt: skip

    _accumulator: Any
    _array: Any
    _counter: Any
    _grad: Any
    _hooks: Any
    _node: Any
    _nr: int
    _requires_grad: bool
    _view: Any

    @property
    def _edge(self) -> Any:
        """``(node, output_nr)``; None for a leaf, of which `gradient_edge` gives the end."""
        return self._node and (self._node, self._nr)

    @_edge.setter
    def _edge(self, edge: Any) -> None:
        self._node, self._nr = edge or NO_EDGE

    def _share(self) -> None:
        """Before anyone aliases or overwrites the memory: make it an array, and count writes.

        Until then every tensor has the one counter `FRESH_COUNTER`, and a lone number no memory of
        its own; a node that saved this output compares with the counter made here.
        """
        if self._counter is FRESH_COUNTER:
            node = self._node
            self._counter = [0] if node is None else node.counter_of(self._nr)
        self._array = as_array(self._array)


FRESH_COUNTER = (0,)  # the version counter of memory that was never shared and never written


class _NoVersion:
    """The version counter of an inference tensor: asking it for the version is the error itself."""

    def __getitem__(self, index: int) -> NoReturn:
        raise self.error()

    @staticmethod
    def error() -> RuntimeError:
        """What forbids to save such a tensor."""
        return RuntimeError(
            "Inference tensors cannot be saved for backward. Please do not use Tensors created in "
            "inference mode in computation tracked by autograd. To work around this, you can make "
            "a clone to get a normal tensor and use it in autograd, or use `minigrad.no_grad()` "
            "instead of `minigrad.inference_mode()`."
        )


INFERENCE = _NoVersion()

NO_EDGE = (None, 0)  # a leaf's place; as an edge it leads nowhere: no gradient is wanted there
_class: Any = None  # Tensor, once tensor.py has handed it over
_new = object.__new__


def connect(cls: type) -> None:
    """Say which class `wrap` makes instances of."""
    global _class
    _class = cls


def wrap(array: Any, requires_grad: bool = False, edge: Any = None) -> Tensor:
    """A tensor around `array`, as it is: nothing is copied, nothing is checked.

    Args:
        array: a NumPy or CuPy array; for no dimensions it may be a NumPy scalar.
        requires_grad: whether operations on the tensor are recorded.
        edge: ``(node, output_nr)`` of the operation that made it; None makes it a leaf.
    """
    x: Tensor = _new(_class)
    x._array = array
    x._requires_grad = requires_grad
    x._node, x._nr = edge or NO_EDGE
    x._grad = None
    x._counter = FRESH_COUNTER
    x._view = None
    x._accumulator = None
    x._hooks = None
    return x


def wrap_output(array: Any, node: Any, counter: Any = FRESH_COUNTER) -> Tensor:
    """The first output of `node`, or of no node: `wrap`, for the calls that must be quick.

    Of another output the caller sets `_nr`.
    """
    x: Tensor = _new(_class)
    x._array = array
    x._requires_grad = node is not None
    x._node = node
    x._nr = 0
    x._grad = None
    x._counter = counter
    x._view = None
    x._accumulator = None
    x._hooks = None
    return x


def untracked(array: Any) -> Tensor:
    """A result that no graph knows of; inside `inference_mode`, one that none ever will."""
    return wrap_output(array, None, INFERENCE if current.mode.inference else FRESH_COUNTER)


def is_tensor(obj: Any) -> TypeIs[Tensor]:
    """Whether `obj` is a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.is_tensor(minigrad.zeros(1)), minigrad.is_tensor(1.0)
        (True, False)
    """
    return isinstance(obj, TensorBase)


def type_name(x: Any) -> str:
    """What messages call the type of `x`: ``"list"``, ``"numpy.ndarray"``."""
    kind = type(x)
    if kind.__module__ == "minigrad" and not is_tensor(x):
        return f"minigrad.{kind.__name__}"
    written_in_python = kind.__flags__ & 1 << 9  # of those PyTorch gives no module
    plain = written_in_python or kind.__module__ == "builtins"
    return kind.__name__ if plain else f"{kind.__module__}.{kind.__name__}"
