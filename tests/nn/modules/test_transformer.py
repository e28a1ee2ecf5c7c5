import minigrad
from minigrad import nn
from tests.nn.slopes import numbers
from tests.nn.twins import both, cases

case = cases()

LAYERS = {
    "plain": "nn.TransformerEncoderLayer(8, 2, 16)",
    "norm_first": "nn.TransformerEncoderLayer(8, 2, 16, norm_first=True, batch_first=True)",
    "gelu": "nn.TransformerEncoderLayer(8, 2, 16, 0.0, 'gelu', 0.1, True)",
    "a_module_as_activation": "nn.TransformerEncoderLayer(8, 2, 16, activation=nn.Tanh())",
    "without_bias": "nn.TransformerEncoderLayer(8, 2, 16, bias=False)",
}
OTHERS = {
    "repr": f"[str(m) for m in ({', '.join(LAYERS.values())})]",
    "state": "list(nn.TransformerEncoderLayer(8, 2).state_dict())",
    "another_activation": "nn.TransformerEncoderLayer(8, 2, activation='tanh')",
    "encoder": "str(nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), "
    "3, nn.LayerNorm(8)))",
    "encoder_with_all_arguments": "str(nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), "
    "num_layers=1, norm=None, enable_nested_tensor=False, mask_check=False))",
    "encoded": "nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2, "
    "nn.LayerNorm(8))(x).detach()",
    "encoded_under_a_mask": "nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, "
    "batch_first=True), 2)(x, lib.ones(3, 3).triu(1).bool(), "
    "lib.tensor([[False, False, True]] * 2)).detach()",
}


def trained(code):
    """Results in training and after it, and the gradients."""

    def one(lib):
        m = eval(code, {"nn": lib.nn}).double()
        x = lib.randn(3, 3, 8, dtype=lib.float64, requires_grad=True)
        y = m(x, lib.ones(3, 3).triu(1).bool())
        (y**3).sum().backward()
        padding = lib.tensor([[False, False, True], [False, True, True], [False, False, False]])
        at_rest = m.eval()(x, src_key_padding_mask=padding)
        return y, at_rest, x.grad, {n: p.grad for n, p in m.named_parameters()}

    return numbers(one)


def expression(code):
    return lambda lib: eval(code, {"nn": lib.nn, "lib": lib, "x": lib.randn(2, 3, 8)})


case.all.update({name: trained(code) for name, code in LAYERS.items()})
case.all.update({name: expression(code) for name, code in OTHERS.items()})

test_as_in_torch = both(__name__, case)


def test_the_copies_of_an_encoder_begin_alike_and_go_their_own_ways():
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 1, 8), 2)
    one, two = (layer.linear1.weight for layer in encoder.layers)
    assert one is not two
    assert one.tolist() == two.tolist()
    encoder(minigrad.randn(3, 1, 4)).pow(3).sum().backward()
    assert one.grad.tolist() != two.grad.tolist()
