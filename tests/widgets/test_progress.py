import pytest

pytest.importorskip("anywidget", reason='no anywidget: pip install -e ".[lab]"')

from minigrad.widgets.progress import Progress, duration, time_left


def test_one_loop():
    progress = Progress()
    assert (progress.running, progress.fraction()) == (False, None)
    level = progress.enter(4)
    assert (progress.running, progress.fraction()) == (True, 0)
    level.done = 3
    assert progress.fraction() == 0.75
    progress.leave(level)
    assert not progress.running


def test_loops_inside_one_another():
    progress = Progress()
    epochs = progress.enter(4)
    epochs.done = 1
    batches = progress.enter(10)
    batches.done = 5
    assert progress.fraction() == (1 + 0.5) / 4
    progress.leave(batches)
    epochs.done = 2
    assert progress.fraction() == 0.5


def test_loops_of_unknown_length():
    progress = Progress()
    epochs = progress.enter(2)
    batches = progress.enter(None)
    batches.done = 100
    assert progress.fraction() == 0
    progress.leave(batches)
    progress.leave(epochs)
    progress.enter(None)
    progress.enter(10).done = 5
    assert progress.fraction() is None


def test_a_loop_that_ends_takes_those_inside_along():
    progress = Progress()
    outer = progress.enter(2)
    inner = progress.enter(2)
    progress.leave(outer)
    assert not progress.running
    progress.leave(inner)  # late, and without harm


@pytest.mark.parametrize(("total", "done"), [(0, 0), (2, 5)])
def test_more_rounds_than_were_said(total, done):
    progress = Progress()
    progress.enter(total).done = done
    assert 0 <= progress.fraction() <= 1


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "under 1 s"),
        (1.4, "1 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (125, "2 min 5 s"),
        (3840, "1 h 4 min"),
    ],
)
def test_durations(seconds, text):
    assert duration(seconds) == text


def test_the_time_that_is_left():
    assert time_left(10, 0.25) == "30 s left"
    assert time_left(10, 0.0) == time_left(10, None) == ""
