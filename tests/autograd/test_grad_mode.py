"""Recording off and on: as a block, as a decorator, in threads, in generators."""

import threading

import pytest

import minigrad
from tests.autograd.twins import both, cases, first_words

case = cases()


def recorded(lib):
    """Is it recorded? As the switch says, and as a result shows."""
    return [lib.is_grad_enabled(), (lib.ones(1, requires_grad=True) * 2).requires_grad]


@case
def at_once(lib):
    seen = []
    with lib.enable_grad():
        lib.set_grad_enabled(False)
        seen.append(recorded(lib))
        lib.set_grad_enabled(True)
        seen.append(recorded(lib))
        lib.set_grad_enabled(False)
    return seen, recorded(lib)


@case
def one_block_entered_twice(lib):
    block = lib.no_grad()
    seen = []
    for _ in range(2):
        with block:
            seen.append(recorded(lib))
        seen.append(recorded(lib))
    return seen


def fail_in(block):
    with block:
        raise ZeroDivisionError


@case
def as_decorators(lib):
    def ask():
        """Its docstring."""
        return recorded(lib)

    kinds = {
        "no_grad()": lib.no_grad()(ask),
        "no_grad": lib.no_grad(ask),
        "inference_mode()": lib.inference_mode()(ask),
        "inference_mode": lib.inference_mode(ask),
        "set_grad_enabled(False)": lib.set_grad_enabled(False)(ask),
    }
    with lib.no_grad():
        kinds["enable_grad()"] = lib.enable_grad()(ask)
        kinds["enable_grad"] = lib.enable_grad(ask)
        inside = [kinds["enable_grad"](), kinds["enable_grad()"](), recorded(lib)]
    found = {name: decorated() for name, decorated in kinds.items()}
    names = {decorated.__name__ + decorated.__doc__ for decorated in kinds.values()}
    return found, inside, sorted(names), recorded(lib)


@case
def a_decorator_leaves_the_mode_alone(lib):
    lib.set_grad_enabled(False)(lambda: None)
    return recorded(lib)


@case
def a_decorated_generator(lib):
    @lib.no_grad()
    def generate():
        seen = recorded(lib)
        while True:
            try:
                got = yield seen
            except ValueError:
                got = "thrown"
            if got == "stop":
                return "done"
            seen = [got, recorded(lib)]

    running = generate()
    outside = []
    values = [next(running)]
    outside.append(recorded(lib))
    values.append(running.send("sent"))
    outside.append(recorded(lib))
    values.append(running.throw(ValueError()))
    outside.append(recorded(lib))
    try:
        running.send("stop")
    except StopIteration as end:
        values.append(end.value)
    return values, outside


@case
def a_closed_generator(lib):
    seen = []

    @lib.no_grad()
    def generate():
        try:
            yield 1
        finally:
            seen.append(recorded(lib))

    running = generate()
    next(running)
    running.close()
    return seen, recorded(lib)


@case
def requires_grad_is_not_touched(lib):
    x = lib.ones(1, requires_grad=True)
    with lib.no_grad():
        y = lib.ones(1, requires_grad=True)
        x.mul_(2)
    return x.requires_grad, y.requires_grad, x, x._version


@case
def inference(lib):
    x = lib.ones(2, requires_grad=True)
    with lib.inference_mode():
        y = x * 2
        made = lib.ones(2)
        view, twin = x[0], x.detach()
        inside = lib.is_inference_mode_enabled(), recorded(lib)
        leaf = lib.ones(1, requires_grad=True)
    tensors = y, made, view, twin, leaf, made.clone(), x
    return inside, [[t.is_inference(), t.requires_grad, t.is_leaf] for t in tensors]


@case
def inference_and_the_other_switches(lib):
    with lib.inference_mode():
        with lib.enable_grad():
            enabled = recorded(lib), lib.is_inference_mode_enabled()
        with lib.inference_mode(False):
            left = recorded(lib), lib.is_inference_mode_enabled()
        again = lib.is_inference_mode_enabled()
    with lib.no_grad(), lib.inference_mode(False):
        off = recorded(lib)
    return enabled, left, again, off


INFERENCE = {
    "saved": "lib.ones(2, requires_grad=True) * made",
    "not_saved": "(lib.ones(2, requires_grad=True) + made).requires_grad",
    "written_to": "made.add_(1)",
    "written_by_a_key": "made.__setitem__(0, 1.0)",
    "asked_for_its_version": "made._version",
    "asked_to_require_grad": "made.requires_grad_()",
    "a_view_of_it": "made[0].is_inference()",
    "a_result_of_it": "(made * 2).is_inference()",
    "a_copy_of_it": "lib.ones(2, requires_grad=True) * made.clone()",
    "detached": "made.detach().is_inference()",
    "a_view_of_a_normal_one": "view.is_inference(), view * 2",
    "a_view_of_a_normal_one_written_to": "view.mul_(2)",
}


def on_an_inference_tensor(code):
    def run(lib):
        x = lib.ones(2, requires_grad=True) * 1
        with lib.inference_mode():
            made, view = lib.ones(2), x[0]
        names = {"lib": lib, "made": made, "view": view}
        return first_words(lambda: eval(code, names), "See https")

    return run


case.all.update(
    {f"inference_tensor_{name}": on_an_inference_tensor(c) for name, c in INFERENCE.items()}
)


@case
def a_normal_tensor_written_to_in_inference(lib):
    x = lib.ones(2)
    with lib.inference_mode():
        x.add_(1)
    return x, x._version, x.is_inference()


@case
def a_word_is_no_mode(lib):
    try:
        lib.set_grad_enabled("yes")
    finally:
        lib.set_grad_enabled(True)


@case
def how_it_prints(lib):
    return repr(lib.set_grad_enabled(True))


test_grad_mode_as_in_torch = both(__name__, case)


def test_each_thread_has_its_own():
    seen = []
    with minigrad.no_grad():
        thread = threading.Thread(target=lambda: seen.append(recorded(minigrad)))
        thread.start()
        thread.join()
        assert recorded(minigrad) == [False, False]
    with minigrad.inference_mode():
        thread = threading.Thread(target=lambda: seen.append(minigrad.ones(1).is_inference()))
        thread.start()
        thread.join()
    assert seen == [[True, True], False]


def test_a_mode_of_another_type_is_refused_by_name():
    with pytest.raises(TypeError, match="must be bool, not int"):
        minigrad.set_grad_enabled(1)
    assert recorded(minigrad) == [True, True]
