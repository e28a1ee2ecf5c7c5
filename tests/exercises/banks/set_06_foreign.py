"""Wrong answers to set X6, and unusual right ones, by someone who has not read its bank."""

from tests.exercises.banks import Item

ITEMS = (
    Item(
        "x6-cards",
        right=(
            # a tuple
            (
                "backward",
                "fine",
                "backward",
                "fine",
                "backward",
                "fine",
                "backward",
                "fine",
                "at once",
                "backward",
                "fine",
                "wrong",
            ),
            # letters looked up
            """
            words = {"f": "fine", "o": "at once", "b": "backward", "w": "wrong"}
            outcomes = [words[letter] for letter in "bfbfbfbfobfw"]
            """,
        ),
        wrong=(
            # the counter looks at the part that was saved, not at the memory
            (
                [
                    "backward",
                    "fine",
                    "fine",
                    "fine",
                    "fine",
                    "fine",
                    "fine",
                    "fine",
                    "at once",
                    "backward",
                    "fine",
                    "wrong",
                ],
                None,
            ),
            # program 5 alone: the row that is written over is needed by nobody
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "fine",
                    "fine",
                    "backward",
                    "fine",
                    "at once",
                    "backward",
                    "fine",
                    "wrong",
                ],
                None,
            ),
            # every write stops the way back
            (
                [
                    "backward",
                    "backward",
                    "backward",
                    "backward",
                    "backward",
                    "backward",
                    "backward",
                    "backward",
                    "at once",
                    "backward",
                    "backward",
                    "wrong",
                ],
                None,
            ),
            # exp is computed from its input
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "backward",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "at once",
                    "backward",
                    "fine",
                    "wrong",
                ],
                None,
            ),
            # sqrt, sigmoid and tanh save inputs: writes into results are fine
            (
                [
                    "fine",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "fine",
                    "fine",
                    "at once",
                    "backward",
                    "fine",
                    "fine",
                ],
                None,
            ),
            # an index with a list is a view
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "backward",
                    "backward",
                    "fine",
                    "at once",
                    "backward",
                    "fine",
                    "wrong",
                ],
                None,
            ),
            # writes through a view or detach() are not counted
            (
                [
                    "backward",
                    "fine",
                    "wrong",
                    "fine",
                    "backward",
                    "fine",
                    "wrong",
                    "fine",
                    "at once",
                    "backward",
                    "wrong",
                    "wrong",
                ],
                None,
            ),
            # numpy's writes are counted
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "at once",
                    "backward",
                    "fine",
                    "backward",
                ],
                None,
            ),
            # no_grad keeps the counter off
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "at once",
                    "wrong",
                    "fine",
                    "wrong",
                ],
                None,
            ),
            # a leaf may never be written into
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "at once",
                    "at once",
                    "at once",
                    "wrong",
                ],
                None,
            ),
            # in place on what requires grad is refused
            (
                [
                    "at once",
                    "at once",
                    "at once",
                    "fine",
                    "backward",
                    "fine",
                    "at once",
                    "fine",
                    "at once",
                    "backward",
                    "fine",
                    "wrong",
                ],
                None,
            ),
            # expand is a copy
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "fine",
                    "backward",
                    "fine",
                    "wrong",
                ],
                None,
            ),
            # expand: the write goes through
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "wrong",
                    "backward",
                    "fine",
                    "wrong",
                ],
                None,
            ),
            # a constant written by a tensor that requires grad loses its gradient
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "wrong",
                    "at once",
                    "backward",
                    "fine",
                    "wrong",
                ],
                None,
            ),
            # a product saves both factors
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "at once",
                    "backward",
                    "backward",
                    "wrong",
                ],
                None,
            ),
            # detach() is a copy, as numpy's array of it
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "at once",
                    "backward",
                    "fine",
                    "fine",
                ],
                None,
            ),
            # the write in 8 is refused: c does not require grad
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "at once",
                    "at once",
                    "backward",
                    "fine",
                    "wrong",
                ],
                None,
            ),
            # eleven words
            (
                [
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "at once",
                    "backward",
                    "fine",
                ],
                None,
            ),
            # one place on
            (
                [
                    "wrong",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "backward",
                    "fine",
                    "at once",
                    "backward",
                    "fine",
                ],
                None,
            ),
        ),
    ),
    Item(
        "x6-ask",
        right=(
            # modes written back in the order of modules(), parents first
            """
            def ask(model, x):
                modes = [(part, part.training) for part in model.modules()]
                model.eval()
                with torch.no_grad():
                    answer = model(x)
                for part, was in modes:
                    part.train(was)
                return answer
            """,
            # by hand, no call of eval() or train(), and a finally
            """
            def ask(model, x):
                on = [part for part in model.modules() if part.training]
                for part in on:
                    part.training = False
                recording = torch.is_grad_enabled()
                torch.set_grad_enabled(False)
                try:
                    return model(x)
                finally:
                    torch.set_grad_enabled(recording)
                    for part in on:
                        part.training = True
            """,
            # a decorator
            """
            @torch.no_grad()
            def ask(model, x):
                parts = list(model.modules())
                modes = [part.training for part in parts]
                answer = model.eval()(x)
                for place, part in enumerate(parts):
                    part.training = modes[place]
                return answer
            """,
        ),
        wrong=(
            # all parts are trained after it
            (
                """
                def ask(model, x):
                    model.eval()
                    with torch.no_grad():
                        answer = model(x)
                    model.train()
                    return answer
                """,
                None,
            ),
            # one mode for all parts
            (
                """
                def ask(model, x):
                    was = model.training
                    model.eval()
                    with torch.no_grad():
                        answer = model(x)
                    model.train(was)
                    return answer
                """,
                None,
            ),
            # inference_mode: the answer cannot be saved
            (
                """
                def ask(model, x):
                    modes = [(part, part.training) for part in model.modules()]
                    model.eval()
                    with torch.inference_mode():
                        answer = model(x)
                    for part, was in modes:
                        part.training = was
                    return answer
                """,
                None,
            ),
            # no eval mode at all
            (
                """
                def ask(model, x):
                    with torch.no_grad():
                        return model(x)
                """,
                None,
            ),
            # the modes are looked up after eval()
            (
                """
                def ask(model, x):
                    model.eval()
                    modes = [(part, part.training) for part in model.modules()]
                    with torch.no_grad():
                        answer = model(x)
                    for part, was in modes:
                        part.training = was
                    return answer
                """,
                None,
            ),
            # a generator, which looks the modes up when it is too late
            (
                """
                def ask(model, x):
                    modes = ((part, part.training) for part in model.modules())
                    model.eval()
                    with torch.no_grad():
                        answer = model(x)
                    for part, was in modes:
                        part.training = was
                    return answer
                """,
                None,
            ),
            # only the children's modes are kept: not the model's own, nor the grandchildren's
            (
                """
                def ask(model, x):
                    modes = [(part, part.training) for part in model.children()]
                    model.eval()
                    with torch.no_grad():
                        answer = model(x)
                    for part, was in modes:
                        part.training = was
                    return answer
                """,
                None,
            ),
            # only the model itself is in eval mode
            (
                """
                def ask(model, x):
                    was = model.training
                    model.training = False
                    with torch.no_grad():
                        answer = model(x)
                    model.training = was
                    return answer
                """,
                None,
            ),
            # recorded, and cut off afterwards
            (
                """
                def ask(model, x):
                    modes = [(part, part.training) for part in model.modules()]
                    model.eval()
                    answer = model(x).detach()
                    for part, was in modes:
                        part.training = was
                    return answer
                """,
                None,
            ),
            # recording is on afterwards, whatever it was
            (
                """
                def ask(model, x):
                    modes = [(part, part.training) for part in model.modules()]
                    model.eval()
                    torch.set_grad_enabled(False)
                    answer = model(x)
                    torch.set_grad_enabled(True)
                    for part, was in modes:
                        part.training = was
                    return answer
                """,
                None,
            ),
            # the parameters are frozen and all of them thawed
            (
                """
                def ask(model, x):
                    modes = [(part, part.training) for part in model.modules()]
                    model.eval()
                    for w in model.parameters():
                        w.requires_grad_(False)
                    with torch.no_grad():
                        answer = model(x)
                    for w in model.parameters():
                        w.requires_grad_(True)
                    for part, was in modes:
                        part.training = was
                    return answer
                """,
                None,
            ),
            # train(was) from the last part to the first: the model's own mode wins
            (
                """
                def ask(model, x):
                    modes = [(part, part.training) for part in model.modules()]
                    model.eval()
                    with torch.no_grad():
                        answer = model(x)
                    for part, was in reversed(modes):
                        part.train(was)
                    return answer
                """,
                None,
            ),
            # the gradients are thrown away
            (
                """
                def ask(model, x):
                    modes = [(part, part.training) for part in model.modules()]
                    model.eval()
                    with torch.no_grad():
                        answer = model(x)
                    model.zero_grad()
                    for part, was in modes:
                        part.training = was
                    return answer
                """,
                None,
            ),
            # modes kept by class: layers of one class share one
            (
                """
                def ask(model, x):
                    modes = {type(part): part.training for part in model.modules()}
                    model.eval()
                    with torch.no_grad():
                        answer = model(x)
                    for part in model.modules():
                        part.training = modes[type(part)]
                    return answer
                """,
                None,
            ),
            # the answer requires grad, so it is no constant
            (
                """
                def ask(model, x):
                    modes = [(part, part.training) for part in model.modules()]
                    model.eval()
                    with torch.no_grad():
                        answer = model(x)
                    for part, was in modes:
                        part.training = was
                    return answer.requires_grad_()
                """,
                None,
            ),
            # the modes are put back before the question is asked
            (
                """
                def ask(model, x):
                    modes = [(part, part.training) for part in model.modules()]
                    model.eval()
                    for part, was in modes:
                        part.training = was
                    with torch.no_grad():
                        return model(x)
                """,
                None,
            ),
            # recording is left off
            (
                """
                def ask(model, x):
                    modes = [(part, part.training) for part in model.modules()]
                    model.eval()
                    torch.set_grad_enabled(False)
                    answer = model(x)
                    for part, was in modes:
                        part.training = was
                    return answer
                """,
                None,
            ),
        ),
    ),
    Item(
        "x6-chase",
        right=(
            # inference_mode: nothing saves the target
            """
            def chase(v, before, reward, after, discount):
                with torch.inference_mode():
                    target = reward + discount * v(after)
                return (v(before) - target).square().mean()
            """,
            # the target as numbers of a new tensor, the mean by hand
            """
            def chase(v, before, reward, after, discount):
                later = torch.tensor(v(after).detach().tolist())
                error = reward + discount * later - v(before)
                return (error * error).sum() / len(error)
            """,
        ),
        wrong=(
            # nothing is constant
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward + discount * v(after)
                    return ((v(before) - target) ** 2).mean()
                """,
                None,
            ),
            # the wrong one is constant
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward + discount * v(after)
                    return ((v(before).detach() - target) ** 2).mean()
                """,
                None,
            ),
            # all of it under no_grad
            (
                """
                def chase(v, before, reward, after, discount):
                    with torch.no_grad():
                        target = reward + discount * v(after)
                        return ((v(before) - target) ** 2).mean()
                """,
                None,
            ),
            # v(before) is in the block too
            (
                """
                def chase(v, before, reward, after, discount):
                    with torch.no_grad():
                        said = v(before)
                        target = reward + discount * v(after)
                    return ((said - target) ** 2).mean()
                """,
                None,
            ),
            # detach() returns a tensor, which is thrown away
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward + discount * v(after)
                    target.detach()
                    return ((v(before) - target) ** 2).mean()
                """,
                None,
            ),
            # the reward is cut off, the network's opinion not
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward.detach() + discount * v(after)
                    return ((v(before) - target) ** 2).mean()
                """,
                None,
            ),
            # the input is cut off, and the parameters are not
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward + discount * v(after.detach())
                    return ((v(before) - target) ** 2).mean()
                """,
                None,
            ),
            # the difference is cut off
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward + discount * v(after)
                    return ((v(before) - target).detach() ** 2).mean()
                """,
                None,
            ),
            # the sum in place of the mean
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward + discount * v(after).detach()
                    return ((v(before) - target) ** 2).sum()
                """,
                None,
            ),
            # the square of the mean
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward + discount * v(after).detach()
                    return (v(before) - target).mean() ** 2
                """,
                None,
            ),
            # the reward is discounted too
            (
                """
                def chase(v, before, reward, after, discount):
                    target = discount * (reward + v(after).detach())
                    return ((v(before) - target) ** 2).mean()
                """,
                None,
            ),
            # the target is subtracted with the wrong sign
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward + discount * v(after).detach()
                    return ((v(before) + target) ** 2).mean()
                """,
                None,
            ),
            # a column and a row: every row with every other
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward.reshape(-1, 1) + discount * v(after).detach().reshape(-1, 1)
                    return ((v(before) - target) ** 2).mean()
                """,
                None,
            ),
            # one mean opinion for all rows
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward + discount * v(after).mean().item()
                    return ((v(before) - target) ** 2).mean()
                """,
                None,
            ),
            # a number, without a graph
            (
                """
                def chase(v, before, reward, after, discount):
                    with torch.no_grad():
                        target = reward + discount * v(after)
                    return ((v(before) - target) ** 2).mean().item()
                """,
                None,
            ),
            # it calls backward()
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward + discount * v(after).detach()
                    loss = ((v(before) - target) ** 2).mean()
                    loss.backward()
                    return loss
                """,
                None,
            ),
            # the parameters are frozen, and stay so
            (
                """
                def chase(v, before, reward, after, discount):
                    said = v(before)
                    for w in v.parameters():
                        w.requires_grad_(False)
                    target = reward + discount * v(after)
                    return ((said - target) ** 2).mean()
                """,
                None,
            ),
            # recording is left off
            (
                """
                def chase(v, before, reward, after, discount):
                    torch.set_grad_enabled(False)
                    target = reward + discount * v(after)
                    return ((v(before) - target) ** 2).mean()
                """,
                None,
            ),
            # before and after exchanged
            (
                """
                def chase(v, before, reward, after, discount):
                    target = reward + discount * v(before).detach()
                    return ((v(after) - target) ** 2).mean()
                """,
                None,
            ),
        ),
    ),
    Item(
        "x6-snap",
        right=(
            # the write is not recorded, the copy is
            """
            def snap(x, step):
                y = x.clone()
                with torch.no_grad():
                    y.copy_((x / step).round() * step)
                return y
            """,
            # the trick at another scale
            """
            def snap(x, step):
                q = x / step
                return (q + (q.round() - q).detach()) * step
            """,
            # a term that is worth nothing and has slope 1
            """
            def snap(x, step):
                with torch.no_grad():
                    stair = (x / step).round() * step
                return stair + (x - x.detach())
            """,
        ),
        wrong=(
            # only the stair
            (
                """
                def snap(x, step):
                    return (x / step).round() * step
                """,
                None,
            ),
            # the stair cut off
            (
                """
                def snap(x, step):
                    return ((x / step).round() * step).detach()
                """,
                None,
            ),
            # a new leaf
            (
                """
                def snap(x, step):
                    return ((x / step).round() * step).detach().requires_grad_()
                """,
                None,
            ),
            # the difference is not cut off
            (
                """
                def snap(x, step):
                    rounded = (x / step).round() * step
                    return x + (rounded - x)
                """,
                None,
            ),
            # all is cut off
            (
                """
                def snap(x, step):
                    rounded = (x / step).round() * step
                    return (x + (rounded - x)).detach()
                """,
                None,
            ),
            # the wrong one is cut off: the slope is -1
            (
                """
                def snap(x, step):
                    rounded = (x / step).round() * step
                    return x.detach() + (rounded - x)
                """,
                None,
            ),
            # the sign of the difference
            (
                """
                def snap(x, step):
                    rounded = (x / step).round() * step
                    return x + (x - rounded).detach()
                """,
                None,
            ),
            # the step is forgotten
            (
                """
                def snap(x, step):
                    return x + (x.round() - x).detach()
                """,
                None,
            ),
            # the step is not multiplied back
            (
                """
                def snap(x, step):
                    q = x / step
                    return x + (q.round() - q).detach()
                """,
                None,
            ),
            # multiplied and divided in the wrong order
            (
                """
                def snap(x, step):
                    rounded = (x * step).round() / step
                    return x + (rounded - x).detach()
                """,
                None,
            ),
            # the slope of the scaled number: 1 / step
            (
                """
                def snap(x, step):
                    q = x / step
                    return q + (q.round() * step - q).detach()
                """,
                None,
            ),
            # x itself is written over
            (
                """
                def snap(x, step):
                    with torch.no_grad():
                        x.copy_((x / step).round() * step)
                    return x
                """,
                None,
            ),
            # x itself is written over, past the counter
            (
                """
                def snap(x, step):
                    x.data = (x.data / step).round() * step
                    return x
                """,
                None,
            ),
            # a factor in place of a term
            (
                """
                def snap(x, step):
                    rounded = (x / step).round() * step
                    return rounded.detach() * (x / x.detach())
                """,
                None,
            ),
            # rounded down
            (
                """
                def snap(x, step):
                    rounded = (x.detach() / step - 0.5).round() * step
                    return x + (rounded - x).detach()
                """,
                None,
            ),
            # under no_grad throughout
            (
                """
                def snap(x, step):
                    with torch.no_grad():
                        rounded = (x / step).round() * step
                        return x + (rounded - x)
                """,
                None,
            ),
            # a write that is recorded: the copy's slope is the stair's
            (
                """
                def snap(x, step):
                    y = x.clone()
                    y.copy_((x / step).round() * step)
                    return y
                """,
                None,
            ),
            # the slope comes twice
            (
                """
                def snap(x, step):
                    rounded = (x / step).round() * step
                    return x + (rounded - x.detach()) + (x - 2 * x.detach()) * 0 + (x - x.detach())
                """,
                None,
            ),
            # rounded to digits
            (
                """
                def snap(x, step):
                    digits = len(str(step)) - 2
                    rounded = (x * 10**digits).round() / 10**digits
                    return x + (rounded - x).detach()
                """,
                None,
            ),
        ),
    ),
    Item(
        "x6-level",
        right=(
            # copies are written into
            """
            def level(x):
                x = x - x.mean(dim=0)
                spread = (x**2).mean(dim=0).sqrt().clone()
                spread += 0.01
                x = x.clone()
                x /= spread
                return x
            """,
            # the power gets a copy, and the root another way
            """
            def level(x):
                x = x - x.mean(dim=0, keepdim=True)
                squares = x.clone() ** 2
                spread = squares.mean(dim=0) ** 0.5 + 0.01
                x /= spread
                return x
            """,
        ),
        wrong=(
            # only the first write is mended
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt()
                    spread = spread + 0.01
                    x /= spread
                    return x
                """,
                None,
            ),
            # only the second write is mended
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt()
                    spread += 0.01
                    x = x / spread
                    return x
                """,
                None,
            ),
            # the spread is a constant
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt().detach()
                    spread += 0.01
                    x = x / spread
                    return x
                """,
                None,
            ),
            # the spread is computed under no_grad
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    with torch.no_grad():
                        spread = (x**2).mean(dim=0).sqrt()
                        spread += 0.01
                    x /= spread
                    return x
                """,
                None,
            ),
            # the writes are not recorded
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt()
                    with torch.no_grad():
                        spread += 0.01
                        x /= spread
                    return x
                """,
                None,
            ),
            # no graph at all
            (
                """
                def level(x):
                    x = x.detach()
                    x = x - x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt()
                    spread += 0.01
                    x /= spread
                    return x
                """,
                None,
            ),
            # written past the counter
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt()
                    spread.data += 0.01
                    x = x / spread
                    return x
                """,
                None,
            ),
            # x itself is written into
            (
                """
                def level(x):
                    x -= x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt() + 0.01
                    return x / spread
                """,
                None,
            ),
            # x itself is written into, under no_grad
            (
                """
                def level(x):
                    with torch.no_grad():
                        x -= x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt() + 0.01
                    return x / spread
                """,
                None,
            ),
            # the little is under the root
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    spread = ((x**2).mean(dim=0) + 0.01).sqrt()
                    return x / spread
                """,
                None,
            ),
            # the little is computed and thrown away
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt()
                    spread + 0.01
                    return x / spread
                """,
                None,
            ),
            # the quotient is thrown away
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt()
                    spread = spread + 0.01
                    x / spread
                    return x
                """,
                None,
            ),
            # one mean and one spread for all columns
            (
                """
                def level(x):
                    x = x - x.mean()
                    spread = (x**2).mean().sqrt() + 0.01
                    return x / spread
                """,
                None,
            ),
            # rows in place of columns
            (
                """
                def level(x):
                    x = x - x.mean(dim=1, keepdim=True)
                    spread = (x**2).mean(dim=1, keepdim=True).sqrt() + 0.01
                    return x / spread
                """,
                None,
            ),
            # the spread around zero: before the mean is off
            (
                """
                def level(x):
                    spread = (x**2).mean(dim=0).sqrt() + 0.01
                    return (x - x.mean(dim=0)) / spread
                """,
                None,
            ),
            # the copy stands in the wrong place
            (
                """
                def level(x):
                    x = (x - x.mean(dim=0)).clone()
                    spread = (x**2).mean(dim=0).sqrt()
                    spread = spread + 0.01
                    x /= spread
                    return x
                """,
                None,
            ),
            # the result is copied, and too late
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt()
                    spread += 0.01
                    x /= spread
                    return x.clone()
                """,
                None,
            ),
            # the mean is a constant
            (
                """
                def level(x):
                    x = x - x.mean(dim=0).detach()
                    spread = (x**2).mean(dim=0).sqrt()
                    spread = spread + 0.01
                    return x / spread
                """,
                None,
            ),
            # the spread without the root
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    spread = (x**2).mean(dim=0) + 0.01
                    return x / spread
                """,
                None,
            ),
            # the spread of a cut-off copy
            (
                """
                def level(x):
                    x = x - x.mean(dim=0)
                    spread = (x.detach() ** 2).mean(dim=0).sqrt()
                    spread = spread + 0.01
                    x = x / spread
                    return x
                """,
                None,
            ),
        ),
    ),
    Item(
        "x6-states",
        right=(
            # a new table for each row
            """
            def states(w, u, start, xs):
                table = start.new_zeros(len(xs) + 1, len(start))
                table[0] = start
                for t, x in enumerate(xs):
                    longer = table.clone()
                    longer[t + 1] = torch.tanh(w * table[t] + u * x)
                    table = longer
                return table
            """,
            # rows joined one at a time
            """
            def states(w, u, start, xs):
                table = start.reshape(1, -1)
                for x in xs:
                    row = torch.tanh(w * table[-1] + u * x)
                    table = torch.cat([table, row.reshape(1, -1)])
                return table
            """,
            # recursion
            """
            def states(w, u, start, xs):
                if len(xs) == 0:
                    return torch.stack([start])
                rest = states(w, u, torch.tanh(w * start + u * xs[0]), xs[1:])
                return torch.cat([torch.stack([start]), rest])
            """,
        ),
        wrong=(
            # each step is cut off from the one before
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    table[0] = start
                    for t, x in enumerate(xs):
                        table[t + 1] = torch.tanh(w * table[t].detach().clone() + u * x)
                    return table
                """,
                None,
            ),
            # cut off, and it still shows the table's memory
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    table[0] = start
                    for t, x in enumerate(xs):
                        table[t + 1] = torch.tanh(w * table[t].detach() + u * x)
                    return table
                """,
                None,
            ),
            # the state is taken under no_grad
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    table[0] = start
                    for t, x in enumerate(xs):
                        with torch.no_grad():
                            state = table[t].clone()
                        table[t + 1] = torch.tanh(w * state + u * x)
                    return table
                """,
                None,
            ),
            # the writes are not recorded
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    table[0] = start
                    state = start
                    for t, x in enumerate(xs):
                        state = torch.tanh(w * state + u * x)
                        with torch.no_grad():
                            table[t + 1] = state
                    return table
                """,
                None,
            ),
            # the new row is copied, not the old one
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    table[0] = start
                    for t, x in enumerate(xs):
                        table[t + 1] = torch.tanh(w * table[t] + u * x).clone()
                    return table
                """,
                None,
            ),
            # the table is copied before the product has saved its row
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    table[0] = start
                    for t, x in enumerate(xs):
                        table = table.clone()
                        table[t + 1] = torch.tanh(w * table[t] + u * x)
                    return table
                """,
                None,
            ),
            # the table is copied at the end
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    table[0] = start
                    for t, x in enumerate(xs):
                        table[t + 1] = torch.tanh(w * table[t] + u * x)
                    return table.clone()
                """,
                None,
            ),
            # the list lacks start
            (
                """
                def states(w, u, start, xs):
                    rows, state = [], start
                    for x in xs:
                        state = torch.tanh(w * state + u * x)
                        rows.append(state)
                    return torch.stack(rows)
                """,
                None,
            ),
            # the first row stays zero
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    state = start
                    for t, x in enumerate(xs):
                        state = torch.tanh(w * state + u * x)
                        table[t + 1] = state
                    return table
                """,
                None,
            ),
            # one row too high, and the last stays zero
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    state = start
                    for t, x in enumerate(xs):
                        state = torch.tanh(w * state + u * x)
                        table[t] = state
                    return table
                """,
                None,
            ),
            # every state from start
            (
                """
                def states(w, u, start, xs):
                    rows = [start]
                    for x in xs:
                        rows.append(torch.tanh(w * start + u * x))
                    return torch.stack(rows)
                """,
                None,
            ),
            # the way back to start is cut
            (
                """
                def states(w, u, start, xs):
                    state = start.detach()
                    rows = [state]
                    for x in xs:
                        state = torch.tanh(w * state + u * x)
                        rows.append(state)
                    return torch.stack(rows)
                """,
                None,
            ),
            # a table of numbers
            (
                """
                def states(w, u, start, xs):
                    rows = [start.tolist()]
                    state = start
                    for x in xs:
                        state = torch.tanh(w * state + u * x)
                        rows.append(state.tolist())
                    return torch.tensor(rows, requires_grad=True)
                """,
                None,
            ),
            # states as columns
            (
                """
                def states(w, u, start, xs):
                    rows = [start]
                    for x in xs:
                        rows.append(torch.tanh(w * rows[-1] + u * x))
                    return torch.stack(rows, dim=1)
                """,
                None,
            ),
            # one long row
            (
                """
                def states(w, u, start, xs):
                    rows = [start]
                    for x in xs:
                        rows.append(torch.tanh(w * rows[-1] + u * x))
                    return torch.cat(rows)
                """,
                None,
            ),
            # the state is written in place
            (
                """
                def states(w, u, start, xs):
                    state = start.clone()
                    rows = [start]
                    for x in xs:
                        state *= w
                        state += u * x
                        state = state.tanh()
                        rows.append(state)
                    return torch.stack(rows)
                """,
                None,
            ),
            # one state kept under many names
            (
                """
                def states(w, u, start, xs):
                    state = start.clone()
                    rows = [state]
                    for x in xs:
                        state[:] = torch.tanh(w * state.clone() + u * x)
                        rows.append(state)
                    return torch.stack(rows)
                """,
                None,
            ),
            # the table is written past the counter
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    table[0] = start
                    for t, x in enumerate(xs):
                        table.data[t + 1] = torch.tanh(w * table[t] + u * x)
                    return table
                """,
                None,
            ),
            # the last input is left out
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    table[0] = start
                    for t in range(len(xs) - 1):
                        table[t + 1] = torch.tanh(w * table[t].clone() + u * xs[t])
                    return table
                """,
                None,
            ),
            # no tanh in what is carried
            (
                """
                def states(w, u, start, xs):
                    rows, state = [start], start
                    for x in xs:
                        state = w * state + u * x
                        rows.append(torch.tanh(state))
                    return torch.stack(rows)
                """,
                None,
            ),
            # the weights exchanged
            (
                """
                def states(w, u, start, xs):
                    table = start.new_zeros(len(xs) + 1, len(start))
                    table[0] = start
                    for t, x in enumerate(xs):
                        table[t + 1] = torch.tanh(u * table[t].clone() + w * x)
                    return table
                """,
                None,
            ),
        ),
    ),
    Item(
        "x6-fall",
        right=(
            # the other order: the slope of b does not need a
            """
            def fall(a, b, x, y, lr):
                loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                for weight in (a, b):
                    (slope,) = torch.autograd.grad(loss, weight, retain_graph=True)
                    with torch.no_grad():
                        weight -= lr * slope
                return loss.item()
            """,
            # written through detach(), which shares the counter
            """
            def fall(a, b, x, y, lr):
                loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                for weight, slope in zip((a, b), torch.autograd.grad(loss, (a, b))):
                    numbers = weight.detach()
                    numbers -= lr * slope
                return loss.item()
            """,
            # backward(), and the gradients cleared
            """
            def fall(a, b, x, y, lr):
                loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                loss.backward()
                with torch.no_grad():
                    for weight in (b, a):
                        weight.sub_(weight.grad * lr)
                        weight.grad = None
                return loss.item()
            """,
        ),
        wrong=(
            # the loss is computed anew in between
            (
                """
                def fall(a, b, x, y, lr):
                    for weight in (b, a):
                        loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                        (slope,) = torch.autograd.grad(loss, weight)
                        with torch.no_grad():
                            weight -= lr * slope
                    return loss.item()
                """,
                None,
            ),
            # computed anew in between, the first loss returned
            (
                """
                def fall(a, b, x, y, lr):
                    first = ((torch.tanh(x @ a) @ b - y) ** 2).mean().item()
                    for weight in (a, b):
                        loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                        (slope,) = torch.autograd.grad(loss, weight)
                        with torch.no_grad():
                            weight -= lr * slope
                    return first
                """,
                None,
            ),
            # written past the counter
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    slopes = torch.autograd.grad(loss, (a, b))
                    for weight, slope in zip((a, b), slopes):
                        weight.data -= lr * slope
                    return loss.item()
                """,
                None,
            ),
            # past the counter in the loop: no error, and the slope is wrong
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    for weight in (b, a):
                        (slope,) = torch.autograd.grad(loss, weight, retain_graph=True)
                        weight.data -= lr * slope
                    return loss.item()
                """,
                None,
            ),
            # a name for a new tensor
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    for weight in (b, a):
                        (slope,) = torch.autograd.grad(loss, weight, retain_graph=True)
                        with torch.no_grad():
                            weight = weight - lr * slope
                    return loss.item()
                """,
                None,
            ),
            # names for two new leaves
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    da, db = torch.autograd.grad(loss, (a, b))
                    a = (a - lr * da).detach().requires_grad_()
                    b = (b - lr * db).detach().requires_grad_()
                    return loss.item()
                """,
                None,
            ),
            # uphill
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    slopes = torch.autograd.grad(loss, (a, b))
                    with torch.no_grad():
                        for weight, slope in zip((a, b), slopes):
                            weight += lr * slope
                    return loss.item()
                """,
                None,
            ),
            # the loss as a tensor, with its graph
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    slopes = torch.autograd.grad(loss, (a, b))
                    with torch.no_grad():
                        for weight, slope in zip((a, b), slopes):
                            weight -= lr * slope
                    return loss
                """,
                None,
            ),
            # the loss as a constant tensor
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    slopes = torch.autograd.grad(loss, (a, b))
                    with torch.no_grad():
                        for weight, slope in zip((a, b), slopes):
                            weight -= lr * slope
                    return loss.detach()
                """,
                None,
            ),
            # the loss after the step
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    slopes = torch.autograd.grad(loss, (a, b))
                    with torch.no_grad():
                        for weight, slope in zip((a, b), slopes):
                            weight -= lr * slope
                        return ((torch.tanh(x @ a) @ b - y) ** 2).mean().item()
                """,
                None,
            ),
            # the gradients are left behind
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    loss.backward()
                    with torch.no_grad():
                        for weight in (a, b):
                            weight -= lr * weight.grad
                    return loss.item()
                """,
                None,
            ),
            # the gradients are zero, not None
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    loss.backward()
                    with torch.no_grad():
                        for weight in (a, b):
                            weight -= lr * weight.grad
                            weight.grad.zero_()
                    return loss.item()
                """,
                None,
            ),
            # only b moves
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    slopes = torch.autograd.grad(loss, (b,))
                    with torch.no_grad():
                        for weight, slope in zip((b, a), slopes):
                            weight -= lr * slope
                    return loss.item()
                """,
                None,
            ),
            # the slopes are exchanged
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    slopes = torch.autograd.grad(loss, (b, a))
                    with torch.no_grad():
                        for weight, slope in zip((a, b), slopes):
                            weight -= lr * slope
                    return loss.item()
                """,
                None,
            ),
            # the weights are constants afterwards
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    slopes = torch.autograd.grad(loss, (a, b))
                    for weight, slope in zip((a, b), slopes):
                        weight.requires_grad_(False)
                        weight -= lr * slope
                    return loss.item()
                """,
                None,
            ),
            # no block: a leaf may not be written into
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    slopes = torch.autograd.grad(loss, (a, b))
                    for weight, slope in zip((a, b), slopes):
                        weight -= lr * slope
                    return loss.item()
                """,
                None,
            ),
            # the step is divided by the number of weights
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    slopes = torch.autograd.grad(loss, (a, b))
                    with torch.no_grad():
                        for weight, slope in zip((a, b), slopes):
                            weight -= lr * slope / 2
                    return loss.item()
                """,
                None,
            ),
            # the second pass of backward() adds to the first
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    for weight in (a, b):
                        loss.backward(retain_graph=True)
                        with torch.no_grad():
                            weight -= lr * weight.grad
                    a.grad = b.grad = None
                    return loss.item()
                """,
                None,
            ),
            # written through numpy
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                    slopes = torch.autograd.grad(loss, (a, b))
                    for weight, slope in zip((a, b), slopes):
                        weight.detach().numpy()[...] -= lr * slope.numpy()
                    return loss.item()
                """,
                None,
            ),
            # the graph goes on through a copy of b: only b's own write is undone
            (
                """
                def fall(a, b, x, y, lr):
                    loss = ((torch.tanh(x @ a) @ b.detach() - y) ** 2).mean()
                    (da,) = torch.autograd.grad(loss, a)
                    with torch.no_grad():
                        a -= lr * da
                    loss = ((torch.tanh(x @ a.detach()) @ b - y) ** 2).mean()
                    (db,) = torch.autograd.grad(loss, b)
                    with torch.no_grad():
                        b -= lr * db
                    return loss.item()
                """,
                None,
            ),
        ),
    ),
    Item(
        "x6-centre",
        right=(
            # written through detach(), which shares the counter
            """
            def centre(x, mean, rate):
                numbers = mean.detach()
                numbers *= 1 - rate
                numbers += rate * x.detach().mean(dim=0)
                return x - mean
            """,
            # a copy of the new numbers, and the constant kept apart
            """
            def centre(x, mean, rate):
                with torch.no_grad():
                    new = rate * x.sum(dim=0) / x.shape[0] + (1 - rate) * mean
                    mean.copy_(new)
                return x + (-new)
            """,
            # under a switch that is put back
            """
            def centre(x, mean, rate):
                was = torch.is_grad_enabled()
                torch.set_grad_enabled(False)
                mean[:] = mean - rate * (mean - x.mean(0))
                torch.set_grad_enabled(was)
                return x.sub(mean)
            """,
        ),
        wrong=(
            # a name for a new tensor
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean = (1 - rate) * mean + rate * x.mean(dim=0)
                    return x - mean
                """,
                None,
            ),
            # the write is recorded
            (
                """
                def centre(x, mean, rate):
                    mean += rate * (x.mean(dim=0) - mean)
                    return x - mean
                """,
                None,
            ),
            # the write is recorded, the result's mean is cut off
            (
                """
                def centre(x, mean, rate):
                    mean *= 1 - rate
                    mean += rate * x.mean(dim=0)
                    return x - mean.detach()
                """,
                None,
            ),
            # the shares exchanged
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean *= rate
                        mean += (1 - rate) * x.mean(dim=0)
                    return x - mean
                """,
                None,
            ),
            # x itself is written into
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean += rate * (x.mean(dim=0) - mean)
                    x -= mean
                    return x
                """,
                None,
            ),
            # the result is in the block too
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean += rate * (x.mean(dim=0) - mean)
                        return x - mean
                """,
                None,
            ),
            # less the old mean
            (
                """
                def centre(x, mean, rate):
                    result = x - mean
                    with torch.no_grad():
                        mean += rate * (x.mean(dim=0) - mean)
                    return result
                """,
                None,
            ),
            # less the mean of the rows
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean += rate * (x.mean(dim=0) - mean)
                    return x - x.mean(dim=0)
                """,
                None,
            ),
            # the mean in the result has a slope
            (
                """
                def centre(x, mean, rate):
                    new = (1 - rate) * mean + rate * x.mean(dim=0)
                    with torch.no_grad():
                        mean.copy_(new)
                    return x - new
                """,
                None,
            ),
            # written past the counter
            (
                """
                def centre(x, mean, rate):
                    mean.data += rate * (x.data.mean(dim=0) - mean.data)
                    return x - mean
                """,
                None,
            ),
            # written through numpy
            (
                """
                def centre(x, mean, rate):
                    numbers = mean.numpy()
                    numbers += rate * (x.detach().numpy().mean(axis=0) - numbers)
                    return x - mean
                """,
                None,
            ),
            # one mean of all numbers
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean += rate * (x.mean() - mean)
                    return x - mean
                """,
                None,
            ),
            # means of rows, not of columns
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean += rate * (x.mean(dim=1) - mean)
                    return x - mean
                """,
                None,
            ),
            # the old share is not taken off
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean += rate * x.mean(dim=0)
                    return x - mean
                """,
                None,
            ),
            # the rate is forgotten
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean.copy_(x.mean(dim=0))
                    return x - mean
                """,
                None,
            ),
            # decayed twice
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean *= 1 - rate
                        mean += rate * (x.mean(dim=0) - mean)
                    return x - mean
                """,
                None,
            ),
            # the sum in place of the mean
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean += rate * (x.sum(dim=0) - mean)
                    return x - mean
                """,
                None,
            ),
            # x is cut off in the result
            (
                """
                def centre(x, mean, rate):
                    x = x.detach()
                    mean += rate * (x.mean(dim=0) - mean)
                    return x - mean
                """,
                None,
            ),
            # the result is a new leaf
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean += rate * (x.mean(dim=0) - mean)
                        result = x - mean
                    return result.requires_grad_()
                """,
                None,
            ),
            # moved away
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean -= rate * (x.mean(dim=0) - mean)
                    return x - mean
                """,
                None,
            ),
            # moved once for each row
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        for row in x:
                            mean += rate * (row - mean)
                    return x - mean
                """,
                None,
            ),
            # recording is on afterwards no more
            (
                """
                def centre(x, mean, rate):
                    torch.set_grad_enabled(False)
                    mean += rate * (x.mean(dim=0) - mean)
                    return x - mean
                """,
                None,
            ),
            # mean is not moved
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        new = mean + rate * (x.mean(dim=0) - mean)
                    return x - new
                """,
                None,
            ),
            # the mean is added
            (
                """
                def centre(x, mean, rate):
                    with torch.no_grad():
                        mean += rate * (x.mean(dim=0) - mean)
                    return x + mean
                """,
                None,
            ),
        ),
    ),
)
