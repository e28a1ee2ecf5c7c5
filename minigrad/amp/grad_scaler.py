"""`GradScaler`: losses and gradients times a large number, so that float16 holds small ones.

A step whose gradients overflow is left out, and the number is made smaller; after some steps
without overflow it is made larger again. With float32 it changes nothing but these numbers.
"""

from __future__ import annotations

from typing import Any

from .._warn import warn
from ..autograd.grad_mode import no_grad
from ..autograd.wrap import is_tensor
from ..cuda.devices import is_available

READY, UNSCALED, STEPPED = range(3)  # how far an optimizer is, since the last update


class GradScaler:
    """Scales a loss, unscales the gradients, and steps an optimizer if they are finite.

    Args:
        device: ``"cuda"`` or ``"cpu"``. Without a GPU, one for ``"cuda"`` is disabled, and says so.
        init_scale: The factor at first.
        growth_factor: By how much it grows.
        backoff_factor: By how much it is made smaller after an overflow.
        growth_interval: After how many steps without overflow it grows.
        enabled: If False, nothing is scaled or checked.

    Raises:
        AssertionError: If a factor is on the wrong side of 1.

    Example:
        >>> import minigrad
        >>> model = minigrad.nn.Linear(2, 1)
        >>> optimizer = minigrad.optim.SGD(model.parameters(), lr=0.1)
        >>> scaler = minigrad.amp.GradScaler("cpu")
        >>> scaler.scale(model(minigrad.ones(2)).sum()).backward()
        >>> scaler.step(optimizer)
        >>> scaler.update()
        >>> scaler.get_scale()
        65536.0

    Source: P. Micikevicius et al., "Mixed precision training", 2018, section 3.2.
    """

    def __init__(
        self,
        device: str = "cuda",
        init_scale: float = 2.0**16,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ) -> None:
        self._device, self._enabled = device, enabled
        if enabled and device == "cuda" and not is_available():
            warn("minigrad.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.")
            self._enabled = False
        if growth_factor <= 1:
            raise AssertionError("The growth factor must be > 1.0.")
        if backoff_factor >= 1:
            raise AssertionError("The backoff factor must be < 1.0.")
        self._scale, self._growth_tracker = float(init_scale), 0
        self._growth_factor, self._backoff_factor = growth_factor, backoff_factor
        self._growth_interval = growth_interval
        self._used = False
        self._stages: dict[int, int] = {}
        self._overflows: dict[int, bool] = {}

    def scale(self, outputs: Any) -> Any:
        """A loss, or a list or tuple of losses, times the factor."""
        if not self._enabled:
            return outputs
        self._used = True
        if is_tensor(outputs):
            return outputs * self._scale
        if isinstance(outputs, (list, tuple)):
            return type(outputs)([self.scale(x) for x in outputs])
        raise ValueError("outputs must be a Tensor or an iterable of Tensors")

    def unscale_(self, optimizer: Any) -> None:
        """Divide an optimizer's gradients by the factor: before they are clipped, say.

        Raises:
            AssertionError: If no loss has been scaled.
            RuntimeError: If it was done since the last `update`, or the optimizer has stepped.
        """
        if not self._enabled:
            return
        self._check_used("unscale_")
        stage = self._stages.get(id(optimizer), READY)
        if stage == UNSCALED:
            raise RuntimeError(
                "unscale_() has already been called on this optimizer since the last update()."
            )
        if stage == STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        params = (x for group in optimizer.param_groups for x in group["params"])
        grads = [x.grad for x in params if x.grad is not None]
        with no_grad():
            for g in grads:
                g.mul_(1 / self._scale)
            finite = [bool(g.isfinite().all()) for g in grads]
        if grads:
            self._overflows[id(optimizer)] = not all(finite)
        self._stages[id(optimizer)] = UNSCALED

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """``optimizer.step(*args, **kwargs)``, unless a gradient is infinite or not a number.

        Raises:
            AssertionError: If the optimizer has no gradients, or no loss has been scaled.
            RuntimeError: If it has stepped since the last `update`.
        """
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        self._check_used("step")
        stage = self._stages.get(id(optimizer), READY)
        if stage == STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if stage == READY:
            self.unscale_(optimizer)
        if id(optimizer) not in self._overflows:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        self._stages[id(optimizer)] = STEPPED
        if self._overflows[id(optimizer)]:
            return None
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale: Any = None) -> None:
        """Make the factor smaller after an overflow, larger after many steps without one.

        Args:
            new_scale: The factor from now on, in place of that.

        Raises:
            AssertionError: If no optimizer has stepped.
        """
        if not self._enabled:
            return
        self._check_used("update")
        if new_scale is not None:
            self._scale = float(new_scale)
        elif not self._overflows:
            raise AssertionError("No inf checks were recorded prior to update.")
        elif any(self._overflows.values()):
            self._scale *= self._backoff_factor
            self._growth_tracker = 0
        else:
            self._growth_tracker += 1
            if self._growth_tracker == self._growth_interval:
                self._scale *= self._growth_factor
                self._growth_tracker = 0
        self._stages, self._overflows = {}, {}

    def _check_used(self, name: str) -> None:
        if not self._used:
            raise AssertionError(
                f"Attempted {name} but _scale is None.  This may indicate your script did not use "
                "scaler.scale(loss or outputs) earlier in the iteration."
            )

    def is_enabled(self) -> bool:
        """Whether anything is scaled."""
        return self._enabled

    def get_scale(self) -> float:
        """The factor; 1 if nothing is scaled."""
        return self._scale if self._enabled else 1.0

    def get_growth_factor(self) -> float:
        """By how much the factor grows."""
        return self._growth_factor

    def set_growth_factor(self, new_factor: float) -> None:
        """Let it grow by another number."""
        self._growth_factor = new_factor

    def get_backoff_factor(self) -> float:
        """By how much the factor is made smaller."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor: float) -> None:
        """Let it be made smaller by another number."""
        self._backoff_factor = new_factor

    def get_growth_interval(self) -> int:
        """After how many steps the factor grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval: int) -> None:
        """Let it grow after another number of steps."""
        self._growth_interval = new_interval

    def state_dict(self) -> dict[str, Any]:
        """The factor and what changes it, as a dict; an empty one if nothing is scaled."""
        if not self._enabled:
            return {}
        return {
            "scale": self._scale,
            "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval,
            "_growth_tracker": self._growth_tracker,
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from a `state_dict`; do nothing if nothing is scaled.

        Raises:
            RuntimeError: If it is empty.
        """
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled "
                "instance of GradScaler."
            )
        self._scale = float(state_dict["scale"])
        self._growth_factor = state_dict["growth_factor"]
        self._backoff_factor = state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        self._growth_tracker = state_dict["_growth_tracker"]
