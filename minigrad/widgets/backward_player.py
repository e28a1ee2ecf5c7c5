"""A backward pass to play, pause, step through and rewind."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..viz import Picture, record_backward
from ..viz.text import headline
from .specification import specification

_HERE = Path(__file__).parent


class BackwardPlayer(anywidget.AnyWidget):
    """Runs ``tensor.backward(...)`` and shows it step by step, forward pass included.

    It does what `backward` does, once, when it is made: gradients are added to ``.grad`` and,
    unless `retain_graph` says otherwise, the saved values are freed. It shows a recording of that.

    In the picture, choose a node or an arrow to see its formula, values, gradients and saved
    tensors. Keys, after a click anywhere in the player: left and right arrow step, Home and End go
    to either end, space plays; in the picture up and down go from node to node, Enter chooses and
    Escape lets go.

    Args:
        tensor: the result to differentiate.
        gradient: what flows into it, of its shape; may be left out if it has one element.
        retain_graph: keep what is saved, for another backward.
        create_graph: record the backward itself, so that it can be differentiated.
        inputs: the leaves to accumulate into; None for all.
        params: names for tensors, ``{name: tensor}``, before those of your variables.

    Attributes:
        recording: the `viz.Recording` that is shown.
        step: how many steps are done, forward steps included; assign to it to go there.
        selected: the id of the chosen node or edge, ``"n1"`` or ``"n1.0"``; ``""`` for none.

    Raises:
        RuntimeError: what `backward` itself raises.
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

    _esm = _HERE / "backward_player.js"
    _css = _HERE / "backward_player.css"
    _svg = traitlets.Unicode().tag(sync=True)
    _spec = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    selected = traitlets.Unicode("").tag(sync=True)

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
        self.recording = record_backward(
            tensor, gradient, retain_graph, create_graph, inputs, params=params
        )
        spec = specification(self.recording)
        picture = Picture(self.recording.graph)
        super().__init__(_svg=picture.svg, _spec=spec, step=spec["start"])

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

    def __repr__(self) -> str:
        return f"Backward pass of {headline(self.recording.graph)}\n\n{self.recording!r}"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and for places where none can run, the picture and the steps as text."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        static = {"image/svg+xml": self._svg, "text/plain": repr(self)}
        return {**(data or {}), **static}, metadata
