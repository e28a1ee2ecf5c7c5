"""A backward pass to play, pause, step through and rewind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets

from ..viz import Recording, record_backward
from ..viz.summary import summary
from ..viz.svg import svg
from ..viz.text import headline
from ._widget import Widget, script, style
from .places import cleared
from .specification import specification
from .still import still

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
MOST_NODES = 2000  # of a graph with more, only a summary is drawn
_SCRIPTS = (
    *("inspector", "legend"),
    *("player_history", "player_picture", "player_table", "backward_player"),
)


class BackwardPlayer(Widget):
    """Runs ``tensor.backward(...)`` and shows it step by step, forward pass included.

    Of several results it runs ``torch.autograd.backward([l1, l2])``, which is one walk from both.

    It does what `backward` does, once, when it is made: gradients are added to ``.grad`` and,
    unless `retain_graph` says otherwise, the saved values are freed. It shows a recording of that.

    In the picture, choose a node or an arrow to see its formula, values, gradients and saved
    tensors. Keys, after a click anywhere in the player: left and right arrow step, Home and End go
    to either end, space plays, b makes it pause at a node or no longer; in the picture up and down
    go from node to node, Enter chooses and Escape lets go. Below it open a legend and a table with
    a row for each step; which node that is and what happened stands there once the step has been
    reached. After Shift+Enter on its cell the player moves into sight.

    A backward that fails because its graph has been freed, or a saved tensor was written into, is
    shown up to where it fails, and why; its exception is kept as `error`. Any other is raised.

    Measured for 10, 100, 500 and 2,000 nodes (``python -m tests.browser.paint``), on two cores, in
    milliseconds of Chromium's main thread: until it first stands there 28, 28, 34 and 55 of script,
    38, 51, 150 and 601 of style and layout; for a step 3, 3, 4 and 4 of script, 5, 4, 6 and 8 of
    style and layout. Making it, the backward itself included, takes 0.04, 0.2, 0.7 and 3 seconds.
    Of more than 2,000 nodes a summary is drawn.

    Args:
        tensor: the result to differentiate, or a list of several, for one walk from all of them.
        gradient: what flows into it, of its shape; may be left out if it has one element. For
            several results a list, in it None for what may be left out.
        retain_graph: keep what is saved, for another backward.
        create_graph: record the backward itself, so that it can be differentiated.
        inputs: the tensors, leaves or results, to accumulate into; None for all leaves.
        params: names for tensors, ``{name: tensor}``, before those of your variables.

    Attributes:
        recording: the `viz.Recording` that is shown.
        error: the exception that ended the backward; None if it ran to its end.
        step: how many steps are done, forward steps included; assign to it to go there.
        selected: the id of the chosen node or edge, ``"n1"`` or ``"n1.0"``; ``""`` for none.
        breakpoints: ids of nodes; playing stops when the turn of one has come.
        speed: how fast it plays: 0.25, 0.5, 1, 2 or 4.

    Raises:
        RuntimeError: what `backward` itself raises, but for the two failures that are shown.
        TypeError: `tensor` is no tensor.
        ValueError: `tensor` requires no gradient.

    Example:
        >>> import minigrad
        >>> from minigrad.widgets import BackwardPlayer
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> player = BackwardPlayer(x * x)
        >>> x.grad
        tensor(4.)
        >>> player.step  # the forward pass, one operation, is done
        1
    """

    _esm = script(*_SCRIPTS)
    _css = style("legend", "backward_player")
    _svg = traitlets.Unicode().tag(sync=True)
    _spec = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    selected = traitlets.Unicode("").tag(sync=True)
    breakpoints = traitlets.List(traitlets.Unicode()).tag(sync=True)
    speed = traitlets.Float(1.0).tag(sync=True)

    def __init__(
        self,
        tensor: Any,
        gradient: Any = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        inputs: Any = None,
        *,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        self.error: RuntimeError | None = None
        try:
            self.recording: Recording = record_backward(
                tensor, gradient, retain_graph, create_graph, inputs, params=params
            )
        except RuntimeError as error:
            recording = vars(error).get("recording")
            if recording is None or not recording.failure.problem:
                raise
            self.recording, self.error = recording, error.with_traceback(None)
        graph = self.recording.graph
        spec = specification(self.recording)
        small = len(graph.nodes) <= MOST_NODES
        picture = cleared(svg(graph), spec) if small else summary(graph)
        at = len(spec["steps"]) if self.error else spec["start"]
        super().__init__(_svg=picture, _spec=spec, step=at)

    @traitlets.validate("step")
    def _check_step(self, proposal: Any) -> int:
        last = len(self._spec.get("steps", ()))
        if not 0 <= proposal["value"] <= last:
            raise traitlets.TraitError(f"step is {proposal['value']}, but must be from 0 to {last}")
        return int(proposal["value"])

    @traitlets.validate("selected")
    def _check_selected(self, proposal: Any) -> str:
        known = {"": None, **self._spec.get("nodes", {}), **self._spec.get("edges", {})}
        if proposal["value"] not in known:
            raise traitlets.TraitError(f"no node or edge is called {proposal['value']!r}")
        return str(proposal["value"])

    @traitlets.validate("breakpoints")
    def _check_breakpoints(self, proposal: Any) -> list[str]:
        for node in proposal["value"]:
            if node not in self._spec.get("nodes", {}):
                raise traitlets.TraitError(f"no node is called {node!r}")
        return list(dict.fromkeys(proposal["value"]))

    @traitlets.validate("speed")
    def _check_speed(self, proposal: Any) -> float:
        if proposal["value"] not in SPEEDS:
            known = ", ".join(f"{speed:g}" for speed in SPEEDS)
            raise traitlets.TraitError(
                f"speed is {proposal['value']:g}, but must be one of {known}"
            )
        return float(proposal["value"])

    def __repr__(self) -> str:
        """What has happened up to `step` and no more: it may stand below a question."""
        start, last = self._spec["start"], len(self._spec["steps"])
        title = f"Backward pass of {headline(self.recording.graph)}"
        if self.step < last:
            title += f"\nStep {self.step} of {last}; `recording` tells them all."
        told = repr(self.recording).splitlines()[: max(0, self.step - start)]
        failure = self.recording.failure
        error = [f"{failure.error}: {failure.message}"] if failure and self.step == last else []
        return "\n".join([title, *([""] if told else []), *told, *error])

    def picture(self) -> str:
        """The graph as it is after `step` steps."""
        return still(self._svg, self._spec, self.step)
