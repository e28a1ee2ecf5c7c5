"""Derivatives as functions: ``grad(f)`` is a function like `f` that returns the gradient of it.

Each call records a graph of its own, from inputs made for it, and ends with results that have no
history, unless something besides those inputs is being differentiated: the call of another of these
functions around it, or a tensor that requires a gradient. So they can be nested.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._mode import current
from ..autograd.entry import current_edge
from ..autograd.functional import partial_grad
from ..autograd.grad_mode import enable_grad
from ..autograd.node import AccumulateGrad
from ..autograd.wrap import is_tensor
from ..creation.filled import zeros_like
from ..ops.joining import stack
from ._tree import filled, leaves, mapped, shape_of

Function = Callable[..., Any]
Argnums = int | tuple[int, ...]

__all__ = ["grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "vjp"]


class Call:
    """One call of a function, recorded from inputs made for it.

    Attributes:
        inputs: the arguments to be differentiated by, with tensors of this call.
        output: what the function returned.
        aux: what else it returned, if it has more.
        own: the leaves that belong to this call alone.
    """

    def __init__(self, func: Function, args: Any, kwargs: Any, places: Any, has_aux: bool) -> None:
        given = list(args)
        with enable_grad():
            for place in places:
                given[place] = mapped(_own, args[place])
            self.inputs = tuple(given[place] for place in places)
            found: Any = func(*given, **kwargs)
        self.output: Any
        self.aux: Any
        self.output, self.aux = found if has_aux else (found, None)
        self.own = leaves(self.inputs)

    def pull_back(self, outputs: Any, cotangents: Any) -> Any:
        """The gradients of `outputs`, weighted, in the form of `inputs`."""
        with enable_grad():
            grads = partial_grad(
                tuple(outputs), tuple(leaves(self.inputs)), cotangents, True, retain_graph=True
            )
        return filled(self.inputs, grads)

    def settled(self, tree: Any) -> Any:
        """Results without history, but for those that depend on more than this call's inputs."""

        def settle(x: Any) -> Any:
            if not is_tensor(x) or (current.mode.recording and self._reaches_further(x)):
                return x
            return x.detach()

        return mapped(settle, tree)

    def _reaches_further(self, x: Any) -> bool:
        if not x.requires_grad:
            return False
        known, seen = {id(leaf) for leaf in self.own}, set()
        todo = [current_edge(x)[0]]
        while todo:
            node = todo.pop()
            if node is None or node in seen:
                continue
            seen.add(node)
            if isinstance(node, AccumulateGrad) and id(node.variable) not in known:
                return True
            todo.extend(parent for parent, _ in node.edges)
        return False


def _own(x: Any) -> Any:
    if not is_tensor(x):
        raise ValueError(f"Thing passed to transform API must be Tensor, got {type(x)}")
    return x.view_as(x) if x.requires_grad else x.detach().requires_grad_()


def grad(func: Function, argnums: Argnums = 0, has_aux: bool = False) -> Function:
    """The function that returns the gradient of `func`, which returns a single number.

    Args:
        func: Returns a 0-d tensor; with `has_aux` a pair of it and of anything else.
        argnums: By which arguments; a tuple of numbers makes a tuple of gradients.
        has_aux: Return ``(gradient, aux)``.

    Raises:
        RuntimeError: When called, if `func` returns anything else, or there is no such argument.

    Example:
        >>> import minigrad
        >>> from minigrad.func import grad
        >>> x = minigrad.tensor(2.0)
        >>> grad(lambda x: x**3)(x), grad(grad(lambda x: x**3))(x)
        (tensor(12.), tensor(12.))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.func.grad.html
    """
    both = grad_and_value(func, argnums, has_aux)

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        found, value = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return wrapper


