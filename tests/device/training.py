"""A step of training on one device, with each layer, each loss and each optimizer."""

import numpy as np

from minigrad import nn, optim

SHAPE = (4, 3)

# What a layer is made with, by its name or that without dimensions; the others with nothing.
MADE = {
    "AdaptiveAvgPool": (2,),
    "AdaptiveMaxPool": (2,),
    "AvgPool": (2,),
    "BatchNorm": (3,),
    "Bilinear": (3, 3, 2),
    "ConstantPad": (1, 0.5),
    "ChannelShuffle": (3,),
    "Conv": (3, 2, 2),
    "ConvTranspose": (3, 2, 2),
    "Embedding": (5, 3),
    "EmbeddingBag": (5, 3),
    "Fold": (3, 2),
    "GLU": (0,),
    "GroupNorm": (3, 3),
    "InstanceNorm": (3,),
    "LayerNorm": (3,),
    "LazyConv": (2, 2),
    "LazyConvTranspose": (2, 2),
    "LazyLinear": (2,),
    "Linear": (3, 2),
    "LocalResponseNorm": (2,),
    "LogSoftmax": (1,),
    "MaxPool": (2,),
    "MultiheadAttention": (3, 1),
    "PixelShuffle": (2,),
    "PixelUnshuffle": (2,),
    "RMSNorm": (3,),
    "Softmax": (1,),
    "Softmax2d": (),
    "Softmin": (1,),
    "Threshold": (0.5, 0.1),
    "Transformer": (2, 2, 1, 1, 4),
    "TransformerDecoderLayer": (3, 1, 4),
    "TransformerEncoderLayer": (3, 1, 4),
    "Unflatten": (1, (3, 1)),
    "Unfold": (2,),
    "Upsample": (None, 2),
    **dict.fromkeys(("UpsamplingBilinear", "UpsamplingNearest"), (None, 2)),
    **dict.fromkeys("CircularPad ReflectionPad ReplicationPad ZeroPad".split(), (1,)),
    **dict.fromkeys("GRU GRUCell LSTM LSTMCell RNN RNNCell".split(), (3, 2)),
}
OPTIONS = {
    "KLDivLoss": {"reduction": "batchmean"},  # another mean warns
    "Transformer": {"batch_first": True},  # otherwise it warns
}
NO_LAYERS = {"Module", "ModuleList", "ModuleDict", "Parameter", "ParameterList", "ParameterDict"}
# Bases; copies of a layer; around a layer.
NO_LAYERS |= {"RNNBase", "RNNCellBase", "TransformerDecoder", "TransformerEncoder", "DataParallel"}


def layers():
    """The names of all layers, and of all losses."""
    named = {name for name in nn.__all__ if isinstance(getattr(nn, name), type)}
    named = {name for name in named if issubclass(getattr(nn, name), nn.Module)} - NO_LAYERS
    return sorted(named - {"Sequential"})


def optimizers():
    """The names of all optimizers."""
    return sorted(set(optim.__all__) - {"Optimizer", "lr_scheduler", "swa_utils"})


# What layers are given: floating point numbers, of these dimensions and otherwise of SHAPE.
DIMENSIONS = {"1d": (2, 3, 4), "2d": (2, 3, 4, 4), "3d": (2, 3, 2, 4, 4)}
SHAPES = {"Fold": (2, 8, 4), "Transformer": (4, 2)}
SHAPES |= dict.fromkeys(
    "LocalResponseNorm PixelUnshuffle Unfold Upsample".split(), DIMENSIONS["2d"]
)
SHAPES |= {"ChannelShuffle": DIMENSIONS["1d"], "PixelShuffle": (2, 4, 3, 3)}


def numbers(lib, seed, shape=SHAPE):
    """Numbers from 0.1 to 0.9, on the device."""
    drawn = np.random.RandomState(seed).uniform(0.1, 0.9, shape)
    return lib.tensor(drawn.tolist(), dtype=lib.float32)


def without_dimensions(name):
    """``Conv`` of ``Conv2d``."""
    return name[:-2] if name[-2:] in DIMENSIONS else name


def given(lib, name):
    """What a layer or a loss is called with; the first can be trained."""
    shape = DIMENSIONS.get(name[-2:], SHAPES.get(name, SHAPE))
    x = numbers(lib, 0, shape).requires_grad_()
    if name in ("CosineEmbeddingLoss", "MarginRankingLoss"):
        signs = lib.tensor([1, -1, 1, -1])
        return x, numbers(lib, 1), signs if name == "CosineEmbeddingLoss" else signs[:, None]
    if name in ("GaussianNLLLoss", "MultiheadAttention", "TripletMarginLoss"):
        return x, numbers(lib, 1), numbers(lib, 2)
    if name in ("Embedding", "EmbeddingBag"):
        return (lib.tensor([[1, 4], [4, 0]]),)
    if name in ("CrossEntropyLoss", "MultiMarginLoss", "NLLLoss"):
        return x, lib.tensor([0, 2, 1, 1])
    if name == "MultiLabelMarginLoss":
        return x, lib.tensor([[0, 2, -1], [1, -1, 0], [2, 1, 0], [-1, 0, 1]])
    pairs = "Bilinear CosineSimilarity PairwiseDistance Transformer TransformerDecoderLayer".split()
    return (x, numbers(lib, 1, shape)) if name.endswith("Loss") or name in pairs else (x,)


def of_layer(name):
    """The training of one layer alone, and of what it is given."""

    def run(lib):
        lib.manual_seed(0)
        made = MADE.get(name, MADE.get(without_dimensions(name), ()))
        layer = getattr(lib.nn, name)(*made, **OPTIONS.get(name, {})).to(lib.zeros(1).device)
        args = given(lib, name)
        trained = [x for x in (*layer.parameters(), args[0]) if x.requires_grad]
        optimizer = lib.optim.SGD(trained, lr=0.1, momentum=0.9)
        for _ in range(2):
            optimizer.zero_grad()
            lib.manual_seed(1)
            out = layer(*args)
            while isinstance(out, tuple):  # what it gives besides is a state, or weights
                out = out[0]
            yield "forward", [out]
            (out * out).mean().backward()
            yield "backward", [x.grad for x in trained]
            optimizer.step()
            yield "step", trained
        yield "state", list(layer.state_dict().values())

    return run


def of_optimizer(name, **options):
    """The training of a network on rows of numbers."""

    def run(lib):
        lib.manual_seed(0)
        F = lib.nn.functional
        net = lib.nn.Sequential(lib.nn.Linear(3, 5), lib.nn.Tanh(), lib.nn.Linear(5, 3))
        net.to(lib.zeros(1).device)
        optimizer = getattr(lib.optim, name)(net.parameters(), lr=0.05, **options)
        x, target = numbers(lib, 0), lib.tensor([0, 2, 1, 1])

        def loss():
            optimizer.zero_grad()
            found = F.cross_entropy(net(x), target)
            found.backward()
            return found

        for _ in range(3):
            yield "loss", [optimizer.step(loss)]
            yield "step", list(net.parameters())
        state = [x for each in optimizer.state.values() for x in each.values()]
        yield "state", [x for x in state if isinstance(x, lib.Tensor) and x.ndim]

    return run


TRAINING = {f"layer {name}": of_layer(name) for name in layers()}
TRAINING |= {f"optimizer {name}": of_optimizer(name) for name in optimizers()}
TRAINING |= {
    "optimizer SGD, all options": of_optimizer(
        "SGD", momentum=0.9, nesterov=True, weight_decay=0.1
    ),
    "optimizer SGD, damped": of_optimizer("SGD", momentum=0.9, dampening=0.1, maximize=True),
}
