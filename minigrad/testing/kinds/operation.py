"""An operation to write, both its halves: a class with a `forward` and a `backward`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...autograd import function as own
from ...autograd.grad_mode import no_grad
from ..attempt import holds_dots, is_blank, unused
from ..observed import OddForm
from ..question import Draw
from ..values import is_tensor, kind
from ..verdict import Verdict, wrong
from .function import Function

KEPT = (
    "The numbers are right, but an input or the result is kept as an attribute of ctx. Nobody "
    "notices there if it is written over before the backward, and nobody frees it. "
    "save_for_backward is for tensors; attributes are for all else."
)

TUPLE = (
    "A tuple stands there, several things in one, or one thing in brackets. `saved_tensors` is "
    "one: `(x,) = ctx.saved_tensors` takes a single tensor out of it."
)
ADVICE = {
    "'tuple' object has no attribute": TUPLE,
    "can be converted to an index": TUPLE,  # 2 * x, where x is a tuple
    "must be Tensor, not tuple": TUPLE,
    "can only save variables": (
        "save_for_backward is for tensors. A number or a shape is kept as an attribute: `ctx.low = "
        "low`. Of several things in one, as `x.max(dim)` gives them, save those you need."
    ),
    "The expanded size of the tensor": (
        "`expand` repeats along dimensions of size 1, and adds new ones in front. Where is the one "
        "that is missing? `unsqueeze(dim)` puts a dimension of size 1 there."
    ),
    "is not expandable to size": (
        "What is summed has to have the shape of the result, and what arrives is part of it: "
        "`(g * …).sum_to_size(…)`, with g inside the brackets, and then the shape of the input."
    ),
    "must match the size of tensor": (
        "Entry by entry, shapes have to be equal or 1. One number for each row is laid beside its "
        "row by `unsqueeze`, or left there by `keepdim=True`."
    ),
    "is invalid for input of size": (
        "A new shape holds as many entries as the old one. Is a sum missing before it, or a "
        "repetition?"
    ),
}


class Halves:
    """The two halves of an own operation as one call, so that they can be tried side by side.

    The last argument is the gradient that arrives at the result. What comes back is the result, and
    what the backward gives, just as it gives it: the engine, which sums what is too large, has no
    part in it.

    Attributes:
        operation: a subclass of `minigrad.autograd.Function`.
        kept: whether a call left one of its own tensors on ctx, past `save_for_backward`.

    Example:
        >>> import minigrad
        >>> from minigrad.testing.kinds.operation import Halves
        >>> triple = Halves.of(lambda ctx, x: 3 * x, lambda ctx, g: 3 * g)
        >>> triple(minigrad.tensor([1.0], requires_grad=True), minigrad.tensor([10.0]))
        (tensor([3.], grad_fn=<OwnBackward>), tensor([30.]))
    """

    def __init__(self, operation: Any) -> None:
        self.operation = operation
        self.kept = False
        backward = inspect.unwrap(operation.backward)
        self.__name__ = operation.__name__
        self.__code__ = getattr(backward, "__code__", None)  # where the learner's lines are
        if self.__code__ and unused(backward)[:1] == list(self.__code__.co_varnames[:1]):
            self.__code__ = compile("", self.__code__.co_filename, "exec")  # ctx may stay unused
        self.idle = is_blank(backward) or is_blank(operation.forward)

    @property
    def __signature__(self) -> inspect.Signature:
        """The arguments of ``apply``, and what arrives."""
        apart = self.operation.setup_context is not own.Function.setup_context
        parameters = list(inspect.signature(self.operation.forward).parameters.values())
        arriving = inspect.Parameter("g", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        return inspect.Signature([*parameters[not apart :], arriving])

    @classmethod
    def of(cls, forward: Callable[..., Any], backward: Callable[..., Any]) -> Halves:
        """Those of an operation made of two functions, as its methods would be."""
        methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
        return cls(type("Own", (own.Function,), methods))

    def __call__(self, *args: Any) -> tuple[Any, Any]:
        """The result, and what the backward gives."""
        *inputs, arriving = args
        result: Any = None if self.idle else self.operation.apply(*inputs)
        if self.idle or holds_dots(result):
            raise NotImplementedError
        node = result.grad_fn if is_tensor(result) else None
        if node is None:
            return result, None
        tensors = {id(x) for x in (*inputs, result) if is_tensor(x)}
        for name, value in vars(node).items():
            several = value if isinstance(value, (tuple, list)) else [value]
            self.kept |= name != "saved" and any(id(x) in tensors for x in several)
        with no_grad():
            found = self.operation.backward(node, arriving)
        if holds_dots(found):
            raise NotImplementedError
        return result, found


@dataclass(frozen=True)
class Operation(Function):
    """The answer is an operation: what its forward and its backward give is compared.

    The reference and the mistakes are `Halves`. Of the arguments in a draw, the last is what
    arrives at the result; the tensors among the others require grad. `parts` names the result and,
    in order, what goes to each of these tensors.
    """

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Try both halves; then see whether tensors are kept where they belong."""
        applied = inspect.ismethod(answer) and answer.__name__ == "apply"
        operation = answer.__self__ if applied else getattr(answer, "operation", answer)
        if not (isinstance(operation, type) and issubclass(operation, own.Function)):
            text = "Hand over the class itself, a subclass of torch.autograd.Function."
            return wrong(self.name, f"{text} This is {kind(answer)}.")
        halves = Halves(operation)
        verdict = super().verdict(halves, draw)
        return wrong(self.name, KEPT, score=0.5) if verdict and halves.kept else verdict

    def look(self, args: tuple[Any, ...]) -> Callable[[Any], Any]:
        """What takes the halves' result, and gives it in parts."""
        inputs = dict(zip(self.names(), args[:-1]))

        def parts(found: Any) -> tuple[Any, ...]:
            result, gradients = found
            if not is_tensor(result) or result.grad_fn is None:
                raise OddForm(f"forward should give a tensor of floating point. {_not(result)}")
            several = gradients if isinstance(gradients, tuple) else (gradients,)
            odd = _odd(inputs, several)
            if odd:
                raise OddForm(odd)
            return result, *(g for x, g in zip(inputs.values(), several) if is_tensor(x))

        return parts

    def _explained(self, error: BaseException, answer: Any) -> tuple[list[tuple[str, str]], str]:
        rows, known = super()._explained(error, answer)
        if isinstance(error, NameError) and error.name in self.names():
            name = error.name
            return rows, f"backward does not see forward's arguments. What ctx keeps: `ctx.{name}`."
        advice = (text for words, text in ADVICE.items() if words in str(error))
        return rows, next(advice, "") or known

    def _call(self, answer: Any) -> str:
        inputs = ", ".join(self.names()[:-1])
        return f"forward(ctx, {inputs})` and `backward(ctx, g)"


