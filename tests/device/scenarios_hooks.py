"""Backward: what adds up, hooks, functions of one's own, modes."""

import warnings

from tests.device.scenario import leaf, pulled, scenario, set_item


@scenario
def a_number_backward(lib):
    x = leaf(lib)
    yield "gradient", pulled(x * x * x, x)


@scenario
def gradients_pile_up(lib):
    x = leaf(lib, 2, 3)
    for _ in range(3):
        (x * x).sum().backward()
    yield "gradient", [x.grad]
    x.grad.zero_()
    x.mean().backward()
    yield "after zero_", [x.grad]
    x.grad = None
    (x[0] * x[1]).mean().backward()
    yield "after None", [x.grad]


@scenario
def hooks_of_a_tensor(lib):
    x = leaf(lib, 3)
    y = x * x
    seen = []
    y.retain_grad()
    y.register_hook(lambda g: seen.append(g) or g * 2)
    x.register_hook(lambda g: g + 1)
    x.register_post_accumulate_grad_hook(lambda t: set_item(t.grad, 0, 10.0))
    y.sum().backward()
    yield "gradient", [x.grad, y.grad, *seen]


@scenario
def hooks_of_a_node(lib):
    x = leaf(lib, 3)
    y = x.exp() * 2
    seen = []
    y.grad_fn.register_hook(lambda inputs, outputs: seen.extend([*inputs[:1], *outputs]))
    y.grad_fn.register_prehook(lambda grads: (grads[0] * 3,))
    y.sum().backward()
    yield "gradient", [x.grad, *seen]


@scenario
def hooks_of_saved_tensors(lib):
    x = leaf(lib, 3)
    with lib.autograd.graph.saved_tensors_hooks(lambda t: t.cpu(), lambda t: t.to(x.device)):
        y = x * x.exp()
    y.sum().backward()
    yield "gradient", [x.grad]


@scenario
def hooks_of_a_module(lib):
    lib.manual_seed(0)
    net = lib.nn.Linear(3, 2).to(lib.zeros(1).device)
    seen = []
    net.register_forward_hook(lambda module, given, out: seen.append(out) or out * 2)
    net.register_full_backward_hook(lambda module, into, out: seen.extend([*into, *out]))
    x = leaf(lib, 4, 3).float().detach().requires_grad_()
    net(x).sum().backward()
    yield "seen", [net.weight.grad, x.grad, *(t for t in seen if t is not None)]


@scenario
def a_function_of_ones_own(lib):
    class Cube(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x * x

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return g * 3 * x * x

    x = leaf(lib, 3)
    yield "gradient", pulled(Cube.apply(x), x)
    (g,) = lib.autograd.grad(Cube.apply(x).sum(), x, create_graph=True)
    yield "second", [g, *lib.autograd.grad(g.sum(), x)]


@scenario
def jacobian_and_hessian(lib):
    x = leaf(lib, 3)
    functional = lib.autograd.functional
    yield "jacobian", [functional.jacobian(lambda x: x * x.sum(), x)]
    yield "hessian", [functional.hessian(lambda x: (x * x * x).sum(), x)]
    yield "vjp", [functional.vjp(lambda x: x.exp(), x, lib.ones_like(x))[1]]


@scenario
def gradcheck(lib):
    x = leaf(lib, 2, 2)
    yield "passes", [lib.autograd.gradcheck(lambda x: (x * x).sum(0), (x,))]
    yield "twice", [lib.autograd.gradgradcheck(lambda x: x * x * x, (x,))]


@scenario
def anomaly_mode(lib):
    x = leaf(lib, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with lib.autograd.detect_anomaly():
            try:
                (x.sqrt() * 0).sum().backward()
            except RuntimeError as error:
                said = str(error)
    yield "error", [said[:50]]


@scenario
def no_graph(lib):
    x = leaf(lib, 3)
    with lib.no_grad():
        y = x * 2
    with lib.inference_mode():
        z = x * 2
    yield "value", [y, z.clone(), y.requires_grad, z.is_inference()]
