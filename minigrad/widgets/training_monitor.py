"""A training loop, watched while it runs: curves, gradients, updates, time left, and a stop."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sized
from typing import Any, TypeVar

import traitlets

from ..viz import training_figure as figures
from ..viz import training_table as table
from ..viz.curves import drawings
from ..viz.training import Training
from ._widget import Widget, script, style
from .interrupts import interrupts
from .progress import Progress, time_left

_T = TypeVar("_T")

_FIRST, _PAUSE = 0.2, 0.5  # seconds until the page is drawn first, and at least between drawings
_SHARE = 150  # and at least so many times as long as drawing took


class TrainingMonitor(Widget):
    """Shows a training loop while it runs, and leaves a picture of it.

    Wrap what the loop runs over, and hand it the loss after each step::

        monitor = TrainingMonitor(model)
        for epoch in monitor(range(5)):
            for x, y in monitor(loader):
                optimizer.zero_grad()
                loss = loss_fn(model(x), y)
                loss.backward()
                optimizer.step()
                monitor.step(loss)

    It draws the loss and every metric that it is given; and for each parameter the norm of its
    gradient, and how far a step moved it: the norm of the update divided by the parameter's own.
    About 1e-3 is a usual rule of thumb for that; far less learns slowly, far more jumps about.
    Norms are measured at the first ten steps, then at every tenth, from step 200 on at every
    fiftieth. A loss or gradient that is not finite is reported with the step and the parameter
    where it appeared first. At each step the loss is looked at and the gradient of the first
    parameter of at most 4,096 numbers, for near there backward ends; all gradients as soon as one
    of the two is not finite, and whenever norms are measured.

    The Stop button ends the loops after the step that is running: nothing is cut in two, and the
    cell goes on behind the loop. A kernel that runs a cell hears no message of a page until the
    cell ends (measured with JupyterLab 4.6 and ipykernel 7.4, whose subshells do not change that
    for a widget shown by the cell); so the button interrupts the kernel, and the loop takes that
    as a wish to stop. The notebook's own interrupt button (■), or Ctrl+C in a terminal, does the
    same, also where a page cannot reach its kernel. A second interrupt is a KeyboardInterrupt as
    ever. A loop in a background thread is stopped by a message.

    It keeps numbers only, never a loss or its graph. Run the loop again and the curves go on.
    Outside of notebooks it prints a summary at the end.

    Args:
        model: the module that is trained, or tensors by name: ``{"w": w, "b": b}``.

    Attributes:
        training: all numbers, a `viz.training.Training`.
        stopped: whether the last loop was stopped before its end.

    Raises:
        TypeError: `model` is neither.

    Measured on a training step of 0.39 ms, of a digits classifier (64-128-128-10, batches of 64):
    3.2 % of its time is spent in the monitor (2.9 to 5.0 % in ten runs of
    ``python -m benchmarks.monitor``); loops with and without it, side by side and not drawn, differ
    by 3.4 to 5.4 %. Drawing the page takes 2 ms of Python and 5 to 8 ms of the browser, at most
    twice a second; once at the end, with what can be read at each step, up to 30 ms of Python. A
    longer step feels less of it.

    nbval by itself does not know outputs that are updated: give the loop's cell the tag
    `nbval-ignore-output`, and let a cell of its own end in ``monitor``.

    Example:
        >>> import minigrad
        >>> w = minigrad.tensor(4.0, requires_grad=True)
        >>> optimizer = minigrad.optim.SGD([w], lr=0.25)
        >>> monitor = TrainingMonitor({"w": w})
        >>> for _ in monitor(range(3)):
        ...     optimizer.zero_grad()
        ...     loss = w * w
        ...     loss.backward()
        ...     optimizer.step()
        ...     monitor.step(loss)
        Training, 3 steps: loss 16 → 1
        <BLANKLINE>
        Parameters, measured at step 3
        parameter  shape  gradient norm  update / weight
        w          ()                 2                1
        Gradient norm: how large the gradient is, the root of the sum of its squares.
        Update ÷ weight: how far a step moved the parameter, compared with its size.
        About 10⁻³ is a common rule of thumb for it (Stanford's CS231n).
        Measured at the first ten steps, then at every 10th, from step 200 on at every 50th.

    Source: https://cs231n.github.io/neural-networks-3/#ratio
    """

    _esm = script("charts", "training_table", "training_monitor")
    _css = style("charts", "training_monitor")
    _page = traitlets.Dict().tag(sync=True)

    def __init__(self, model: Any) -> None:
        self.training = Training(model)
        self.stopped = False
        self._asked = self._interrupted = False
        self._runs = 0
        self._progress = Progress()
        self._handle: Any = None
        self._began = self._next = 0.0
        super().__init__(_page=self._drawn("", "Not started."))
        self.on_msg(self._heard)

    def __call__(self, iterable: Iterable[_T]) -> Iterator[_T]:
        """What `iterable` gives, until it ends or somebody stops the loop.

        Loops may lie inside one another: a stop ends each of them that runs over the monitor.
        """
        if not isinstance(iterable, Iterable):
            raise TypeError(
                "monitor(...) takes what the loop runs over, a loader or a range, but was given a "
                f"{type(iterable).__name__}"
            )
        return self._loop(iterable)

    def step(self, loss: Any, **metrics: Any) -> None:
        """Note one step, after the optimizer's and before the gradients are cleared.

        Args:
            loss: a tensor of one number, or a number.
            metrics: more of them, by name: ``accuracy=0.9``.

        Raises:
            RuntimeError: no loop over the monitor is running.
            TypeError: something is no number.
            ValueError: something is several numbers.
        """
        if not self._progress.running:
            raise RuntimeError(
                "step() belongs into a loop over the monitor: for x, y in monitor(loader): ..."
            )
        self.training.step(loss, metrics)
        if self._handle is not None and time.perf_counter() >= self._next:
            self._show()

    def log(self, **metrics: Any) -> None:
        """Note metrics between steps or after the loop: ``monitor.log(test_accuracy=0.97)``.

        Raises:
            TypeError: something is no number.
            ValueError: something is several numbers.
        """
        self.training.log(metrics)
        if not self._progress.running and self._handle is not None:
            self._leave_picture(self._page["end"])

    def __repr__(self) -> str:
        return figures.text(self.training)

    def picture(self) -> str:
        """The curves and the table of parameters, up to the last step."""
        return figures.picture(self.training)

    def _loop(self, iterable: Iterable[_T]) -> Iterator[_T]:
        total = len(iterable) if isinstance(iterable, Sized) else None
        if self._progress.running:
            yield from self._rounds(iterable, total)
            return
        self._begin()
        with interrupts(self._take_interrupt, sys._getframe(1).f_code):
            end = "Ended early"
            try:
                yield from self._rounds(iterable, total)
                end = "Stopped" if self._asked else "Finished"
            finally:
                self._end(end)

    def _rounds(self, iterable: Iterable[_T], total: int | None) -> Iterator[_T]:
        level = self._progress.enter(total)
        try:
            for item in iterable:
                yield item
                level.done += 1
                if self._asked:
                    return
        finally:
            self._progress.leave(level)

    def _begin(self) -> None:
        self._asked = self._interrupted = self.stopped = False
        self._runs += 1
        self._began = time.perf_counter()
        self._next = self._began + _FIRST
        self.training.start()
        self._page = self._drawn("running", "Starting.")
        self._handle = self._displayed()

    def _end(self, end: str) -> None:
        self.stopped = self._asked
        if self._handle is None:
            print(repr(self))
        else:
            self._leave_picture(end)

    def _leave_picture(self, end: str) -> None:
        """Draw all there is, on the page and where no page can run."""
        self._page = self._drawn("", end)
        self._handle.update(self)

    def _show(self) -> None:
        start = time.perf_counter()
        fraction = self._progress.fraction()
        left = time_left(start - self._began, fraction)
        self._page = self._drawn("running", left or "running", fraction)
        now = time.perf_counter()
        self._next = now + max(_PAUSE, _SHARE * (now - start))

    def _drawn(self, state: str, said: str, fraction: float | None = None) -> dict[str, Any]:
        training, running = self.training, state == "running"
        return {
            "running": running,
            "run": self._runs,
            "title": figures.headline(training),
            "status": said,
            "end": "" if running else said,
            "fraction": fraction,
            "charts": drawings(figures.charts(training)),
            "parameters": table.page(training, running),
            "words": figures.findings(training),
            "reading": {} if running else figures.reading(training),
        }

    def _take_interrupt(self) -> bool:
        """Take the first interrupt as a wish to stop; not the second."""
        first = not self._interrupted
        self._asked = self._interrupted = True
        return first

    def _heard(self, _: Any, content: Any, buffers: Any) -> None:
        """The page's button, where the kernel is free to hear it; perhaps in another thread."""
        if self._progress.running and content.get("stop") == self._runs:
            self._asked = True

    def _displayed(self) -> Any:
        """Show it in the cell that runs; None where there is no notebook."""
        shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
        if getattr(shell, "kernel", None) is None:
            return None
        from IPython.display import display

        return display(self, display_id=True)