def _not(result: Any) -> str:
    if result is None:
        return "It gives None: does it end in a `return`?"
    return f"Yours is {kind(result)}{' without a gradient' if is_tensor(result) else ''}."


def _odd(inputs: dict[str, Any], gradients: tuple[Any, ...]) -> str:
    """What is wrong with the form of what a backward gave; empty if nothing is."""
    if all(g is None for g in gradients):
        return "backward gives None: does it end in a `return`?"
    if isinstance(gradients[0], list):
        return "backward gives a list. Several gradients are a tuple: `return a, b`."
    if len(gradients) < len(inputs) or any(g is not None for g in gradients[len(inputs) :]):
        names, others = ", ".join(inputs), [n for n, x in inputs.items() if not is_tensor(x)]
        none = f" Say None for {' and '.join(others)}: no tensor, no gradient." if others else ""
        return (
            f"backward gives one gradient for each argument of forward ({names}), in that order. "
            f"Yours gives {len(gradients)}.{none}"
        )
    for (name, x), g in zip(inputs.items(), gradients):
        if g is not None and not is_tensor(x):
            return f"`{name}` is no tensor and can have no gradient: its place gets None."
        if is_tensor(x) and g is not None and not is_tensor(g):
            return f"The gradient of `{name}` should be a tensor. Yours is {kind(g)}."
    return ""
