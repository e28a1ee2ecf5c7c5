from minigrad.nn._sizes import for_each_dim


def test_one_number_stands_for_all():
    assert for_each_dim(2, 2) == for_each_dim([2], 2) == for_each_dim((2, 2), 2)
