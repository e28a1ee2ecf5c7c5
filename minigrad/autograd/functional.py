"""Jacobians, Hessians and their products with vectors, of functions of tensors.

A backward pass multiplies from the left: given ``v`` it computes ``v J``, at the price of one
evaluation or so, and never sees the Jacobian ``J`` itself. Everything here is built from that:
`vjp` is one such pass, `jacobian` one for each row, `jvp` a pass through a pass.
"""

from __future__ import annotations

from typing import Any

from ..creation import zeros_like
from ..ops.join import stack
from ._functional import (
    CONSTANT,
    NO_ROW,
    OUTPUTS,
    Call,
    Function,
    Tensors,
    as_tuple,
    check,
    check_strategy,
    partial_grad,
    the_number,
)
from .grad_mode import enable_grad

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]


def vjp(
    func: Function,
    inputs: Tensors,
    v: Tensors = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensors, Tensors]:
    """``func(*inputs)`` and the product of a vector with its Jacobian, ``v J``: one backward.

    Args:
        func: takes the inputs, returns a tensor or a tuple of tensors.
        inputs: one tensor or a tuple; they may but need not require grad.
        v: one tensor per output, in its shape; may be left out for a single number.
        create_graph: record it all, so that the results can be differentiated in turn.
        strict: raise where the outputs do not depend on an input; else its part is zeros.

    Returns:
        The outputs, and one tensor per input, in its shape.

    Raises:
        RuntimeError: `v` does not fit the outputs; `strict` found an independence.
        TypeError: something is neither a tensor nor a tuple of tensors.

    Example:
        >>> import minigrad
        >>> x, v = minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 10.0])
        >>> minigrad.autograd.functional.vjp(lambda x: x**2, x, v)
        (tensor([1., 4.]), tensor([ 2., 40.]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.vjp.html
    """
    with enable_grad():
        call = Call("vjp", func, inputs, create_graph, strict)
        outputs = call.run()
        v = call.vector_like_outputs(v, outputs)
        found = partial_grad(outputs, call.inputs, v, create_graph)
        product = call.filled(found, call.inputs, "back")
    return call.result(outputs, call.many_outputs), call.result(product, call.many_inputs)


def jvp(
    func: Function,
    inputs: Tensors,
    v: Tensors = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensors, Tensors]:
    """``func(*inputs)`` and the product of its Jacobian with a vector, ``J v``: two backwards.

    A backward pass computes ``u J``, which is linear in ``u``: differentiating it with respect to
    ``u``, whatever its value, gives ``J v``.

    Args:
        func: takes the inputs, returns a tensor or a tuple of tensors.
        inputs: one tensor or a tuple; they may but need not require grad.
        v: one tensor per input, in its shape; may be left out for a single number.
        create_graph: record it all, so that the results can be differentiated in turn.
        strict: raise where the outputs do not depend on an input; else zeros stand there.

    Returns:
        The outputs, and one tensor per output, in its shape.

    Raises:
        RuntimeError: `v` does not fit the inputs; `strict` found an independence.
        TypeError: something is neither a tensor nor a tuple of tensors.

    Example:
        >>> import minigrad
        >>> x, v = minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 10.0])
        >>> minigrad.autograd.functional.jvp(lambda x: (x**2).sum(), x, v)
        (tensor(5.), tensor(42.))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.jvp.html
    """
    with enable_grad():
        call = Call("jvp", func, inputs, create_graph, strict)
        v = call.vector_like_inputs(v)
        outputs = call.run()
        u = tuple(zeros_like(y, requires_grad=True) for y in outputs)
        u_times_jacobian = partial_grad(outputs, call.inputs, u, create_graph=True)
        call.check(u_times_jacobian, "grad_inputs")
        found = partial_grad(u_times_jacobian, u, v, create_graph)
        product = call.filled(found, outputs, "back_trick")
    return call.result(outputs, call.many_outputs), call.result(product, call.many_outputs)


