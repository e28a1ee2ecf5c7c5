import pytest

import minigrad as torch
from minigrad.testing.registry import find


def summary(w, batches, total_of, kept_of):
    total, losses = 0.0, []
    for x in batches:
        loss = (torch.tanh(w * x) ** 2).mean()
        loss.backward()
        total += total_of(loss)
        losses.append(kept_of(loss))
    return total / len(batches), max(losses), w.grad


@pytest.mark.parametrize(
    ("total_of", "kept_of", "score"),
    [
        (torch.Tensor.item, torch.Tensor.item, 1.0),
        (torch.Tensor.detach, torch.Tensor.item, 1.0),
        (torch.clone, torch.Tensor.item, 0.75),
        (torch.Tensor.item, torch.clone, 0.75),
    ],
)
def test_one_leak_is_enough(total_of, kept_of, score):
    verdict = find("x4-summary").judge(lambda w, b: summary(w, b, total_of, kept_of))
    assert verdict.score == pytest.approx(score)
