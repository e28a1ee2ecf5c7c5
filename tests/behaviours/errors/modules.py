"""Modules, losses and optimizers that are used wrongly."""

from tests.behaviours.table import row


@row
def optimizing_a_result(lib):
    """An optimizer refuses what is no leaf."""
    w = lib.ones(2, requires_grad=True) * 0.1
    lib.optim.SGD([w], lr=0.1)


@row
def optimizing_nothing(lib):
    """An optimizer refuses an empty list."""
    lib.optim.SGD([], lr=0.1)


@row
def optimizing_one_tensor(lib):
    """An optimizer takes a list, not a tensor."""
    lib.optim.SGD(lib.ones(2, requires_grad=True), lr=0.1)


@row
def optimizing_with_a_negative_rate(lib):
    """An optimizer refuses a learning rate below 0."""
    lib.optim.SGD([lib.ones(2, requires_grad=True)], lr=-1.0)


@row
def a_mean_loss_that_broadcasts(lib):
    """MSELoss of (N, 1) and (N,) broadcasts to (N, N), with a warning."""
    return lib.nn.MSELoss()(lib.ones(3, 1), lib.zeros(3))


@row
def a_layer_with_the_wrong_input(lib):
    """A layer that expects another number of features."""
    lib.nn.Linear(10, 5)(lib.ones(4, 3))


@row
def classes_as_floats(lib):
    """cross_entropy takes class numbers as int64."""
    lib.nn.functional.cross_entropy(lib.ones(2, 3), lib.tensor([0, 1], dtype=lib.int32))


@row
def a_class_that_is_not_there(lib):
    """A class number beyond the scores."""
    lib.nn.functional.cross_entropy(lib.ones(2, 3), lib.tensor([0, 3]))


@row
def a_module_without_its_start(lib):
    """A module that forgot ``super().__init__()``."""

    class Net(lib.nn.Module):
        def __init__(self):
            self.layer = lib.nn.Linear(1, 1)

    Net()


@row
def a_module_without_forward(lib):
    """A module that has no forward."""

    class Net(lib.nn.Module):
        pass

    Net()(lib.ones(1))


@row
def weights_of_another_model(lib):
    """Loading weights whose names do not fit."""
    lib.nn.Linear(2, 1).load_state_dict({"kernel": lib.ones(1, 2)})
