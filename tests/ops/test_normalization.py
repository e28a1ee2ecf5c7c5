from tests.nn.slopes import slopes
from tests.nn.twins import both, cases

case = cases()

for shape in ((4, 3), (2, 3, 4), (2, 3, 2, 2)):
    rows = {
        "batch": ("F.batch_norm(x, None, None, w, b, training=True, eps=0.1)", (3,), (3,)),
        "batch_plain": ("F.batch_norm(x, None, None, training=True)",),
        "layer": ("F.layer_norm(x, x.shape[1:], w, b)", shape[1:], shape[1:]),
        "layer_plain": ("F.layer_norm(x, x.shape[-1:], eps=0.1)",),
        "group": ("F.group_norm(x, 1, w, b)", (3,), (3,)),
    }
    for name, (code, *others) in rows.items():
        case.all[f"{name}_{len(shape)}"] = slopes(code, shape, *others)
case.all["groups"] = slopes("F.group_norm(x, 2, w, b, 0.1)", (2, 4, 3), (4,), (4,))
case.all["without_a_bias"] = slopes("F.layer_norm(x, (3,), w)", (2, 3), (3,))

test_as_in_torch = both(__name__, case)
