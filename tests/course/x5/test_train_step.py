import numpy as np
import pytest

from minigrad.testing.registry import find


def test_in_two_of_three_cases_old_gradients_are_there_and_other_than_the_new_ones():
    question = find("x5-train-step")
    there = []
    for draw in question.draws:
        model, loss_fn, _, x, y = draw(np.random.default_rng(0))
        old = [one.grad for one in model.parameters()]
        there.append(old[0] is not None)
        model.zero_grad()
        loss_fn(model(x), y).backward()
        if there[-1]:
            assert not np.allclose(old[0].numpy(), model[0].weight.grad.numpy())
    assert there == [False, True, True]


@pytest.mark.parametrize("last", ["loss", "loss.detach()", "loss.item()"])
def test_a_tensor_is_no_plain_number(last):
    def train_step(model, loss_fn, optimizer, x, y):
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        return eval(last, {"loss": loss})

    assert find("x5-train-step").judge(train_step).ok is (last == "loss.item()")
