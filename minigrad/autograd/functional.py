"""Jacobians, Hessians and their products with vectors, of functions of tensors.

A backward pass multiplies from the left: given ``v`` it computes ``v J``, at the price of one
evaluation or so, and never sees the Jacobian ``J`` itself. Everything here is built from that:
`vjp` is one such pass, `jacobian` one for each row, `jvp` a pass through a pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..creation.filled import zeros_like
from ..ops.joining import stack
from .entry import grad
from .grad_mode import enable_grad
from .wrap import is_tensor

Tensors = Any  # one tensor or a tuple of them
Function = Callable[..., Tensors]

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]


def vjp(
    func: Function, inputs: Tensors, v: Tensors = None, create_graph: bool = False
) -> tuple[Tensors, Tensors]:
    """``func(*inputs)`` and the product of a vector with its Jacobian, ``v J``: one backward.

    Args:
        func: takes the inputs, returns a tensor or a tuple of tensors.
        inputs: one tensor or a tuple; they may but need not require grad.
        v: one tensor per output, in its shape; may be left out for a single number.
        create_graph: record it all, so that the results can be differentiated in turn.

    Returns:
        The outputs, and one tensor per input, in its shape.

    Raises:
        RuntimeError: `v` does not fit the outputs.
        TypeError: something is neither a tensor nor a tuple of tensors.

    Example:
        >>> import minigrad
        >>> x, v = minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 10.0])
        >>> minigrad.autograd.functional.vjp(lambda x: x**2, x, v)
        (tensor([1., 4.]), tensor([ 2., 40.]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.vjp.html
    """
    with enable_grad():
        call = Call("vjp", func, inputs, create_graph)
        outputs = call.run()
        v = call.vector(v, outputs)
        product = partial_grad(outputs, call.inputs, v, create_graph)
    return call.result(outputs, call.many_outputs), call.result(product, call.many_inputs)


def jvp(
    func: Function, inputs: Tensors, v: Tensors = None, create_graph: bool = False
) -> tuple[Tensors, Tensors]:
    """``func(*inputs)`` and the product of its Jacobian with a vector, ``J v``: two backwards.

    A backward pass computes ``u J``, which is linear in ``u``: differentiating it with respect to
    ``u``, whatever its value, gives ``J v``.

    Args:
        func: takes the inputs, returns a tensor or a tuple of tensors.
        inputs: one tensor or a tuple; they may but need not require grad.
        v: one tensor per input, in its shape; may be left out for a single number.
        create_graph: record it all, so that the results can be differentiated in turn.

    Returns:
        The outputs, and one tensor per output, in its shape.

    Raises:
        RuntimeError: `v` does not fit the inputs.
        TypeError: something is neither a tensor nor a tuple of tensors.

    Example:
        >>> import minigrad
        >>> x, v = minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 10.0])
        >>> minigrad.autograd.functional.jvp(lambda x: (x**2).sum(), x, v)
        (tensor(5.), tensor(42.))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.jvp.html
    """
    with enable_grad():
        call = Call("jvp", func, inputs, create_graph)
        v = call.vector(v, call.inputs)
        outputs = call.run()
        u = tuple(zeros_like(y, requires_grad=True) for y in outputs)
        u_times_jacobian = partial_grad(outputs, call.inputs, u, create_graph=True)
        product = partial_grad(u_times_jacobian, u, v, create_graph)
    return call.result(outputs, call.many_outputs), call.result(product, call.many_outputs)


def jacobian(func: Function, inputs: Tensors, create_graph: bool = False) -> Tensors:
    """The Jacobian of `func` at `inputs`: one backward for each element of the outputs.

    Args:
        func: takes the inputs, returns a tensor or a tuple of tensors.
        inputs: one tensor or a tuple; they may but need not require grad.
        create_graph: record it all, so that the Jacobian can be differentiated in turn.

    Returns:
        For one output and one input a tensor, its shape the output's followed by the input's. For
        a tuple of inputs a tuple over them, for a tuple of outputs a tuple over those; for both,
        ``jacobian[i][j]`` is output i's with respect to input j.

    Raises:
        TypeError: something is neither a tensor nor a tuple of tensors.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, 2.0])
        >>> minigrad.autograd.functional.jacobian(lambda x: x**2, x)
        tensor([[2., 0.],
                [0., 4.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.jacobian.html
    """
    with enable_grad():
        call = Call("jacobian", func, inputs, create_graph)
        outputs = call.run()
        rows = [_jacobian_of(call, output) for output in outputs]
    result = tuple(call.result(row, call.many_inputs) for row in rows)
    return result if call.many_outputs else result[0]


def _jacobian_of(call: Call, output: Any) -> tuple[Any, ...]:
    """The Jacobian of one output with respect to each input, row by row."""
    rows = [
        partial_grad((element,), call.inputs, None, call.create_graph, retain_graph=True)
        for element in output.reshape(-1)
    ]
    shapes = [(*output.shape, *x.shape) for x in call.inputs]
    return tuple(stack(row, 0).view(shape) for row, shape in zip(zip(*rows), shapes))


def hessian(func: Function, inputs: Tensors, create_graph: bool = False) -> Tensors:
    """The second derivatives of a function whose result is one number.

    It is the Jacobian of the Jacobian, and so takes one backward for each element of the inputs.

    Args:
        func: takes the inputs, returns a tensor with one element.
        inputs: one tensor or a tuple; they may but need not require grad.
        create_graph: record it all, so that the Hessian can be differentiated in turn.

    Returns:
        For one input a tensor, its shape the input's twice; for a tuple of inputs a tuple of
        tuples, ``hessian[i][j]`` with respect to input i and then input j.

    Raises:
        RuntimeError: `func` returns something else.
        TypeError: something is neither a tensor nor a tuple of tensors.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, 2.0])
        >>> minigrad.autograd.functional.hessian(lambda x: (x**3).sum(), x)
        tensor([[ 6.,  0.],
                [ 0., 12.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.hessian.html
    """
    many, _ = as_tuple(inputs, "inputs", "hessian")

    def number(*given: Any) -> Any:
        many_outputs, outputs = as_tuple(func(*given), OUTPUTS, "hessian")
        return the_number(outputs, many_outputs, "hessian").squeeze()

    def gradient(*given: Any) -> Any:
        found = jacobian(number, given, create_graph=True)
        return found if many else found[0]

    return jacobian(gradient, inputs, create_graph)


def vhp(
    func: Function, inputs: Tensors, v: Tensors = None, create_graph: bool = False
) -> tuple[Tensors, Tensors]:
    """``func(*inputs)``, one number, and the product of a vector with its Hessian, ``v H``.

    Two backwards, the second through the first; the Hessian itself is never computed.

    Args:
        func: takes the inputs, returns a tensor with one element.
        inputs: one tensor or a tuple; they may but need not require grad.
        v: one tensor per input, in its shape; may be left out for a single number.
        create_graph: record it all, so that the results can be differentiated in turn.

    Returns:
        The output, and one tensor per input, in its shape.

    Raises:
        RuntimeError: `v` does not fit the inputs; `func` returns something else than one number.
        TypeError: something is neither a tensor nor a tuple of tensors.

    Example:
        >>> import minigrad
        >>> x, v = minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 10.0])
        >>> minigrad.autograd.functional.vhp(lambda x: (x**3).sum(), x, v)
        (tensor(9.), tensor([  6., 120.]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.vhp.html
    """
    with enable_grad():
        call = Call("vhp", func, inputs, create_graph)
        v, outputs = call.vector(v, call.inputs), call.run()
        the_number(outputs, call.many_outputs, "vhp")
        gradient = partial_grad(outputs, call.inputs, None, create_graph=True)
        product = partial_grad(gradient, call.inputs, v, create_graph)
    return call.result(outputs, False), call.result(product, call.many_inputs)


def hvp(
    func: Function, inputs: Tensors, v: Tensors = None, create_graph: bool = False
) -> tuple[Tensors, Tensors]:
    """``func(*inputs)``, one number, and the product of its Hessian with a vector, ``H v``.

    The Hessian of a function that is twice continuously differentiable is symmetric, so ``H v`` is
    ``v H``: this is `vhp`, with its arguments, results and errors.

    Example:
        >>> import minigrad
        >>> x, v = minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 10.0])
        >>> minigrad.autograd.functional.hvp(lambda x: (x**3).sum(), x, v)
        (tensor(9.), tensor([  6., 120.]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.hvp.html
    """
    return vhp(func, inputs, v, create_graph)


class Call:
    """One call: what it was given, and the checks that all of the functions make.

    Attributes:
        inputs: always a tuple, of tensors made for this call; else what the user's function
            captures from around it could not be told from what it was given.
        many_inputs, many_outputs: whether the user has tuples; results take the same form.
    """

    def __init__(self, name: str, func: Function, inputs: Tensors, create_graph: bool) -> None:
        self.name = name
        self.func = func
        self.create_graph = create_graph
        self.many_inputs, given = as_tuple(inputs, "inputs", name)
        self.inputs = tuple(self._own(x, True) for x in given)
        self.many_outputs = False

    def _own(self, x: Any, requires_grad: bool) -> Any:
        if self.create_graph and x.requires_grad:
            return x.view_as(x)
        return x.detach().requires_grad_(requires_grad)

    def run(self) -> tuple[Any, ...]:
        """The outputs of the user's function."""
        given = self.func(*self.inputs)
        self.many_outputs, outputs = as_tuple(given, OUTPUTS, self.name)
        return outputs

    def vector(self, v: Tensors, like: tuple[Any, ...]) -> Any:
        """The vector, in the shapes of `like`; None where that is a single number."""
        if v is None:
            if [y.numel() for y in like] != [1]:
                raise RuntimeError("The vector v can only be None for a single number.")
            return None
        v = tuple(self._own(x, False) for x in as_tuple(v, "v", self.name)[1])
        given, should = ([x.shape for x in xs] for xs in (v, like))
        if given != should:
            raise RuntimeError(f"v has invalid size: should be {should} but got {given}.")
        return v

    def result(self, tensors: tuple[Any, ...], many: bool) -> Tensors:
        """In the user's form; with no history, unless `create_graph` asked for it."""
        kept = tensors if self.create_graph else tuple(x.detach() for x in tensors)
        return kept if many else kept[0]


def partial_grad(
    outputs: tuple[Any, ...],
    inputs: tuple[Any, ...],
    v: tuple[Any, ...] | None,
    create_graph: bool,
    retain_graph: bool | None = None,
) -> tuple[Any, ...]:
    """`grad`, with outputs allowed that require none; zeros for inputs that none depends on."""
    pairs = zip(outputs, (None,) * len(outputs) if v is None else v)
    live = [(y, g) for y, g in pairs if y.requires_grad]
    if not live:
        return tuple(map(zeros_like, inputs))
    ys, gs = zip(*live)
    found = grad(ys, inputs, gs, retain_graph, create_graph, allow_unused=True)
    return tuple(zeros_like(x) if g is None else g for g, x in zip(found, inputs))


def as_tuple(given: Tensors, what: str, name: str) -> tuple[bool, tuple[Any, ...]]:
    """Whether a tuple was given, and the tensors as one."""
    many = isinstance(given, tuple)
    tensors = given if many else (given,)
    for i, x in enumerate(tensors):
        if not is_tensor(x):
            which = f"value at index {i}" if many else f"given {what}"
            raise TypeError(
                f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the "
                f"{which} has type {type(x)}."
            )
    return many, tensors


def the_number(outputs: tuple[Any, ...], many: bool, name: str) -> Any:
    """The only output; it must have one element."""
    if many or outputs[0].numel() != 1:
        raise RuntimeError(f"The function given to {name} should return a single number")
    return outputs[0]


OUTPUTS = "outputs of the user-provided function"
