import numpy as np
import pytest

from minigrad.ops.windows import Windows

SIZES = [(5, 3, 1, 0, 1), (5, 3, 2, 1, 1), (9, 3, 2, 0, 2), (1, 3, 1, 1, 1), (4, 4, 3, 0, 1)]


@pytest.mark.parametrize(("n", "k", "s", "p", "d"), SIZES)
def test_windows_are_where_the_numbers_say(n, k, s, p, d):
    windows = Windows((k,), (s,), (p,), (d,))
    (count,) = windows.counts((n,))
    padded = np.pad(np.arange(1, n + 1), p)
    assert (windows.padded(np.arange(1, n + 1)) == padded).all()
    seen = [padded[place[1]] for place in windows.slices((count,))]
    assert [w.tolist() for w in np.transpose(seen)] == [
        [padded[i * s + j * d] for j in range(k)] for i in range(count)
    ]
    assert (count - 1) * s + d * (k - 1) < n + 2 * p <= count * s + d * (k - 1)


def test_the_last_window_may_reach_over_the_end():
    assert Windows((2,), (2,), (0,), (1,)).counts((5,)) == (2,)
    assert Windows((2,), (2,), (0,), (1,), True).counts((5,)) == (3,)
    assert Windows((2,), (2,), (1,), (1,), True).counts((5,)) == (3,)  # not behind the end
    assert Windows((2,), (2,), (0,), (1,), True).padded(np.ones(5)).tolist() == [1] * 5 + [0]


def test_what_is_blank_has_the_picture_inside():
    windows = Windows((3, 3), (1, 1), (1, 0), (1, 1))
    out = windows.blank(np.ones((2, 4, 4)), (4, 4))
    assert (out.shape, out.any()) == ((2, 6, 4), False)
    out[windows.inside((4, 4))] += 1
    assert out.sum() == 32
    assert windows.cropped(out, (4, 4)).tolist() == np.ones((2, 4, 4)).tolist()
