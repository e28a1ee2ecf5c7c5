"""Every draw against PyTorch's: the same words, and numbers that print alike."""

import random as python_random
from typing import NamedTuple

import numpy as np
import pytest

from minigrad import _draws, random

SIZES = (0, 1, 5, 15, 16, 17, 31, 33, 1000)
FLOATS = ("float32", "float64")


class Draw(NamedTuple):
    name: str
    arguments: tuple

    def ours(self, generator=None):
        return np.asarray(getattr(_draws, self.name)(*self.arguments, generator=generator))

    def theirs(self, torch):
        name, (first, *rest) = self.name, self.arguments or (None,)
        if name in ("uniform", "normal"):
            low, high, kind = rest
            return getattr(torch.empty(first, dtype=getattr(torch, kind)), f"{name}_")(low, high)
        if name == "exponential":
            rate, kind = rest
            return torch.empty(first, dtype=getattr(torch, kind)).exponential_(rate)
        if name == "any_integers":
            return torch.empty(first, dtype=getattr(torch, *rest)).random_()
        if name == "bernoulli":
            return torch.empty(first, dtype=torch.bool).bernoulli_(*rest)
        if name == "random_int64":
            return torch.empty((), dtype=torch.int64).random_()
        return {"integers": torch.randint, "permutation": torch.randperm}[name](*self.arguments)


def every_draw():
    """Each distribution, size and dtype; an odd count of normal numbers leaves one waiting."""
    for size in SIZES:
        for kind in FLOATS:
            yield Draw("uniform", ((size,), 0.0, 1.0, kind))
            yield Draw("normal", ((size,), 0.0, 1.0, kind))
            yield Draw("uniform", ((size,), -0.1, 0.7, kind))
            yield Draw("normal", ((size,), 2.5, 0.3, kind))
            yield Draw("exponential", ((size,), 0.7, kind))
            yield Draw("any_integers", ((size,), kind))
        for kind in ("bool", "uint8", "int8", "int16", "int32", "int64", "float16"):
            yield Draw("any_integers", ((size,), kind))
        yield Draw("integers", (0, 10, (size,)))
        yield Draw("integers", (-7, 2**28 - 7, (size,)))
        yield Draw("integers", (-(2**63), 2**63 - 1, (size,)))
        yield Draw("permutation", (size,))
        yield Draw("bernoulli", ((size,), 0.3))
        yield Draw("random_int64", ())


DRAWS = [*every_draw(), Draw("normal", ((3, 7), 0.0, 1.0, "float32"))]


@pytest.mark.parametrize("seed", [2024, 0, -1, 2**64 - 1, -(2**63), 2**32 + 5])
def test_a_mixed_sequence_is_torchs_live(seed):
    torch = pytest.importorskip("torch")
    random.manual_seed(seed)
    torch.manual_seed(seed)
    for draw in DRAWS:
        ours, theirs = draw.ours(), draw.theirs(torch).numpy()
        assert ours.dtype == theirs.dtype
        assert ours.shape == theirs.shape
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=2e-6, err_msg=str(draw))
    assert random.initial_seed() == torch.initial_seed()


@pytest.mark.soak
def test_many_mixed_sequences_are_torchs_live():
    torch, choose = pytest.importorskip("torch"), python_random.Random(1)
    for _ in range(500):
        seed = choose.randrange(-(2**63), 2**64)
        random.manual_seed(seed)
        torch.manual_seed(seed)
        low, high = choose.uniform(-3, 3), choose.choice([1e-3, 1.0, 1e4])
        for kind in FLOATS:
            size = (choose.randrange(400),)
            for name in ("uniform", "normal"):
                draw = Draw(name, (size, low, low + 3 + high, kind))
                np.testing.assert_allclose(draw.ours(), draw.theirs(torch), rtol=1e-5, atol=1e-5)


STORED = {  # the numbers of torch 2.13 after manual_seed(0), as they print
    ("uniform", 3): "[0.4963 0.7682 0.0885]",
    ("normal", 3): "[ 1.541  -0.2934 -2.1788]",
    ("normal", 17): (
        "[-1.1258 -1.6959  0.5667  0.7935  0.5988 -1.5551 -0.3414  1.853   0.4681\n"
        " -0.5855 -0.1734  0.1835  1.3894  1.5863  0.9463 -0.8437  0.9318]"
    ),
}


@pytest.mark.parametrize(("name", "count"), STORED)
def test_the_first_numbers_after_seed_0(name, count):
    draw = getattr(_draws, name)((count,), generator=random.Generator().manual_seed(0))
    assert draw.dtype == np.float32
    assert str(draw.round(4)) == STORED[name, count]


def test_the_second_of_a_pair_waits_for_the_next_draw():
    together = _draws.normal((2,), generator=random.Generator().manual_seed(3))
    generator = random.Generator().manual_seed(3)
    apart = [_draws.normal((1,), generator=generator) for _ in range(2)]
    np.testing.assert_array_equal(np.concatenate(apart), together)


def test_seeding_forgets_the_waiting_number():
    generator = random.Generator().manual_seed(3)
    first = _draws.normal((1,), generator=generator)
    again = _draws.normal((1,), generator=generator.manual_seed(3))
    np.testing.assert_array_equal(again, first)


def test_a_generator_of_its_own_leaves_the_default_alone():
    random.manual_seed(5)
    expected = _draws.uniform((4,))
    random.manual_seed(5)
    _draws.uniform((9,), generator=random.Generator())
    np.testing.assert_array_equal(_draws.uniform((4,)), expected)


def test_a_number_that_rounds_to_the_limit_is_replaced_by_the_lowest():
    values = _draws.uniform((1000,), 0.0, 1.0, "float16", random.Generator().manual_seed(41))
    assert values.max() < 1


@pytest.mark.parametrize("kind", FLOATS)
def test_moments(kind):
    source = random.Generator().manual_seed(11)
    unit = _draws.uniform((10_000,), -1, 3, kind, source).astype(np.float64)
    assert abs(unit.mean() - 1) < 0.05
    assert abs(unit.std() - 4 / np.sqrt(12)) < 0.02
    bell = _draws.normal((10_001,), 3.0, 2.0, kind, source).astype(np.float64)
    assert abs(bell.mean() - 3) < 0.05
    assert abs(bell.std() - 2) < 0.05


def test_permutation_holds_each_number_once():
    order = _draws.permutation(1000, random.Generator())
    assert sorted(order.tolist()) == list(range(1000))


def test_bernoulli_at_its_ends():
    assert not _draws.bernoulli((50,), 0).any()
    assert _draws.bernoulli((50,), 1).all()


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda: _draws.normal((3,), dtype=np.int64),
            NotImplementedError,
            "\"normal_kernel_cpu\" not implemented for 'Long'",
        ),
        (
            lambda: _draws.integers(6, 5, (3,)),
            RuntimeError,
            "random_ expects 'from' to be less than 'to', but got from=6 >= to=5",
        ),
        (lambda: _draws.integers(0, 3.5, (3,)), TypeError, "'float' object cannot be interpreted"),
        (lambda: _draws.permutation(2.0), TypeError, "'float' object cannot be interpreted"),
    ],
)
def test_bad_input(call, error, words):
    state = random.default_generator.get_state()
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value).startswith(words)
    np.testing.assert_array_equal(random.default_generator.get_state(), state)


def test_fill_writes_over_an_array_wherever_it_lies():
    array = np.zeros((3, 2)).T
    _draws.fill(array, lambda shape: np.arange(6.0).reshape(shape))
    assert array.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
