import hashlib
from pathlib import Path

import numpy as np
import pytest

import minigrad
from minigrad.datasets import digits, load_digits
from minigrad.utils.data import DataLoader, TensorDataset

DATA = Path(digits.__file__).parent / "data"


def test_what_is_loaded():
    images, labels = load_digits()
    assert images.shape == (1797, 8, 8)
    assert labels.shape == (1797,)
    assert (images.dtype, labels.dtype) == (minigrad.float32, minigrad.int64)
    assert (images.min().item(), images.max().item()) == (0, 1)
    assert not images.requires_grad
    assert labels[:12].tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1]


def test_the_numbers_are_the_sources_as_stored():
    images, labels = load_digits()
    ink, kinds = images.numpy() * 16, labels.numpy()
    assert ink[0, 0].tolist() == [0, 0, 5, 13, 9, 1, 0, 0]
    found = [hashlib.sha256(part.astype(np.uint8).tobytes()).hexdigest() for part in (ink, kinds)]
    assert found == [
        "8f26b2bd9d135c256808f68f14fdabddde6d9c7f869ae419704b051f0f14b3b3",
        "8ba4f891220f5e4c9c819638d1602d74b83618f167043c6da52a2a247841ddf0",
    ]


def test_the_numbers_are_scikit_learns():
    sklearn = pytest.importorskip("sklearn.datasets", reason="the checksums are compared anyway")
    source = sklearn.load_digits()
    images, labels = load_digits()
    np.testing.assert_array_equal(images.numpy() * 16, source.images)
    np.testing.assert_array_equal(labels.numpy(), source.target)


def test_the_parts_share_nothing_and_miss_nothing():
    images, labels = load_digits()
    parts = {split: load_digits(split) for split in ("train", "test")}
    assert [len(parts[split][0]) for split in parts] == [1442, 355]
    together = [
        np.concatenate([parts[split][place].numpy() for split in parts]) for place in (0, 1)
    ]
    rows = sorted(zip(together[0].reshape(-1, 64).tolist(), together[1].tolist(), strict=True))
    whole = sorted(zip(images.view(-1, 64).tolist(), labels.tolist(), strict=True))
    assert rows == whole


def test_each_digit_is_held_out_equally_often():
    counts = [np.bincount(load_digits(split)[1].numpy()) for split in ("train", "test")]
    assert ((counts[0] // 4 == counts[1]) | (counts[0] // 4 == counts[1] + 1)).all()
    assert counts[1].tolist() == [35, 36, 35, 36, 36, 36, 36, 35, 34, 36]


def test_every_fifth_of_a_digit_is_held_out():
    images, labels = load_digits()
    ones = images.numpy()[labels.numpy() == 1]
    held_out, kinds = load_digits("test")
    np.testing.assert_array_equal(held_out.numpy()[kinds.numpy() == 1], ones[4::5])


def test_each_call_gives_memory_of_its_own():
    load_digits()[0].add_(1)
    assert load_digits()[0].max().item() == 1


def test_the_parts_serve_a_loader():
    loader = DataLoader(TensorDataset(*load_digits(split="train")), batch_size=64, shuffle=True)
    images, labels = next(iter(loader))
    assert images.shape == (64, 8, 8)
    assert labels.shape == (64,)
    assert len(loader) == 23


@pytest.mark.parametrize("split", ["valid", "Train", True, 0])
def test_an_unknown_split(split):
    with pytest.raises(ValueError, match=f"^split must be 'train', 'test' or None .*{split!r}$"):
        load_digits(split)


def test_the_file_is_small_and_says_where_it_is_from():
    assert (DATA / "digits.npz").stat().st_size < 100_000
    text = (DATA / "digits.md").read_text(encoding="utf-8")
    for word in ("E. Alpaydin", "C. Kaynak", "UCI", "CC BY 4.0", "10.24432/C50P49", "uint8"):
        assert word in text
