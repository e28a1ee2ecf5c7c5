"""Exercise set 5, fourth part: the exam tells rows from batches, and dropout from none."""

import pytest

import minigrad as torch
from minigrad.course.x5.evaluate import Alternate, _evaluated
from minigrad.testing.registry import find
from minigrad.testing.state import seed

QUESTION = find("x5-evaluate")


@pytest.mark.parametrize("trial", range(QUESTION.trials))
def test_rows_and_batches_have_other_means_and_some_answers_are_right(trial):
    loss, share = QUESTION.reference(*QUESTION.args(trial, None))
    assert 0 < share < 1
    other = _evaluated(*QUESTION.args(trial, None), rows=False, by="batches")
    assert abs(other[0] - loss) > 1e-3 and abs(other[1] - share) > 1e-3


def test_in_training_every_other_number_is_dropped():
    layer, x = Alternate(), torch.tensor([[1.5, 2.5, 3.5]])
    assert layer(x).tolist() == [[3.0, 0.0, 7.0]]
    assert layer.eval()(x) is x


def test_what_is_left_behind_is_said():
    def evaluate(model, loss_fn, batches):
        return _evaluated(model, loss_fn, batches, mode="eval")

    seed(0)
    verdict = QUESTION.judge(evaluate)
    assert verdict.score == pytest.approx(2 / 3) and "the model in eval mode" in verdict.message