def grad_and_value(func: Function, argnums: Argnums = 0, has_aux: bool = False) -> Function:
    """The function that returns the gradient of `func`, and its value: ``(gradient, value)``.

    Arguments and errors are those of `grad`; with `has_aux` it is ``(gradient, (value, aux))``.

    Example:
        >>> import minigrad
        >>> minigrad.func.grad_and_value(lambda x: x**3)(minigrad.tensor(2.0))
        (tensor(12.), tensor(8.))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.func.grad_and_value.html
    """

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        call = Call(func, args, kwargs, _places(argnums, args), has_aux)
        value, begin = call.output, "grad_and_value(f)(*args): Expected f(*args) to return a "
        if not is_tensor(value):
            raise RuntimeError(f"{begin}Tensor, got {type(value)}")
        if value.ndim:
            raise RuntimeError(
                f"{begin}scalar Tensor, got tensor with {value.ndim} dims. Maybe you wanted to use "
                "the vjp or jacrev APIs instead?"
            )
        grads = call.pull_back([value], None)
        found = call.settled(grads[0] if isinstance(argnums, int) else grads)
        value = call.settled(value)
        return found, (value, call.settled(call.aux)) if has_aux else value

    return wrapper


def vjp(func: Function, *primals: Any, has_aux: bool = False) -> Any:
    """``func(*primals)``, and the function that multiplies a vector with its Jacobian, ``v J``.

    Args:
        func: Takes and returns tensors, also in dicts, lists and tuples.
        primals: Its arguments.
        has_aux: Whether `func` returns a pair, of which the second is not differentiated.

    Returns:
        ``(output, vjp_fn)``, with `has_aux` ``(output, vjp_fn, aux)``. ``vjp_fn(v)`` is a tuple
        with a gradient for each of the `primals`; it can be called again and again.

    Raises:
        RuntimeError: When ``vjp_fn`` is called, if `v` does not fit the output.

    Example:
        >>> import minigrad
        >>> output, vjp_fn = minigrad.func.vjp(lambda x: x**2, minigrad.tensor([1.0, 2.0]))
        >>> output, vjp_fn(minigrad.tensor([1.0, 10.0]))
        (tensor([1., 4.]), (tensor([ 2., 40.]),))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.func.vjp.html
    """
    call = Call(func, primals, {}, range(len(primals)), has_aux)

    def vjp_fn(cotangents: Any) -> Any:
        given, wanted = shape_of(cotangents), shape_of(call.output)
        if given != wanted:
            raise RuntimeError(
                "Expected pytree structure of cotangents to be the same as pytree structure of "
                f"outputs to the function. cotangents: {given}, primal output: {wanted}"
            )
        found = call.pull_back(leaves(call.output), leaves(cotangents))
        return call.settled(found)

    output = call.settled(call.output)
    return (output, vjp_fn, call.settled(call.aux)) if has_aux else (output, vjp_fn)


def jvp(
    func: Function, primals: Any, tangents: Any, *, strict: bool = False, has_aux: bool = False
) -> Any:
    """``func(*primals)`` and the product of its Jacobian with a vector, ``J v``: two backwards.

    Args:
        func: Takes and returns tensors, also in dicts, lists and tuples.
        primals: A tuple of its arguments.
        tangents: A tuple in the same form: the vector.
        strict: Makes no difference here.
        has_aux: Whether `func` returns a pair, of which the second is not differentiated.

    Returns:
        ``(output, J v)``, with `has_aux` ``(output, J v, aux)``.

    Raises:
        RuntimeError: If `primals` is no tuple, or `tangents` does not fit it.

    Example:
        >>> import minigrad
        >>> x, v = minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 10.0])
        >>> minigrad.func.jvp(lambda x: (x**2).sum(), (x,), (v,))
        (tensor(5.), tensor(42.))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.func.jvp.html
    """
    _check_tangents(primals, tangents)
    call = Call(func, primals, {}, range(len(primals)), has_aux)
    outputs = leaves(call.output)
    with enable_grad():  # v J is linear in v: its derivative by v gives J times the tangents
        vs = tuple(zeros_like(y, requires_grad=True) for y in outputs)
        pulled = partial_grad(tuple(outputs), tuple(call.own), vs, True)
        pushed = partial_grad(pulled, vs, tuple(leaves(tangents)), True)
    call.own.extend(vs)
    output = call.settled(call.output)
    product = call.settled(filled(call.output, pushed))
    return (output, product, call.settled(call.aux)) if has_aux else (output, product)


