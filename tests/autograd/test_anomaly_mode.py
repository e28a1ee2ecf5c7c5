"""What anomaly mode says beyond PyTorch: the user's lines. The rest is in the behaviours."""

import gc
import json
import sys
import threading
import warnings
import weakref

import pytest

import minigrad
from minigrad import nn
from minigrad._mode import current
from minigrad.autograd import Function, detect_anomaly, set_detect_anomaly
from minigrad.autograd.anomaly_mode import _thread
from tests.behaviours import table

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # the tracebacks


@pytest.fixture
def on():
    """Anomaly mode, for one test."""
    with set_detect_anomaly(True):
        yield
    assert current.mode.watch is None and not _thread.running


def leaf(*values):
    return minigrad.tensor(list(values or (1.0, 2.0)), requires_grad=True)


def here(distance=1):
    """How a traceback names the line above the call."""
    frame = sys._getframe(1)
    return f'  File "{__file__}", line {frame.f_lineno - distance}, in {frame.f_code.co_name}'


def said(act):
    """The lines after the first of the error that `act` raises."""
    with pytest.raises(RuntimeError) as caught:
        act()
    return str(caught.value).splitlines()[1:]


def test_nan_names_the_line_that_recorded_the_node(on):
    x = leaf(-1.0)
    y = x.sqrt()
    made = here()
    assert said(y.backward) == ["SqrtBackward0 was recorded here:", made, "    y = x.sqrt()"]


def test_a_second_backward_names_where_the_graph_was_made_and_freed(on):
    x = leaf()
    y = (x * x).sum()
    made = here()
    y.backward()
    freed = here()
    assert said(y.backward)[:6] == [
        "MulBackward0 was recorded here:",
        made,
        "    y = (x * x).sum()",
        "Its saved values were freed here:",
        freed,
        "    y.backward()",
    ]


def test_the_backward_that_freed_is_the_last_one(on):
    x = leaf()
    y = (x * x).sum()
    y.backward(retain_graph=True)
    minigrad.autograd.grad(y, x)
    freed = here()
    for _ in range(2):  # and an attempt that failed frees nothing
        assert freed in said(y.backward)


def test_a_walk_that_stops_at_a_node_does_not_free_it(on):
    x = leaf()
    y = x * x
    y.sum().backward()
    freed = here()
    minigrad.autograd.grad(y.sum(), y)  # asks for what arrives there, and runs nothing
    assert freed in said(y.sum().backward)


def test_reading_what_was_freed_names_the_lines_too(on):
    y = leaf() * 2
    y.sum().backward()
    freed = here()
    assert freed in said(lambda: y.grad_fn._saved_other)


def test_a_write_names_where_the_value_was_made_and_changed(on):
    x = leaf()
    y = x.exp()
    made = here()
    y.mul_(3)
    first = here()
    y[0] = 0.0
    second = here()
    lines = said(y.sum().backward)
    places = [lines.index(each) for each in (made, first, second)]
    assert places == sorted(places)
    assert lines[places[0] - 1] == "ExpBackward0 was recorded here:" and len(lines) == 10
    assert lines[places[1] - 1] == lines[places[2] - 1] == "It was changed in place here:"
    assert lines[-1].startswith("Compute out of place")


def test_writes_before_the_value_was_saved_are_not_to_blame(on):
    x, w = leaf(), minigrad.ones(2)
    w.add_(1)
    innocent = here()
    y = x * w
    w.add_(1)
    guilty = here()
    lines = said(y.sum().backward)
    assert guilty in lines and innocent not in lines


def test_a_loop_of_writes_is_told_once(on):
    x, w = leaf(), minigrad.ones(2)
    y = x * w
    for _ in range(50):
        w.add_(1)
    assert said(y.sum().backward).count("It was changed in place here:") == 1
    assert len(w._counter) == 2


def test_writes_through_views_and_detached_twins_are_told_of(on):
    x, w = leaf(), minigrad.ones(2)
    y = x * w
    w[0].zero_()
    w.detach().add_(1)
    twin = here()
    lines = said(y.sum().backward)
    assert lines.count("It was changed in place here:") == 2 and twin in lines


def test_a_step_of_an_optimizer_is_told_as_the_users_line(on):
    model = nn.Linear(2, 1)
    optimizer = minigrad.optim.SGD(model.parameters(), lr=0.1)
    loss = (model(minigrad.ones(1, 2)) + model.weight**2).sum()
    loss.backward(retain_graph=True)
    optimizer.step()
    stepped = here()
    assert stepped in said(loss.backward)


