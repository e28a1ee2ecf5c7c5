"""Modes that decorate generators."""

import inspect

from tests.behaviours.helpers import mode_facts, now, tried
from tests.behaviours.table import row


@row
def a_decorated_generator(lib):
    """The mode holds while the generator's body runs, not between its values."""

    @lib.no_grad()
    def generate():
        for _ in range(2):
            yield now(lib)

    inside, outside = [], []
    for seen in generate():
        inside.append(seen)
        outside.append(now(lib))
    return inside, outside, inspect.isgeneratorfunction(generate)


@row
def a_generator_that_is_sent_values(lib):
    """``send``, ``throw`` and the returned value pass through, in the mode."""

    @lib.no_grad()
    def generate():
        seen = [now(lib)]
        while True:
            try:
                got = yield len(seen)
            except ValueError as error:
                got = str(error)
            seen.append((got, now(lib)))
            if got == "stop":
                return seen

    running = generate()
    values = [next(running), running.send("a"), running.throw(ValueError("b")), now(lib)]
    try:
        running.send("stop")
    except StopIteration as end:
        values.append(end.value)
    return values, now(lib)


@row
def a_generator_that_is_closed(lib):
    """Closing it runs its last lines in the mode."""
    seen = []

    @lib.no_grad()
    def generate():
        try:
            yield 1
        finally:
            seen.append(now(lib))

    running = generate()
    next(running)
    running.close()
    return seen, now(lib)


@row
def a_generator_that_fails(lib):
    """An error inside comes out, an error thrown in may come back."""

    @lib.no_grad()
    def generate():
        yield 1
        raise KeyError("inside")

    first, second = generate(), generate()
    next(first), next(second)
    return tried(lambda: next(first)), tried(lambda: second.throw(ZeroDivisionError("x"))), now(lib)


@row
def a_generator_that_switches(lib):
    """A switch inside the body does not leak out to the caller, nor last until the next value."""

    @lib.no_grad()
    def generate():
        lib.set_grad_enabled(True)
        yield now(lib)
        yield now(lib)

    running = generate()
    return next(running), now(lib), next(running), now(lib)


@row
def a_block_inside_a_generator(lib):
    """A plain block in a generator leaks: it stays open while the caller runs."""

    def generate():
        with lib.no_grad():
            yield now(lib)

    running = generate()
    seen = [next(running), now(lib)]
    seen.append(list(running))
    seen.append(now(lib))
    return seen


@row
def a_generator_in_inference_mode(lib):
    """Generators in inference mode give inference tensors to a caller outside."""

    @lib.inference_mode()
    def generate():
        yield lib.ones(1)
        yield lib.ones(1, requires_grad=True) * 2

    return [(mode_facts(x), now(lib)) for x in generate()]


@row
def generators_side_by_side(lib):
    """Generators in several modes take turns without disturbing each other."""

    @lib.no_grad()
    def off():
        for _ in range(2):
            yield now(lib)

    @lib.enable_grad()
    def on():
        for _ in range(2):
            yield now(lib)

    with lib.no_grad():
        inside = list(zip(off(), on()))
    return inside, list(zip(off(), on()))


@row
def yield_from_a_generator(lib):
    """``yield from`` a decorated generator hands its mode to no one."""

    @lib.no_grad()
    def inner():
        yield now(lib)
        return "done"

    def outer():
        got = yield from inner()
        yield got, now(lib)

    return list(outer())
