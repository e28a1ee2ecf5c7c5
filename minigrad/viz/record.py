"""Time travel: run the ordinary backward pass and write down what happens.

The recorder knows the engine only as every user does, through the hooks of nodes and tensors. The
engine has no second way for it: what a recording shows is what ran.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from . import library
from .data import Place
from .events import Accumulate, Change, Enter, Event, Fail, Release, Rewrite, Seed, Send
from .names import Names, names_around
from .reader import Reader, listed
from .recording import Recording
from .state import State

_COARSE = 2**-6  # some roundings of bfloat16
_VERSIONS = re.compile(r"is at version (\d+); expected version (\d+)")


def record_backward(
    tensor: Any,
    gradient: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
    *,
    params: Mapping[str, Any] | None = None,
) -> Recording:
    """Run ``tensor.backward(...)``, or of several results one ``backward([...])``, and record it.

    It does all that `backward` does: gradients are added to ``.grad``, hooks run, and unless
    `retain_graph` says otherwise the saved values are freed. What a saved-tensors hook has packed
    is not looked at, so such hooks run as often as for `backward`. Of bfloat16, which NumPy lacks,
    the recording has the same values as float32.

    Args:
        tensor: the result to differentiate, or a list of several, for one walk from all of them.
        gradient: what flows into it, of its shape; may be left out if it has one element. For
            several results a list, in it None for what may be left out.
        retain_graph: keep what is saved, for another backward.
        create_graph: record the backward itself, so that it can be differentiated.
        inputs: the tensors, leaves or results, to accumulate into; None for all leaves.
        params: names for tensors, ``{name: tensor}``, before those of your variables.

    Returns:
        The recording: `print` it to read it step by step.

    Raises:
        RuntimeError: what `backward` itself raises; no hook is left behind. If nodes had run by
            then, the recording up to there is the error's attribute ``recording``; its last event,
            a `Fail`, names the node whose turn it was, and why it could not run, or what a hook
            after it raised.
        TypeError: `tensor` is no tensor, or its numbers cannot be read, as on the device meta.
        ValueError: `tensor` requires no gradient.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> y = minigrad.tensor(3.0, requires_grad=True)
        >>> z = x * y
        >>> minigrad.viz.record_backward(z)
        1  z.backward() starts: the gradient of z with respect to itself is 1.
        2  MulBackward0 multiplies the gradient 1 by y = 3 and sends 3 to x; it multiplies the \
