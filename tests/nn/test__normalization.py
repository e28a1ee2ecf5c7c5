from tests.nn.slopes import numbers, slopes, value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "one_number_for_a_channel": "F.batch_norm(x[:1, :, 0, 0], None, None, training=True)",
    "known_of_another_size": "F.batch_norm(x, lib.zeros(2), lib.ones(3))",
    "variance_of_another_size": "F.batch_norm(x, lib.zeros(3), lib.ones(2))",
    "weight_of_another_size": "F.batch_norm(x, lib.zeros(3), lib.ones(3), lib.ones(2))",
    "layer_of_another_size": "F.layer_norm(x, (7,))",
    "layer_of_two_sizes": "F.layer_norm(x, (3, 5))",
}
GIVEN |= {
    "instance_by_nothing": "F.instance_norm(x, use_input_stats=False)",
    "instance_of_one_number": "F.instance_norm(x[:, :, :1, :1])",
    "rms_of_another_size": "F.rms_norm(x, (7,))",
    "rms_weight_of_another_size": "F.rms_norm(x, (4,), lib.ones(3))",
    "local_of_a_matrix": "F.local_response_norm(x[0, 0], 2)",
    "rms_of_whole_numbers": "F.rms_norm(lib.ones(2).long(), (2,))",
}
case.all.update({name: value(code, (2, 3, 5, 4)) for name, code in GIVEN.items()})
NEW = {
    "instance": ("F.instance_norm(x, weight=w, bias=b, eps=0.1)", (3,), (3,)),
    "instance_plain": ("F.instance_norm(x)",),
    "rms": ("F.rms_norm(x, (4,), w, 0.1)", (4,)),
    "local": ("F.local_response_norm(x, 2, 0.5)",),
    "local_of_three": ("F.local_response_norm(x[..., None], 3, 2.0, 0.5, 2.0)",),
    "rms_plain": ("F.rms_norm(x, (3, 4))",),
}
case.all.update({name: numbers(slopes(c, (2, 3, 4), *more)) for name, (c, *more) in NEW.items()})

KNOWN = "lib.ones(3, dtype=lib.float64), lib.tensor([1.0, 2.0, 3.0], dtype=lib.float64)"
for shape in ((4, 3), (2, 3, 4), (2, 3, 2, 2)):
    known = slopes(f"F.batch_norm(x, {KNOWN}, w, b)", shape, (3,), (3,))
    case.all[f"known_{len(shape)}"] = numbers(known)
    case.all[f"known_plain_{len(shape)}"] = numbers(slopes(f"F.batch_norm(x, {KNOWN})", shape))


@case
def running_numbers(lib):
    mean, var = lib.zeros(3), lib.ones(3)
    for momentum in (0.1, 1.0, 0.5):
        x = lib.randn(4, 3, 2)
        lib.nn.functional.batch_norm(x, mean, var, training=True, momentum=momentum)
    return mean, var


@case
def running_numbers_of_instances(lib):
    mean, var = lib.zeros(3), lib.ones(3)
    for momentum in (0.1, 0.5):
        lib.nn.functional.instance_norm(lib.randn(4, 3, 5), mean, var, momentum=momentum)
    x = lib.randn(2, 3, 4)
    return mean, var, lib.nn.functional.instance_norm(x, mean, var, use_input_stats=False)


test_as_in_torch = both(__name__, case)
