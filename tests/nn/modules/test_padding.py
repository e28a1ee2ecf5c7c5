from tests.nn.slopes import value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(m) for m in (nn.ReflectionPad1d(1), nn.ReflectionPad2d((1, 2, 3, 4)), "
    "nn.ReplicationPad1d(1), nn.ReplicationPad2d(2), nn.ZeroPad1d(2), nn.ZeroPad2d(1), "
    "nn.ConstantPad1d((1, 2), 0), nn.ConstantPad2d(1, 3.5), nn.CircularPad1d(1), "
    "nn.CircularPad2d(1))]",
    "sequences": "[m(x) for m in (nn.ReflectionPad1d(1), nn.ReplicationPad1d((0, 2)), "
    "nn.ZeroPad1d(2), nn.ConstantPad1d((1, 2), 5.0))], nn.CircularPad1d((1, 2))(x).tolist()",
    "pictures": "[m(x) for m in (nn.ReflectionPad2d(1), nn.ReplicationPad2d((0, 2, 1, 1)), "
    "nn.ZeroPad2d((-1, 0, 0, 1)), nn.ConstantPad2d(1, 5.0))], nn.CircularPad2d(1)(x).tolist()",
    "no_pictures_circular": "nn.CircularPad2d(1)(x[0])",
    "no_sequences_circular": "nn.CircularPad1d(1)(x[0, 0])",
    "kinds": "isinstance(nn.ZeroPad2d(1), nn.ConstantPad2d), nn.ZeroPad2d(1).value",
}
case.all.update({name: value(code, (2, 3, 4)) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
