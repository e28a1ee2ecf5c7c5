import minigrad


def test_what_is_computed_with_float16_is_of_that_type():
    x = minigrad.tensor([1.5, 2.5], dtype=minigrad.float16)
    assert (x * 2 + x / 2).tolist() == [3.75, 6.25]
    assert (x * 2).dtype is minigrad.float16
