"""Where saved-tensors hooks act: nested blocks, threads, and switched off."""

from tests.behaviours.helpers import as_it_is, in_a_thread, kept_with, leaf
from tests.behaviours.table import row


@row
def hooks_act_where_it_is_recorded(lib):
    """The hooks belong to the block in which an operation is recorded, not to its backward."""
    seen = []
    x = leaf(lib)
    y = x.exp()
    with kept_with(lib, lambda t: seen.append("packed") or t.detach()):
        y.sum().backward()
        with lib.no_grad():
            x.exp()
        lib.ones(2).exp()
        z = x + 1
        seen.append("then")
        z.exp()
    z.exp()
    return seen


@row
def of_nested_hooks_the_innermost_acts(lib):
    """Of nested pairs only the innermost is used."""
    seen = []
    x = leaf(lib)
    with kept_with(lib, lambda t: seen.append("outer") or t.detach()):
        with kept_with(lib, lambda t: seen.append("inner") or t.detach()):
            x.exp()
        x.exp()
    x.exp()
    return seen


@row
def one_pair_entered_twice(lib):
    """A pair may be entered again, also within itself."""
    seen = []
    x = leaf(lib)
    hooks = kept_with(lib, lambda t: seen.append("packed") or t.detach())
    with hooks as given:
        with hooks:
            x.exp()
        x.exp()
    x.exp()
    return seen, given, hooks.pack_hook is not None, hooks.unpack_hook is as_it_is


@row
def each_thread_has_its_saved_tensors_hooks(lib):
    """The hooks belong to the thread that set them."""
    seen = []
    x = leaf(lib)
    with kept_with(lib, lambda t: seen.append("packed") or t.detach()):
        seen.append(in_a_thread(lambda: x.exp().tolist()))
    return seen


@row
def saving_on_the_cpu(lib):
    """``save_on_cpu`` changes no gradient."""
    x = leaf(lib)
    with lib.autograd.graph.save_on_cpu():
        y = (x.exp() * x).sum()
    with lib.autograd.graph.save_on_cpu(pin_memory=True):
        z = (x.exp() * x).sum()
    (y + z).backward()
    return x.grad, isinstance(
        lib.autograd.graph.save_on_cpu(), lib.autograd.graph.saved_tensors_hooks
    )


@row(why="torch sets a thread's hooks anew for each node of a walk")
def hooks_left_in_an_unpack_hook(lib):
    """Saved-tensors hooks that an unpack hook takes back."""
    seen = []
    x = leaf(lib)
    hooks = kept_with(lib, lambda t: seen.append("pack") or t.detach(), lambda t: unpacked(t))

    def unpacked(t):
        if not seen or seen[-1] != "left":
            hooks.__exit__(None, None, None)
            seen.append("left")
        return t

    def act():
        hooks.__enter__()
        y = x.exp().sum()
        y.backward()
        x.exp()

    in_a_thread(act)  # torch's is left with the hooks on
    return seen
