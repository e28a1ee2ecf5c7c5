import math

import minigrad
from minigrad.nn.modules._masks import added_mask, joined_mask


def test_a_mask_is_added_to_scores():
    like = minigrad.ones(1, dtype=minigrad.float64)
    mask = added_mask(minigrad.tensor([True, False]), "mask", like)
    assert (mask.tolist(), mask.dtype) == ([-math.inf, 0.0], minigrad.float64)
    assert added_mask(like, "mask", like) is like
    assert added_mask(None, "mask", like) is None


def test_two_masks_are_one():
    q, k = minigrad.ones(2, 3, 4, 1), minigrad.ones(2, 3, 5, 1)
    mask, padding = minigrad.ones(4, 5), minigrad.ones(2, 5)
    assert joined_mask(None, None, q, k) is None
    assert joined_mask(mask, None, q, k).shape == (4, 5)
    assert joined_mask(None, padding, q, k).shape == (2, 1, 1, 5)
    assert joined_mask(minigrad.ones(6, 4, 5), padding, q, k).shape == (2, 3, 4, 5)
