import numpy as np

from minigrad.testing.registry import find


def test_a_model_comes_in_each_kind_of_state():
    question, rng = find("x6-ask"), np.random.default_rng(0)
    models = [draw(rng)[0] for draw in question.draws]
    assert [model.training for model in models] == [True, False, True, False]
    assert [len({part.training for part in model.modules()}) for model in models] == [2, 1, 1, 2]
    assert [model.off for model in models] == [False, False, True, False]
