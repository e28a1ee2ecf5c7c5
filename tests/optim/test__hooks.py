import copy
import pickle

import pytest

import minigrad
from minigrad import optim


def hooked(lib, optimizer):
    """What hooks of all kinds were told during a step and the way of a state dict."""
    told = []

    def note(name):
        return lambda *given: told.append([name, len(given), type(given[-1]).__name__])

    optimizer.register_step_pre_hook(note("before"))
    optimizer.register_step_post_hook(note("after"))
    optimizer.register_state_dict_pre_hook(note("saving"))
    optimizer.register_state_dict_post_hook(note("saved"))
    optimizer.register_load_state_dict_pre_hook(note("loading"))
    optimizer.register_load_state_dict_post_hook(note("loaded"))
    optimizer.step()
    optimizer.load_state_dict(optimizer.state_dict())
    return told


def replaced(lib, optimizer):
    """What a hook returns stands in place of what it was given."""
    calls = []
    optimizer.register_step_pre_hook(lambda o, args, kwargs: ((o, lambda: 7), {}))
    optimizer.register_step_post_hook(lambda o, args, kwargs: calls.append(len(args)))
    found = [optimizer.step(), calls]
    optimizer.register_state_dict_post_hook(lambda o, state: {**state, "more": 1})
    optimizer.register_load_state_dict_pre_hook(lambda o, state: state["inner"])
    state = optimizer.state_dict()
    optimizer.load_state_dict({"inner": state})
    return [*found, list(state)]


def ordered(lib, optimizer):
    """A hook may ask to be first, and goes when its handle says so."""
    told = []
    for name, prepend in (("one", False), ("two", True)):
        optimizer.register_state_dict_pre_hook(lambda o, name=name: told.append(name), prepend)
    handle = optimizer.register_step_post_hook(lambda *given: told.append("step"))
    optimizer.state_dict()
    optimizer.step()
    handle.remove()
    optimizer.step()
    return told


@pytest.mark.parametrize("behaviour", [hooked, replaced, ordered])
def test_as_in_torch(behaviour):
    torch = pytest.importorskip("torch")
    mine, theirs = (
        behaviour(lib, lib.optim.SGD([lib.ones(1)], lr=0.1)) for lib in (minigrad, torch)
    )
    assert mine == theirs


def test_a_hook_returns_a_pair_or_none():
    optimizer = optim.SGD([minigrad.ones(1)])
    optimizer.register_step_pre_hook(lambda *given: 3)
    with pytest.raises(RuntimeError, match=r"must return None or a tuple of .*, but got 3"):
        optimizer.step()


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o))])
def test_a_copy_leaves_hooks_behind(twin):
    optimizer, told = optim.SGD([minigrad.ones(1)]), []
    optimizer.register_step_post_hook(lambda *given: told.append("step"))
    copied = twin(optimizer)
    copied.step()
    assert told == []
    copied.register_step_post_hook(lambda *given: told.append("copy"))
    copied.step()
    assert told == ["copy"]


def test_a_step_that_calls_that_of_the_base_is_one_step():
    class Own(optim.SGD):
        def step(self, closure=None):
            return super().step(closure)

    optimizer, told = Own([minigrad.ones(1)], lr=0.1), []
    optimizer.register_step_post_hook(lambda *given: told.append("step"))
    optimizer.step()
    assert told == ["step"]
