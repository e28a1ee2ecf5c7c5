import json
import signal
import threading

import pytest

pytest.importorskip("anywidget", reason='no anywidget: pip install -e ".[lab]"')

import minigrad as torch
from minigrad import nn
from minigrad.viz import training_figure
from minigrad.widgets import TrainingMonitor


class Page:
    """The place in a notebook where a monitor shows itself."""

    def __init__(self):
        self.updates = []

    def update(self, monitor):
        self.updates.append(monitor._page)


@pytest.fixture(autouse=True)
def _interruptible():
    """As in a kernel: Python takes interrupts. A shell that starts this behind it has them off."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def model():
    torch.manual_seed(0)
    return nn.Linear(2, 1)


@pytest.fixture
def monitor(model):
    return TrainingMonitor(model)


@pytest.fixture
def page(monitor):
    """A notebook around the monitor, in which it is drawn as often as it can be."""
    page = Page()
    monitor._displayed = lambda: page
    return page


def train(monitor, model, rounds, each=lambda step: None):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.ones(3, 2)
    for step in rounds:
        optimizer.zero_grad()
        loss = (model(x) ** 2).mean()
        loss.backward()
        optimizer.step()
        monitor.step(loss)
        each(step)


def test_the_loop_gives_what_it_is_given(monitor, page):
    assert list(monitor(["a", "b"])) == ["a", "b"]
    assert list(monitor(x for x in range(3))) == [0, 1, 2]
    assert [(a, b) for a in monitor(range(2)) for b in monitor("xy")] == [
        (0, "x"), (0, "y"), (1, "x"), (1, "y"),
    ]  # fmt: skip


def test_training_is_the_same_with_and_without_it(model):
    plain = nn.Linear(2, 1)
    plain.load_state_dict(model.state_dict())
    optimizer = torch.optim.SGD(plain.parameters(), lr=0.1)
    for _ in range(25):
        optimizer.zero_grad()
        (plain(torch.ones(3, 2)) ** 2).mean().backward()
        optimizer.step()
    monitor = TrainingMonitor(model)
    train(monitor, model, monitor(range(25)))
    assert model.weight.tolist() == plain.weight.tolist()
    assert model.bias.tolist() == plain.bias.tolist()


def test_without_a_notebook_it_prints_a_summary(monitor, model, capsys):
    train(monitor, model, monitor(range(5)))
    assert capsys.readouterr().out == f"{monitor!r}\n"
    assert repr(monitor).startswith("Training, 5 steps: loss ")


def test_what_the_page_is_told(monitor, model, page):
    told = []
    monitor.observe(lambda change: told.append(change["new"]), "_page")
    train(monitor, model, monitor(range(10)), lambda step: setattr(monitor, "_next", 0.0))
    assert [each["running"] for each in told] == [True] * 10 + [False]
    assert told[0]["status"] == "Starting."
    assert [each["fraction"] for each in told[1:-1]] == [k / 10 for k in range(1, 10)]
    assert told[5]["status"].endswith("left")
    assert told[5]["reading"] == {}
    assert told[5]["parameters"]["at"] == [6]
    assert told[-1]["status"] == told[-1]["end"] == "Finished"
    assert told[-1]["reading"]["at"] == told[-1]["parameters"]["at"] == list(range(1, 11))
    assert told[-1]["title"] == training_figure.headline(monitor.training)
    assert [json.loads(json.dumps(each, allow_nan=False))["run"] for each in told] == [1] * 11
    assert page.updates == [told[-1]]


def test_it_is_drawn_now_and_then_only(monitor, model, page):
    told = []
    monitor.observe(told.append, "_page")
    train(monitor, model, monitor(range(100)))
    assert len(told) < 10


def test_what_is_left_where_no_page_can_run(monitor, model, page):
    train(monitor, model, monitor(range(5)))
    data, _ = monitor._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == training_figure.text(monitor.training)
    assert data["image/svg+xml"] == training_figure.picture(monitor.training)


def test_a_message_stops_all_loops_after_the_step(monitor, model, page):
    rounds = []

    def each(step):
        rounds.append(step)
        if len(rounds) == 7:
            monitor._heard(monitor, {"stop": 1}, [])

    for _ in monitor(range(3)):
        train(monitor, model, monitor(range(5)), each)
    assert rounds == [0, 1, 2, 3, 4, 0, 1]
    assert monitor.stopped
    assert monitor.training.steps == 7
    assert page.updates[-1]["status"] == "Stopped"


def test_a_message_that_comes_late_stops_nothing(monitor, model, page):
    train(monitor, model, monitor(range(2)))
    monitor._heard(monitor, {"stop": 1}, [])
    train(monitor, model, monitor(range(3)), lambda _: monitor._heard(monitor, {"stop": 1}, []))
    assert (monitor.training.steps, monitor.stopped) == (5, False)


def test_an_interrupt_stops_after_the_step_and_the_second_at_once(monitor, model, page):
    def interrupt(step):
        if step == 2:
            signal.raise_signal(signal.SIGINT)

    train(monitor, model, monitor(range(10)), interrupt)
    assert (monitor.training.steps, monitor.stopped) == (3, True)
    with pytest.raises(KeyboardInterrupt):
        for _ in monitor(range(10)):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_stop_by_message_and_then_an_interrupt_is_no_error(monitor, page):
    for _ in monitor(range(10)):
        monitor._heard(monitor, {"stop": 1}, [])
        signal.raise_signal(signal.SIGINT)
    assert monitor.stopped


def test_a_loop_in_a_thread(monitor, model, page):
    def stop_at_two(step):
        if step == 2:
            monitor._heard(monitor, {"stop": 1}, [])

    arguments = monitor, model, monitor(range(10)), stop_at_two
    thread = threading.Thread(target=train, args=arguments)
    thread.start()
    thread.join()
    assert (monitor.training.steps, monitor.stopped) == (3, True)


@pytest.mark.parametrize("how", ["break", "error"])
def test_a_loop_that_is_left_early(monitor, model, page, how):
    def each(step):
        if step == 3:
            raise ValueError("no more")

    if how == "break":
        for _ in monitor(range(10)):
            break
    else:
        with pytest.raises(ValueError, match="no more"):
            train(monitor, model, monitor(range(10)), each)
    assert page.updates[-1]["status"] == "Ended early"
    assert not monitor._progress.running
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_another_loop_goes_on_where_the_last_ended(monitor, model, page):
    train(monitor, model, monitor(range(5)))
    train(monitor, model, monitor(range(5)))
    assert monitor.training.steps == 10
    assert len(page.updates) == 2


def test_metrics_after_the_loop(monitor, model, page):
    train(monitor, model, monitor(range(5)))
    monitor.log(test_accuracy=0.5)
    assert "test_accuracy 0.5" in repr(monitor)
    assert "test_accuracy 0.5" in page.updates[-1]["title"]
    assert page.updates[-1]["end"] == "Finished"


def test_bad_input(monitor, model):
    with pytest.raises(RuntimeError, match=r"for x, y in monitor\(loader\)"):
        monitor.step(1.0)
    with pytest.raises(TypeError, match="was given a int"):
        monitor(3)
    with pytest.raises(TypeError, match="must be a module or tensors by name"):
        TrainingMonitor([model.weight])
    with pytest.raises(ValueError, match=r"loss must be a single number, but has shape \(3, 2\)"):
        for _ in monitor(range(2)):
            monitor.step(torch.ones(3, 2))
    assert monitor.training.steps == 0


def test_tensors_by_name(page):
    w = torch.ones(2, requires_grad=True)
    monitor = TrainingMonitor({"w": w})
    assert [watched.name for watched in monitor.training.watched] == ["w"]