def jacobian(
    func: Function,
    inputs: Tensors,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Tensors:
    """The Jacobian of `func` at `inputs`: one backward for each element of the outputs.

    Args:
        func: takes the inputs, returns a tensor or a tuple of tensors.
        inputs: one tensor or a tuple; they may but need not require grad.
        create_graph: record it all, so that the Jacobian can be differentiated in turn.
        strict: raise where an output does not depend on an input; else zeros stand there.
        vectorize: not supported: PyTorch's vmap has no counterpart here.
        strategy: ``"reverse-mode"``; PyTorch's forward mode has no counterpart here.

    Returns:
        For one output and one input a tensor, its shape the output's followed by the input's. For
        a tuple of inputs a tuple over them, for a tuple of outputs a tuple over those; for both,
        ``jacobian[i][j]`` is output i's with respect to input j.

    Raises:
        AssertionError: the strategy is neither "reverse-mode" nor "forward-mode".
        NotImplementedError: `vectorize`, or forward mode.
        RuntimeError: `strict` found an independence.
        TypeError: something is neither a tensor nor a tuple of tensors.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, 2.0])
        >>> minigrad.autograd.functional.jacobian(lambda x: x**2, x)
        tensor([[2., 0.],
                [0., 4.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.jacobian.html
    """
    check_strategy(vectorize, strategy, strict, _FORWARD_HINT)
    with enable_grad():
        call = Call("jacobian", func, inputs, create_graph, strict)
        outputs = call.run()
        rows = [_jacobian_of(call, i, output) for i, output in enumerate(outputs)]
    result = tuple(call.result(row, call.many_inputs) for row in rows)
    return result if call.many_outputs else result[0]


def _jacobian_of(call: Call, i: int, output: Any) -> tuple[Any, ...]:
    """The Jacobian of output `i` with respect to each input, row by row."""
    rows: list[Any] = [[] for _ in call.inputs]
    for place in range(output.numel()):
        element = (output.reshape(-1)[place],)
        found = partial_grad(element, call.inputs, None, call.create_graph, retain_graph=True)
        for j, (x, g) in enumerate(zip(call.inputs, found)):
            if call.strict and g is None:
                raise RuntimeError(NO_ROW.format(i, j))
            if call.strict and call.create_graph and not g.requires_grad:
                raise RuntimeError(CONSTANT.format("jacobian", i))
            rows[j].append(zeros_like(x) if g is None else g)
    shapes = [(*output.shape, *x.shape) for x in call.inputs]
    return tuple(stack(row, 0).view(shape) for row, shape in zip(rows, shapes))


def hessian(
    func: Function,
    inputs: Tensors,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Tensors:
    """The second derivatives of a function whose result is one number.

    It is the Jacobian of the Jacobian, and so takes one backward for each element of the inputs.

    Args:
        func: takes the inputs, returns a tensor with one element.
        inputs: one tensor or a tuple; they may but need not require grad.
        create_graph: record it all, so that the Hessian can be differentiated in turn.
        strict: raise where a derivative does not depend on an input; else zeros stand there.
        vectorize: not supported: PyTorch's vmap has no counterpart here.
        outer_jacobian_strategy: ``"reverse-mode"``; PyTorch's forward mode has no counterpart here.

    Returns:
        For one input a tensor, its shape the input's twice; for a tuple of inputs a tuple of
        tuples, ``hessian[i][j]`` with respect to input i and then input j.

    Raises:
        AssertionError: the strategy is neither "reverse-mode" nor "forward-mode".
        NotImplementedError: `vectorize`, or forward mode.
        RuntimeError: `func` returns something else; `strict` found an independence.
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
    check_strategy(vectorize, outer_jacobian_strategy, strict)

    def number(*given: Any) -> Any:
        many_outputs, outputs = as_tuple(func(*given), OUTPUTS, "hessian")
        check(outputs, "outputs", strict)
        return the_number(outputs, many_outputs, "hessian").squeeze()

    def gradient(*given: Any) -> Any:
        found = jacobian(number, given, create_graph=True)
        check(found, "jacobian", strict)
        return found if many else found[0]

    return jacobian(gradient, inputs, create_graph, strict)


def vhp(
    func: Function,
    inputs: Tensors,
    v: Tensors = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensors, Tensors]:
    """``func(*inputs)``, one number, and the product of a vector with its Hessian, ``v H``.

    Two backwards, the second through the first; the Hessian itself is never computed.

    Args:
        func: takes the inputs, returns a tensor with one element.
        inputs: one tensor or a tuple; they may but need not require grad.
        v: one tensor per input, in its shape; may be left out for a single number.
        create_graph: record it all, so that the results can be differentiated in turn.
        strict: raise where a derivative does not depend on an input; else zeros stand there.

    Returns:
        The output, and one tensor per input, in its shape.

    Raises:
        RuntimeError: `v` does not fit the inputs; `func` returns something else than one number;
            `strict` found an independence.
        TypeError: something is neither a tensor nor a tuple of tensors.

    Example:
        >>> import minigrad
        >>> x, v = minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 10.0])
        >>> minigrad.autograd.functional.vhp(lambda x: (x**3).sum(), x, v)
        (tensor(9.), tensor([  6., 120.]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.vhp.html
    """
    with enable_grad():
        call = Call("vhp", func, inputs, create_graph, strict)
        v = call.vector_like_inputs(v)
        outputs, gradient = call.gradient_of_number()
        found = partial_grad(gradient, call.inputs, v, create_graph)
        product = call.filled(found, call.inputs, "double_back")
    return call.result(outputs, False), call.result(product, call.many_inputs)


def hvp(
    func: Function,
    inputs: Tensors,
    v: Tensors = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensors, Tensors]:
    """``func(*inputs)``, one number, and the product of its Hessian with a vector, ``H v``.

    For a function that is twice continuously differentiable it equals ``v H``: `vhp` is quicker,
    for this one needs three backwards, by the trick that `jvp` explains.

    Arguments, results and errors are those of `vhp`.

    Example:
        >>> import minigrad
        >>> x, v = minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 10.0])
        >>> minigrad.autograd.functional.hvp(lambda x: (x**3).sum(), x, v)
        (tensor(9.), tensor([  6., 120.]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.functional.hvp.html
    """
    with enable_grad():
        call = Call("hvp", func, inputs, create_graph, strict)
        v = call.vector_like_inputs(v)
        outputs, gradient = call.gradient_of_number()
        u = tuple(zeros_like(x, requires_grad=True) for x in call.inputs)
        u_times_hessian = partial_grad(gradient, call.inputs, u, create_graph=True)
        found = partial_grad(u_times_hessian, u, v, create_graph)
        product = call.filled(found, call.inputs, "double_back_trick")
    return call.result(outputs, False), call.result(product, call.many_inputs)


_FORWARD_HINT = (
    ' Hint: If your function has more outputs than inputs, "forward-mode" tends to be more '
    'performant. Otherwise, prefer to use "reverse-mode".'
)
