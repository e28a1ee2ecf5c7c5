r"""How an operation is declared: a forward on arrays, and one rule per differentiable input.

A declaration is one row of a table::

    @elementwise(r"x \odot y",
        input=(lambda g, other: g * other, r"g \odot y"),
        other=(lambda g, input: g * input, r"g \odot x"))
    def mul(input: Array, other: Array) -> Array:
        return input * other

A rule maps the gradient `g` of the output to that of its input. **Its further parameters say what
is saved**: inputs, outputs (``result``), attributes (every parameter that is not an `Array`), or
``<input>_shape``. What no rule names is not kept alive. One rule serves two speeds: an ordinary
backward runs it on raw arrays; with ``create_graph=True`` it runs on tensors and is recorded.

An operation has one pull-back per rule, which reads what the rule asks for from a node, and one
`vjp`, short for vector-Jacobian product: it runs them and makes the gradients fit. Both are made
here from the names of the rules' parameters, once, when the operation is declared. `record` makes
the calls.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import copy
from functools import partial
from types import FunctionType
from typing import Any

import numpy as np

from ..dtype import get_default_dtype
from .errors import freed
from .node import LEAF_ORDER, OPS, Node, next_sequence_nr
from .wrap import INFERENCE, TensorBase, is_tensor, wrap

Rule = Callable[..., Any]
Pullback = Callable[[Any, Any, bool], Any]  # (node, grad, raw) -> the gradient of one input
Vjp = Callable[..., Any]  # (node, grads, useful, raw) -> the gradient of each input


class Op:
    """One operation, as declared.

    Attributes:
        forward: computes on arrays.
        on_arrays: what a call of it is inside a rule that runs on raw arrays.
        tex: the formula of the result, in TeX.
        rules: ``(input, rule, tex)`` for each differentiable input, in order.
        label: the name in errors, without underscores at its ends.
        inputs: the names of all array inputs; `n` of them.
        variadic: whether it takes any number of arrays, as `cat` does.
        attrs: the other parameters and their defaults.
        outputs: the names of the outputs; empty where their number depends on the call.
        view: whether the result shows the memory of the first input.
        to_float: whether integers are turned into the default floating type first.
        edge_places: the inputs that have a rule, as places in `inputs`.
        differentiable: the same, a bit each.
        reads: for each rule, the inputs and outputs that it reads.
        read_places: what its rules read, in their order, as places in `Node.saved`.
        elementwise: whether operands broadcast and are promoted to a common type.
        saved_names: what can be read from its nodes as ``_saved_…``, and its name here.
        saves_unread: whether something may be saved that no rule which runs will read.
        next_nr: what gives its nodes their sequence numbers.
        node_class: the class that its nodes are shown in, ``MulBackward0``.
        vjp: the vector-Jacobian product, ``vjp(node, grads, useful, raw)``: the gradient of each
            differentiable input of a node, from those of its outputs; `useful` are the nodes worth
            sending to, None for all; `raw` says whether gradients are arrays rather than tensors.
        promotes: whether, though not declared elementwise, it promotes the inputs that have a rule.
        check_types: None, or what raises for the types of operands that are promoted; it is not
            asked where all are floating point.
    """

    def __init__(
        self,
        forward: Callable[..., Any],
        tex: str,
        rules: dict[str, tuple[Rule, str]],
        *,
        name: str | None = None,
        label: str | None = None,
        outputs: tuple[str, ...] = ("result",),
        view: bool = False,
        to_float: bool = False,
        promotes: bool = False,
        elementwise: bool = False,
        check_types: Callable[..., None] | None = None,
    ):
        self.forward = forward
        self.on_arrays = floating(forward) if to_float else forward
        self.tex = tex
        self.label = label or forward.__name__.strip("_")
        self.outputs = outputs
        self.view = view
        self.to_float = to_float
        self.promotes = promotes
        self.elementwise = elementwise
        self.check_types = check_types
        self._read_forward()
        self._read_rules(rules)
        self.node_class = self._class_of_nodes(name)
        self.next_nr = next_sequence_nr if name != "NotImplemented" else lambda: LEAF_ORDER
        self._saves: dict[int, tuple[bool, ...] | None] = {}

    def _read_forward(self) -> None:
        """Tell the array inputs from the other parameters."""
        parameters = inspect.signature(self.forward).parameters.values()
        arrays = [p for p in parameters if p.annotation == "Array"]
        self.inputs = [p.name for p in arrays]
        self.n = len(arrays)
        self.variadic = bool(arrays) and arrays[0].kind is inspect.Parameter.VAR_POSITIONAL
        self.attrs = {p.name: p.default for p in parameters if p.annotation != "Array"}
        self._savable = [] if self.variadic else [*self.inputs, *self.outputs]

    def _read_rules(self, rules: dict[str, tuple[Rule, str]]) -> None:
        """Work out, once, which inputs have a rule, and where its parameters come from."""
        for word in rules:
            if word not in self.inputs:
                raise TypeError(
                    f"{self.label}: '{word}' is no input and no option of a declaration\n"
                    "A rule has the name of its input: a parameter annotated as Array. There are "
                    f"{', '.join(self.inputs) or 'none'}."
                )
        self.rules = [(i, *rules[i]) for i in self.inputs if i in rules]
        self.edge_places = [self.inputs.index(i) for i, _, _ in self.rules]
        self.differentiable = -1 if self.variadic else sum(1 << place for place in self.edge_places)
        parameters = [_parameters(rule) for _, rule, _ in self.rules]
        used = {name for names in parameters for name in names[1:]}
        self._read_parameters(parameters)
        pullbacks = [
            self._bind(rule, names[1:]) for (_, rule, _), names in zip(self.rules, parameters)
        ]
        self.vjp = self._vjp(pullbacks)
        if any(first == "grads" for first, *_ in parameters):
            self.vjp = of_all_outputs(self.vjp)
        self.saved_names = self._saved_names(used)

    def _read_parameters(self, parameters: list[list[str]]) -> None:
        """Work out what is saved: the inputs and outputs among the rules' `parameters`."""
        self.reads = [[name for name in names[1:] if name in self._savable] for names in parameters]
        every = [name for names in self.reads for name in names]
        self.read_places = [self._savable.index(name) for name in dict.fromkeys(every)]
        self._always = {n for n in every if every.count(n) > 1 or n not in self.inputs}
        self.saves_unread = any(not self._always <= {*names} for names in self.reads)

    def _vjp(self, pullbacks: list[Pullback]) -> Vjp:
        if self.variadic and pullbacks:
            return of_many_inputs(*pullbacks)
        if len(pullbacks) == 1:
            return of_one_input(*pullbacks)
        if len(pullbacks) == 2 and not self.saves_unread:
            return of_two_inputs(*pullbacks)
        return of_inputs(pullbacks)

    def _saved_names(self, used: set[str]) -> dict[str, str]:
        """What can be read from a node as ``_saved_…``, and its name here."""
        saved = {f"_saved_{_torch_name(a)}": a for a in self._savable if a in used}
        attrs = {f"_saved_{a}": a for a in self.attrs if a != "dtype"}  # that is undone by a cast
        shapes = {
            f"_saved_{_torch_name(i)}_sym_sizes": f"{i}_shape"
            for i in self.inputs
            if f"{i}_shape" in used
        }
        return {**saved, **attrs, **shapes}

    def _bind(self, rule: Callable[..., Any], names: list[str]) -> Pullback:
        """`rule` as a function of its node; the common small cases avoid building a list."""
        if not names:
            return no_value(rule)
        if len(names) == 1 and names[0] in self._savable:
            place = self._savable.index(names[0])
            read = input_value if place < self.n else output_value
            return read(rule, place)
        return many_values(rule, [self._source(name) for name in names])

    def _source(self, name: str) -> Callable[[Node, bool], Any]:
        """How a pull-back finds the value that its rule calls `name`."""
        if name in self._savable:
            place = self._savable.index(name)
            return lambda node, raw: node.read(place, raw)
        if name in self.attrs:
            default = self.attrs[name]
            return lambda node, raw: node.attrs.get(name, default) if node.attrs else default
        shaped = [f"{i}_shape" for i, _, _ in self.rules]
        if name not in shaped:
            known = ", ".join([*self._savable, *self.attrs, *shaped])
            raise TypeError(f"{self.label}: a rule reads '{name}', which is none of {known}")
        edge = shaped.index(name)

        def shape(node: Node, raw: bool) -> Any:
            parent = node.parents[edge]  # the graph knows it: nothing is kept for a shape
            return () if parent is None else parent.shapes[node.nrs[edge]]

        return shape

    def _class_of_nodes(self, name: str | None) -> type[Node]:
        """A class of nodes for this operation alone, with a property for each ``_saved_…``."""
        camel = "".join(word.capitalize() for word in self.label.split("_"))
        saved = {name: property(partial(self.read_saved, name=name)) for name in self.saved_names}
        own = {"__slots__": (), "__module__": "builtins", **saved}  # shown as PyTorch's are
        return type(name or f"{camel}Backward0", (Node,), own)

    def with_nodes_called(self, name: str) -> Op:
        """The same operation, whose nodes have another name."""
        renamed, own = copy(self), {"__slots__": (), "__module__": "builtins"}
        renamed.node_class = type(name, (self.node_class,), own)
        return renamed

    def read_saved(self, node: Node, name: str) -> Any:
        """The value behind ``node._saved_…``, as a tensor where it is one."""
        name = self.saved_names[name]
        if name not in self._savable:
            return self._source(name)(node, False)
        if node.saved is None:
            raise freed(node)
        place = self._savable.index(name)
        value = node.read(place, False) if node.saved and node.saved[place] is not None else None
        if isinstance(value, tuple):
            return tuple(value)
        # Also a Python number may have taken part.
        return value if value is None or is_tensor(value) else wrap(np.asarray(value))

    def saves(self, needs: int) -> tuple[bool, ...] | None:
        """What to save when only some inputs need a gradient; None for nothing.

        An input that one rule alone asks for is saved only if that rule will run; what several ask
        for, and outputs, in any case: so does PyTorch.

        Args:
            needs: those inputs, a bit each.

        Returns:
            Whether to save it, for each input and then for each output.
        """
        if needs not in self._saves:
            used = set(self._always)
            for place, names in zip(self.edge_places, self.reads):
                if needs >> place & 1:
                    used.update(names)
            keep = tuple(name in used for name in self._savable)
            self._saves[needs] = keep if needs and any(keep) else None
        return self._saves[needs]

    def unsavable(self, inputs: Any, needs: int) -> Exception | None:
        """What forbids to save `inputs`, of which `needs` need a gradient; None if nothing does.

        A call that would fail for this, and for another reason, too, fails for this.
        """
        kept = [x for keep, x in zip(self.saves(needs) or (), inputs) if keep and is_tensor(x)]
        return INFERENCE.error() if any(x._counter is INFERENCE for x in kept) else None


