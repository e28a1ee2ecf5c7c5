"""Exercise set 6, last part: a recorded buffer keeps the graphs of all steps alive."""

import minigrad as torch
from minigrad.course.x6.centre import _centre
from minigrad.testing.lives import FEW, MOST, crowd
from minigrad.testing.registry import find


def alive(**fault):
    w, mean = torch.ones(3, requires_grad=True), torch.zeros(3)
    heard = crowd()
    for _ in range(12):
        _centre(w.exp() * torch.ones(2, 3), mean, 0.1, **fault)
    return heard()


def test_a_recorded_mean_grows_and_the_one_that_is_wanted_does_not():
    assert alive() == FEW
    assert alive(record=True) == MOST


def test_each_way_to_write_is_told_apart():
    def centre(write):
        def answer(x, mean, rate):
            write(mean, rate * (x.detach().mean(0) - mean))
            return x - mean

        return find("x6-centre").judge(answer)

    assert centre(lambda mean, step: mean.add_(step)).ok
    assert centre(lambda mean, step: mean.detach().add_(step)).ok
    assert "nobody has counted" in centre(lambda mean, step: mean.data.add_(step)).message
    assert (
        "nobody has counted"
        in centre(lambda mean, step: mean.numpy().__iadd__(step.numpy())).message
    )
