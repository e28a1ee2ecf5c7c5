import copy
import pickle

import numpy as np
import pytest

import minigrad
from minigrad.random import Generator

# The first words of the Mersenne Twister, from torch 2.13.0: random_() of int32 keeps 31 bits each.
FIRST_WORDS = {
    0: [209652396, 398764591, 924231285, 1478610112],
    1: [1791095845, 2135392491, 946286476, 1857819720],
    42: [1608637542, 1273642419, 1935803228, 787846414],
    -1: [419326371, 479346978, 1771170828, 269265991],
    4294967296: [209652396, 398764591, 924231285, 1478610112],
    4294967301: [953453411, 236996814, 1592283119, 1423042237],
    67280421310721: [205811062, 1155489284, 1867896189, 1147612172],
}
LARGEST = 2**64 - 1


@pytest.mark.parametrize("seed", FIRST_WORDS)
def test_the_words_are_torchs(seed):
    words = Generator().manual_seed(seed).draw32(4)
    assert words.dtype == np.uint64
    assert (words % 2**31).tolist() == FIRST_WORDS[seed]


@pytest.mark.parametrize("seed", [0, 7, -1, 2**63, 67280421310721])
def test_the_words_are_torchs_live(seed):
    torch = pytest.importorskip("torch")
    theirs = torch.empty(2000, dtype=torch.int32)
    theirs.random_(generator=torch.Generator().manual_seed(seed))
    ours = Generator().manual_seed(seed).draw32(2000)
    assert (ours % 2**31).tolist() == theirs.tolist()


def test_two_words_of_32_bits_make_one_of_64():
    upper, lower, *_ = Generator().draw32(2).tolist()
    assert Generator().draw64(1).tolist() == [upper * 2**32 + lower]


def test_drawing_in_parts_is_drawing_at_once():
    generator = Generator()
    parts = [generator.draw32(count) for count in (0, 1, 623, 1, 700)]
    np.testing.assert_array_equal(np.concatenate(parts), Generator().draw32(1325))


def test_a_new_generator_starts_from_torchs_default_seed():
    assert Generator().initial_seed() == 67280421310721
    fresh, seeded = Generator(), Generator().manual_seed(67280421310721)
    np.testing.assert_array_equal(fresh.draw32(5), seeded.draw32(5))


@pytest.mark.parametrize(
    ("given", "kept"),
    [(0, 0), (-1, LARGEST), (-(2**63), 2**63), (LARGEST, LARGEST), (np.int64(-2), LARGEST - 1)],
)
def test_manual_seed_returns_the_generator_and_keeps_the_seed(given, kept):
    generator = Generator()
    assert generator.manual_seed(given) is generator
    assert generator.initial_seed() == kept


def test_seed_is_another_each_time():
    generator = Generator()
    seeds = {generator.seed() for _ in range(3)}
    assert len(seeds) == 3
    assert all(0 <= seed <= LARGEST for seed in seeds)
    assert generator.initial_seed() in seeds


def test_device():
    assert Generator("cpu").device == minigrad.device("cpu")
    with pytest.raises(RuntimeError, match=r"^Expected one of cpu .* device string: cuda:0"):
        Generator("cuda:0")


@pytest.mark.parametrize("spent", [0, 1, 623, 624, 625, 2000])
def test_a_state_restores_what_follows(spent):
    generator = Generator().manual_seed(-5)
    generator.draw32(spent)
    generator.waiting_normal = 0.25
    state = generator.get_state()
    expected = generator.draw32(1500)
    generator.waiting_normal = None
    other = Generator()
    for restored in (generator, other):
        restored.set_state(state)
        assert restored.initial_seed() == 2**64 - 5
        assert restored.waiting_normal == 0.25
        np.testing.assert_array_equal(restored.draw32(1500), expected)


def test_a_state_is_a_copy():
    generator = Generator()
    state = generator.get_state()
    before = state.clone()
    generator.draw32(1000)
    np.testing.assert_array_equal(state, before)
    state[:] = 0
    assert generator.initial_seed() == 67280421310721


@pytest.mark.parametrize("spent", [0, 1, 623, 625, 2000])
def test_the_state_is_torchs_live(spent):
    torch = pytest.importorskip("torch")
    ours, theirs = Generator().manual_seed(3), torch.Generator().manual_seed(3)
    ours.draw32(spent)
    torch.rand(spent, generator=theirs)
    np.testing.assert_array_equal(ours.get_state(), theirs.get_state().numpy())
    ours.draw32(10)
    theirs.set_state(torch.from_numpy(ours.get_state().numpy()))
    bits = torch.empty(1000, dtype=torch.int32).random_(generator=theirs)
    assert (ours.draw32(1000) % 2**31).tolist() == bits.tolist()


def test_a_waiting_normal_number_is_carried_over_from_torch_live():
    torch = pytest.importorskip("torch")
    theirs = torch.Generator().manual_seed(3)
    torch.randn(1, generator=theirs)
    ours = Generator()
    ours.set_state(minigrad.from_numpy(theirs.get_state().numpy()))
    waiting = torch.randn(1, dtype=torch.float64, generator=theirs).item()
    assert ours.waiting_normal == pytest.approx(waiting)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))])
def test_a_copy_goes_on_alike_and_apart(copied):
    generator = Generator().manual_seed(4)
    generator.draw32(7)
    other = copied(generator)
    expected = generator.draw32(20)
    np.testing.assert_array_equal(other.draw32(20), expected)