def _torch_name(name: str) -> str:
    return "self" if name == "input" else name


def _parameters(rule: Any) -> list[str]:
    if hasattr(rule, "__signature__"):  # an operation that serves as a rule
        return list(rule.__signature__.parameters)
    return list(rule.__code__.co_varnames[: rule.__code__.co_argcount])


def floating(forward: Callable[..., Any]) -> Callable[..., Any]:
    """`forward` for raw arrays, of which integers have to become floating point first."""

    def on_arrays(input: Any, *more: Any, **attrs: Any) -> Any:
        if input.dtype.kind not in "fV":  # NumPy would make a float16 of a byte
            input = input.astype(get_default_dtype().numpy)
        return forward(input, *more, **attrs)

    return on_arrays


# ---------------------------------------------------------------------------------- pull-backs


def own_code(function: Any, *names: str) -> Any:
    """`function` with a copy of its code, in which its first arguments have other `names`.

    Functions made by one ``def`` share their code, and with it what the interpreter remembers of
    the classes and functions it meets there; with a copy each, every operation is quick at its own.
    """
    code, closure = function.__code__, function.__closure__
    code = code.replace(co_varnames=(*names, *code.co_varnames[len(names) :]))
    defaults = function.__defaults__
    return FunctionType(code, function.__globals__, function.__name__, defaults, closure)