def _check_tangents(primals: Any, tangents: Any) -> None:
    begin = "jvp(f, primals, tangents): Expected "
    if not isinstance(primals, tuple):
        raise RuntimeError(
            f"{begin}primals to be a tuple. E.g. it should be valid to call f(*primals)."
        )
    given, wanted = shape_of(tangents), shape_of(primals)
    if given != wanted:
        raise RuntimeError(
            f"{begin}primals and tangents to have the same python structure. For example, if "
            "primals is a tuple of 3 tensors, tangents also must be. Got primals with structure "
            f"{wanted} and tangents with structure {given}"
        )
    for x, v in zip(leaves(primals), leaves(tangents)):
        if x.shape != v.shape:
            raise RuntimeError(
                "Trying to set a forward gradient that has a different size than that of the "
                f"original Tensor, this is not supported. Tensor is of size {list(x.shape)} while "
                f"the given forward gradient is of size {list(v.shape)}."
            )


def jacrev(
    func: Function, argnums: Argnums = 0, *, has_aux: bool = False, chunk_size: int | None = None
) -> Function:
    """The function that returns the Jacobian of `func`: one backward per element of the output.

    Args:
        func: Returns tensors, also in dicts, lists and tuples; with `has_aux` a pair, of which the
            second is not differentiated.
        argnums: By which arguments; a tuple of numbers makes a tuple of Jacobians.
        has_aux: Return ``(jacobian, aux)``.
        chunk_size: Makes no difference here.

    Example:
        >>> import minigrad
        >>> minigrad.func.jacrev(lambda x: x**2)(minigrad.tensor([1.0, 2.0]))
        tensor([[2., 0.],
                [0., 4.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.func.jacrev.html
    """

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        call = Call(func, args, kwargs, _places(argnums, args), has_aux)

        def jacobian(output: Any) -> Any:
            with enable_grad():
                rows = [leaves(call.pull_back([element], None)) for element in output.reshape(-1)]
                shapes = [(*output.shape, *x.shape) for x in call.own]
                parts = [stack(row).view(s) for row, s in zip(zip(*rows), shapes)]
            found = filled(call.inputs, parts)
            return found[0] if isinstance(argnums, int) else found

        found = call.settled(mapped(jacobian, call.output))
        return (found, call.settled(call.aux)) if has_aux else found

    return wrapper


def jacfwd(
    func: Function, argnums: Argnums = 0, has_aux: bool = False, *, randomness: str = "error"
) -> Function:
    """The same as `jacrev`: minigrad has no forward mode, which would go column by column.

    Args:
        func: See `jacrev`.
        argnums: See `jacrev`.
        has_aux: See `jacrev`.
        randomness: Makes no difference here.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.func.jacfwd.html
    """
    return jacrev(func, argnums, has_aux=has_aux)


def hessian(func: Function, argnums: Argnums = 0) -> Function:
    """The function that returns the second derivatives of `func`: the Jacobian of its Jacobian.

    Example:
        >>> import minigrad
        >>> minigrad.func.hessian(lambda x: (x**3).sum())(minigrad.tensor([1.0, 2.0]))
        tensor([[ 6.,  0.],
                [ 0., 12.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.func.hessian.html
    """
    return jacfwd(jacrev(func, argnums), argnums)


def _places(argnums: Argnums, args: tuple[Any, ...]) -> list[int]:
    """The places of the arguments to be differentiated by."""
    count = len(args)
    numbers = [argnums] if isinstance(argnums, int) else list(argnums)
    for n in numbers:
        if not -count <= n < count:
            raise RuntimeError(f"Got argnum={n}, but only {count} positional inputs")
    return [n % count for n in numbers]
