import minigrad as torch
from minigrad.testing.registry import find


def test_what_is_given_of_watch_earns_nothing():
    def watch(x, y):
        a = x * y
        b = torch.sin(a)
        c = b + x
        loss = (c * c).sum()
        loss.backward()
        return a, b, c

    assert find("x3-watch").judge(watch).score == 0.0
