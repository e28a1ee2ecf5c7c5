"""Cases of `twins` for what is differentiated: a value, its gradients, and theirs."""


def slopes(code, *shapes, dtype="float64"):
    """A case: `code` of x, w and b, random in these shapes; gradients and second gradients."""

    def one(lib):
        drawn = [lib.randn(*s, dtype=getattr(lib, dtype)).requires_grad_() for s in shapes]
        y = evaluated(lib, code, drawn)
        firsts = lib.autograd.grad((y * y * y).sum(), drawn, create_graph=True)
        seconds = lib.autograd.grad(sum((g * g).sum() for g in firsts), drawn, allow_unused=True)
        return y, [g.detach() for g in firsts], seconds

    return one


def gradients(code, *shapes):
    """A case like that of `slopes`, where torch has no second gradients and other nodes."""

    def one(lib):
        drawn = [lib.randn(*s, dtype=lib.float64).requires_grad_() for s in shapes]
        y = evaluated(lib, code, drawn)
        return y.detach(), lib.autograd.grad((y * y * y).sum(), drawn)

    return one


def value(code, *shapes):
    """A case: what `code` of x, w and b gives, random in these shapes."""
    return lambda lib: evaluated(lib, code, [lib.randn(*s).requires_grad_() for s in shapes])


def evaluated(lib, code, drawn):
    names = dict(zip("xwb", drawn))
    return eval(code, {"lib": lib, "nn": lib.nn, "F": lib.nn.functional, **names})


def numbers(case):
    """A case without the names of nodes: where torch takes other steps to the same result."""

    def one(lib):
        def bare(x):
            if isinstance(x, (list, tuple)):
                return [bare(part) for part in x]
            return x.detach() if isinstance(x, lib.Tensor) else x

        return bare(case(lib))

    return one
