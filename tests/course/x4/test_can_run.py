"""Exercise set 4, last part: what is asked of a graph is what backward() says."""

import numpy as np

import minigrad as torch
from minigrad.course.x4.can_run import MOST, doubled
from minigrad.testing.registry import find


def test_the_answers_are_what_a_second_pass_does_and_both_are_asked_for():
    question = find("x4-can-run")
    answers = []
    for draw in question.draws:
        (loss,) = draw(np.random.default_rng(0))
        answers.append(question.reference(loss))
        try:
            loss.backward()
        except RuntimeError:
            assert not answers[-1]
        else:
            assert answers[-1]
    assert answers == [False, True, True, True, False, False, True, True, True]


def test_where_there_are_many_paths_an_edge_can_be_followed_only_so_often():
    one = torch.tensor(3.0, requires_grad=True).exp()
    result = doubled(one, 1)
    said = [len(result.grad_fn.next_functions) for _ in range(MOST + 1)]
    assert said == [2] * MOST + [0]
    assert result.grad_fn.name() == type(result.grad_fn).__name__ == "AddBackward0"
    result.backward()
    assert result.item() == 2 * one.item()
