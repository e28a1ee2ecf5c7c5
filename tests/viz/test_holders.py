import gc
import sys
import weakref

import pytest

import minigrad as torch
from minigrad.viz.holders import Holder, holder


@pytest.fixture
def w():
    return torch.ones(10, requires_grad=True)


def test_a_tensor_that_grows(watch, w):
    total = torch.zeros(())
    for _ in range(4):
        loss = (w * w).sum()
        total = total + loss
        watch.mark()
    assert holder(watch.alive(), sys._getframe()) == Holder("total", 1, 1, 12)


@pytest.mark.parametrize(
    "collect",
    [list, tuple, lambda losses: {str(i): loss for i, loss in enumerate(losses)}],
)
def test_a_collection(watch, w, collect):
    losses = []
    for _ in range(4):
        losses = [*losses, (w * w).sum()]
        watch.mark()
    history = collect(losses)
    del losses
    assert holder(watch.alive(), sys._getframe()) == Holder("history", 4, 1, 8)
    assert len(history) == 4


def test_who_reaches_furthest_back_then_who_holds_most(watch, w):
    one = w * 2.0
    watch.mark()
    late = ((w * 2.0) * 2.0) * 2.0
    both = one + late
    watch.mark()
    found = holder(watch.alive(), sys._getframe())
    assert found == Holder("both", 1, 1, 5)
    del both


def test_globals_count_too(watch, w):
    names = {"torch": torch, "w": w, "watch": watch, "sys": sys, "holder": holder}
    code = "y = w.exp()\nwatch.mark()\nfound = holder(watch.alive(), sys._getframe())"
    exec(code, names)
    assert names["found"] == Holder("y", 1, 1, 1)


def test_nobody_to_be_found(watch, w):
    assert holder(watch.alive(), sys._getframe()) is None
    hidden = type("Hidden", (), {})()
    hidden.y = w.exp()
    watch.mark()
    assert holder(watch.alive(), sys._getframe()) is None
    assert holder(watch.alive(), None) is None


def test_the_search_keeps_nothing_alive(watch, w):
    gc.disable()  # by reference counts alone
    try:
        y = w.exp()
        ref = weakref.ref(y.grad_fn)
        watch.mark()
        assert holder(watch.alive(), sys._getframe()).name == "y"
        y = None
        assert ref() is None
    finally:
        gc.enable()


def test_a_deep_graph(watch, w):
    y = w
    for _ in range(20_000):
        y = y * 1.0
    watch.mark()
    assert holder(watch.alive(), sys._getframe()).nodes == 20_000


def test_what_locals_gave_somebody_stays(watch, w):
    kept = w.exp()
    watch.mark()
    variables = locals()
    assert holder(watch.alive(), sys._getframe()) is not None
    assert variables["kept"] is kept
