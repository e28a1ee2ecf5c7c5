import pytest

from tests.nn.slopes import evaluated, numbers, value
from tests.nn.twins import both, cases

case = cases()


def sampled(options):
    """`grid_sample` at random places, some of them outside, and both gradients."""

    def one(lib):
        x = lib.randn(2, 3, 4, 5, dtype=lib.float64).requires_grad_()
        w = (lib.randn(2, 3, 6, 2, dtype=lib.float64)).requires_grad_()
        y = evaluated(lib, f"F.grid_sample(x, w, {options})", (x, w))
        return y, lib.autograd.grad((y * y * y).sum(), (x, w))

    return one


for mode in ("bilinear", "nearest"):
    for padding in ("zeros", "border"):
        for aligned in (True, False):
            options = f"{mode!r}, {padding!r}, {aligned}"
            case.all[options] = numbers(sampled(options))
for aligned in (True, False, None):
    code = f"F.affine_grid(x, (2, 1, 3, 4), align_corners={aligned})"
    case.all[f"affine {aligned}"] = numbers(value(code, (2, 2, 3)))
    case.all[f"affine of one {aligned}"] = numbers(
        value(f"F.affine_grid(x, (1, 1, 1, 4), {aligned})", (1, 2, 3))
    )
for name, code in {
    "defaults": "F.grid_sample(x, w)",
    "no_such_mode": "F.grid_sample(x, w, 'x')",
    "no_such_padding": "F.grid_sample(x, w, padding_mode='x')",
    "another_batch": "F.grid_sample(x, w[:1], align_corners=True)",
    "places_of_one_number": "F.grid_sample(x, w[..., :1], align_corners=True)",
    "another_type": "F.grid_sample(x.double(), w, align_corners=True)",
    "no_picture": "F.grid_sample(x[:, :, :0], w, align_corners=True)",
    "matrix_alone": "F.affine_grid(w[0, 0], (1, 1, 2, 2), align_corners=True)",
    "size_of_three": "F.affine_grid(w, (1, 1, 2), align_corners=True)",
    "size_with_zero": "F.affine_grid(lib.ones(1, 2, 3), (1, 1, 0, 2), align_corners=True)",
    "whole_numbers": "F.affine_grid(w.long(), (1, 1, 2, 2), align_corners=True)",
}.items():
    case.all[name] = numbers(value(code, (2, 3, 4, 5), (2, 3, 6, 2)))

test_as_in_torch = both(__name__, case)


def test_what_is_not_here_is_said():
    import minigrad

    x, grid = minigrad.ones(1, 1, 2, 2), minigrad.zeros(1, 1, 1, 2)
    for options in ({"mode": "bicubic"}, {"padding_mode": "reflection"}):
        with pytest.raises(NotImplementedError, match="'bilinear' and 'nearest'"):
            minigrad.nn.functional.grid_sample(x, grid, align_corners=True, **options)
