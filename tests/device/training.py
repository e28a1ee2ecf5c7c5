"""A step of training on one device, with each layer, each loss and each optimizer."""

import numpy as np

from minigrad import nn, optim

SHAPE = (4, 3)

# What a layer is made with, and what it is given; the others are made with nothing and given
# floating point numbers of SHAPE.
MADE = {
    "AdaptiveAvgPool2d": (2,),
    "AvgPool2d": (2,),
    "BatchNorm1d": (3,),
    "BatchNorm2d": (3,),
    "Bilinear": (3, 3, 2),
    "Conv1d": (3, 2, 2),
    "Conv2d": (3, 2, 2),
    "ConvTranspose2d": (3, 2, 2),
    "Dropout": (0.5,),
    "GroupNorm": (3, 3),
    "LayerNorm": (3,),
    "MaxPool1d": (2,),
    "MaxPool2d": (2,),
    "Softmin": (1,),
    "Unflatten": (1, (3, 1)),
    "Embedding": (5, 3),
    "LazyConv2d": (2, 2),
    "LazyLinear": (2,),
    "MultiheadAttention": (3, 1),
    "TransformerEncoderLayer": (3, 1, 4),
    **dict.fromkeys("GRU GRUCell LSTM LSTMCell RNN RNNCell".split(), (3, 2)),
    "Linear": (3, 2),
    "LogSoftmax": (1,),
    "Softmax": (1,),
}
NO_LAYERS = {"Module", "ModuleList", "ModuleDict", "Parameter", "ParameterList", "ParameterDict"}
NO_LAYERS |= {"RNNBase", "RNNCellBase", "TransformerEncoder"}  # bases, and copies of a layer


def layers():
    """The names of all layers, and of all losses."""
    named = {name for name in nn.__all__ if isinstance(getattr(nn, name), type)}
    named = {name for name in named if issubclass(getattr(nn, name), nn.Module)} - NO_LAYERS
    return sorted(named - {"Sequential"})


def optimizers():
    """The names of all optimizers."""
    return sorted(set(optim.__all__) - {"Optimizer", "lr_scheduler", "swa_utils"})


# The shapes of what is no table of numbers.
SHAPES = {
    **dict.fromkeys("AdaptiveAvgPool2d AvgPool2d BatchNorm2d Conv2d".split(), (2, 3, 4, 4)),
    **dict.fromkeys("ConvTranspose2d Dropout2d MaxPool2d".split(), (2, 3, 4, 4)),
    **dict.fromkeys("LazyBatchNorm2d LazyConv2d".split(), (2, 3, 4, 4)),
    **dict.fromkeys(("Conv1d", "MaxPool1d"), (2, 3, 4)),
}


def numbers(lib, seed, shape=SHAPE):
    """Numbers from 0.1 to 0.9, on the device."""
    drawn = np.random.RandomState(seed).uniform(0.1, 0.9, shape)
    return lib.tensor(drawn.tolist(), dtype=lib.float32)


def given(lib, name):
    """What a layer or a loss is called with; the first can be trained."""
    x = numbers(lib, 0, SHAPES.get(name, SHAPE)).requires_grad_()
    if name == "CosineEmbeddingLoss":
        return x, numbers(lib, 1), lib.tensor([1, -1, 1, -1])
    if name == "TripletMarginLoss":
        return x, numbers(lib, 1), numbers(lib, 2)
    if name == "Embedding":
        return (lib.tensor([[1, 4], [4, 0]]),)
    if name in ("CrossEntropyLoss", "NLLLoss"):
        return x, lib.tensor([0, 2, 1, 1])
    if name == "MultiheadAttention":
        return x, numbers(lib, 1), numbers(lib, 2)
    pairs = ("Bilinear", "CosineSimilarity", "PairwiseDistance")
    return (x, numbers(lib, 1)) if name.endswith("Loss") or name in pairs else (x,)


def of_layer(name):
    """The training of one layer alone, and of what it is given."""

    def run(lib):
        lib.manual_seed(0)
        options = {"reduction": "batchmean"} if name == "KLDivLoss" else {}
        layer = getattr(lib.nn, name)(*MADE.get(name, ()), **options).to(lib.zeros(1).device)
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
