"""A model to try modules on."""


def net(lib):
    """A model with a parameter of its own, buffers, a missing child, and a shared one."""

    class Net(lib.nn.Module):
        def __init__(self):
            super().__init__()
            self.first = lib.nn.Linear(2, 3)
            self.scale = lib.nn.Parameter(lib.ones(1))
            self.register_buffer("seen", lib.zeros(1))
            self.register_buffer("cache", lib.zeros(2), persistent=False)
            self.register_buffer("nothing", None)
            self.register_parameter("absent", None)
            self.inner = lib.nn.Sequential(lib.nn.Linear(3, 3), lib.nn.ReLU())
            self.again = self.first
            self.gone = None
            self.number = 4

    return Net()
