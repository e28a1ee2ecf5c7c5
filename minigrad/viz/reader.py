"""From live tensors to a `Graph`: walk `next_functions`, copy what is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from . import library
from .constants import constants as found_constants
from .data import Edge, Graph, Node, Output, Place, Saved
from .modules import Modules
from .names import Names, names_around
from .outputs import with_values
from .succession import inputs_last


def graph(output: Any, params: Mapping[str, Any] | None = None, constants: bool = False) -> Graph:
    """Read the graph behind `output`, or behind several results, as plain data.

    Its nodes are the recorded operations and the leaves, each with its name, shape, dtype, value
    and gradient as far as they are known, and what it saved: values, versions, bytes, and whether
    they are freed. ``groups()`` tells which operations ran inside which call of a module.

    The names of tensors are those of the variables of the code that called, and of the parameters
    of any module among them; `params` adds to these and goes first.

    Args:
        output: the result, any shape, or a list of several; each must require a gradient.
        params: names for tensors, ``{name: tensor}``, as `make_dot` takes them.
        constants: also tell of the values that want no gradient, as far as they are known: each
            ``(None, 0)`` of an operation's ``next_functions``, and what was detached from what.

    Returns:
        The graph; changing a tensor afterwards does not change it.

    Raises:
        TypeError: `output` is no tensor.
        ValueError: `output` requires no gradient, so there is no graph behind it.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> y = (x * 3).log()
        >>> [(node.op, node.name) for node in minigrad.viz.graph(y).nodes]
        [('LogBackward0', 'y'), ('MulBackward0', ''), ('AccumulateGrad', 'x')]
        >>> model = minigrad.nn.Sequential(minigrad.nn.Linear(2, 3), minigrad.nn.Tanh())
        >>> groups = minigrad.viz.graph(model(minigrad.ones(4, 2))).groups()
        >>> groups["model.0"].title, groups["model.0"].parent
        ('model.0 · Linear(2, 3)', 'model')
    """
    return Reader(output, names_around(params), constants).graph


def as_graph(output: Any, params: Mapping[str, Any] | None = None) -> Graph:
    """`output` if it is a graph that was read, else the graph behind it."""
    return output if isinstance(output, Graph) else graph(output, params)


class Reader:
    """The graph behind one tensor or several, and the library's own node for each of its ids.

    Attributes:
        live: the library's nodes by id; they keep the recorded graph alive.
        held: the tensors that can have a ``.grad``, each by the id of its node and the number of
            the output that it is: the leaves, what variables hold, what was told to retain it.
        graph: the same as plain data.
    """

    def __init__(self, tensors: Any, names: Names, constants: bool = False) -> None:
        results = listed(tensors)
        for tensor in results:
            library.check(tensor)
            names.add("", tensor)
        roots = [library.node_of(tensor) for tensor in results]
        found = discover(roots)
        for kept in chain.from_iterable(map(library.retaining, found)):
            names.add("", kept)  # whoever else holds it: its .grad is there to be shown
        self.live = {f"n{number}": node for number, node in enumerate(found)}
        self._ids = {id(node): key for key, node in self.live.items()}
        self._ids |= {id(n.variable): k for k, n in self.live.items() if library.is_leaf(n)}
        self.held: dict[Place, Any] = {}
        modules = Modules(self.live, names)
        nodes = [self._node(key, names, modules.paths.get(key, ())) for key in self.live]
        nodes = with_values(nodes, self.live, self.held)
        given = found_constants(nodes, self.live, self._ids, names) if constants else ()
        numbers = [getattr(tensor, "output_nr", 0) for tensor in results]
        places = tuple((self._ids[id(root)], nr) for root, nr in zip(roots, numbers))
        self.graph = Graph(tuple(nodes), modules.titles, places, given)

    def _node(self, key: str, names: Names, modules: tuple[str, ...]) -> Node:
        node = self.live[key]
        saved = tuple(self._saved(*value) for value in library.saved_values(node))
        held = self._outputs(key, names)
        first = self.held.get((key, 0))
        tex, rules = library.formulas(node)
        return Node(
            id=key,
            op=library.name_of(node),
            kind="leaf" if library.is_leaf(node) else "op",
            names={nr: name for nr, (name, _) in held.items() if name},
            shape=library.output_shape(node) if first is None else tuple(first.shape),
            value=None if first is None else library.snapshot(first),
            version=None if first is None else first._version,
            grad=None if first is None else library.kept_gradient(first),
            retains=first is not None and first.retains_grad,
            written=getattr(node, "_written", None),
            edges=tuple(
                Edge(key, slot, self._ids[id(to)], nr)
                for slot, (to, nr) in enumerate(node.next_functions)
                if to is not None
            ),
            saved=saved,
            tex=tex,
            rules=rules,
            dtype=library.dtype_name(first) or library.output_dtype(node),
            bytes=sum(part.value.nbytes for part in saved if part.is_tensor),
            modules=modules,
            further={nr: _output(tensor) for nr, (_, tensor) in held.items() if nr},
        )

    def _outputs(self, key: str, names: Names) -> dict[int, tuple[str, Any]]:
        """The name and the tensor of each output that a variable holds."""
        node = self.live[key]
        leaf = library.is_leaf(node)
        held = names.outputs_of(node.variable if leaf else node)
        self.held |= {(key, nr): tensor for nr, (_, tensor) in held.items()}
        if leaf:
            self.held[key, 0] = node.variable
        return held

    def _saved(self, name: str, value: Any, problem: str) -> Saved:
        if not library.is_tensor(value):
            return Saved(name, value, problem=problem)
        maker, nr = library.origin(value) or (0, 0)
        copy = library.snapshot(value)
        problem = "unreadable" if copy is None else ""
        return Saved(name, copy, value._version, self._ids.get(maker, ""), nr, problem)


def _output(tensor: Any) -> Output:
    """What a tensor that somebody holds says of itself."""
    return Output(
        tuple(tensor.shape),
        library.snapshot(tensor),
        tensor._version,
        library.kept_gradient(tensor),
        library.dtype_name(tensor),
        tensor.retains_grad,
    )


def listed(tensors: Any) -> list[Any]:
    """The results that somebody asks for: a tensor, or a list or tuple of several."""
    results = list(tensors) if isinstance(tensors, (list, tuple)) else [tensors]
    if not results:
        raise ValueError("there is nothing to read a graph from: the list of results is empty")
    return results


def discover(roots: Sequence[Any]) -> list[Any]:
    """The library's nodes behind `roots`: operations, each before its inputs, then the leaves."""
    inputs: dict[Any, list[Any]] = {}
    stack = list(reversed(roots))
    while stack:
        node = stack.pop()
        if node not in inputs:
            inputs[node] = [parent for parent, _ in node.next_functions if parent is not None]
            stack += inputs[node]
    leaves = {node for node in inputs if library.is_leaf(node)}
    order = inputs_last(
        {
            node: [parent for parent in parents if parent not in leaves]
            for node, parents in inputs.items()
            if node not in leaves
        }
    )
    met = [parent for node in order for parent in inputs[node] if parent in leaves]
    return [*order, *dict.fromkeys([*met, *(root for root in roots if root in leaves)])]