gradient by x = 2 and sends 2 to y. It frees what it saved.
        3  x.grad was None; it becomes 3.
        4  y.grad was None; it becomes 2.
    """
    names = names_around(params)
    inputs = tuple(inputs) if isinstance(inputs, Iterator) else inputs  # it can be read only once
    for wanted in [inputs] if library.is_tensor(inputs) else inputs or ():
        if library.is_tensor(wanted):  # whatever else it is, backward will refuse it
            names.add("", wanted)
    reader = Reader(tensor, names)
    order = _program_order(reader)
    recorder, results = _Recorder(reader, names), listed(tensor)
    if isinstance(tensor, (list, tuple)) and len(results) == 1:  # then the gradient is a list, too
        gradient = gradient[0] if isinstance(gradient, (list, tuple)) and gradient else gradient
    recorder.seed(results, gradient)
    try:
        recorder.watch()
        library.backward(results, gradient, retain_graph, create_graph, inputs)
    except Exception as error:
        if recorder.fail(error):
            vars(error)["recording"] = Recording(reader.graph, recorder.events, order)
        raise
    finally:
        recorder.stop()
    return Recording(reader.graph, recorder.delivered(), order)


class _Recorder:
    """Hooks on the nodes of a graph and on the tensors somebody holds, writing events."""

    def __init__(self, reader: Reader, names: Names) -> None:
        self.events: list[Event] = []
        self._graph, self._live = reader.graph, reader.live
        self._held = dict(_held(reader.live, names))
        self._grads = {place: library.kept_gradient(held) for place, held in self._held.items()}
        self._state = State()
        self._handles: list[Any] = []
        self._hooked: set[str] = set()  # nodes with a hook of the user's after their rule
        self._last: str | None = None  # who ran last; it frees what it saved after its hooks
        self._turn = ""  # whose turn came last
        self._left = False  # whether its rule has run: what fails then is a hook after it
        self._retaining: list[Place] = []  # whose `.grad` is about to change

    def seed(self, results: Sequence[Any], gradient: Any) -> None:
        """Note where backward starts; gradients that do not fit are left for it to refuse."""
        several = isinstance(gradient, (list, tuple)) and len(gradient) == len(results)
        given = gradient if several else [gradient] * len(results)
        for place, tensor, one in zip(self._graph.results, results, given):
            self._seed(place, tensor, one)

    def _seed(self, place: Place, tensor: Any, gradient: Any) -> None:
        value = library.snapshot(tensor)
        if value is None:
            raise TypeError(
                "record_backward writes numbers down, but those of this tensor cannot be read: its "
                f"dtype is {tensor.dtype}, its device {tensor.device}. backward() itself runs."
            )
        given = library.snapshot(gradient) if library.is_tensor(gradient) else None
        given = np.ones_like(value) if given is None else given
        self._note(Seed(*place, given.astype(value.dtype, copy=False)))

    def watch(self) -> None:
        """Put a hook before and after every node, behind the hooks that are there already."""
        for place, held in self._held.items():
            self._handles.append(held.register_hook(partial(self._arrive, place)))
        for key, node in self._live.items():
            self._handles.append(node.register_prehook(partial(self._enter, key)))
            self._handles.append(node.register_hook(partial(self._leave, key)))
            if library.hooks_beside(self._handles[-1]):
                self._hooked.add(key)

    def fail(self, error: Exception) -> bool:
        """Note how the pass ended early; False if it had not begun."""
        if not self._turn:
            return False
        if self._left:
            self._settle()
        problem = "" if self._left else library.problem_of(error)
        names = [_whole(name) for name, _, why in self._saved(self._turn) if why == problem]
        known = problem in ("freed", "changed") and bool(names)
        found = _VERSIONS.search(str(error))
        lines = str(error).splitlines() or [""]
        self._note(
            Fail(
                self._turn,
                type(error).__name__,
                lines[0],
                problem if known else "",
                tuple(dict.fromkeys(names)) if known else (),
                (int(found[2]), int(found[1])) if found else None,
            )
        )
        self._last = None
        return True

    def stop(self) -> None:
        """Take all hooks back, and note what the last node freed."""
        for handle in self._handles:
            handle.remove()
        self._settle()

    def delivered(self) -> Iterator[Event]:
        """The events, without what a rule gave along the way for nothing that is wanted."""
        reached = {event.node for event in self.events if isinstance(event, (Enter, Accumulate))}
        for event in self.events:
            if not isinstance(event, Send) or event.edge.to in reached:
                yield event

    def _note(self, event: Event) -> None:
        self.events.append(event)
        self._state.take(event)

    def _arrive(self, place: Place, grad: Any) -> None:
        """A tensor's own hooks have run; if it retains its gradient, that is next."""
        if not self._retaining or self._retaining[-1][0] != place[0]:
            self._settle()
        self._compare(place, grad)
        held = self._held[place]
        if grad is not None and not held.is_leaf and held.retains_grad:
            self._retaining.append(place)

    def _enter(self, key: str, grads: tuple[Any, ...]) -> None:
        self._settle()
        for nr, grad in enumerate(grads):
            self._compare((key, nr), grad)
        gradients = tuple(self._state.arrived.get((key, nr)) for nr in range(len(grads)))
        self._note(Enter(key, gradients, self._versions(key)))
        self._last = key
        self._turn = key
        self._left = False

    def _compare(self, place: Place, grad: Any) -> None:
        """Is what a hook sees what had arrived? Else another hook changed it."""
        arrived = self._state.arrived.get(place)
        gradient = None if grad is None else library.snapshot(grad)
        if not _same(arrived, gradient, grad):
            self._note(Change(*place, arrived, gradient))

    def _leave(self, key: str, sent: tuple[Any, ...], grads: tuple[Any, ...]) -> None:
        self._left = True
        if self._graph[key].leaf:
            self._leaf_grad((key, 0))
        for edge in self._graph[key].edges:
            gradient = None if sent[edge.slot] is None else library.snapshot(sent[edge.slot])
            if gradient is not None:
                self._note(Send(edge, gradient, key in self._hooked))

    def _leaf_grad(self, place: Place) -> None:
        """A leaf's ``.grad`` has grown; hooks that run right after that may have changed it."""
        if place not in self._state.arrived:
            return
        before, after = self._grads[place], library.kept_gradient(self._held[place])
        added = self._state.arrived[place]
        grown = added if before is None else np.asarray(before + added)
        self._note(Accumulate(*place, before, grown))
        if not _same(grown, after, self._held[place]):
            self._note(Rewrite(*place, grown, after))

    def _settle(self) -> None:
        """Note what has become visible since the last hook: kept gradients, freed values."""
        self._note_release()
        for place in self._retaining:
            grad = library.kept_gradient(self._held[place])
            if grad is not None:
                self._note(Accumulate(*place, self._grads[place], grad))
        self._retaining.clear()

    def _versions(self, key: str) -> dict[str, int]:
        saved = self._saved(key)
        return {name: value._version for name, value, _ in saved if library.is_tensor(value)}

    def _saved(self, key: str) -> list[tuple[str, Any, str]]:
        return library.saved_values(self._live[key])

    def _note_release(self) -> None:
        """What has the node that ran last given up since?"""
        key, self._last = self._last, None
        if key is None:
            return
        kept = [saved for saved in self._graph[key].saved if saved.problem != "freed"]
        had = {_whole(saved.name) for saved in kept}
        gone = tuple(n for n, _, problem in self._saved(key) if problem == "freed" and n in had)
        if gone:
            self._note(Release(key, gone))


def _program_order(reader: Reader) -> list[str]:
    """The ids of the operations, the one recorded first leading."""
    operations = [node.id for node in reader.graph.operations]
    return sorted(operations, key=lambda key: reader.live[key]._sequence_nr())


def _held(live: Mapping[str, Any], names: Names) -> list[tuple[Place, Any]]:
    """Each tensor that can have a ``.grad``, by its place: the leaves, and outputs with a name."""
    held: list[tuple[Place, Any]] = []
    for key, node in live.items():
        if library.is_leaf(node):
            held.append(((key, 0), node.variable))
        else:
            held += [((key, nr), tensor) for nr, (_, tensor) in names.outputs_of(node).items()]
    return held


def _whole(name: str) -> str:
    """What is freed as one: ``saved_tensors`` of ``saved_tensors[0]``."""
    return name.partition("[")[0]


def _same(a: np.ndarray | None, b: np.ndarray | None, tensor: Any) -> bool:
    """Equal bit for bit, so that not-a-number equals itself and 0.0 differs from -0.0.

    Where NumPy lacks the dtype of `tensor`, sums of ours are rounded otherwise: almost equal will
    do.
    """
    if a is None or b is None:
        return a is b
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if not library.is_numpys(tensor):
        largest = float(np.nanmax(np.abs(a), initial=0.0))
        return bool(np.allclose(a, b, rtol=_COARSE, atol=_COARSE * largest, equal_nan=True))
    return a.tobytes() == b.tobytes()
