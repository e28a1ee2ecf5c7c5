from tests.nn.slopes import value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "one_number_for_a_channel": "F.batch_norm(x[:1, :, 0, 0], None, None, training=True)",
    "known_of_another_size": "F.batch_norm(x, lib.zeros(2), lib.ones(3))",
    "variance_of_another_size": "F.batch_norm(x, lib.zeros(3), lib.ones(2))",
    "weight_of_another_size": "F.batch_norm(x, lib.zeros(3), lib.ones(3), lib.ones(2))",
    "layer_of_another_size": "F.layer_norm(x, (7,))",
    "layer_of_two_sizes": "F.layer_norm(x, (3, 5))",
    "groups": "F.group_norm(x, 2)",
}
case.all.update({name: value(code, (2, 3, 5, 4)) for name, code in GIVEN.items()})


@case
def running_numbers(lib):
    mean, var = lib.zeros(3), lib.ones(3)
    for momentum in (0.1, 1.0, 0.5):
        x = lib.randn(4, 3, 2)
        lib.nn.functional.batch_norm(x, mean, var, training=True, momentum=momentum)
    return mean, var


test_as_in_torch = both(__name__, case)
