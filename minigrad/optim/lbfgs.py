"""LBFGS: steps that know how the gradient changed, from the last gradients and steps alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..autograd.grad_mode import enable_grad, no_grad
from ..creation.filled import zeros_like
from ..ops.joining import cat
from ..tensor import Tensor
from ._checks import check
from ._stepping import python_numbers
from ._wolfe import Point, strong_wolfe
from .optimizer import Optimizer

_MEMORY = ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")
_ONE = "LBFGS doesn't support per-parameter options (parameter groups)"


class LBFGS(Optimizer):
    """L-BFGS: ``param -= lr * H @ gradient``, `H` about the inverse of the matrix of curvatures.

    `H` is never made: that a step `s` changed the gradient by `y` says what it does to `y`, and a
    loop through the last such pairs multiplies by it. One call of `step` takes up to `max_iter`
    steps, each with a new loss and gradient of `closure`. It is for losses that are always the
    same, over all data; it remembers ``2 * history_size`` times the size of the parameters.

    Args:
        params: Tensors to train, with names or without; see `Optimizer`. There can be one group.
        lr: The step, in the direction that is taken; with a line search the first that is tried.
        max_iter: The most steps in a call of `step`.
        max_eval: The most calls of `closure`; ``max_iter * 5 // 4`` if None.
        tolerance_grad: It is at its end where no element of the gradient is larger.
        tolerance_change: Nor does it go on after a smaller change of the loss or the parameters.
        history_size: How many pairs are remembered.
        line_search_fn: ``"strong_wolfe"`` looks for a step of the right length; None takes `lr`.

    Raises:
        RuntimeError: In `step`: if the line search is another.
        ValueError: If there are several groups, or `lr` is negative or a tensor of several.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import LBFGS
        >>> x = minigrad.tensor([-1.5, 2.0], requires_grad=True)
        >>> optimizer = LBFGS([x], line_search_fn="strong_wolfe")
        >>> def closure():
        ...     optimizer.zero_grad()
        ...     loss = (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
        ...     loss.backward()
        ...     return loss
        >>> for _ in range(3):
        ...     loss = optimizer.step(closure)
        >>> x
        tensor([1.0000, 1.0000], requires_grad=True)

    Source: Nocedal and Wright, Numerical Optimization, sections 7.2 and 3.5.
    """

    def __init__(
        self,
        params: Any,
        lr: float = 1,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:
        check(not isinstance(lr, Tensor) or lr.numel() == 1, "Tensor lr must be 1-element")
        check(lr >= 0, f"Invalid learning rate: {lr}")
        options = {
            "lr": lr,
            "max_iter": max_iter,
            "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad,
            "tolerance_change": tolerance_change,
            "history_size": history_size,
            "line_search_fn": line_search_fn,
        }
        super().__init__(params, options)
        check(len(self.param_groups) == 1, _ONE)
        self._params = self.param_groups[0]["params"]

    def step(self, closure: Callable[[], Any]) -> Any:  # type: ignore[override]
        """Take up to `max_iter` steps, each in place and unrecorded.

        Args:
            closure: Computes the loss and its gradients anew; it is called for every step.

        Returns:
            What `closure` returned first.
        """
        [group] = self.param_groups
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        with no_grad():
            loss = enable_grad()(closure)()
            state["func_evals"] += 1
            memory = {name: state[name] for name in _MEMORY if name in state}
            self._descend(closure, group, state, memory, float(loss))
            state.update(memory)
        return loss

    def _descend(self, closure: Any, group: Any, state: Any, memory: Any, loss: float) -> None:
        """Step until something says that it is enough; count in `state`, change `memory`."""
        calls, change = 1, group["tolerance_change"]
        grad = self._gradient()
        if grad.abs().max() <= group["tolerance_grad"]:
            return
        for left in reversed(range(group["max_iter"])):
            state["n_iter"] += 1
            self._turn(state, memory, grad, group["history_size"])
            memory["t"] = python_numbers(group["lr"])
            if state["n_iter"] == 1:
                memory["t"] *= min(1.0, 1.0 / grad.abs().sum().item())
            memory["prev_flat_grad"], memory["prev_loss"] = grad, loss
            slope = np.float64(grad.dot(memory["d"]).item())  # a quotient by 0 is no error
            if slope > -change:
                return
            start = Point(0, loss, grad, slope)
            found, count = self._walk(closure, group, memory, start, calls, left == 0)
            memory["t"] = found.t
            loss = found.loss
            grad = found.grad
            calls += count
            state["func_evals"] += count
            if calls >= group["max_eval"] or grad.abs().max() <= group["tolerance_grad"]:
                return
            short = memory["d"].mul(memory["t"]).abs().max() <= change
            if short or abs(loss - memory["prev_loss"]) < change:
                return

    def _turn(self, state: Any, memory: Any, grad: Tensor, history_size: int) -> None:
        """The direction of the next step, ``-H @ grad``."""
        if state["n_iter"] == 1:
            memory.update(d=-grad, t=None, old_dirs=[], old_stps=[], ro=[], H_diag=1)
            return
        changes = memory["old_dirs"]
        steps = memory["old_stps"]
        ro = memory["ro"]
        y, s = grad - memory["prev_flat_grad"], memory["d"] * memory["t"]
        curvature = y.dot(s)
        if curvature > 1e-10:
            for kept, new in ((changes, y), (steps, s), (ro, 1.0 / curvature)):
                kept.append(new)
                del kept[:-history_size]
            memory["H_diag"] = curvature / y.dot(y)
        d, al = -grad, state.setdefault("al", [None] * history_size)
        for i in reversed(range(len(ro))):
            al[i] = steps[i].dot(d) * ro[i]
            d = d - al[i] * changes[i]
        d = d * memory["H_diag"]
        for i in range(len(ro)):
            d = d + (al[i] - changes[i].dot(d) * ro[i]) * steps[i]
        memory["d"] = d

    def _walk(
        self, closure: Any, group: Any, memory: Any, start: Point, calls: int, last: bool
    ) -> tuple[Point, int]:
        """Take a step, and say where it led and how many calls that took."""
        params = self._params
        d = memory["d"]
        t = memory["t"]

        def arrived(t: float) -> Point:
            loss, grad = float(enable_grad()(closure)()), self._gradient()
            return Point(t, loss, grad, np.float64(grad.dot(d).item()))

        if group["line_search_fn"] is None:
            _move(params, t, d)
            return (start._replace(t=t), 0) if last else (arrived(t), 1)
        if group["line_search_fn"] != "strong_wolfe":
            raise RuntimeError("only 'strong_wolfe' is supported")
        before = [param.clone() for param in params]

        def evaluate(t: float) -> Point:
            _move(params, t, d)
            point = arrived(t)
            for param, values in zip(params, before):
                param.copy_(values)
            return point

        shortest = group["tolerance_change"] / d.abs().max().item()
        found, count = strong_wolfe(evaluate, start, t, shortest, group["max_eval"] - calls)
        _move(params, found.t, d)
        return found, count

    def _gradient(self) -> Tensor:
        """The gradients of all parameters in one row."""
        grads = [zeros_like(p) if p.grad is None else p.grad for p in self._params]
        return cat([grad.reshape(-1) for grad in grads])


def _move(params: list[Tensor], t: float, d: Tensor) -> None:
    """Take the step ``t * d``, each parameter its part of the row."""
    for param, part in zip(params, d.split([param.numel() for param in params])):
        param.add_(part.view(param.shape), alpha=t)
