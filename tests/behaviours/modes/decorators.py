"""Modes as decorators."""

import functools
import inspect

from tests.behaviours.helpers import now, tried
from tests.behaviours.table import row


@row
def decorators(lib):
    """Each works as a decorator, with brackets and, where it takes none, without."""

    def ask():
        return now(lib)

    kinds = {
        "no_grad()": lib.no_grad()(ask),
        "no_grad": lib.no_grad(ask),
        "inference_mode()": lib.inference_mode()(ask),
        "inference_mode": lib.inference_mode(ask),
        "inference_mode(False)": lib.inference_mode(False)(ask),
        "set_grad_enabled(False)": lib.set_grad_enabled(False)(ask),
    }
    found = {name: act() for name, act in kinds.items()}
    with lib.no_grad():
        found["enable_grad()"] = lib.enable_grad()(ask)()
        found["enable_grad"] = lib.enable_grad(ask)()
        found["set_grad_enabled(True)"] = lib.set_grad_enabled(True)(ask)()
        found["after"] = now(lib)
    return found, now(lib)


@row
def a_decorated_function_keeps_its_face(lib):
    """Name, docstring, signature and the function itself are kept."""

    def act(a: int, b="x") -> int:
        """What it does."""

    act.note = 7
    found = []
    for mode in (lib.no_grad(), lib.inference_mode(), lib.set_grad_enabled(True)):
        wrapped = mode(act)
        found.append(
            (
                wrapped.__name__,
                wrapped.__qualname__,
                wrapped.__doc__,
                wrapped.note,
                str(inspect.signature(wrapped)),
                wrapped.__wrapped__ is act,
            )
        )
    return found


@row
def decorating_switches_nothing(lib):
    """Decorating leaves the mode alone, also with ``set_grad_enabled``."""
    lib.set_grad_enabled(False)(lambda: None)
    lib.no_grad()(lambda: None)
    lib.inference_mode(lambda: None)
    return now(lib)


@row
def a_switch_kept_for_a_decorator(lib):
    """``set_grad_enabled`` made before it decorates has switched meanwhile."""
    switch = lib.set_grad_enabled(False)
    seen = [now(lib)]
    act = switch(lambda: now(lib))
    seen.append(now(lib))
    lib.set_grad_enabled(True)
    seen.append(act())
    return seen, now(lib)


@row
def a_decorated_method(lib):
    """Methods, class methods and static methods can be decorated."""

    class Holder:
        @lib.no_grad()
        def plain(self, *, times):
            return [now(lib)] * times

        @classmethod
        @lib.no_grad()
        def of_the_class(cls):
            return cls.__name__, now(lib)

        @staticmethod
        @lib.inference_mode
        def static():
            return now(lib)

        @property
        @lib.no_grad()
        def shown(self):
            return now(lib)

    holder = Holder()
    return holder.plain(times=2), Holder.of_the_class(), Holder.static(), holder.shown


@row
def a_decorated_function_that_calls_itself(lib):
    """Each call has a block of its own, so a function may call itself."""

    @lib.no_grad()
    def count(n):
        return [*count(n - 1), now(lib)] if n else []

    return count(3), now(lib)


@row
def a_decorated_function_that_fails(lib):
    """An error passes, and the mode is as before."""

    @lib.no_grad
    def fail():
        raise KeyError("inside")

    return tried(fail), now(lib)


@row
def a_decorated_lambda_and_a_partial(lib):
    """Anything that can be called may be decorated, though a partial has no name."""
    act = lib.no_grad()(lambda: now(lib))
    part = lib.no_grad()(functools.partial(now, lib))
    return act(), part(), hasattr(part, "__name__")


@row
def what_cannot_be_called(lib):
    """Decorating what cannot be called fails only when it is called."""
    wrapped = lib.no_grad()(3)
    return tried(wrapped)
