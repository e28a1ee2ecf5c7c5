import gc
import threading
import weakref

import pytest

import minigrad as mg
from minigrad import nn
from minigrad.nn.modules import _calls
from minigrad.nn.modules._calls import notes


@pytest.fixture(autouse=True)
def _no_notes():
    notes.calls.clear()


def test_what_was_recorded_inside_has_numbers_between():
    x = mg.ones(2, requires_grad=True)
    before = x * 2
    model = nn.Sequential(nn.Tanh(), nn.ReLU())
    y = model(before)
    after = y * 2
    spans = {type(module()).__name__: (start, end) for module, start, end in notes.calls}
    relu, tanh = y.grad_fn, y.grad_fn.next_functions[0][0]
    for name, inside, outside in [
        ("Tanh", [tanh], [relu, before.grad_fn, after.grad_fn]),
        ("ReLU", [relu], [tanh, before.grad_fn, after.grad_fn]),
        ("Sequential", [tanh, relu], [before.grad_fn, after.grad_fn]),
    ]:
        start, end = spans[name]
        assert all(start < node.sequence_nr < end for node in inside)
        assert not any(start < node.sequence_nr < end for node in outside)


def test_calls_are_noted_as_they_end_with_hooks_or_without():
    model = nn.Sequential(nn.Tanh(), nn.ReLU())
    model[0].register_forward_hook(lambda module, args, result: result * 2)
    model(mg.ones(2))
    assert [type(module()).__name__ for module, _, _ in notes.calls] == [
        "Tanh",
        "ReLU",
        "Sequential",
    ]


def test_a_call_that_fails_leaves_no_note():
    with pytest.raises(RuntimeError):
        nn.Linear(2, 3)(mg.ones(4, 5))
    assert not notes.calls


def test_notes_keep_nothing_alive():
    model = nn.Linear(2, 3)
    y = model(mg.ones(4, 2))
    gone = [weakref.ref(model), weakref.ref(y.grad_fn)]
    del model, y
    gc.collect()
    assert [ref() for ref in gone] == [None, None]
    assert len(notes.calls) == 1


def test_old_calls_are_forgotten():
    model = nn.Tanh()
    for _ in range(_calls.MOST + 10):
        model(mg.ones(()))
    assert len(notes.calls) == _calls.MOST


def test_each_thread_has_its_own():
    seen = []

    def other():
        nn.Tanh()(mg.ones(()))
        seen.append(len(notes.calls))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert (seen, len(notes.calls)) == ([1], 0)
