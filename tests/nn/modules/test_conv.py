import pytest

from minigrad import nn
from tests.nn.slopes import value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(m) for m in (nn.Conv2d(1, 6, 5), nn.Conv2d(1, 6, (3, 5), 2, 1, bias=False), "
    "nn.Conv2d(2, 4, 3, groups=2, padding='same', dilation=2), "
    "nn.Conv1d(1, 2, 3), nn.ConvTranspose2d(1, 2, 3, 2, 1, 1))]",
    "state": "nn.Conv2d(3, 4, 3).state_dict(), nn.Conv1d(2, 3, 2, bias=False).state_dict(), "
    "nn.ConvTranspose2d(3, 4, 2, groups=1).state_dict(), nn.Conv2d(4, 2, 1, groups=2).state_dict()",
    "pictures": "nn.Conv2d(3, 2, 3, padding=1)(x), nn.Conv2d(3, 2, 2, 2)(x[0])",
    "sequences": "nn.Conv1d(3, 2, 3, 2, 1)(x[:, :, 0]), nn.Conv1d(5, 2, (2,))(x[0])",
    "turned": "nn.ConvTranspose2d(3, 2, 3, 2, 1, 1)(x)",
    "attributes": "[getattr(nn.Conv2d(2, 4, 3, (2, 1)), name) for name in ('in_channels', "
    "'out_channels', 'kernel_size', 'stride', 'padding', 'dilation', 'groups', 'padding_mode')]",
    "groups_and_inputs": "nn.Conv2d(3, 4, 3, groups=2)",
    "groups_and_outputs": "nn.Conv2d(4, 3, 3, groups=2)",
    "same_with_a_stride": "nn.Conv2d(4, 3, 3, padding='same', stride=2)",
    "of_the_wrong_depth": "nn.Conv2d(1, 6, 5)(x)",
    "of_flat_rows": "nn.Conv2d(1, 6, 5)(x.flatten(1))",
    "repr_of_modes": "str(nn.Conv2d(1, 2, 3, padding=1, bias=False, padding_mode='reflect'))",
    "reflected": "nn.Conv2d(3, 2, 3, padding=(1, 2), padding_mode='reflect')(x)",
    "replicated": "nn.Conv2d(3, 2, 3, padding=(1, 2), padding_mode='replicate')(x)",
    "around": "nn.Conv2d(3, 2, 3, padding=1, padding_mode='circular')(x).detach()",
    "around_a_sequence": "nn.Conv1d(3, 2, 3, padding=2, padding_mode='circular')(x[0, :, 0, :])"
    ".detach()",
    "reflected_to_the_same": "nn.Conv2d(3, 2, (2, 3), padding='same', padding_mode='reflect', "
    "dilation=(1, 1))(x)",
    "reflected_not_at_all": "nn.Conv2d(3, 2, 3, padding='valid', padding_mode='reflect')(x)"
    ".detach()",
    "turned_and_reflected": "nn.ConvTranspose2d(3, 2, 3, padding_mode='reflect')",
    "no_groups": "nn.Conv2d(3, 2, 3, groups=0)",
    "turned_sequences": "nn.ConvTranspose1d(3, 2, 3, 2, 1, 1)(x[:, :, 0]), "
    "str(nn.ConvTranspose1d(2, 3, 3, 2, 1, 1, 1, False, 2))",
    "turned_to_a_size": "nn.ConvTranspose2d(3, 2, 3, stride=2)(x, output_size=(12, 9)), "
    "nn.ConvTranspose2d(3, 2, 3, stride=2)(x, output_size=[2, 2, 11, 10]).shape",
    "turned_too_far": "nn.ConvTranspose2d(3, 2, 3, stride=2)(x, output_size=(15, 9))",
    "turned_to_one_size": "nn.ConvTranspose2d(3, 2, 3, stride=2)(x, output_size=(15,))",
    "double": "nn.Conv2d(1, 2, 2, dtype=lib.float64).bias",
}
case.all.update({name: value(code, (2, 3, 5, 4)) for name, code in GIVEN.items()})


@case
def lenet(lib):
    nn = lib.nn
    model = nn.Sequential(
        *(nn.Conv2d(1, 6, 5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2, stride=2)),
        *(nn.Conv2d(6, 16, 5), nn.Sigmoid(), nn.MaxPool2d(2), nn.Flatten()),
        *(nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 10)),
    )
    x, y = lib.randn(4, 1, 28, 28), lib.tensor([1, 2, 3, 9])
    nn.functional.cross_entropy(model(x), y).backward()
    return [p.grad.flatten()[:5] for p in model.parameters()]


test_as_in_torch = both(__name__, case)


def test_other_ways_to_pad_are_refused():
    with pytest.raises(ValueError, match=r"padding_mode must be one of .*'mirror'"):
        nn.Conv2d(4, 3, 3, padding_mode="mirror")
    with pytest.raises(ValueError, match="Invalid padding string 'full', should be one of"):
        nn.Conv2d(4, 3, 3, padding="full")
