import pytest

from minigrad.ops.subscripts import labels, output_labels


def read(equation, *shapes):
    found = labels(equation, list(shapes))
    return found, output_labels(equation, found)


def test_a_label_for_each_dimension():
    assert read("ij, jk -> ik", (2, 3), (3, 4)) == ([["i", "j"], ["j", "k"]], ["i", "k"])


def test_without_an_arrow_what_occurs_once_is_kept_in_alphabetical_order():
    assert read("bA,bc", (2, 3), (2, 4))[1] == ["A", "c"]


def test_an_ellipsis_stands_for_the_last_of_its_dimensions():
    found, kept = read("...i,i...->...", (5, 6, 2), (2, 6))
    assert found == [["0", "1", "i"], ["i", "1"]]
    assert kept == ["0", "1"]


def test_an_ellipsis_that_is_not_in_the_output_is_summed_over():
    assert read("...i->i", (5, 2))[1] == ["i"]


def test_sizes_of_one_broadcast():
    assert read("ij,ij->i", (1, 3), (2, 1))[1] == ["i"]


def test_zero_is_a_size_like_others():
    with pytest.raises(RuntimeError, match="size 2 for operand 1 which does not broadcast"):
        read("i,i->", (0,), (2,))


def test_spaces_do_not_count_and_digits_are_no_subscripts():
    with pytest.raises(RuntimeError, match="invalid subscript given in"):
        read(" i 1->i", (2, 3))
