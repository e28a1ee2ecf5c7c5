"""Exercise set 7, third part: what the draws have in them."""

from minigrad.testing.registry import find


def test_each_draw_of_the_largest_has_a_tie_and_a_largest_of_its_own_in_each_row():
    question = find("x7-amax")
    for trial, draw in enumerate(question.draws):
        x, dim, _ = draw(question.generator(trial))
        top = x.amax(dim, keepdim=True)
        assert top.numel() == 1 or len(set(top.flatten().tolist())) > 1
    x, dim, _ = question.draws[1](question.generator(1))
    assert ((x == x.amax(dim, keepdim=True)).sum(dim) > 1).any()
