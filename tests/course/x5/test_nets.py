import minigrad as torch
from minigrad.course.x5.nets import flat, layers, net, relative


def test_a_network_has_something_between_its_layers_and_nothing_behind_the_last():
    model = net(2, 3, 1)
    assert layers(model) == "Linear, Tanh, Linear"
    assert flat(model.parameters()).shape == (2 * 3 + 3 + 3 + 1,)
    assert flat(model.parameters()).dtype == "float64"


def test_the_error_is_a_share_of_the_target():
    one, ten = torch.tensor([1.0]), torch.tensor([10.0])
    assert relative(2 * one, one) == relative(2 * ten, ten) == 1
    assert relative(one, ten) != relative(ten, one)
