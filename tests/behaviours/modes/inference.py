"""Inference tensors: who is one, and what it refuses."""

from tests.behaviours.helpers import inference_tensor, mode_facts, now, tried
from tests.behaviours.table import row


@row
def inference_mode_and_the_others(lib):
    """In inference mode ``enable_grad`` says it is on and records nothing; False leaves it."""
    with lib.inference_mode():
        with lib.enable_grad():
            enabled = now(lib)
        with lib.inference_mode(False):
            left = now(lib)
        again = now(lib)
    with lib.no_grad(), lib.inference_mode(False):
        off = now(lib)
    with lib.no_grad():
        with lib.inference_mode():
            pass
        back = now(lib)
    return enabled, left, again, off, back


@row
def what_is_an_inference_tensor(lib):
    """New tensors are inference tensors; views and aliases of normal ones stay normal."""
    x = lib.ones(2, requires_grad=True)
    with lib.inference_mode():
        tensors = {
            "new": lib.ones(2),
            "new leaf": lib.ones(2, requires_grad=True),
            "result": x * 2,
            "view": x[0],
            "detached": x.detach(),
            "clone": x.clone(),
            "given": x,
            "data": x.data,
        }
    return {name: mode_facts(t) for name, t in tensors.items()}


@row
def asking_whether_it_is_one(lib):
    """``is_inference`` asks of a tensor what ``is_inference_mode_enabled`` asks of the thread."""
    with lib.inference_mode():
        inside = lib.is_inference(lib.ones(1)), lib.is_inference_mode_enabled()
    outside = lib.is_inference(lib.ones(1)), lib.is_inference_mode_enabled()
    named = lib.is_inference(input=inference_tensor(lib))
    return inside, outside, named


@row
def what_comes_of_one_outside(lib):
    """Outside, results of inference tensors are normal, their views and aliases are not."""
    t = inference_tensor(lib)
    tensors = {
        "result": t * 2,
        "clone": t.clone(),
        "view": t[0],
        "view of all": t.view(2),
        "detached": t.detach(),
        "data": t.data,
        "same type": t.float(),
        "other type": t.double(),
        "contiguous": t.contiguous(),
        "stacked": lib.stack([t, t]),
    }
    return {name: x.is_inference() for name, x in tensors.items()}


@row
def saving_one(lib):
    """An inference tensor cannot be saved for backward."""
    return lib.ones(2, requires_grad=True) * inference_tensor(lib)


@row
def using_one_without_saving(lib):
    """Where no rule needs it, it may take part in what is recorded."""
    x = lib.ones(2, requires_grad=True)
    y = x + inference_tensor(lib)
    y.sum().backward()
    return y, x.grad


@row
def saving_one_in_a_function(lib):
    """Nor can a Function save one."""
    t = inference_tensor(lib)

    class Scaled(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, w):
            ctx.save_for_backward(w)
            return x * w

        @staticmethod
        def backward(ctx, g):
            return g * ctx.saved_tensors[0], None

    Scaled.apply(lib.ones(2, requires_grad=True), t)


@row
def saving_one_as_a_matrix(lib):
    """Nor can a matrix product, or a function of one input."""
    t = inference_tensor(lib)
    x = lib.ones(2, requires_grad=True)
    return tried(lambda: x @ t), tried(lambda: lib.where(t > 0, x, x)), (x.exp() + t.exp()).tolist()


@row
def writing_into_one(lib):
    """Outside inference mode nobody writes into an inference tensor."""
    t = inference_tensor(lib)
    writes = {
        "add_": lambda: t.add_(1),
        "zero_": lambda: t.zero_(),
        "copy_": lambda: t.copy_(lib.ones(2)),
        "key": lambda: t.__setitem__(0, 5.0),
        "view": lambda: t[0].mul_(2),
        "under no_grad": lambda: lib.no_grad()(t.add_)(1),
        "under no_grad, a float": lambda: lib.no_grad()(t.mul_)(2.0),
        "tracked": lambda: t.mul_(lib.ones(2, requires_grad=True)),
    }
    return {name: tried(act) for name, act in writes.items()}


@row
def writing_into_one_inside(lib):
    """Inside inference mode, also a later one, it is written to like any other."""
    t = inference_tensor(lib)
    with lib.inference_mode():
        t.add_(1)
        t[0] = 7.0
        t.detach().mul_(2)
    return t


@row
def writing_into_a_normal_one_inside(lib):
    """A write inside inference mode into a normal tensor counts, and is noticed by backward."""
    x = lib.ones(2, requires_grad=True)
    y = x * 1
    z = (y * y).sum()
    with lib.inference_mode():
        y.add_(1)
    return mode_facts(y), y, tried(z.backward)


@row
def a_leaf_written_to_inside(lib):
    """A leaf that requires grad may be written to inside, and stays a leaf."""
    x = lib.ones(2, requires_grad=True)
    with lib.inference_mode():
        x.mul_(3)
        x[0] = 0.0
    return x, mode_facts(x)


@row
def writing_one_into_a_normal_one(lib):
    """An inference tensor may be written into a normal one, where nothing has to be saved."""
    x = lib.ones(2, requires_grad=True) * 1
    x.copy_(inference_tensor(lib))
    y = lib.ones(2)
    y[0] = inference_tensor(lib)[0]
    return x, y


@row
def its_version(lib):
    """An inference tensor has no version."""
    return inference_tensor(lib)._version


@row
def its_base(lib):
    """Its views know no base."""
    t = inference_tensor(lib)[0]
    return t._base, t._is_view()


@row
def asking_it_to_require_grad(lib):
    """Outside, an inference tensor cannot be told to require grad."""
    inference_tensor(lib).requires_grad_()


@row
def setting_requires_grad_on_it(lib):
    """Nor by assignment; that it shall not is no error."""
    t = inference_tensor(lib)

    def on():
        t.requires_grad = True

    t.requires_grad = False
    return tried(on), mode_facts(t)
