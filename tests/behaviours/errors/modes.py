"""`no_grad`, inference mode, and NumPy."""

from tests.behaviours.table import row


@row
def an_inference_tensor_in_a_graph(lib):
    """An inference tensor cannot be saved for backward."""
    with lib.inference_mode():
        k = lib.ones(2)
    return lib.ones(2, requires_grad=True) * k


@row
def writing_into_an_inference_tensor(lib):
    """Nor be written to outside of the mode."""
    with lib.inference_mode():
        k = lib.ones(2)
    k.add_(1)


@row
def an_inference_tensor_to_train(lib):
    """Nor require a gradient."""
    with lib.inference_mode():
        k = lib.ones(2)
    k.requires_grad_()


@row
def evaluation_mode_records(lib):
    """`model.eval()` does not turn recording off."""
    model = lib.nn.Linear(2, 1).eval()
    return model(lib.ones(1, 2)).requires_grad, model.training


@row
def numpy_of_a_parameter(lib):
    """NumPy would compute without recording."""
    lib.ones(2, requires_grad=True).numpy()


@row
def numpy_of_a_loss(lib):
    """The same where NumPy asks for itself, here a plot of losses."""
    import numpy as np

    loss = lib.ones(2, requires_grad=True).sum()
    return np.asarray([loss])


@row
def copying_a_result(lib):
    """deepcopy copies leaves only."""
    import copy

    copy.deepcopy(lib.ones(2, requires_grad=True) * 2)
