"""Graphs to draw with `make_dot`, in each of its ways; a picture needs `torch` and `make_dot`.

Where attributes are shown, the operations are those whose nodes keep the same ones in both
libraries: torch notes an `alpha` of 1 for every sum, and a mean's element count beside its sizes.
"""


def product_and_log(torch, make_dot):
    x, y, z = _product_and_log(torch)
    return make_dot(z, params={"x": x, "y": y})


def without_names(torch, make_dot):
    return make_dot(_product_and_log(torch)[2])


def attributes_of_nodes(torch, make_dot):
    x, y, _ = _product_and_log(torch)
    return make_dot(x * y * torch.log(x), show_attrs=True)


def attributes_cut_short(torch, make_dot):
    x = torch.tensor([2.0], requires_grad=True)
    return make_dot((x**2.123456789).sum(), show_attrs=True, max_attr_chars=6)


def saved_tensors(torch, make_dot):
    x, y, z = _product_and_log(torch)
    return make_dot(z, params={"x": x, "y": y}, show_saved=True)


def saved_result(torch, make_dot):
    x = torch.tensor([2.0, 3.0], requires_grad=True)
    return make_dot(torch.exp(x).sum(), show_attrs=True, show_saved=True)


def two_outputs(torch, make_dot):
    a = torch.rand(1, 4, requires_grad=True)
    c = a**2 * 2
    return make_dot((c.mean(), c.sum()), params={"a": a})


def one_leaf_twice(torch, make_dot):
    x = torch.tensor(3.0, requires_grad=True)
    return make_dot(x * x + x, {"x": x})


def diamond(torch, make_dot):
    x = torch.tensor(3.0, requires_grad=True)
    y = torch.exp(x)
    return make_dot(torch.sin(y) + torch.cos(y), {"x": x})


def view_of_a_result(torch, make_dot):
    x = torch.ones(2, 3, requires_grad=True)
    return make_dot((x * 2).view(3, 2), {"x": x})


def leaf_alone(torch, make_dot):
    x = torch.ones(2, 3, requires_grad=True)
    return make_dot(x, {"x": x})


def own_function(torch, make_dot):
    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return 2 * x * grad

    x = torch.tensor([3.0], requires_grad=True)
    return make_dot(Square.apply(x), {"x": x})


def _product_and_log(torch):
    x = torch.tensor([2.0], requires_grad=True)
    y = torch.tensor([3.0], requires_grad=True)
    return x, y, x * y + torch.log(x)


PICTURES = {
    name: picture
    for name, picture in list(globals().items())
    if callable(picture) and not name.startswith("_")
}
