r"""The registry: where an operation is declared, and under which names users call it.

`op` makes an operation of a function on arrays, and `public` enters its names:

    >>> @public(method=True, in_place=True)
    ... @op(r"x^3", input=(lambda g, input: g * (3 * input**2), r"g \odot 3 x^2"))
    ... def cube(input: Array) -> Array:
    ...     return input**3
    >>> sorted(name for table in (FUNCTIONS, METHODS) for name in table if name.startswith("cube"))
    ['cube', 'cube', 'cube_', 'cube_']

In a file of `minigrad.ops` that is ``minigrad.cube``, ``Tensor.cube`` and ``Tensor.cube_``. What is
a function of operations and no operation itself, as ``where`` is, says the same with `public`. No
other file lists names.

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    >>> cube(x)
    tensor([1., 8.], grad_fn=<CubeBackward0>)
    >>> cube(x).sum().backward()
    >>> x.grad
    tensor([ 3., 12.])
    >>> for table in (OPS, FUNCTIONS, METHODS):  # an example has to leave the tables as they were
    ...     del table["cube"]
    >>> del METHODS["cube_"], FUNCTIONS["cube_"]
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .._out import takes_out, with_out
from .fast import binary, quickest
from .inplace import in_place as writing
from .node import OPS
from .op import Op

Call = Callable[..., Any]

FUNCTIONS: dict[str, Call] = {}  # what `minigrad.<name>` is
METHODS: dict[str, Call] = {}  # what `Tensor.<name>` is

# What writes into its one input is a function, too, ``minigrad.exp_(x)``; in PyTorch not these.
_METHODS_ONLY = """absolute_ bitwise_not_ cumprod_ cumsum_ digamma_ erfinv_ lgamma_ logical_not_
    sgn_ sign_ tril_ triu_""".split()


def op(tex: str = "", **declared: Any) -> Callable[[Call], Call]:
    """Declare an operation: decorate its forward, give a ``(rule, tex)`` per differentiable input.

    Args:
        tex: the formula of the result.
        name: the name of its nodes, where it is not ``<Forward>Backward0``.
        label: its name in errors, where it is not the forward's.
        outputs: the names of several outputs: the call returns them as a named tuple. ``g`` is the
            gradient of the first; a rule that begins with ``grads`` gets all. ``()`` when their
            number depends on the call: it returns a tuple.
        view: the result shows the memory of the first input.
        to_float: integers become the default floating type first.
        promotes: the inputs that have a rule are promoted to one type.
        elementwise: all inputs are promoted to one type, and they broadcast.
        check_types: what raises where operands of these types, before promotion, are refused.
        declared: all others are rules, by the name of the input.

    Raises:
        TypeError: a word is neither one of these nor an input.
    """
    options = {name: declared.pop(name) for name in _OPTIONS if name in declared}

    def declare(forward: Call) -> Call:
        spec = Op(forward, tex, declared, **options)
        call: Any = quickest(spec)  # it does what `general(spec)`, the specification, does
        _copy_signature(forward, call)
        call.op = spec
        OPS[forward.__name__] = call
        if spec.elementwise and spec.n == 2:  # what ``x * y`` runs: it leaves the rest to Python
            call.operator = binary(spec, _decline)
        return call

    return declare


# Declare an operation on broadcast operands; the second of two may be a Python number.
elementwise = functools.partial(op, elementwise=True)
_OPTIONS = tuple(inspect.signature(Op.__init__).parameters)[4:]


def public(
    *,
    function: bool | None = None,
    method: bool = False,
    in_place: bool = False,
    aliases: tuple[str, ...] = (),
) -> Callable[[Call], Call]:
    """Enter the decorated function in the registry; ``dim`` may be called ``axis`` there, too.

    As one of ``minigrad``'s functions it takes ``out=``: see `takes_out`.

    Args:
        function: whether it is one of ``minigrad``'s. Default: whether it is a method.
        method: whether it is a method of ``Tensor``.
        in_place: of an operation: whether another method, its name with an underscore at the end,
            writes the result into the tensor. Of one input it is a function as well.
        aliases: more names for the same.
    """

    def enter(call: Call) -> Call:
        if "dim" in inspect.signature(call).parameters:
            call = _by_numpy_names(call)
        made = with_out(call) if takes_out(call) else call
        for name in (call.__name__, *aliases):
            if method if function is None else function:
                FUNCTIONS[name] = made
            if method:
                METHODS[name] = call
            if in_place:
                METHODS[name + "_"] = writing(call)
                if call.op.n == 1 and name + "_" not in _METHODS_ONLY:  # type: ignore[attr-defined]
                    FUNCTIONS[name + "_"] = METHODS[name + "_"]
        return call

    return enter


def _by_numpy_names(call: Call) -> Call:
    """`call`, which also takes ``axis`` for ``dim`` and ``keepdims`` for ``keepdim``."""

    @functools.wraps(call)
    def named(*args: Any, **given: Any) -> Any:
        if not given:
            return call(*args)
        if "out" in given:  # so NumPy's functions call the methods of what is no array
            raise TypeError(
                f"{call.__name__}() got an unexpected keyword argument 'axis'\n"
                f"That is NumPy's call: write x.{call.__name__}(), or give NumPy x.numpy()."
            )
        ours = {_NUMPY[name]: given.pop(name) for name in _NUMPY.keys() & given.keys()}
        return call(*args, **given, **ours)

    return named


_NUMPY = {"axis": "dim", "keepdims": "keepdim"}


def _decline(*operands: Any) -> Any:
    """An operator's answer to what it cannot take: Python then asks the other operand."""
    return NotImplemented


def _copy_signature(forward: Call, call: Any) -> None:
    """Give `call` the name, the docstring and the signature of its forward, with tensors in it."""
    signature = inspect.signature(forward)
    parameters = [
        p.replace(annotation="Tensor") if p.annotation == "Array" else p
        for p in signature.parameters.values()
    ]
    call.__name__ = call.__qualname__ = forward.__name__
    call.__doc__, call.__module__ = forward.__doc__, forward.__module__
    call.__signature__ = signature.replace(parameters=parameters, return_annotation="Tensor")
