"""Exercise set 8: the optimizer takes the steps of PyTorch's."""

import pytest

import minigrad
from minigrad.testing.registry import find
from tests.course.x8.solved import LIBS, solution


@LIBS
def test_the_solution_steps_as_the_optimizer_of_pytorch(lib):
    torch, lib = pytest.importorskip("torch"), pytest.importorskip(lib)
    own = [lib.tensor([1.0, -2.0], requires_grad=True), lib.tensor(3.0, requires_grad=True)]
    other = [torch.tensor(p.tolist(), requires_grad=True) for p in own]
    steppers = (
        solution(lib, "x8-momentum")(iter(own), 0.1, 0.9),
        torch.optim.SGD(other, lr=0.1, momentum=0.9),
    )
    for grads in ([[0.5, 1.0], 2.0], [None, -1.0], [[1.5, -1.0], None], [[0.5, 0.5], 0.5]):
        for stepper, parameters, kind in zip(steppers, (own, other), (lib, torch)):
            stepper.zero_grad()
            for p, g in zip(parameters, grads):
                p.grad = None if g is None else kind.tensor(g)
            stepper.step()
    for p, q in zip(own, other):
        assert p.tolist() == pytest.approx(q.tolist())


def test_the_library_s_own_is_an_answer():
    class SGD(minigrad.optim.SGD):
        def __init__(self, parameters, lr, momentum):
            super().__init__(parameters, lr=lr, momentum=momentum)

    assert find("x8-momentum").judge(SGD).ok


def test_gradients_are_missing_for_one_always_and_for_another_at_times():
    question = find("x8-momentum")
    rounds = [
        one for k, draw in enumerate(question.draws) for one in draw(question.generator(k))[3]
    ]
    assert all(one[2] is None for one in rounds)
    assert 0 < sum(one[0] is None for one in rounds) < len(rounds)


def test_they_may_be_kept_in_a_module():
    """As `model.parameters()` gives them, they are of the type that a module takes."""

    class SGD(minigrad.nn.Module):
        def __init__(self, parameters, lr, momentum):
            super().__init__()
            self.kept = minigrad.nn.ParameterList(parameters)
            self.inner = minigrad.optim.SGD(self.kept, lr=lr, momentum=momentum)

        def step(self):
            self.inner.step()

    assert find("x8-momentum").judge(SGD).ok
