"""Modes as blocks, and how they nest."""

import functools

from tests.behaviours.helpers import mode_facts, now, tried
from tests.behaviours.table import row


@row
def blocks(lib):
    """The modes nest, and each block puts back what it found."""
    seen = [now(lib)]
    with lib.no_grad():
        seen.append(now(lib))
        with lib.enable_grad():
            seen.append(now(lib))
            with lib.set_grad_enabled(False):
                seen.append(now(lib))
            seen.append(now(lib))
        seen.append(now(lib))
    return seen, now(lib)


@row
def what_with_as_gives(lib):
    """The name after ``as`` is None for each of them."""
    found = []
    for mode in (
        lib.no_grad(),
        lib.enable_grad(),
        lib.set_grad_enabled(True),
        lib.inference_mode(),
    ):
        with mode as entered:
            found.append(entered)
    return found


@row
def what_a_mode_tells(lib):
    """A mode tells what it switches to, and what it found."""
    off, on, strict = lib.no_grad(), lib.set_grad_enabled(mode=True), lib.inference_mode(mode=False)
    with off:
        pass
    copies = [type(mode.clone()).__name__ for mode in (off, on, strict)]
    return off.prev, on.prev, on.mode, strict.mode, copies, on.clone().mode


@row
def an_error_inside(lib):
    """An error leaves the block and the mode is as before."""
    seen = []
    for mode in (lib.no_grad, lib.inference_mode, functools.partial(lib.set_grad_enabled, False)):
        try:
            with mode():
                seen.append(now(lib))
                raise KeyError
        except KeyError:
            seen.append(now(lib))
    return seen


@row
def one_block_used_again(lib):
    """A block may be entered again after it was left."""
    block, strict = lib.no_grad(), lib.inference_mode()
    seen = []
    for mode in (block, strict, block, strict):
        with mode:
            seen.append(now(lib))
        seen.append(now(lib))
    return seen


@row
def one_block_entered_twice(lib):
    """One object entered within itself forgets what was before: recording stays off."""
    block = lib.no_grad()
    with block:
        with block:
            pass
        inside = now(lib)
    after = now(lib)
    lib.set_grad_enabled(True)
    return inside, after


@row
def leaving_out_of_order(lib):
    """Blocks left in another order than they were entered put back what each had found."""
    off, on = lib.no_grad(), lib.enable_grad()
    off.__enter__()
    on.__enter__()
    seen = [now(lib)]
    off.__exit__(None, None, None)
    seen.append(now(lib))
    on.__exit__(None, None, None)
    seen.append(now(lib))
    lib.set_grad_enabled(True)
    return seen


@row
def switched_for_good(lib):
    """``set_grad_enabled(False)`` alone switches at once, until it is switched back."""
    lib.set_grad_enabled(False)
    off = now(lib)
    lib.set_grad_enabled(True)
    return off, now(lib)


@row
def switched_before_the_block(lib):
    """As a block it switches where it is made, not where it is entered."""
    block = lib.set_grad_enabled(False)
    seen = [now(lib)]
    lib.set_grad_enabled(True)
    with block:
        seen.append(now(lib))
    return seen, now(lib)


@row
def a_switch_within_a_block(lib):
    """What is switched within a block ends with the block."""
    with lib.no_grad():
        lib.set_grad_enabled(True)
        inside = now(lib)
    return inside, now(lib)


@row
def a_switch_within_inference_mode(lib):
    """Inference mode puts back the grad mode that was there before it."""
    with lib.inference_mode():
        lib.set_grad_enabled(True)
        inside = now(lib)
    return inside, now(lib)


@row
def how_they_print(lib):
    """``set_grad_enabled`` prints its mode."""
    return repr(lib.set_grad_enabled(True)), str(lib.set_grad_enabled(True))


@row
def where_they_live(lib):
    """The modes are classes of ``autograd.grad_mode``, under three names each."""
    kinds = lib.no_grad, lib.enable_grad, lib.set_grad_enabled, lib.inference_mode
    names = [f"{kind.__module__}.{kind.__qualname__}" for kind in kinds]
    alike = [
        kind is getattr(lib.autograd, kind.__name__)
        and kind is getattr(lib.autograd.grad_mode, kind.__name__)
        for kind in kinds
    ]
    return names, alike


@row
def modes_of_another_type(lib):
    """``set_grad_enabled`` takes a bool and nothing that is like one."""
    found = [tried(lambda wrong=wrong: lib.set_grad_enabled(wrong)) for wrong in ("yes", 1, None)]
    missing = tried(lambda: lib.set_grad_enabled())
    lib.set_grad_enabled(True)
    return found, missing[0]


@row
def a_word_for_inference_mode(lib):
    """What is neither a bool nor a function ``inference_mode`` takes for a function."""
    return callable(lib.inference_mode("yes"))


@row
def requires_grad_is_another_matter(lib):
    """Leaves made under no_grad may require grad, and existing ones keep it."""
    x = lib.ones(1, requires_grad=True)
    with lib.no_grad():
        y = lib.ones(1, requires_grad=True)
        z = (x * 2).requires_grad_()
        x.mul_(2)
    return mode_facts(x), mode_facts(y), mode_facts(z), (y * 2).requires_grad


@row
def backward_under_no_grad(lib):
    """A graph recorded before is walked under no_grad as anywhere."""
    x = lib.ones(2, requires_grad=True)
    y = (x * x).sum()
    with lib.no_grad():
        y.backward()
    return x.grad


@row
def grad_under_no_grad(lib):
    """``create_graph=True`` records the backward even under no_grad."""
    x = lib.ones(2, requires_grad=True)
    y = (x * x * x).sum()
    with lib.no_grad():
        (g,) = lib.autograd.grad(y, x, create_graph=True)
    return g, g.requires_grad


@row
def hooks_and_the_mode(lib):
    """A hook runs unrecorded, unless the backward is recorded itself."""
    seen = []
    x = lib.ones(2, requires_grad=True)
    x.register_hook(lambda g: seen.append(lib.is_grad_enabled()))
    (x * x).sum().backward()
    lib.autograd.grad((x * x).sum(), x, create_graph=True)
    with lib.no_grad():
        (x * x).sum().requires_grad_()
    return seen, lib.is_grad_enabled()