def no_value(rule: Rule) -> Pullback:
    """The pull-back of a rule that asks for nothing but the gradient."""

    def pull(node: Any, grad: Any, raw: bool) -> Any:
        return rule(grad)

    return own_code(pull)


def input_value(rule: Rule, place: int) -> Pullback:
    """The pull-back of a rule that asks for one saved input."""

    def pull(node: Any, grad: Any, raw: bool) -> Any:
        value, version = node.saved[place], node.versions[place]
        if version is None:  # a number
            return rule(grad, value)
        if raw and value._counter[0] == version:  # of no tensor: never, see `UNEQUAL`
            return rule(grad, value._array)
        return rule(grad, node.read(place, raw))

    return own_code(pull)


def output_value(rule: Rule, place: int) -> Pullback:
    """The pull-back of a rule that asks for one saved output."""

    def pull(node: Any, grad: Any, raw: bool) -> Any:
        if raw:
            counter, version, _ = node.versions[place]
            if counter[0] == version:  # where it is packed: never, see `UNEQUAL`
                return rule(grad, node.saved[place])
        return rule(grad, node.read(place, raw))

    return own_code(pull)


def many_values(rule: Rule, sources: list[Callable[[Any, bool], Any]]) -> Pullback:
    """The pull-back of any rule: one source for each thing it asks for."""

    def pull(node: Any, grad: Any, raw: bool) -> Any:
        return rule(grad, *[source(node, raw) for source in sources])

    return pull


