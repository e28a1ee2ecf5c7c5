"""What the steps of random programs share: their table, and which tensor a step is about."""

STEPS = {}  # step -> weight


def step(weight):
    def enter(function):
        STEPS[function] = weight
        return function

    return enter


@step(1)
def rest(program, picks):
    """All zero: what hypothesis makes of a step that a failure does not need."""
    return "nothing", lambda: None


def any_of(program, picks):
    return picks.below(len(program.pool))


def tracked(program, picks):
    """Mostly a tensor that requires a gradient."""
    found = [k for k, x in enumerate(program.pool) if x.requires_grad]
    return any_of(program, picks) if picks.chance(5) else picks.of(found)


def made(program, picks):
    """Mostly a tensor that the program made, for leaves refuse writes."""
    if picks.chance(10):
        return any_of(program, picks)
    return program.given - 3 + picks.below(len(program.pool) - program.given + 3)


def fitting(program, i, picks):
    """Mostly a tensor that broadcasts to the `i`-th."""
    shape = program.pool[i].shape
    found = [k for k, x in enumerate(program.pool) if x.shape == shape or x.numel() == 1]
    return any_of(program, picks) if picks.chance(8) else picks.of(found)


def nothing(_):
    return None
