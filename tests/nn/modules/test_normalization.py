from tests.nn.slopes import numbers, value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(m) for m in (nn.BatchNorm1d(3), nn.BatchNorm2d(3, momentum=None, affine=False, "
    "track_running_stats=False), nn.BatchNorm2d(3, bias=False), nn.LayerNorm(3), "
    "nn.LayerNorm((3, 4), elementwise_affine=False), nn.LayerNorm([3], 0.1, bias=False), "
    "nn.GroupNorm(2, 4), nn.GroupNorm(2, 4, affine=False))]",
    "state": "nn.BatchNorm1d(2).state_dict(), nn.LayerNorm((2, 1)).state_dict(), "
    "nn.GroupNorm(1, 2, bias=False).state_dict(), nn.BatchNorm1d(2, affine=False).state_dict(), "
    "nn.BatchNorm1d(2, track_running_stats=False).state_dict()",
    "batch": "nn.BatchNorm2d(3)(x), nn.BatchNorm1d(3)(x[:, :, 0]), nn.BatchNorm1d(3)(x[0, :, :, 0]"
    ".t())",
    "layer": "nn.LayerNorm(4)(x), nn.LayerNorm([5, 4], elementwise_affine=False)(x)",
    "group": "nn.GroupNorm(3, 3)(x), nn.GroupNorm(1, 3, affine=False)(x)",
    "three_dimensions": "nn.BatchNorm2d(3)(x[0])",
    "four_dimensions": "nn.BatchNorm1d(3)(x)",
    "types_differ": "nn.BatchNorm2d(3)(x.double())",
    "one_sample": "nn.BatchNorm1d(3)(x[:1, :, 0, 0])",
    "other_channels": "nn.BatchNorm2d(4)(x)",
    "layer_of_another_size": "nn.LayerNorm(3)(x)",
    "repr_of_instances": "[str(m) for m in (nn.InstanceNorm2d(2), nn.RMSNorm(4), "
    "nn.InstanceNorm1d(3, affine=True, track_running_stats=True), nn.RMSNorm((2, 3), 0.1, False))]",
    "state_of_instances": "nn.InstanceNorm2d(2, affine=True, track_running_stats=True)"
    ".state_dict(), nn.InstanceNorm1d(2).state_dict(), nn.RMSNorm(3).state_dict()",
    "instances": "[m(y).detach() for m, y in ((nn.InstanceNorm2d(3), x), "
    "(nn.InstanceNorm2d(3, affine=True), x[0]), (nn.InstanceNorm1d(3), x[0]), "
    "(nn.InstanceNorm1d(3), x[:, :, 0]))]",
    "instances_of_no_pictures": "nn.InstanceNorm2d(3)(x[0, 0])",
    "instances_of_pictures": "nn.InstanceNorm1d(3)(x)",
    "instances_of_other_channels": "nn.InstanceNorm1d(4)(x[0]).detach()",
    "instances_of_other_channels_affine": "nn.InstanceNorm2d(4, affine=True)(x)",
    "instances_of_one_number": "nn.InstanceNorm2d(3)(x[:, :, :1, :1])",
    "root_mean_square": "nn.RMSNorm(4)(x).detach(), nn.RMSNorm((5, 4), 0.1, False)(x).detach()",
    "double": "nn.BatchNorm1d(2, dtype=lib.float64).double().running_var",
}
case.all.update({name: value(code, (2, 3, 5, 4)) for name, code in GIVEN.items()})


def trained(**options):
    def one(lib):
        layer = lib.nn.BatchNorm1d(3, **options).double()  # in float32 what cancels differs
        seen = []
        for _ in range(3):
            x = lib.randn(4, 3, dtype=lib.float64, requires_grad=True)
            y = layer(x)
            (y * y * y).sum().backward()
            seen.append([y, x.grad])
        layer.eval()
        seen.append(layer(lib.randn(4, 3, dtype=lib.float64)))
        grads = [p.grad for p in layer.parameters()]
        return seen, grads, layer.state_dict()

    return one


case.all["trained"] = numbers(trained())
case.all["trained_by_the_mean"] = numbers(trained(momentum=None))
case.all["trained_without_counting"] = trained(track_running_stats=False)
case.all["trained_plain"] = numbers(trained(affine=False, momentum=0.3))


@case
def instances_trained(lib):
    layer = lib.nn.InstanceNorm1d(3, affine=True, track_running_stats=True)
    for _ in range(2):
        layer(lib.randn(4, 3, 5)).pow(3).sum().backward()
    layer.eval()
    seen = layer(lib.randn(2, 3, 5)).detach()
    return seen, [p.grad for p in layer.parameters()], layer.state_dict()


@case
def twice_before_one_backward(lib):
    layer = lib.nn.BatchNorm1d(3)
    (layer(lib.randn(4, 3)).pow(3).sum() + layer(lib.randn(4, 3)).pow(3).sum()).backward()
    return layer.weight.grad


@case
def forgotten(lib):
    layer = lib.nn.BatchNorm1d(3)
    layer(lib.randn(4, 3))
    layer.reset_running_stats()
    return layer.state_dict()


test_as_in_torch = both(__name__, case)
