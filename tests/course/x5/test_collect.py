"""Exercise set 5, second part: the stream tells what becomes of its chunks."""

import numpy as np
import pytest

from minigrad.course.x5.collect import GRAPHS, NONE, ONE, ROWS, TWICE, Stream
from minigrad.testing.lives import FEW, MOST


@pytest.fixture
def chunks():
    return Stream(np.random.default_rng(0), [3, 1, 2, 4, 1], 2, 1)


def test_read_one_by_one_it_leaves_one_or_two_alive(chunks):
    assert [(x.shape, y.shape) for x, y in chunks][2] == ((2, 2), (2, 1))
    assert chunks.state(FEW) == ONE and chunks.state(MOST) == GRAPHS


def test_by_hand_as_well(chunks):
    while next(chunks, None):
        pass
    assert chunks.state(FEW) == ONE


def test_a_list_of_all_is_noticed(chunks):
    kept = list(chunks)
    assert len(kept) == 5 and chunks.state(FEW) == ROWS


def test_read_twice_it_gives_the_same_and_says_so(chunks):
    first = [x.tolist() for x, _ in chunks]
    assert first == [x.tolist() for x, _ in chunks]
    assert chunks.state(FEW) == TWICE


def test_unread_it_is_no_chunk_at_a_time(chunks):
    assert chunks.state(FEW) == NONE


def test_it_has_no_length(chunks):
    with pytest.raises(TypeError):
        len(chunks)
