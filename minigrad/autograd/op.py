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
backward runs it on bare arrays; with ``create_graph=True`` it runs on tensors and is recorded.

This file reads declarations; `record` makes the calls.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from . import pullback
from .errors import freed
from .node import EARLY, Node, next_sequence_nr
from .wrap import INFERENCE, is_tensor, wrap


class Op:
    """One operation, as declared.

    Attributes:
        forward: computes on arrays; inside a rule that runs on bare arrays, a call runs just this.
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
        asks: for each rule, the inputs and outputs that it asks for.
        asked_places: what its rules ask for, in their order, as places in `Node.saved`.
        elementwise: whether operands broadcast and are promoted to a common type.
        saved_names: what can be read from its nodes as ``_saved_…``, and its name here.
        uneven: whether something is saved in any case that not every rule asks for.
        next_nr: what gives its nodes their sequence numbers.
        node: the class that its nodes are shown in, ``MulBackward0``.
        vjp: ``vjp(node, grads, useful, bare)``: the gradient of each differentiable input of a
            node, from those of its outputs; `useful` are the nodes worth sending to, None for all;
            `bare` says whether gradients are arrays rather than tensors.
        meets: whether, though not declared elementwise, it promotes the inputs that have a rule.
    """

    def __init__(
        self,
        forward: Callable[..., Any],
        tex: str,
        rules: dict[str, tuple[Callable[..., Any], str]],
        *,
        name: str | None = None,
        label: str | None = None,
        outputs: tuple[str, ...] = ("result",),
        view: bool = False,
        to_float: bool = False,
        meets: bool = False,
        elementwise: bool = False,
    ):
        parameters = inspect.signature(forward).parameters.values()
        arrays = [p for p in parameters if p.annotation == "Array"]
        self.forward, self.tex, self.outputs = forward, tex, outputs
        self.view, self.to_float = view, to_float
        self.meets, self.elementwise = meets, elementwise
        self.label = label or forward.__name__.strip("_")
        self.inputs, self.n = [p.name for p in arrays], len(arrays)
        self.variadic = bool(arrays) and arrays[0].kind is inspect.Parameter.VAR_POSITIONAL
        self.attrs = {p.name: p.default for p in parameters if p.annotation != "Array"}
        self.rules = [(i, *rules[i]) for i in self.inputs if i in rules]
        self.edge_places = [self.inputs.index(i) for i, _, _ in self.rules]
        self.differentiable = -1 if self.variadic else sum(1 << place for place in self.edge_places)
        self._savable = [] if self.variadic else [*self.inputs, *outputs]
        self._read_rules()
        self.node = self._node_class(name)
        self.next_nr = next_sequence_nr if name != "NotImplemented" else lambda: EARLY
        self._kept: dict[int, tuple[bool, ...] | None] = {}

    def _read_rules(self) -> None:
        """Work out, once, where each rule's parameters come from."""
        asked = [list(inspect.signature(rule).parameters) for _, rule, _ in self.rules]
        self.asks = [[a for a in names[1:] if a in self._savable] for names in asked]
        first_asked = dict.fromkeys(a for asks in self.asks for a in asks)
        self.asked_places = [self._savable.index(a) for a in first_asked]
        pulls = [self._bind(rule, names[1:]) for (_, rule, _), names in zip(self.rules, asked)]
        every = [a for asks in self.asks for a in asks]
        self._always = {a for a in every if every.count(a) > 1 or a not in self.inputs}
        self.uneven = any(not self._always <= {*asks} for asks in self.asks)
        self.vjp = self._vjp(pulls)
        if any(first == "grads" for first, *_ in asked):
            self.vjp = pullback.of_all_outputs(self.vjp)
        self.saved_names = self._saved_names({a for names in asked for a in names[1:]})

    def _vjp(self, pulls: list[pullback.Pullback]) -> pullback.Vjp:
        if self.variadic and pulls:
            return pullback.of_many_inputs(*pulls)
        if len(pulls) == 1:
            return pullback.of_one_input(*pulls)
        if len(pulls) == 2 and not self.uneven:
            return pullback.of_two_inputs(*pulls)
        return pullback.of_inputs(pulls)

    def _saved_names(self, asked: set[str]) -> dict[str, str]:
        """What can be read from a node as ``_saved_…``, and its name here."""
        saved = {f"_saved_{_torch_name(a)}": a for a in self._savable if a in asked}
        unseen = ("dtype", "turned")  # the one is undone by casts, the other is how operands lie
        attrs = {f"_saved_{a}": a for a in self.attrs if a not in unseen}
        shapes = {
            f"_saved_{_torch_name(i)}_sym_sizes": f"{i}_shape"
            for i in self.inputs
            if f"{i}_shape" in asked
        }
        return {**saved, **attrs, **shapes}

    def _bind(self, rule: Callable[..., Any], names: list[str]) -> pullback.Pullback:
        """`rule` as a function of its node; the common small cases avoid building a list."""
        if not names:
            return pullback.no_value(rule)
        if len(names) == 1 and names[0] in self._savable:
            place = self._savable.index(names[0])
            read = pullback.input_value if place < self.n else pullback.output_value
            return read(rule, place)
        return pullback.many_values(rule, [self._source(name) for name in names])

    def _source(self, name: str) -> Callable[[Node, bool], Any]:
        """How a pull-back finds the value that its rule calls `name`."""
        if name in self._savable:
            place = self._savable.index(name)
            return lambda node, bare: node.read(place, bare)
        if name in self.attrs:
            default = self.attrs[name]
            return lambda node, bare: node.attrs.get(name, default) if node.attrs else default
        edge = [i for i, _, _ in self.rules].index(name.removesuffix("_shape"))

        def shape(node: Node, bare: bool) -> Any:
            parent = node.parents[edge]  # the graph knows it: nothing is kept for a shape
            return () if parent is None else parent.shapes[node.places[edge]]

        return shape

    def _node_class(self, name: str | None) -> type[Node]:
        """A class of nodes for this operation alone, with a property for each ``_saved_…``."""
        camel = "".join(word.capitalize() for word in self.label.split("_"))
        saved = {name: property(partial(self.read_saved, name=name)) for name in self.saved_names}
        own = {"__slots__": (), "__module__": "builtins", **saved}  # shown as PyTorch's are
        return type(name or f"{camel}Backward0", (Node,), own)

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

    def kept(self, needs: int) -> tuple[bool, ...] | None:
        """What to save when only some inputs need a gradient; None for nothing.

        An input that one rule alone asks for is saved only if that rule will run; what several ask
        for, and outputs, in any case: so does PyTorch.

        Args:
            needs: those inputs, a bit each.

        Returns:
            Whether to save it, for each input and then for each output.
        """
        if needs not in self._kept:
            used = {a for p, ask in zip(self.edge_places, self.asks) if needs >> p & 1 for a in ask}
            keep = tuple(name in used | self._always for name in self._savable)
            self._kept[needs] = keep if needs and any(keep) else None
        return self._kept[needs]

    def unsavable(self, inputs: Any, needs: int) -> Exception | None:
        """What forbids to save `inputs`, of which `needs` need a gradient; None if nothing does.

        A call that would fail for this, and for another reason, too, fails for this.
        """
        kept = [x for keep, x in zip(self.kept(needs) or (), inputs) if keep and is_tensor(x)]
        return INFERENCE.error() if any(x._counter is INFERENCE for x in kept) else None


def _torch_name(name: str) -> str:
    return "self" if name == "input" else name
