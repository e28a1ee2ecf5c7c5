from minigrad.testing.registry import find


def test_nothing_is_earned_by_doing_nothing():
    def study(model, loss_fn, optimizer, batches, exam, epochs):
        return [0.0] * epochs, [0.0] * epochs

    assert find("x5-study").judge(study).score == 0
    assert find("x5-evaluate").judge(lambda model, loss_fn, batches: (2.0, 2.0)).score == 0
    assert find("x5-step").judge(lambda parameters, lr: parameters).score == 0
    assert find("x5-collect").judge(lambda model, loss_fn, chunks: 2.0).score == 0