def of_inputs(pullbacks: list[Pullback]) -> Vjp:
    """The vjp of an operation with any number of differentiable inputs, a rule for each."""

    def vjp(node: Any, grads: Any, useful: Any, raw: bool) -> Any:
        if node.saved is None:
            raise freed(node)
        grad = grads[0]
        if grad is None or useful is not None or node.op.saves_unread or not any(node.parents):
            node.check_saved()  # also what no rule will read
        if grad is None:
            return [None] * len(node.parents)
        out = [
            pullback(node, grad, raw)
            if parent is not None and (useful is None or parent in useful)
            else None
            for parent, pullback in zip(node.parents, pullbacks)
        ]
        return out if node.grads_match else match_inputs(node, out)

    return vjp


def of_one_input(pullback: Pullback) -> Vjp:
    """The same for one input, quicker where nothing is out of the ordinary."""
    general_vjp = of_inputs([pullback])

    def vjp(node: Any, grads: Any, useful: Any, raw: bool) -> Any:
        grad = grads[0]
        if node.saved is None or grad is None or useful is not None or node.parents[0] is None:
            return general_vjp(node, grads, useful, raw)
        out = (pullback(node, grad, raw),)
        return out if node.grads_match else match_inputs(node, out)

    return own_code(vjp)


def of_two_inputs(first: Pullback, second: Pullback) -> Vjp:
    """The same for two inputs, quicker where nothing is out of the ordinary."""
    general_vjp = of_inputs([first, second])

    def vjp(node: Any, grads: Any, useful: Any, raw: bool) -> Any:
        grad = grads[0]
        left, right = node.parents
        nothing = left is None and right is None
        if nothing or node.saved is None or grad is None or useful is not None:
            return general_vjp(node, grads, useful, raw)
        out = (
            None if left is None else first(node, grad, raw),
            None if right is None else second(node, grad, raw),
        )
        return out if node.grads_match else match_inputs(node, out)

    return own_code(vjp)


def of_many_inputs(pullback: Pullback) -> Vjp:
    """The vjp of an operation on a list of tensors: its one rule gives all their gradients.

    It saves nothing, so it can always run again.
    """

    def vjp(node: Any, grads: Any, useful: Any, raw: bool) -> Any:
        if grads[0] is None:
            return [None] * len(node.parents)
        out = list(pullback(node, grads[0], raw))  # also of those that need none, as in PyTorch
        return out if node.input_dtypes is None else _cast_back(node, out)

    return vjp


def of_all_outputs(vjp: Vjp) -> Vjp:
    """`vjp` for rules that ask for the gradients of all outputs: where none arrived, zeros."""

    def full(node: Any, grads: Any, useful: Any, raw: bool) -> Any:
        like = next((g for g in grads if g is not None), None)
        if like is None:
            return vjp(node, [None], useful, raw)
        filled = [_zeros(like, n) if g is None else g for g, n in zip(grads, node.shapes)]
        return vjp(node, [filled], useful, raw)

    return full


def match_inputs(node: Any, grads: Any) -> list[Any]:
    """Each gradient in the shape and the type of its input: undoes broadcasting and promotion.

    It is done here once, for all operations.
    """
    out: list[Any] = []
    for g, parent, nr in zip(grads, node.parents, node.nrs):
        if g is not None and parent is not None and g.shape != parent.shapes[nr]:
            g = summed(node, len(out), g, parent.shapes[nr])
        out.append(g)
    return out if node.input_dtypes is None else _cast_back(node, out)


def summed(node: Any, place: int, grad: Any, shape: tuple[int, ...]) -> Any:
    """`grad` summed to the `shape` of its input.

    That may have been changed since, by ``x.t_()`` or ``x.data =``: then it need not fit.
    """
    lead = len(grad.shape) - len(shape)
    if lead < 0 or any(m not in (1, n) for n, m in zip(grad.shape[lead:], shape)):
        raise RuntimeError(
            f"Function {node.name()} returned an invalid gradient at index {place} - got "
            f"{list(grad.shape)} but expected shape compatible with {list(shape)}"
        )
    if isinstance(grad, TensorBase):
        return OPS["sum_to_size"](grad, shape)
    over = [d for d in range(len(grad.shape)) if d < lead or grad.shape[d] != shape[d - lead]]
    return grad.sum(tuple(over)).reshape(shape)


def _cast_back(node: Any, grads: list[Any]) -> list[Any]:
    return [
        g if parent is None or g is None or _array(g).dtype == dtype else OPS["to_copy"](g, dtype)
        for g, parent, dtype in zip(grads, node.parents, node.input_dtypes)
    ]


def _zeros(like: Any, shape: tuple[int, ...]) -> Any:
    zeros = np.zeros_like(_array(like), shape=shape)
    return wrap(zeros) if isinstance(like, TensorBase) else zeros


def _array(grad: Any) -> Any:
    return grad._array if isinstance(grad, TensorBase) else grad
