"""What works inside inference mode, and what comes of it outside."""

from tests.behaviours.helpers import inference_tensor, mode_facts, tried
from tests.behaviours.table import row


@row
def asking_it_inside(lib):
    """Inside an inference tensor can be told to require grad."""
    with lib.inference_mode():
        t = lib.ones(2).requires_grad_()
    return mode_facts(t), tried(lambda: t * 2), tried(lambda: (t + 1).sum().backward()), t.grad


@row
def a_leaf_made_inside(lib):
    """A leaf made inside that requires grad can be used outside where it is not saved."""
    with lib.inference_mode():
        t = lib.ones(2, requires_grad=True)
    y = t + 1
    y.sum().backward()
    return mode_facts(t), y, t.grad


@row
def detach_inside(lib):
    """``detach`` inside shares memory and version with a normal tensor."""
    x = lib.ones(2)
    with lib.inference_mode():
        twin = x.detach()
        twin.add_(1)
    return mode_facts(twin), x, x._version


@row
def numpy_and_back(lib):
    """Inference tensors give their memory to NumPy like others, and take it back as normal ones."""
    t = inference_tensor(lib)
    shared = t.numpy()
    shared[0] = 5.0
    return t, mode_facts(lib.from_numpy(shared))


@row
def backward_inside(lib):
    """A backward inside inference mode works on a graph made outside."""
    x = lib.ones(2, requires_grad=True)
    y = (x * 3).sum()
    with lib.inference_mode():
        y.backward()
    return x.grad, mode_facts(x.grad)


@row
def a_gradient_made_inside(lib):
    """A gradient first accumulated inside cannot be added to outside."""
    x = lib.ones(2, requires_grad=True)
    y = (x * 3).sum()
    with lib.inference_mode():
        y.backward(retain_graph=True)
    return tried(lambda: y.backward(retain_graph=True))


@row
def a_module_in_inference_mode(lib):
    """A module evaluated inside gives an inference tensor; a loss on it requires no grad."""
    model = lib.nn.Linear(2, 1)
    with lib.inference_mode():
        out = model(lib.ones(3, 2))
    loss = (out - 1).pow(2).mean()
    return mode_facts(out)["inference"], loss.requires_grad, tried(loss.backward)


@row
def a_parameter_of_one(lib):
    """A Parameter of an inference tensor can be made inside alone."""
    with lib.inference_mode():
        inside = lib.nn.Parameter(lib.ones(2))
    return mode_facts(inside), tried(lambda: lib.nn.Parameter(inference_tensor(lib)))


@row
def a_module_made_inside(lib):
    """Parameters made inside are inference tensors: training them outside fails."""
    with lib.inference_mode():
        model = lib.nn.Linear(2, 1)
    x = lib.ones(3, 2)
    trained = tried(lambda: model(x).sum().backward() or model.bias.grad.tolist())
    return mode_facts(model.weight), trained


@row
def detaching_in_place_inside(lib):
    """`detach_` does nothing inside, not even refuse a view."""
    x = lib.ones(2, requires_grad=True)
    y = x * 2
    view = y[:1]
    with lib.inference_mode():
        found = [t.detach_() is t for t in (x, y, view)]
    return found, x.requires_grad, y.grad_fn.name(), view.requires_grad, y._version


@row(why="torch sees by its arguments whether a call is recorded: one normal tensor will do")
def a_leaf_of_inference_mode_outside(lib):
    """Of an inference tensor that requires grad a call is recorded outside."""
    with lib.inference_mode():
        x = lib.ones(2, requires_grad=True)
    return [y.requires_grad for y in (x + lib.ones(2), x.exp(), x.view(-1), x.sum())]
