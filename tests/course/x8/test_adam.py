import pytest

from tests.course.x8.solved import LIBS, solution


@LIBS
def test_the_solution_steps_as_the_optimizer_of_pytorch(lib):
    torch, lib = pytest.importorskip("torch"), pytest.importorskip(lib)
    adam = solution(lib, "x8-adam")
    p, q = (kind.tensor([1.0, -2.0], requires_grad=True) for kind in (lib, torch))
    mean, square = lib.zeros(2), lib.zeros(2)
    optimizer = torch.optim.Adam([q], lr=0.1)
    for t in range(1, 6):
        p.grad, q.grad = (kind.tensor([0.5 * t, -3.0]) for kind in (lib, torch))
        adam(p, mean, square, t, 0.1)
        optimizer.step()
    assert p.tolist() == pytest.approx(q.tolist(), rel=1e-5)
