import numpy as np
import pytest

import minigrad
from minigrad import random
from minigrad.datasets import make_moons


def test_what_is_made():
    points, labels = make_moons()
    assert points.shape == (100, 2)
    assert labels.shape == (100,)
    assert (points.dtype, labels.dtype) == (minigrad.float32, minigrad.int64)
    assert labels.sum().item() == 50


def test_the_points_lie_on_their_half_circles():
    points, labels = (part.numpy() for part in make_moons(41))
    upper, lower = points[labels == 0], points[labels == 1]
    assert (len(upper), len(lower)) == (20, 21)
    np.testing.assert_allclose(np.hypot(*upper.T), 1, rtol=1e-6)
    np.testing.assert_allclose(np.hypot(*(lower - [1, 0.5]).T), 1, rtol=1e-6)
    assert (upper[:, 1] >= 0).all()
    assert (lower[:, 1] <= 0.5).all()


@pytest.mark.parametrize("n_samples", [1, 2, 7, 100])
def test_the_points_are_scikit_learns(n_samples):
    sklearn = pytest.importorskip("sklearn.datasets", reason="the half circles are checked anyway")
    points, labels = make_moons(n_samples, shuffle=False)
    expected, kinds = sklearn.make_moons(n_samples, shuffle=False)
    np.testing.assert_array_equal(points.numpy(), expected.astype(np.float32))
    np.testing.assert_array_equal(labels.numpy(), kinds)


def test_no_points():
    points, labels = make_moons(0, noise=0.1)
    assert points.shape == (0, 2)
    assert labels.shape == (0,)


def test_shuffling_moves_points_with_their_labels():
    points, labels = make_moons(30, generator=random.Generator().manual_seed(1))
    ordered, kinds = make_moons(30, shuffle=False)
    assert points.tolist() != ordered.tolist()
    pairs = [
        sorted(zip(*(part.tolist() for part in moons), strict=True))
        for moons in ((points, labels), (ordered, kinds))
    ]
    assert pairs[0] == pairs[1]


def test_noise_has_the_spread_that_was_asked_for():
    source = random.Generator().manual_seed(2)
    points, _ = make_moons(5000, shuffle=False, noise=0.2, generator=source)
    clean, _ = make_moons(5000, shuffle=False)
    noise = (points - clean).numpy()
    np.testing.assert_allclose(noise.std(axis=0), 0.2, rtol=0.05)
    np.testing.assert_allclose(noise.mean(axis=0), 0, atol=0.01)


def test_the_same_seed_gives_the_same_moons():
    random.manual_seed(3)
    first = make_moons(20, noise=0.1)
    random.manual_seed(3)
    assert make_moons(20, noise=0.1)[0].tolist() == first[0].tolist()
    own = make_moons(20, noise=0.1, generator=random.Generator().manual_seed(3))
    assert own[0].tolist() == first[0].tolist()
    assert make_moons(20, noise=0.1)[0].tolist() != first[0].tolist()


def test_bad_input():
    with pytest.raises(ValueError, match=r"^n_samples must be 0 or more, but got -1$"):
        make_moons(-1)
    with pytest.raises(TypeError, match=r"^n_samples must be an integer, but got 10.5$"):
        make_moons(10.5)
    with pytest.raises(ValueError, match=r"^noise must be 0 or more, but got -0.1$"):
        make_moons(10, noise=-0.1)
