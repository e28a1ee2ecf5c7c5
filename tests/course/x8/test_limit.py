import numpy as np
import pytest

from minigrad.testing.registry import find
from tests.course.x8.solved import LIBS, solution


@LIBS
@pytest.mark.parametrize("pull", [[3.0, 4.0], [0.3, 0.4], [0.0, 0.0]])
def test_a_gradient_is_no_longer_than_allowed(lib, pull):
    lib = pytest.importorskip(lib)
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = solution(lib, "x8-limit")(x, 2.5)
    (y * lib.tensor(pull)).sum().backward()
    length = np.linalg.norm(pull)
    assert y.tolist() == [1.0, 2.0]
    assert np.allclose(x.grad.tolist(), np.multiply(pull, min(1, 2.5 / length) if length else 1))


def test_one_draw_is_short_and_longer_than_one():
    """Who compares the length with 1 in place of `longest` is noticed."""
    question = find("x8-limit")
    longest = [draw(question.generator(0))[1] for draw in question.draws]
    assert min(longest) < 1 < 0.75 * max(longest)


def test_what_stops_on_the_way_back_is_told():
    def limit(x, longest):
        y = x.clone()
        y.register_hook(lambda g: longest)
        return y

    message = " ".join(find("x8-limit").judge(limit).message.split())
    assert "expected Variable, but hook returned 'float'" in message
