"""What the functions of `functional` share: tuples in and out, and checks in PyTorch's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..creation import zeros_like
from .entry import grad
from .wrap import is_tensor

Tensors = Any  # one tensor or a tuple of them
Function = Callable[..., Tensors]


class Call:
    """One call: what it was given, and the checks that all of the functions make.

    Attributes:
        inputs: always a tuple, of tensors made for this call; else what the user's function
            captures from around it could not be told from what it was given.
        many_inputs, many_outputs: whether the user has tuples; results take the same form.
    """

    def __init__(
        self, name: str, func: Function, inputs: Tensors, create_graph: bool, strict: bool
    ) -> None:
        self.name, self.func, self.create_graph, self.strict = name, func, create_graph, strict
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
        self.check(outputs, "outputs")
        return outputs

    def gradient_of_number(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The output, which must be one number, and its gradient, recorded."""
        outputs = self.run()
        the_number(outputs, self.many_outputs, self.name)
        gradient = partial_grad(outputs, self.inputs, None, create_graph=True)
        self.check(gradient, "jacobian")
        return outputs, gradient

    def vector_like_outputs(self, v: Tensors, outputs: tuple[Any, ...]) -> Any:
        """`v` as a tuple, if it fits the outputs; None where it was left out."""
        return self._vector(v, outputs, self.many_outputs, "user-provided function returns")

    def vector_like_inputs(self, v: Tensors) -> Any:
        """`v` as a tuple, if it fits the inputs; None where it was left out."""
        where = "input to the user-provided function is"
        return self._vector(v, self.inputs, self.many_inputs, where)

    def _vector(self, v: Tensors, like: tuple[Any, ...], many: bool, where: str) -> Any:
        if v is None:
            if len(like) != 1 or like[0].numel() != 1:
                raise RuntimeError(NO_VECTOR.format(where))
            return None
        v = tuple(self._own(x, False) for x in as_tuple(v, "v", self.name)[1])
        if len(v) != len(like):
            should = f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}."
            raise RuntimeError(should if many else "The given v should contain a single Tensor.")
        for i, (x, y) in enumerate(zip(v, like)):
            if x.shape != y.shape:
                raise RuntimeError(
                    f"{f'Entry {i} in ' if many else ''}v has invalid size: should be {y.shape} "
                    f"but got {x.shape}."
                )
        return v

    def check(self, tensors: tuple[Any, ...], kind: str) -> None:
        """With `strict`: raise unless each was found, and depends on the inputs."""
        check(tensors, kind, self.strict)

    def filled(self, found: Any, like: tuple[Any, ...], stage: str) -> tuple[Any, ...]:
        """What was found, with zeros where nothing was; with `strict`, an error."""
        for i, g in enumerate(found):
            if self.strict and g is None:
                raise RuntimeError(NOT_REACHED[stage].format(i))
            if self.strict and self.create_graph and not g.requires_grad:
                which = "hessian" if "double" in stage else "jacobian"
                raise RuntimeError(CONSTANT.format(which, i))
        return tuple(zeros_like(x) if g is None else g for g, x in zip(found, like))

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
    """`grad`, with None among the outputs allowed, and outputs that require no grad."""
    pairs = zip(outputs, (None,) * len(outputs) if v is None else v)
    live = [(y, g) for y, g in pairs if y is not None and y.requires_grad]
    if not live:
        return (None,) * len(inputs)
    ys, gs = zip(*live)
    return grad(ys, inputs, gs, retain_graph, create_graph, allow_unused=True)


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
    if many:
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if outputs[0].numel() != 1:
        raise RuntimeError(
            f"The Tensor returned by the function given to {name} should contain a single element"
        )
    return outputs[0]


def check(tensors: tuple[Any, ...], kind: str, strict: bool) -> None:
    """With `strict`: raise unless each was found, and depends on the inputs."""
    for i, x in enumerate(tensors if strict else ()):
        if x is None:
            raise RuntimeError(NOT_REACHED["back"].format(i))
        if not x.requires_grad:
            raise RuntimeError(NOT_RECORDED[kind].format(i))


def check_strategy(vectorize: bool, strategy: str, strict: bool, hint: str = "") -> None:
    """Raise for what PyTorch has and minigrad has not: vmap and forward mode."""
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError(
            f'Expected strategy to be either "forward-mode" or "reverse-mode".{hint}'
        )
    if strategy == "forward-mode":
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian is"
            "only implemented for `vectorize=True`.\n"
            'minigrad has neither of them: use "reverse-mode".'
        )
    if vectorize and strict:
        raise RuntimeError(
            "minigrad.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not "
            "supported together. Please either set `strict=False` or `vectorize=False`."
        )
    if vectorize:
        raise NotImplementedError(
            "vectorize=True needs vmap, which minigrad does not have. Leave it False: the result "
            "is the same, computed row by row."
        )


OUTPUTS = "outputs of the user-provided function"
NO_VECTOR = "The vector v can only be None if the {} a single Tensor with a single element."
_FORBIDDEN = "This is not allowed in strict mode"
NO_ROW = f"Output {{}} of the user-provided function is independent of input {{}}. {_FORBIDDEN}."
CONSTANT = (
    f"The {{}} of the user-provided function is independent of input {{}}. {_FORBIDDEN} when "
    "create_graph=True."
)
NOT_REACHED = {
    "back": f"The output of the user-provided function is independent of input {{}}. {_FORBIDDEN}.",
    "back_trick": "The gradient with respect to the input is independent of entry {} in the "
    "grad_outputs when using the double backward trick to compute forward mode gradients. "
    f"{_FORBIDDEN}.",
    "double_back": "The jacobian of the user-provided function is independent of input {}. "
    f"{_FORBIDDEN}.",
    "double_back_trick": "The hessian of the user-provided function is independent of entry {} in "
    f"the grad_jacobian. {_FORBIDDEN} as it prevents from using the double backward trick to "
    "replace forward mode AD.",
}
NOT_RECORDED = {
    "outputs": "Output {} of the user-provided function does not require gradients. The outputs "
    "must be computed in a differentiable manner from the input when running in strict mode.",
    "grad_inputs": "The gradient with respect to input {} is independent of the inputs of the "
    f"user-provided function. {_FORBIDDEN}.",
    "jacobian": "While computing the hessian, found that the jacobian of the user-provided "
    f"function with respect to input {{}} is independent of the input. {_FORBIDDEN}. You should "
    "ensure that your function is twice differentiable and that the jacobian depends on the inputs "
    "(this would be violated by a linear function for example).",
}
