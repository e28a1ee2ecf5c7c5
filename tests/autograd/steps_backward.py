"""Steps of random programs that listen or go back: hooks, backward, grad."""

from tests.autograd.step import step, tracked


def noting(program, mark, scales=False):
    """A hook that notes what it is shown, and perhaps doubles it."""

    def hook(*groups):
        grads = [g for group in groups for g in (group if isinstance(group, tuple) else (group,))]
        program.seen.append([mark, [None if g is None else numbers(g) for g in grads]])
        if not scales or grads[0] is None:
            return None
        twice = grads[0] * 2.0
        return (twice, *groups[0][1:]) if isinstance(groups[0], tuple) else twice

    return hook


def numbers(x):
    return x.detach().numpy(force=True).copy()  # torch's zeros without memory need the force


def keep(program, handle):
    program.handles.append(handle)


@step(7)
def tensor_hook(program, picks):
    i, scales, mark = tracked(program, picks), picks.chance(30), picks.below(1000)
    hook = noting(program, mark, scales)

    def act():
        x = program.pool[i]
        if x.grad_fn is not None or x.is_leaf:  # torch crashes on a view that it has yet to renew
            keep(program, x.register_hook(hook))
            program.hooked.add(i)

    return f"hook:tensor {i} {scales}", act


@step(5)
def node_hook(program, picks):
    i, scales, mark = tracked(program, picks), picks.chance(20), picks.below(1000)
    kind = picks.of(("register_hook", "register_prehook"))
    hook = noting(program, mark, scales)

    def act():
        node = program.pool[i].grad_fn
        if node is not None:
            keep(program, getattr(node, kind)(hook))

    return f"hook:{kind} {i} {scales}", act


@step(3)
def leaf_hook(program, picks):
    i, mark = picks.below(program.leaves), picks.below(1000)
    register = program.pool[i].register_post_accumulate_grad_hook

    def hook(leaf):
        program.seen.append([mark, numbers(leaf.grad)])

    return f"hook:post_accumulate {i}", lambda: keep(program, register(hook))


@step(4)
def retain(program, picks):
    i = tracked(program, picks)
    return f"hook:retain_grad {i}", lambda: program.pool[i].retain_grad()


@step(2)
def unhook(program, picks):
    k = picks.below(8)

    def act():
        if k < len(program.handles):
            program.handles.pop(k).remove()

    return f"hook:remove {k}", act


# ------------------------------------------------------------------ backwards


@step(6)
def backward(program, picks):
    i, retain, create = tracked(program, picks), picks.chance(60), picks.chance(20)

    def act():
        program.pool[i].sum().backward(retain_graph=retain or None, create_graph=create)

    return f"backward {i} {retain} {create}", act


@step(3)
def backward_to(program, picks):
    i, j = tracked(program, picks), tracked(program, picks)

    def act():
        inputs = [program.pool[j], program.pool[0]]
        program.pool[i].sum().backward(retain_graph=True, inputs=inputs)

    return f"backward:inputs {i} {j}", act


@step(3)
def gradient(program, picks):
    i, j, k = tracked(program, picks), tracked(program, picks), tracked(program, picks)
    create = picks.chance(50)

    def act():
        outputs = [program.pool[i].sum(), program.pool[j].mean()]
        (g,) = program.lib.autograd.grad(
            outputs, [program.pool[k]], create_graph=create, retain_graph=True, allow_unused=True
        )
        return own(g)

    return f"grad {i} {j} to {k} {create}", act


def own(grad):
    """A copy of a gradient: the strides and the node that it came with are torch's own affair."""
    return None if grad is None else grad.contiguous().clone()


@step(4)
def second_order(program, picks):
    i, k = tracked(program, picks), picks.below(program.leaves)

    def act():
        grad, x = program.lib.autograd.grad, program.pool[k]
        (g,) = grad([program.pool[i].sum()], [x], create_graph=True)
        (h,) = grad([(g * g).sum()], [x], allow_unused=True) if g.requires_grad else (None,)
        return own(h)

    return f"second_order {i} {k}", act


@step(2)
def take(program, picks):
    """A leaf's gradient itself: what later backwards do to it can be seen from then on."""
    i = picks.below(program.leaves)

    def act():
        grad = program.pool[i].grad
        return None if grad is None or grad.requires_grad else grad

    return f"grad:taken {i}", act


@step(1)
def forget(program, picks):
    i = picks.below(program.leaves)

    def act():
        program.pool[i].grad = None

    return f"grad:None {i}", act
