import pytest

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
    "repr_of_channels": "str(nn.Dropout1d()), str(nn.Dropout2d(0.3, True)), str(nn.Dropout3d(0.1))",
    "channels_of_shapes": "[m(y).detach() for m, y in ((nn.Dropout2d(1.0), x), "
    "(nn.Dropout2d(1.0), p[0]), "
    "(nn.Dropout2d(1.0), p[None]), (nn.Dropout1d(1.0), x), (nn.Dropout1d(1.0), p[0]), "
    "(nn.Dropout3d(1.0), p), (nn.Dropout3d(1.0), p[None]), (nn.Dropout3d(1.0), x))]",
    "channels_of_a_vector": "nn.Dropout2d()(x[0])",
    "channels_of_pictures_1d": "nn.Dropout1d()(p)",
    "channels_of_a_vector_1d": "nn.Dropout1d()(x[0])",
    "channels_p_too_large": "nn.Dropout2d(1.5)",
    "p_too_large": "nn.Dropout(1.5)",
    "repr_of_alpha": "str(nn.AlphaDropout()), str(nn.FeatureAlphaDropout(0.2, True))",
    "alpha_of_all_or_nothing": "[m(x).detach() for m in (nn.AlphaDropout(1.0), "
    "nn.AlphaDropout(0.0), nn.AlphaDropout().eval(), nn.FeatureAlphaDropout(1.0))]",
    "alpha": "nn.AlphaDropout()(p), nn.AlphaDropout(0.2)(p), nn.FeatureAlphaDropout()(p), "
    "nn.AlphaDropout(0.5, True)(p), nn.AlphaDropout(0.3)(x)",
    "alpha_of_a_vector": "nn.FeatureAlphaDropout()(x[0])",
    "alpha_too_large": "nn.AlphaDropout(2.0)",
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


# Of an input with so many dimensions, the first dimensions that count channels.
CHANNELS = {
    "Dropout1d": {2: 1, 3: 2},
    "Dropout2d": {2: 2, 3: 2, 4: 2},
    "Dropout3d": {4: 1, 5: 2},
}


@pytest.mark.parametrize("name", CHANNELS)
@pytest.mark.filterwarnings("ignore:dropout")
def test_a_channel_is_left_out_whole(name):
    """Which dimension counts channels depends on the layer and on how many dimensions there are."""
    channels = {
        "Dropout1d": {2: 1, 3: 2},
        "Dropout2d": {2: 2, 3: 2, 4: 2},
        "Dropout3d": {4: 1, 5: 2},
    }
    for ndim, lead in channels[name].items():
        out = getattr(nn, name)(0.5)(minigrad.ones((9, 8, 3, 2, 2)[:ndim]))
        if ndim > lead:
            out = out.flatten(lead)
        whole = out if out.ndim == lead else out.amax(-1)
        assert set(whole.flatten().tolist()) == {0.0, 2.0}
        assert ndim == lead or (out == whole.unsqueeze(-1)).all()
