import minigrad
from minigrad import nn
from tests.nn.modules.nets import net
from tests.nn.twins import both, cases

case = cases()


def printing(lib):
    """A module that says several lines about itself, and one inside another."""

    class Talkative(lib.nn.Module):
        def extra_repr(self):
            return "one=1\ntwo=2"

    class Parent(lib.nn.Module):
        def __init__(self):
            super().__init__()
            self.child = Talkative()
            self.act = lib.nn.ReLU()
            self.none = None
            self.register_module("absent", None)

        def extra_repr(self):
            return "own=0"

    return Talkative(), Parent(), lib.nn.Sequential(Parent(), lib.nn.Tanh())


GIVEN = {
    "repr": "str(net(lib))",
    "repr_empty": "str(lib.nn.Module())",
    "repr_lines": "[str(m) for m in printing(lib)]",
    "no_forward": "lib.nn.Module()(1)",
    "an_argument": "lib.nn.Module(1)",
    "a_named_argument": "lib.nn.Module(a=1)",
    "names": "lib.nn.ReLU()._get_name()",
    "frozen": "[p.requires_grad for p in net(lib).requires_grad_(False).parameters()]",
}


def expression(code):
    def one(lib):
        return eval(code, {"lib": lib, "net": net, "printing": printing})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})


@case
def modes(lib):
    m = net(lib)
    first = [x.training for x in m.modules()]
    assert m.eval() is m
    second = [x.training for x in m.modules()]
    m.inner.train()
    return first, second, [x.training for x in m.modules()]


@case
def apply_goes_from_the_inside_out(lib):
    m, order = net(lib), []
    assert m.apply(lambda x: order.append(type(x).__name__)) is m
    return order


@case
def gradients_cleared(lib):
    m, told = lib.nn.Linear(2, 1), []
    for set_to_none in (True, False):
        m(lib.ones(1, 2)).sum().backward()
        m.zero_grad(set_to_none)
        told.append(m.weight.grad)
    m.zero_grad()
    return told, m.weight.grad


@case
def hooks_in_order(lib):
    m, told = lib.nn.Linear(2, 1), []
    m.register_forward_pre_hook(lambda module, args: told.append(("pre", args)))
    m.register_forward_hook(lambda module, args, out: told.append(("post", args, out)))
    m(lib.ones(1, 2))
    return told


@case
def hooks_replace(lib):
    m = lib.nn.ReLU()
    m.register_forward_pre_hook(lambda module, args: args[0] - 5)
    m.register_forward_pre_hook(lambda module, args: (args[0] * -1,))
    m.register_forward_hook(lambda module, args, out: out + 100)
    m.register_forward_hook(lambda module, args, out: None)
    m.register_forward_hook(lambda module, args, out: (out, args[0]))
    return m(lib.tensor([1.0, 7.0]))


@case
def hooks_removed(lib):
    m, told = lib.nn.ReLU(), []
    one = m.register_forward_hook(lambda module, args, out: told.append(1))
    m.register_forward_hook(lambda module, args, out: told.append(2))
    m(lib.ones(1))
    one.remove()
    m(lib.ones(1))
    with m.register_forward_hook(lambda module, args, out: told.append(3)):
        m(lib.ones(1))
    m(lib.ones(1))
    return told


@case
def named_arguments(lib):
    class Scaled(lib.nn.Module):
        def forward(self, x, scale=1.0):
            return x * scale

    m = Scaled()
    first = m(lib.ones(1), scale=3.0)
    m.register_forward_hook(lambda module, args, out: out + 1)
    return first, m(lib.ones(1), scale=3.0), m(x=lib.ones(1))


@case
def a_model_of_ones_own(lib):
    class Net(lib.nn.Module):
        def __init__(self):
            super().__init__()
            self.fc1 = lib.nn.Linear(3, 4)
            self.fc2 = lib.nn.Linear(4, 2)

        def forward(self, x):
            return self.fc2(lib.nn.functional.relu(self.fc1(x)))

    m = Net()
    y = m(lib.randn(5, 3))
    y.pow(2).mean().backward()
    return y, {name: p.grad for name, p in m.named_parameters()}, str(m)


test_module_as_in_torch = both(__name__, case)


def test_a_hook_may_take_itself_back():
    module = nn.Identity()
    handle = module.register_forward_hook(lambda *_: handle.remove())
    module(1)
    assert not module._forward_hooks


def test_modules_are_told_apart_by_identity():
    assert nn.ReLU() != nn.ReLU()
    assert len({nn.ReLU(), nn.ReLU()}) == 2


def test_overridden_train_is_respected():
    class Frozen(nn.Linear):
        def train(self, mode=True):
            return super().train(False)

    model = nn.Sequential(Frozen(1, 1), nn.ReLU()).train()
    assert [m.training for m in model.modules()] == [True, False, True]


def test_a_training_step_leaves_nothing_behind():
    import gc

    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    x = minigrad.ones(3, 4)
    gc.collect()
    gc.disable()
    try:
        counts = []
        for _ in range(3):
            model(x).pow(2).mean().backward()
            model.zero_grad()
            counts.append(sum(type(o) in (minigrad.Tensor, nn.Parameter) for o in gc.get_objects()))
        assert counts[0] == counts[-1]
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_eval_does_not_stop_recording():
    layer = nn.Linear(1, 1).eval()
    assert layer(minigrad.ones(1, 1)).requires_grad