def test_a_function_of_ones_own(on):
    class Careless(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * ctx.saved_tensors[0]

    y = Careless.apply(leaf())
    made = here()
    y.sum().backward()
    freed = here()
    lines = said(y.sum().backward)
    assert made in lines and freed in lines


def test_where_in_a_model_is_told_as_well(on):
    model = nn.Sequential(nn.Linear(1, 1), nn.ReLU())
    out = model(minigrad.tensor([[float("nan")]]))
    stack = out.grad_fn.metadata["traceback_"]
    assert 'activation.py"' in stack[-1] or "functional.py" in stack[-1]
    assert "out = model(" in out.grad_fn.metadata["made_"]  # but the line named is the user's
    own_files = [line for line in stack if "minigrad/autograd" in line or "minigrad/ops" in line]
    assert not own_files


def test_the_warning_stands_at_the_users_line():
    x = leaf(-1.0)
    with set_detect_anomaly(True), warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with pytest.raises(RuntimeError):
            x.sqrt().backward()
    assert [(w.filename, w.category) for w in seen] == [(__file__, UserWarning)]
    with pytest.warns(UserWarning, match="Anomaly Detection") as announced, detect_anomaly():
        pass
    assert [w.filename for w in announced] == [__file__]


def test_an_error_that_is_no_exception_ends_the_turn_too(on):
    def interrupt(grad):
        raise KeyboardInterrupt

    x = leaf()
    x.register_hook(interrupt)
    with pytest.raises(KeyboardInterrupt):
        (x * 2).sum().backward()
    assert not _thread.running


def test_every_turn_ends(on):
    x, y = leaf(), leaf()
    z = x * y
    minigrad.autograd.grad(z.sum(), (x, z), allow_unused=True)
    assert not _thread.running
    z = x * y
    z.grad_fn.register_prehook(lambda grads: (None,))
    z.sum().backward(inputs=[x])
    assert not _thread.running


def test_a_backward_recorded_in_a_backward_names_its_parents(on):
    x = leaf(0.0)
    y = x**1.5
    (g,) = minigrad.autograd.grad(y, x, create_graph=True)
    assert g.grad_fn.metadata["parent_"] is y.grad_fn
    assert "parent_" not in y.grad_fn.metadata
    (h,) = minigrad.autograd.grad(g, x, create_graph=True)
    names, node = [], h.grad_fn
    while node is not None:
        names.append(node.name())
        node = node.metadata.get("parent_")
    assert len(names) == 3 and names[-1] == "PowBackward0"


def test_off_there_is_nothing_to_call_and_nothing_is_kept():
    mode = current.mode
    with set_detect_anomaly(True):
        assert mode.on_record and mode.on_write and mode.watch
        with set_detect_anomaly(True):  # on twice is on once
            assert len(mode.on_record) == len(mode.on_write) == 1
    assert (mode.on_record, mode.on_write, mode.watch) == ((), (), None)
    x = leaf()
    y = (x * x).exp_()
    y.sum().backward()
    assert y._counter == [1] and y.grad_fn.metadata == {}


def test_other_observers_stay(on):
    def mine(node):
        seen.append(node.name())

    mode, seen = current.mode, []
    mode.on_record += (mine,)
    try:
        with set_detect_anomaly(False):
            leaf() * 2
        leaf() * 2
    finally:
        mode.on_record = tuple(tell for tell in mode.on_record if tell is not mine)
    assert seen == ["MulBackward0"] * 2


def test_no_cycle_keeps_a_graph_alive(on):
    gc.collect()
    gc.disable()
    try:
        x = leaf()
        y = (x * x).sum()
        (g,) = minigrad.autograd.grad(y, x, create_graph=True)
        g.mul_(2)
        nodes = [weakref.ref(node) for node in (y.grad_fn, g.grad_fn)]
        del y, g
        assert [node() for node in nodes] == [None, None]
    finally:
        gc.enable()


def test_threads_run_their_own_backwards(on):
    def work():
        x = leaf(-1.0)
        with pytest.raises(RuntimeError, match="returned nan"):
            x.sqrt().backward()
        done.append(not _thread.running)

    done = []
    threads = [threading.Thread(target=work) for _ in range(4)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert done == [True] * 4


def test_a_second_order_nan_is_found_on_tensors_too(on):
    x = leaf(0.0)
    (g,) = minigrad.autograd.grad(x**1.5, x, create_graph=True)
    with pytest.raises(RuntimeError, match="'PowBackward0' returned nan"):
        minigrad.autograd.grad(g, x, minigrad.zeros(1), create_graph=True)


HINTS = (
    "the backtrace further above shows the operation that failed to compute its gradient. The "
    "variable in question was changed in there or anywhere later. Good luck!",
    "enable anomaly detection to find the operation that failed to compute its gradient, with "
    "torch.autograd.set_detect_anomaly(True, check_nan=False).",
)


def outcome_of(row):
    """What a row of the behaviours table gives, warnings and PyTorch's two hints aside."""
    found = table.told(row, minigrad)
    found.pop("warned", None)
    text = json.dumps(found)
    for hint in HINTS:
        text = text.replace(hint, "")
    return text


@pytest.mark.parametrize("topic", [topic for topic in table.TOPICS if topic != "checks"])
def test_nothing_else_changes(topic):
    rows = [row for row in table.table().values() if row.topic == topic]
    for row in rows:
        if "very_deep" in row.name or "nested_deeper" in row.name:
            continue  # a hundred thousand tracebacks, or long ones
        off = outcome_of(row)
        with set_detect_anomaly(True, check_nan=False):
            on = outcome_of(row)
        assert on == off or "traceback_" in on, row.id  # a row may show a node's notes
    assert not _thread.running
