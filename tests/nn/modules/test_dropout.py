import minigrad
from minigrad import nn
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(m) for m in (nn.Dropout(), nn.Dropout(0.2, True), nn.Dropout(p=1))]",
    "at_rest": "nn.Dropout().eval()(x)",
    "all_left_out": "nn.Dropout(1.0)(x)",
    "none_left_out": "nn.Dropout(0.0)(x)",
    "in_a_net_at_rest": "nn.Sequential(nn.ReLU(), nn.Dropout(0.9)).eval()(x)",
    "channels": "str(nn.Dropout2d(0.2)), nn.Dropout2d()(p).shape, nn.Dropout2d(1.0)(p), "
    "nn.Dropout2d().eval()(p), nn.Dropout2d(0.0)(p)",
    "channels_p_too_large": "nn.Dropout2d(1.5)",
    "p_too_large": "nn.Dropout(1.5)",
    "p_negative": "nn.Dropout(-1)",
}


def expression(code):
    def one(lib):
        x, p = lib.randn(2, 3, requires_grad=True), lib.ones(2, 2, 1, 2)
        return eval(code, {"nn": lib.nn, "x": x, "p": p})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_dropout_as_in_torch = both(__name__, case)


def test_it_is_its_function():
    x = minigrad.ones(50)
    minigrad.manual_seed(4)
    left = nn.Dropout(0.3)(x)
    minigrad.manual_seed(4)
    assert left.tolist() == nn.functional.dropout(x, 0.3).tolist()


def test_in_place_writes_over_the_input():
    x = minigrad.ones(50)
    out = nn.Dropout(0.3, inplace=True)(x)
    assert out is x
    assert 0 in x.tolist()
