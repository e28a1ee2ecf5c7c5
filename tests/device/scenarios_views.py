"""Views: where they lie in memory, and what is written through them."""

from tests.device.scenario import SCENARIOS, leaf, pulled, scenario

VIEWS = {
    "T": lambda x: x.T,
    "reshape": lambda x: x.reshape(2, 6),
    "reshape of a transpose": lambda x: x.t().reshape(2, 6),
    "view": lambda x: x.view(-1),
    "view of rows": lambda x: x[1:].view(-1),
    "expand": lambda x: x[:, :1].expand(3, 5),
    "expand a number": lambda x: x[1, 2].expand(2, 2),
    "narrow": lambda x: x.narrow(1, 1, 2),
    "steps": lambda x: x[::2, ::3],
    "select": lambda x: x.select(0, 1),
    "number": lambda x: x[1, 1],
    "diagonal": lambda x: x.diagonal(1),
    "squeeze": lambda x: x[:1].squeeze(),
    "squeeze nothing": lambda x: x.squeeze(),
    "unsqueeze": lambda x: x.unsqueeze(1),
    "permute": lambda x: x.view(3, 2, 2).permute(2, 0, 1),
    "movedim": lambda x: x.movedim(0, 1),
    "flatten": lambda x: x.flatten(),
    "unflatten": lambda x: x.unflatten(1, (2, 2)),
    "split": lambda x: x.split(2, 1)[1],
    "chunk of all": lambda x: x.chunk(1)[0],
    "unbind": lambda x: x.unbind(1)[2],
    "none": lambda x: x[:0],
    "all": lambda x: x[...],
    "t of a row": lambda x: x[0].t(),
    "T of a row": lambda x: x[0].permute(0),
    "view_as": lambda x: x.view_as(x),
    "swapaxes": lambda x: x.transpose(0, 1),
}


def viewed(view):
    """A scenario: where the view lies, its gradient, and a write through it into the base."""

    def run(lib):
        x = leaf(lib, 3, 4)
        y = x * 1
        v = view(y)
        layout = [v.stride(), v.storage_offset(), v.is_contiguous(), v._is_view(), v._base is y]
        yield "layout", [v, v.numel() and layout]
        yield "gradient", pulled(v, x)
        y = x * 1
        v = view(y)
        alone = v.grad_fn.name()[:5] not in ("Split", "Unbin")
        if v._base is y and alone and 0 not in v.stride():
            v.mul_(2)
            yield "written", [y, v]
            yield "gradient of the base", pulled(y, x)

    return run


SCENARIOS.update({f"view {name}": viewed(view) for name, view in VIEWS.items()})


@scenario
def views_share_memory(lib):
    x = lib.arange(6.0)
    v = x.view(2, 3)
    v[0, 1] = 9.0
    yield "value", [x, v, v.data_ptr() == x.data_ptr(), x[1:].data_ptr() - x.data_ptr()]
    yield "versions", [x._version, v._version]


@scenario
def contiguous_copies(lib):
    x = leaf(lib, 3, 4)
    turned = x.t()
    copied = turned.contiguous()
    yield "value", [copied, copied.is_contiguous(), turned.is_contiguous(), x.contiguous() is x]
    yield "gradient", pulled(copied, x)


@scenario
def a_view_that_cannot_be(lib):
    try:
        lib.zeros(3, 4).t().view(12)
    except RuntimeError as error:
        yield "error", [str(error)]
