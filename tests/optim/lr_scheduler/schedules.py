"""Sixty epochs of schedules, in both libraries."""

EPOCHS = 60


def optimizer_of(lib):
    """Two groups of different rates."""
    p, q = lib.zeros(1), lib.zeros(1)
    return lib.optim.SGD([{"params": [p]}, {"params": [q], "lr": 0.25}], lr=0.1, momentum=0.5)


def known(lib, optimizer):
    """The names that expressions use."""
    return {
        "lib": lib,
        "s": lib.optim.lr_scheduler,
        "swa": lib.optim.swa_utils,
        "o": optimizer,
        "p": lib.ones(1),
    }


def expression(lib, code):
    return eval(code, known(lib, optimizer_of(lib)))


def run(schedulers, optimizer, epochs):
    """The rates in each epoch; a measure gets better, then worse, in waves."""
    rates = []
    for epoch in epochs:
        rates.append([group["lr"] for group in optimizer.param_groups])
        optimizer.step()
        for scheduler in schedulers:
            measured = type(scheduler).__name__ == "ReduceLROnPlateau"
            scheduler.step(*([1 / (1 + epoch) + epoch % 5 / 10] if measured else []))
    return rates


def scheduled(lib, code):
    """Sixty epochs, and what the schedules say then."""
    optimizer = optimizer_of(lib)
    schedulers = eval(code, known(lib, optimizer))
    rates = run(schedulers, optimizer, range(EPOCHS))
    return rates, [[x.get_last_lr(), x.last_epoch] for x in schedulers]


def resumed(lib, code):
    """Half of the epochs, and the other half after both states were loaded anew."""
    optimizer = optimizer_of(lib)
    schedulers = eval(code, known(lib, optimizer))
    run(schedulers, optimizer, range(EPOCHS // 2))
    other = optimizer_of(lib)
    others = eval(code, known(lib, other))
    other.load_state_dict(optimizer.state_dict())
    for new, old in zip(others, schedulers, strict=True):
        new.load_state_dict(old.state_dict())
    return run(others, other, range(EPOCHS // 2, EPOCHS))


def jumped(lib, code):
    """There and back by the epoch, and on from there."""
    optimizer = optimizer_of(lib)
    schedulers = eval(code, known(lib, optimizer))
    rates = []
    for epoch in (3, 9, 30, 2, None):
        for scheduler in schedulers:
            scheduler.step(epoch)
            rates.append([scheduler.last_epoch, scheduler.get_last_lr()])
    return rates


def fill(case, schedules, given, jumps=True):
    """Cases: sixty epochs of each of `schedules`, and each expression of `given`."""
    for name, code in schedules.items():
        if jumps:
            case.all[f"jumped_{name}"] = lambda lib, code=code: jumped(lib, code)
        case.all[f"sixty_epochs_{name}"] = lambda lib, code=code: scheduled(lib, code)
        case.all[f"resumed_{name}"] = lambda lib, code=code: resumed(lib, code)
    for name, code in given.items():
        case.all[name] = lambda lib, code=code: expression(lib, code)
