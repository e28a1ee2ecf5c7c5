import pytest

import minigrad
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "as_made": "s.is_enabled(), s.get_scale(), s.state_dict(), s.get_growth_factor(), "
    "s.get_backoff_factor(), s.get_growth_interval()",
    "scaled": "s.scale(loss()).detach(), s.scale([loss(), loss()])[1].requires_grad",
    "scaled_no_tensor": "s.scale(3)",
    "unscaled": "s.scale(loss()).backward(), m.weight.grad.clone(), s.unscale_(o), m.weight.grad",
    "unscaled_twice": "s.scale(loss()).backward(), s.unscale_(o), s.unscale_(o)",
    "stepped": "s.scale(loss()).backward(), s.step(o), m.weight, s.update(), s.state_dict()",
    "stepped_twice": "s.scale(loss()).backward(), s.step(o), s.step(o)",
    "unscaled_after_a_step": "s.scale(loss()).backward(), s.step(o), s.unscale_(o)",
    "stepped_without_gradients": "s.scale(loss()), s.step(o)",
    "stepped_without_a_loss": "s.step(o)",
    "unscaled_without_a_loss": "s.unscale_(o)",
    "updated_without_a_loss": "s.update()",
    "updated_without_a_step": "s.scale(loss()), s.update()",
    "updated_to_a_number": "s.scale(loss()).backward(), s.step(o), s.update(3.0), s.get_scale()",
    "overflowing": "(s.scale(loss()) * float('inf')).backward(), s.step(o), s.update(), "
    "s.get_scale(), m.weight",
    "growing": "grown.scale(loss()).backward(), grown.step(o), grown.update(), grown.get_scale(), "
    "grown.state_dict()",
    "loaded": "s.load_state_dict(grown.state_dict()), s.get_scale(), s.get_growth_interval()",
    "loaded_nothing": "s.load_state_dict({})",
    "set": "s.set_growth_factor(3.0), s.set_backoff_factor(0.1), s.set_growth_interval(5), "
    "s.state_dict()",
    "off": "off.is_enabled(), off.get_scale(), off.state_dict(), off.load_state_dict({})",
    "off_and_stepped": "off.scale(loss()).backward(), off.unscale_(o), off.step(o), off.update(), "
    "m.weight",
    "growing_too_little": "lib.amp.GradScaler('cpu', growth_factor=1.0)",
    "backing_off_too_little": "lib.amp.GradScaler('cpu', backoff_factor=1.0)",
}


def expression(code):
    def one(lib):
        m = lib.nn.Linear(2, 1)
        made = lib.amp.GradScaler
        names = {"lib": lib, "m": m, "o": lib.optim.SGD(m.parameters(), lr=0.1)}
        names |= {"loss": lambda: m(lib.ones(1, 2)).sum(), "s": made("cpu")}
        names |= {"off": made("cpu", enabled=False), "grown": made("cpu", 4.0, growth_interval=1)}
        return eval(code, names)

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)


def test_without_a_gpu_it_is_disabled_and_says_so():
    if minigrad.cuda.is_available():
        pytest.skip("there is one")
    with pytest.warns(UserWarning, match="is enabled, but CUDA is not available"):
        assert not minigrad.amp.GradScaler().is_enabled()
