import logging
import sys
import warnings

import numpy as np
import pytest

import minigrad
from minigrad.testing.question import Question
from minigrad.testing.registry import find
from minigrad.testing.state import MOST, mend, seed, steady
from minigrad.testing.verdict import right

SLOPE = find("slope")
USES = find("x1-gradients")

CHANGES = {
    "recording": (lambda: minigrad.set_grad_enabled(False), "Recording had been switched off"),
    "no_grad": (lambda: minigrad.no_grad().__enter__(), "Recording had been switched off"),
    "inference": (lambda: minigrad.inference_mode().__enter__(), "Recording had been switched"),
    "dtype": (lambda: minigrad.set_default_dtype(minigrad.float64), "float32 again"),
    "numpy": (lambda: np.seterr(all="raise"), "NumPy's answer"),
}
changes = pytest.mark.parametrize("what", CHANGES)


@pytest.fixture(autouse=True)
def usual():
    yield
    mend([])


def gradients(x, y):
    x, y = (minigrad.tensor(value, requires_grad=True) for value in (x, y))
    (x**2 + y**3 - minigrad.sin(x * y)).backward()
    return x.grad, y.grad


@changes
def test_what_a_cell_before_left_changed_is_put_right_and_told(what):
    change, words = CHANGES[what]
    change()
    verdict = USES.judge(gradients)
    assert verdict.ok and words in " ".join(verdict.message.split())
    assert USES.judge(gradients).message == "✓ x1-gradients: right, on 6 random inputs."


@changes
def test_what_an_answer_leaves_changed_ruins_no_later_check(what):
    change, words = CHANGES[what]

    def careless(x, y):
        found = gradients(x, y)
        change()
        return found

    assert words in " ".join(USES.judge(careless).message.split())
    assert USES.judge(gradients).message == "✓ x1-gradients: right, on 6 random inputs."


def test_random_numbers_are_the_same_in_each_judgement_and_go_on_as_they_were():
    found = []

    class Draws(Question):
        def verdict(self, answer, draw):
            seed(3)
            found.append((float(minigrad.rand(())), np.random.rand()))  # noqa: NPY002
            return right(self.name)

    minigrad.manual_seed(1)
    wanted = minigrad.rand(2).tolist()
    minigrad.manual_seed(1)
    Draws("d", "").judge(1)
    Draws("d", "").judge(1)
    assert found[0] == found[1]
    assert minigrad.rand(2).tolist() == wanted


def test_a_flood_is_cut_and_nothing_reaches_stderr(capsys):
    def noisy(x):
        for _ in range(1000):
            print("a line of some length")
        print("and here", file=sys.stderr)
        warnings.warn("careful", stacklevel=1)
        logging.getLogger("a").error("trouble")
        return 2 * x

    assert SLOPE.judge(noisy).ok
    out, err = capsys.readouterr()
    assert err == ""
    assert len(out) < MOST + 100 and "more characters were printed" in out


def test_a_log_handler_that_holds_stderr_is_silent_while_an_answer_is_judged(capsys):
    handler = logging.StreamHandler(sys.stderr)
    logging.getLogger().addHandler(handler)
    try:
        assert SLOPE.judge(lambda x: logging.getLogger().error("trouble") or 2 * x).ok
        assert capsys.readouterr().err == ""
        logging.getLogger().error("later")
        assert "later" in capsys.readouterr().err
    finally:
        logging.getLogger().removeHandler(handler)


@pytest.mark.parametrize("stop", ["exit()", "quit()", "raise SystemExit", "sys.exit(1)"])
def test_what_would_end_the_notebook_ends_the_call(stop):
    class ZMQExitAutocall:
        def __call__(self):
            raise AssertionError("the kernel would have stopped")

    space = {"sys": sys, "exit": ZMQExitAutocall(), "quit": ZMQExitAutocall()}
    exec(f"def slope(x):\n    {stop}", space)
    verdict = SLOPE.judge(space["slope"])
    assert "A function ends with `return`" in " ".join(verdict.message.split())
    assert isinstance(space["exit"], ZMQExitAutocall)


def test_any_exception_is_an_outcome():
    class Odd(BaseException):
        pass

    def slope(x):
        raise Odd("what now")

    assert "Odd: what now" in SLOPE.judge(slope).message


def test_a_variable_that_took_the_librarys_name_gives_it_back(capsys):
    space = {"torch": 3}
    exec(
        "from minigrad.testing import check\n"
        "def slope(x):\n    return torch.tensor(x) * 2\n"
        "verdict = check('slope', slope)",
        space,
    )
    assert space["verdict"].ok and "library again: give yours" in space["verdict"].message
    assert space["torch"] is minigrad


def test_a_block_that_fails_leaves_everything_as_it_was():
    with pytest.raises(ZeroDivisionError), steady():
        minigrad.set_grad_enabled(False)
        raise ZeroDivisionError
    assert minigrad.is_grad_enabled()
    assert logging.root.manager.disable == 0
