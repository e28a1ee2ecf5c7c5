"""Anomaly mode and errors in a backward."""

import contextlib
import io
import warnings

from tests.behaviours.helpers import anomalous, doubling, tried
from tests.behaviours.table import row


@row
def an_error_in_a_backward(lib):
    """Any error of a backward comes with the traceback of the call that it belongs to."""

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        y = doubling(lib, lambda ctx, g: 1 / 0)(x)
        y.backward()

    found, warned = anomalous(lib, act)
    return found, [headline for headline, *_ in warned]


@row
def an_error_in_a_hook(lib):
    """An error in a hook belongs to the node that the hook hangs on."""

    def fail(*grads):
        raise ValueError("not today")

    def on_a_tensor():
        x = lib.tensor([1.0], requires_grad=True)
        y = x * x
        y.register_hook(fail)
        (y * 2).backward()

    def on_a_leaf():
        x = lib.tensor([1.0], requires_grad=True)
        x.register_hook(fail)
        z = x * 2
        z.backward()

    def before_a_node():
        x = lib.tensor([1.0], requires_grad=True)
        y = x.exp()
        y.grad_fn.register_prehook(fail)
        y.backward()

    def after_accumulation():
        x = lib.tensor([1.0], requires_grad=True)
        z = x * 2
        x.register_post_accumulate_grad_hook(fail)
        z.backward()

    return [
        anomalous(lib, act) for act in (on_a_tensor, on_a_leaf, before_a_node, after_accumulation)
    ]


@row
def recorded_before_anomaly_mode(lib):
    """A node that was recorded while the mode was off has no traceback to show."""
    x = lib.tensor([-1.0], requires_grad=True)
    y = x.sqrt()
    return anomalous(lib, y.backward)


@row
def a_changed_value_under_anomaly_mode(lib):
    """The hint of the in-place error differs: with anomaly mode on it points to the traceback."""

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        y = x.exp()
        y.add_(1)
        y.backward()

    return tried(act), anomalous(lib, act)


@row
def a_freed_graph_under_anomaly_mode(lib):
    """A second backward shows where the freed node was recorded."""

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        y = x * x
        y.backward()
        y.backward()

    return anomalous(lib, act)


@row
def an_error_inside_an_inner_backward(lib):
    """A backward called in a backward: both are told of, the inner one first."""

    def backward(ctx, g):
        with lib.enable_grad():
            x = lib.tensor([-1.0], requires_grad=True)
            x.sqrt().backward()
        return g

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        doubling(lib, backward)(x).backward()

    found, warned = anomalous(lib, act)
    return found, [headline for headline, *_ in warned]


@row
def a_sound_state_after_a_failure(lib):
    """After an error under anomaly mode gradients are computed as ever."""

    def act():
        x = lib.tensor([-1.0], requires_grad=True)
        x.sqrt().backward()

    anomalous(lib, act)
    x = lib.tensor([3.0], requires_grad=True)
    y = x * x
    y.backward()
    return x.grad, lib.is_anomaly_enabled(), y.grad_fn.metadata


@row
def warnings_as_errors_under_anomaly_mode(lib):
    """Where warnings are errors, anomaly mode prints its own: the failure is what is raised."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    told = io.StringIO()
    with contextlib.redirect_stderr(told), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with lib.autograd.detect_anomaly():
            y = x + 1
            z = y**2
            y += 1
            warnings.simplefilter("error")
            found = tried(z.sum().backward)
    return found, "Error detected in PowBackward0" in told.getvalue()
