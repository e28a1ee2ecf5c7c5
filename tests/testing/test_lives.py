import gc
import weakref

import minigrad as torch
from minigrad._mode import current
from minigrad.testing.lives import AGAIN, FEW, KEPT, MOST, ONCE, crowd, passes, recorded, walked


def leaf():
    return torch.tensor([2.0, 3.0], requires_grad=True)


def said(program):
    heard = passes()
    program()
    return walked(heard())


def test_what_became_of_a_graph():
    def twice():
        y = (leaf() ** 2).sum()
        y.backward(retain_graph=True)
        y.backward()

    assert said(lambda: (leaf() ** 2).sum().backward()) == ONCE
    assert said(lambda: (leaf() ** 2).sum().backward(retain_graph=True)) == KEPT
    assert said(twice) == AGAIN


def test_a_node_at_which_a_pass_ends_has_not_run():
    x = leaf()
    trunk = x.tanh()
    heard = passes()
    torch.autograd.grad(trunk.sum(), trunk)
    torch.autograd.grad(trunk.mean(), trunk)
    assert sorted(node.name() for node in heard()) == ["MeanBackward0", "SumBackward0"]


def alive(last):
    w, total = leaf(), 0.0
    heard = crowd()
    for _ in range(8):
        total = total + last((w.exp() * w).sum())
    return heard()


def test_graphs_that_outlive_their_round_are_seen():
    assert alive(lambda loss: loss) == MOST
    assert alive(lambda loss: loss.item()) == FEW


def test_who_forgets_the_result_listens_no_more():
    before = current.mode.on_record
    heard = passes(), crowd()
    assert len(current.mode.on_record) == len(before) + 2
    del heard
    assert current.mode.on_record == before


def test_what_a_forgotten_listener_counted_is_not_kept_alive():
    heard = passes()
    y = leaf().exp().sum()
    node = weakref.ref(y.grad_fn)
    y.backward()
    del heard, y
    gc.collect()
    assert node() is None


def test_recorded_nodes_are_counted():
    x, heard = leaf(), recorded()
    with torch.no_grad():
        x * 2
    (x * 2).exp().detach()
    assert heard() == 2
    x * 2
    assert heard() == 2
