import pytest

import minigrad
from minigrad import nn
from minigrad.optim.swa_utils import AveragedModel, update_bn
from tests.nn.twins import both, cases
from tests.optim.lr_scheduler.schedules import fill

case = cases()

SCHEDULES = {
    "cosine": "[swa.SWALR(o, 0.05)]",
    "linear": "[swa.SWALR(o, 0.05, 7, 'linear')]",
    "at_once": "[swa.SWALR(o, 0.05, anneal_epochs=0)]",
    "for_each_group": "[swa.SWALR(o, [0.05, 0.5], anneal_epochs=3)]",
    "after_another": "[s.ExponentialLR(o, 0.9), swa.SWALR(o, 0.05, 5)]",
}

GIVEN = {
    "an_unknown_strategy": "swa.SWALR(o, 0.05, anneal_strategy='cosine')",
    "half_an_epoch": "swa.SWALR(o, 0.05, 1.5)",
    "too_many_rates": "swa.SWALR(o, [1.0, 2.0, 3.0])",
    "a_decay_above_one": "swa.get_ema_avg_fn(1.1)",
    "a_negative_decay": "swa.get_ema_multi_avg_fn(-0.1)",
    "both_functions": "swa.AveragedModel(lib.nn.Linear(1, 1), None, swa.get_swa_avg_fn(), "
    "swa.get_swa_multi_avg_fn())",
    "repr": "str(swa.AveragedModel(lib.nn.Linear(2, 3)))",
    "state": "list(swa.AveragedModel(lib.nn.Linear(2, 3)).state_dict())",
    "ema": "swa.get_ema_avg_fn(0.75)(lib.ones(2), lib.zeros(2), 3)",
    "swa": "swa.get_swa_avg_fn()(lib.ones(2), lib.zeros(2), 3)",
}

fill(case, SCHEDULES, GIVEN)


def model_of(lib):
    parts = lib.nn.Linear(2, 3), lib.nn.BatchNorm1d(3), lib.nn.Linear(3, 1)
    model = lib.nn.Sequential(*parts).double()
    with lib.no_grad():
        for parameter in model.parameters():
            parameter.copy_(
                lib.arange(parameter.numel(), dtype=lib.float64).reshape(parameter.shape).cos()
            )
    return model


def averaged(lib, **options):
    """The mean after four steps, and what it makes of inputs."""
    model = model_of(lib)
    mean = lib.optim.swa_utils.AveragedModel(model, **options)
    optimizer = lib.optim.SGD(model.parameters(), lr=0.1)
    x = lib.arange(8, dtype=lib.float64).reshape(4, 2).sin()
    for _ in range(4):
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        mean.update_parameters(model)
    mean.eval()
    return mean.state_dict(), mean.n_averaged, mean(x).detach()


AVERAGES = {
    "equal": lambda swa: {},
    "equal_at_once": lambda swa: {"multi_avg_fn": swa.get_swa_multi_avg_fn()},
    "fading": lambda swa: {"avg_fn": swa.get_ema_avg_fn(0.9)},
    "fading_at_once": lambda swa: {"multi_avg_fn": swa.get_ema_multi_avg_fn(0.9)},
    "own": lambda swa: {"avg_fn": lambda mean, new, count: mean * count - new},
    "on_a_device": lambda swa: {"device": "cpu"},
}
for name, options in AVERAGES.items():
    case.all[f"averaged_{name}"] = lambda lib, some=options: averaged(
        lib, **some(lib.optim.swa_utils)
    )


@case
def statistics_are_computed_anew(lib):
    model = model_of(lib).eval()
    batches = lib.arange(24, dtype=lib.float64).reshape(3, 4, 2).sin()
    lib.optim.swa_utils.update_bn([(x, 0) for x in batches], model)
    again = model_of(lib)
    lib.optim.swa_utils.update_bn(batches, again, device="cpu")
    return model.state_dict(), again.state_dict(), model.training, model[1].momentum


test_swa_utils_as_in_torch = both(__name__, case)


def test_buffers_are_averaged_if_asked_for():
    torch = pytest.importorskip("torch")
    for lib in (minigrad, torch):
        layer = lib.nn.BatchNorm1d(1)
        mean = lib.optim.swa_utils.AveragedModel(layer, use_buffers=True)
        for value in (1.0, 3.0):
            layer.running_mean.fill_(value)
            mean.update_parameters(layer)
        assert mean.module.running_mean.item() == 2.0


def test_a_model_without_batch_norm_is_not_called():
    update_bn(["no input"], nn.Linear(1, 1))


def test_gradients_do_not_reach_the_mean():
    model = nn.Linear(1, 1)
    mean = AveragedModel(model)
    mean.update_parameters(model)
    assert mean.module.weight.is_leaf
    assert mean.module.weight.requires_grad
