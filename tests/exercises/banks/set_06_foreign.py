"""Wrong answers to set X6, and unusual right ones, by someone who has not read its bank."""

from tests.exercises.banks import Item, but, unnamed

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
        wrong=unnamed(
            # the counter looks at the part that was saved, not at the memory
            [
                "backward", "fine", "fine", "fine", "fine", "fine", "fine", "fine", "at once",
                "backward", "fine", "wrong",
            ],
            # program 5 alone: the row that is written over is needed by nobody
            [
                "backward", "fine", "backward", "fine", "fine", "fine", "backward", "fine",
                "at once", "backward", "fine", "wrong",
            ],
            # every write stops the way back
            [
                "backward", "backward", "backward", "backward", "backward", "backward", "backward",
                "backward", "at once", "backward", "backward", "wrong",
            ],
            # exp is computed from its input
            [
                "backward", "fine", "backward", "backward", "backward", "fine", "backward", "fine",
                "at once", "backward", "fine", "wrong",
            ],
            # sqrt, sigmoid and tanh save inputs: writes into results are fine
            [
                "fine", "fine", "backward", "fine", "backward", "fine", "fine", "fine", "at once",
                "backward", "fine", "fine",
            ],
            # an index with a list is a view
            [
                "backward", "fine", "backward", "fine", "backward", "backward", "backward", "fine",
                "at once", "backward", "fine", "wrong",
            ],
            # writes through a view or detach() are not counted
            [
                "backward", "fine", "wrong", "fine", "backward", "fine", "wrong", "fine", "at once",
                "backward", "wrong", "wrong",
            ],
            # numpy's writes are counted
            [
                "backward", "fine", "backward", "fine", "backward", "fine", "backward", "fine",
                "at once", "backward", "fine", "backward",
            ],
            # no_grad keeps the counter off
            [
                "backward", "fine", "backward", "fine", "backward", "fine", "backward", "fine",
                "at once", "wrong", "fine", "wrong",
            ],
            # a leaf may never be written into
            [
                "backward", "fine", "backward", "fine", "backward", "fine", "backward", "fine",
                "at once", "at once", "at once", "wrong",
            ],
            # in place on what requires grad is refused
            [
                "at once", "at once", "at once", "fine", "backward", "fine", "at once", "fine",
                "at once", "backward", "fine", "wrong",
            ],
            # expand is a copy
            [
                "backward", "fine", "backward", "fine", "backward", "fine", "backward", "fine",
                "fine", "backward", "fine", "wrong",
            ],
            # expand: the write goes through
            [
                "backward", "fine", "backward", "fine", "backward", "fine", "backward", "fine",
                "wrong", "backward", "fine", "wrong",
            ],
            # a constant written by a tensor that requires grad loses its gradient
            [
                "backward", "fine", "backward", "fine", "backward", "fine", "backward", "wrong",
                "at once", "backward", "fine", "wrong",
            ],
            # a product saves both factors
            [
                "backward", "fine", "backward", "fine", "backward", "fine", "backward", "fine",
                "at once", "backward", "backward", "wrong",
            ],
            # detach() is a copy, as numpy's array of it
            [
                "backward", "fine", "backward", "fine", "backward", "fine", "backward", "fine",
                "at once", "backward", "fine", "fine",
            ],
            # the write in 8 is refused: c does not require grad
            [
                "backward", "fine", "backward", "fine", "backward", "fine", "backward", "at once",
                "at once", "backward", "fine", "wrong",
            ],
            # eleven words
            [
                "backward", "fine", "backward", "fine", "backward", "fine", "backward", "fine",
                "at once", "backward", "fine",
            ],
            # one place on
            [
                "wrong", "backward", "fine", "backward", "fine", "backward", "fine", "backward",
                "fine", "at once", "backward", "fine",
            ],
        ),
    ),
    Item(
        "x6-ask",
        right=(
            # modes written back in the order of modules(), parents first
            but({
                "for part, mode in modes:\n    part.training = mode": """
                    for part, was in modes:
                        part.train(was)
                """,
            }),
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
        wrong=unnamed(
            # all parts are trained after it
            but({
                "modes = [(part, part.training) for part in model.modules()]": "",
                "for part, mode in modes:\n    part.training = mode": "model.train()",
            }),
            # one mode for all parts
            but({
                "modes = [(part, part.training) for part in model.modules()]":
                    "was = model.training",
                "for part, mode in modes:\n    part.training = mode": "model.train(was)",
            }),
            # inference_mode: the answer cannot be saved
            but({"no_grad": "inference_mode", "train(was)": "training = was"}, right=1),
            # no eval mode at all
            """
            def ask(model, x):
                with torch.no_grad():
                    return model(x)
            """,
            # the modes are looked up after eval()
            but({
                "modes = [(part, part.training) for part in model.modules()]": """
                    model.eval()
                    modes = [(part, part.training) for part in model.modules()]
                """,
                "model.eval()": "",
                "part.train(was)": "part.training = was",
            }, right=1),
            # a generator, which looks the modes up when it is too late
            but({
                "modes = [(part, part.training) for part in model.modules()]":
                    "modes = ((part, part.training) for part in model.modules())",
                "part.train(was)": "part.training = was",
            }, right=1),
            # only the children's modes are kept: not the model's own, nor the grandchildren's
            but({"modules": "children", ", mode": ", was", "training = mode": "training = was"}),
            # only the model itself is in eval mode
            but({
                "modes = [(part, part.training) for part in model.modules()]":
                    "was = model.training",
                "model.eval()": "model.training = False",
                "for part, mode in modes:\n    part.training = mode": "model.training = was",
            }),
            # recorded, and cut off afterwards
            but({
                "with torch.no_grad():\n    answer = model(x)": "answer = model(x).detach()",
                "part.train(was)": "part.training = was",
            }, right=1),
            # recording is on afterwards, whatever it was
            but({
                "with torch.no_grad():\n    answer = model(x)": """
                    torch.set_grad_enabled(False)
                    answer = model(x)
                    torch.set_grad_enabled(True)
                """,
                "part.train(was)": "part.training = was",
            }, right=1),
            # the parameters are frozen and all of them thawed
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
            # train(was) from the last part to the first: the model's own mode wins
            but({"mode in modes": "was in reversed(modes)", "training = mode": "train(was)"}),
            # the gradients are thrown away
            but({
                "for part, was in modes:": "model.zero_grad()\nfor part, was in modes:",
                "part.train(was)": "part.training = was",
            }, right=1),
            # modes kept by class: layers of one class share one
            but({
                "modes = [(part, part.training) for part in model.modules()]":
                    "modes = {type(part): part.training for part in model.modules()}",
                "for part, mode in modes:": "for part in model.modules():",
                "part.training = mode": "part.training = modes[type(part)]",
            }),
            # the answer requires grad, so it is no constant
            but({
                "part.train(was)": "part.training = was",
                "return answer": "return answer.requires_grad_()",
            }, right=1),
            # the modes are put back before the question is asked
            """
            def ask(model, x):
                modes = [(part, part.training) for part in model.modules()]
                model.eval()
                for part, was in modes:
                    part.training = was
                with torch.no_grad():
                    return model(x)
            """,
            # recording is left off
            but({
                "with torch.no_grad():\n    answer = model(x)": """
                    torch.set_grad_enabled(False)
                    answer = model(x)
                """,
                "part.train(was)": "part.training = was",
            }, right=1),
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
        wrong=unnamed(
            # nothing is constant
            but({
                "with torch.no_grad():\n    target = reward + discount * v(after)":
                    "target = reward + discount * v(after)",
            }),
            # the wrong one is constant
            """
            def chase(v, before, reward, after, discount):
                target = reward + discount * v(after)
                return ((v(before).detach() - target) ** 2).mean()
            """,
            # all of it under no_grad
            but({
                "return ((v(before) - target) ** 2).mean()":
                    "    return ((v(before) - target) ** 2).mean()",
            }),
            # v(before) is in the block too
            but({
                "with torch.inference_mode():": "with torch.no_grad():\n    said = v(before)",
                "return (v(before) - target).square()": "return ((said - target) ** 2)",
            }, right=1),
            # detach() returns a tensor, which is thrown away
            """
            def chase(v, before, reward, after, discount):
                target = reward + discount * v(after)
                target.detach()
                return ((v(before) - target) ** 2).mean()
            """,
            # the reward is cut off, the network's opinion not
            but({
                "with torch.no_grad():\n    target = reward + discount * v(after)":
                    "target = reward.detach() + discount * v(after)",
            }),
            # the input is cut off, and the parameters are not
            but({
                "with torch.no_grad():\n    target = reward + discount * v(after)":
                    "target = reward + discount * v(after.detach())",
            }),
            # the difference is cut off
            but({
                "target.detach()\nreturn ((v(before) - target) ** 2).mean()":
                    "return ((v(before) - target).detach() ** 2).mean()",
            }, above=True),
            # the sum in place of the mean
            """
            def chase(v, before, reward, after, discount):
                target = reward + discount * v(after).detach()
                return ((v(before) - target) ** 2).sum()
            """,
            # the square of the mean
            but({
                "((v(before) - target) ** 2).sum()": "(v(before) - target).mean() ** 2",
            }, above=True),
            # the reward is discounted too
            but({
                "with torch.no_grad():\n    target = reward + discount * v(after)":
                    "target = discount * (reward + v(after).detach())",
            }),
            # the target is subtracted with the wrong sign
            but({
                "((v(before) - target) ** 2).sum": "((v(before) + target) ** 2).mean",
            }, above=True),
            # a column and a row: every row with every other
            but({
                "with torch.no_grad():\n    target = reward + discount * v(after)":
                    "target = reward.reshape(-1, 1) + discount * v(after).detach().reshape(-1, 1)",
            }),
            # one mean opinion for all rows
            but({"detach": "mean().item", ".sum": ".mean"}, above=True),
            # a number, without a graph
            but({"mean()": "mean().item()"}),
            # it calls backward()
            """
            def chase(v, before, reward, after, discount):
                target = reward + discount * v(after).detach()
                loss = ((v(before) - target) ** 2).mean()
                loss.backward()
                return loss
            """,
            # the parameters are frozen, and stay so
            """
            def chase(v, before, reward, after, discount):
                said = v(before)
                for w in v.parameters():
                    w.requires_grad_(False)
                target = reward + discount * v(after)
                return ((said - target) ** 2).mean()
            """,
            # recording is left off
            """
            def chase(v, before, reward, after, discount):
                torch.set_grad_enabled(False)
                target = reward + discount * v(after)
                return ((v(before) - target) ** 2).mean()
            """,
            # before and after exchanged
            """
            def chase(v, before, reward, after, discount):
                target = reward + discount * v(before).detach()
                return ((v(after) - target) ** 2).mean()
            """,
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
        wrong=unnamed(
            # only the stair
            """
            def snap(x, step):
                return (x / step).round() * step
            """,
            # the stair cut off
            but({"(x / step).round() * step": "((x / step).round() * step).detach()"}, above=True),
            # a new leaf
            """
            def snap(x, step):
                return ((x / step).round() * step).detach().requires_grad_()
            """,
            # the difference is not cut off
            but({"return x + (rounded - x).detach()": "return x + (rounded - x)"}),
            # all is cut off
            but({"return x + (rounded - x).detach()": "return (x + (rounded - x)).detach()"}),
            # the wrong one is cut off: the slope is -1
            but({"return x + (rounded - x).detach()": "return x.detach() + (rounded - x)"}),
            # the sign of the difference
            but({"return x + (rounded - x).detach()": "return x + (x - rounded).detach()"}),
            # the step is forgotten
            but({
                "((x / step).round() * step).detach().requires_grad_": "x + (x.round() - x).detach",
            }, above=True),
            # the step is not multiplied back
            but({"rounded = (x / step).round() *": "q = x /", "rounded - x": "q.round() - q"}),
            # multiplied and divided in the wrong order
            but({"rounded = (x / step).round() * step": "rounded = (x * step).round() / step"}),
            # the slope of the scaled number: 1 / step
            but({
                "(q + (q.round() - q).detach()) * step": "q + (q.round() * step - q).detach()",
            }, right=2),
            # x itself is written over
            but({"y = x.clone()": "", "y.copy_": "x.copy_", "return y": "return x"}, right=1),
            # x itself is written over, past the counter
            but({
                "rounded = (x / step).round() * step": "x.data = (x.data / step).round() * step",
                "return x + (rounded - x).detach()": "return x",
            }),
            # a factor in place of a term
            but({
                "return x + (rounded - x).detach()": "return rounded.detach() * (x / x.detach())",
            }),
            # rounded down
            but({"x / step": "x.detach() / step - 0.5"}),
            # under no_grad throughout
            but({
                "stair = (x / step).round() * step": "rounded = (x / step).round() * step",
                "return stair + (x - x.detach())": "    return x + (rounded - x)",
            }, right=3),
            # a write that is recorded: the copy's slope is the stair's
            but({
                "rounded = (x / step).round() * step": "y = x.clone()",
                "return x + (rounded - x).detach()": "y.copy_((x / step).round() * step)\nreturn y",
            }),
            # the slope comes twice
            """
            def snap(x, step):
                rounded = (x / step).round() * step
                return x + (rounded - x.detach()) + (x - 2 * x.detach()) * 0 + (x - x.detach())
            """,
            # rounded to digits
            """
            def snap(x, step):
                digits = len(str(step)) - 2
                rounded = (x * 10**digits).round() / 10**digits
                return x + (rounded - x).detach()
            """,
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
        wrong=unnamed(
            # only the first write is mended
            but({"x = x / spread": "x /= spread"}),
            # only the second write is mended
            but({"spread = spread + 0.01": "spread += 0.01"}),
            # the spread is a constant
            but({"sqrt()": "sqrt().detach()", "= spread +": "+="}),
            # the spread is computed under no_grad
            but({
                "spread = (x**2).mean(dim=0).sqrt()": "with torch.no_grad():",
                "spread = spread + 0.01": "    spread = (x**2).mean(dim=0).sqrt()",
                "x = x / spread": "    spread += 0.01\nx /= spread",
            }),
            # the writes are not recorded
            but({
                "spread = spread + 0.01": "with torch.no_grad():",
                "x = x / spread": "    spread += 0.01\n    x /= spread",
            }),
            # no graph at all
            but({
                "x = x - x.mean(dim=0)": "x = x.detach()\nx = x - x.mean(dim=0)",
                "spread = spread + 0.01\nx = x / spread": "spread += 0.01\nx /= spread",
            }),
            # written past the counter
            but({"spread = spread + 0.01": "spread.data += 0.01"}),
            # x itself is written into
            """
            def level(x):
                x -= x.mean(dim=0)
                spread = (x**2).mean(dim=0).sqrt() + 0.01
                return x / spread
            """,
            # x itself is written into, under no_grad
            but({
                "x -= x.mean(dim=0)": "with torch.no_grad():\n    x -= x.mean(dim=0)",
            }, above=True),
            # the little is under the root
            but({
                "x -=": "x = x -",
                "(x**2).mean(dim=0).sqrt() + 0.01": "((x**2).mean(dim=0) + 0.01).sqrt()",
            }, above=True),
            # the little is computed and thrown away
            but({
                "spread = spread + 0.01": "spread + 0.01",
                "x = x / spread\nreturn x": "return x / spread",
            }),
            # the quotient is thrown away
            but({"x = x / spread": "x / spread"}),
            # one mean and one spread for all columns
            but({
                "x -= x.mean(dim=0)": "x = x - x.mean()",
                "spread = (x**2).mean(dim=0).sqrt() + 0.01": "spread = (x**2).mean().sqrt() + 0.01",
            }, above=True),
            # rows in place of columns
            but({
                "x -= x.mean(dim=0)": "x = x - x.mean(dim=1, keepdim=True)",
                "spread = (x**2).mean(dim=0)": "spread = (x**2).mean(dim=1, keepdim=True)",
            }, above=True),
            # the spread around zero: before the mean is off
            but({"x -= x.mean(dim=0)": "", "return x": "return (x - x.mean(dim=0))"}, above=True),
            # the copy stands in the wrong place
            but({"x = x - x.mean(dim=0)": "x = (x - x.mean(dim=0)).clone()", "= x /": "/="}),
            # the result is copied, and too late
            but({"= spread +": "+=", "= x /": "/=", "return x": "return x.clone()"}),
            # the mean is a constant
            but({
                "x = x - x.mean(dim=0)": "x = x - x.mean(dim=0).detach()",
                "x = x / spread\nreturn x": "return x / spread",
            }),
            # the spread without the root
            but({"x -=": "x = x -", "(dim=0).sqrt()": "(dim=0)"}, above=True),
            # the spread of a cut-off copy
            but({"spread = (x**2)": "spread = (x.detach() ** 2)"}),
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
        wrong=unnamed(
            # each step is cut off from the one before
            but({
                "state = start\ntable[0] = state": "table[0] = start",
                "state = torch.tanh(w * state + u * x)\ntable[t + 1] = state":
                    "table[t + 1] = torch.tanh(w * table[t].detach().clone() + u * x)",
            }),
            # cut off, and it still shows the table's memory
            but({
                "state = start\ntable[0] = state": "table[0] = start",
                "state = torch.tanh(w * state + u * x)\ntable[t + 1] = state":
                    "table[t + 1] = torch.tanh(w * table[t].detach() + u * x)",
            }),
            # the state is taken under no_grad
            but({
                "longer = table.clone()": "with torch.no_grad():",
                "longer[t + 1] = torch.tanh(w * table[t] + u * x)": "    state = table[t].clone()",
                "table = longer": "table[t + 1] = torch.tanh(w * state + u * x)",
            }, right=1),
            # the writes are not recorded
            but({
                "state = start": "table[0] = start\nstate = start",
                "table[0] = state": "",
                "table[t + 1] = state": "with torch.no_grad():\n    table[t + 1] = state",
            }),
            # the new row is copied, not the old one
            but({
                "state = start\ntable[0] = state": "table[0] = start",
                "state = torch.tanh(w * state + u * x)\ntable[t + 1] = state":
                    "table[t + 1] = torch.tanh(w * table[t] + u * x).clone()",
            }),
            # the table is copied before the product has saved its row
            but({
                "state = start\ntable[0] = state": "table[0] = start",
                "state = torch.tanh(w * state + u * x)": "table = table.clone()",
                "table[t + 1] = state": "table[t + 1] = torch.tanh(w * table[t] + u * x)",
            }),
            # the table is copied at the end
            """
            def states(w, u, start, xs):
                table = start.new_zeros(len(xs) + 1, len(start))
                table[0] = start
                for t, x in enumerate(xs):
                    table[t + 1] = torch.tanh(w * table[t] + u * x)
                return table.clone()
            """,
            # the list lacks start
            but({
                "table = start.reshape(1, -1)": "rows, state = [], start",
                "row = torch.tanh(w * table[-1] + u * x)": "state = torch.tanh(w * state + u * x)",
                "table = torch.cat([table, row.reshape(1, -1)])": "rows.append(state)",
                "return table": "return torch.stack(rows)",
            }, right=2),
            # the first row stays zero
            but({"table[0] = state": ""}),
            # one row too high, and the last stays zero
            but({"table[0] = state": "", "table[t + 1] = state": "table[t] = state"}),
            # every state from start
            """
            def states(w, u, start, xs):
                rows = [start]
                for x in xs:
                    rows.append(torch.tanh(w * start + u * x))
                return torch.stack(rows)
            """,
            # the way back to start is cut
            but({
                "table = start.reshape(1, -1)": "state = start.detach()\nrows = [state]",
                "row = torch.tanh(w * table[-1] + u * x)": "state = torch.tanh(w * state + u * x)",
                "table = torch.cat([table, row.reshape(1, -1)])": "rows.append(state)",
                "return table": "return torch.stack(rows)",
            }, right=2),
            # a table of numbers
            but({
                "table = start.new_zeros(len(xs) + 1, len(start))": "rows = [start.tolist()]",
                "table[0] = state\nfor t, x in enumerate(xs):": "for x in xs:",
                "table[t + 1] = state": "rows.append(state.tolist())",
                "return table": "return torch.tensor(rows, requires_grad=True)",
            }),
            # states as columns
            but({
                "* start": "* rows[-1]",
                "return torch.stack(rows)": "return torch.stack(rows, dim=1)",
            }, above=True),
            # one long row
            but({"* start": "* rows[-1]", "stack": "cat"}, above=True),
            # the state is written in place
            but({
                "table = start.new_zeros(len(xs) + 1, len(start))": "state = start.clone()",
                "state = start": "rows = [start]",
                "table[0] = state": "for x in xs:",
                "for t, x in enumerate(xs):": "    state *= w",
                "state = torch.tanh(w * state + u * x)": "state += u * x",
                "table[t + 1] = state": "state = state.tanh()",
                "return table": "    rows.append(state)\nreturn torch.stack(rows)",
            }),
            # one state kept under many names
            but({
                "table = start.reshape(1, -1)": "state = start.clone()\nrows = [state]",
                "row = torch.tanh(w * table[-1] + u * x)":
                    "state[:] = torch.tanh(w * state.clone() + u * x)",
                "table = torch.cat([table, row.reshape(1, -1)])": "rows.append(state)",
                "return table": "return torch.stack(rows)",
            }, right=2),
            # the table is written past the counter
            but({
                "state = start\ntable[0] = state": "table[0] = start",
                "state = torch.tanh(w * state + u * x)\ntable[t + 1] = state":
                    "table.data[t + 1] = torch.tanh(w * table[t] + u * x)",
            }),
            # the last input is left out
            """
            def states(w, u, start, xs):
                table = start.new_zeros(len(xs) + 1, len(start))
                table[0] = start
                for t in range(len(xs) - 1):
                    table[t + 1] = torch.tanh(w * table[t].clone() + u * xs[t])
                return table
            """,
            # no tanh in what is carried
            but({
                "table = start.reshape(1, -1)": "rows, state = [start], start",
                "row = torch.tanh(w * table[-1] + u * x)": "state = w * state + u * x",
                "table = torch.cat([table, row.reshape(1, -1)])": "rows.append(torch.tanh(state))",
                "return table": "return torch.stack(rows)",
            }, right=2),
            # the weights exchanged
            but({
                "for t in range(len(xs) - 1)": "for t, x in enumerate(xs)",
                "w * table[t].clone() + u * xs[t]": "u * table[t].clone() + w * x",
            }, above=True),
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
        wrong=unnamed(
            # the loss is computed anew in between
            but({
                "loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()": "for weight in (b, a):",
                "for weight in (a, b):": "    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()",
                "weight, retain_graph=True": "weight",
            }, right=1),
            # computed anew in between, the first loss returned
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
            # written past the counter
            but({
                "with torch.no_grad():": "for weight, slope in zip((a, b), slopes):",
                "for weight, slope in zip((a, b), slopes):\n    weight -= lr * slope":
                    "weight.data -= lr * slope",
            }),
            # past the counter in the loop: no error, and the slope is wrong
            but({
                "for weight in (a, b):": "for weight in (b, a):",
                "with torch.no_grad():\n    weight -= lr * slope": "weight.data -= lr * slope",
            }, right=1),
            # a name for a new tensor
            but({
                "for weight in (a, b):": "for weight in (b, a):",
                "weight -= lr * slope": "weight = weight - lr * slope",
            }, right=1),
            # names for two new leaves
            """
            def fall(a, b, x, y, lr):
                loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
                da, db = torch.autograd.grad(loss, (a, b))
                a = (a - lr * da).detach().requires_grad_()
                b = (b - lr * db).detach().requires_grad_()
                return loss.item()
            """,
            # uphill
            but({"weight -= lr * slope": "weight += lr * slope"}),
            # the loss as a tensor, with its graph
            but({"return loss.item()": "return loss"}),
            # the loss as a constant tensor
            but({"return loss.item()": "return loss.detach()"}),
            # the loss after the step
            but({
                "return loss.item()": "    return ((torch.tanh(x @ a) @ b - y) ** 2).mean().item()",
            }),
            # the gradients are left behind
            but({
                "for weight in (b, a):": "for weight in (a, b):",
                "weight.sub_(weight.grad * lr)\nweight.grad = None": "weight -= lr * weight.grad",
            }, right=3),
            # the gradients are zero, not None
            but({
                "slopes = torch.autograd.grad(loss, (a, b))": "loss.backward()",
                "for weight, slope in zip((a, b), slopes):": "for weight in (a, b):",
                "weight -= lr * slope": "weight -= lr * weight.grad\nweight.grad.zero_()",
            }),
            # only b moves
            but({
                "loss.backward()": "slopes = torch.autograd.grad(loss, (b,))",
                "for weight in (b, a):": "for weight, slope in zip((b, a), slopes):",
                "weight.sub_(weight.grad * lr)\nweight.grad = None": "weight -= lr * slope",
            }, right=3),
            # the slopes are exchanged
            but({
                "slopes = torch.autograd.grad(loss, (a, b))":
                    "slopes = torch.autograd.grad(loss, (b, a))",
            }),
            # the weights are constants afterwards
            but({
                "da, db": "slopes",
                "a = (a - lr * da).detach().requires_grad_()":
                    "for weight, slope in zip((a, b), slopes):",
                "b = (b - lr * db).detach().requires_grad_()":
                    "    weight.requires_grad_(False)\n    weight -= lr * slope",
            }, above=True),
            # no block: a leaf may not be written into
            but({
                "with torch.no_grad():": "for weight, slope in zip((a, b), slopes):",
                "for weight, slope in zip((a, b), slopes):\n    weight -= lr * slope":
                    "weight -= lr * slope",
            }),
            # the step is divided by the number of weights
            but({"weight -= lr * slope": "weight -= lr * slope / 2"}),
            # the second pass of backward() adds to the first
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
            # written through numpy
            but({
                "with torch.no_grad():": "for weight, slope in zip((a, b), slopes):",
                "for weight, slope in zip((a, b), slopes):\n    weight -= lr * slope":
                    "weight.detach().numpy()[...] -= lr * slope.numpy()",
            }),
            # the graph goes on through a copy of b: only b's own write is undone
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
        wrong=unnamed(
            # a name for a new tensor
            but({
                "mean += rate * (x.mean(dim=0) - mean)":
                    "mean = (1 - rate) * mean + rate * x.mean(dim=0)",
            }),
            # the write is recorded
            but({
                "with torch.no_grad():\n    mean += rate * (x.mean(dim=0) - mean)":
                    "mean += rate * (x.mean(dim=0) - mean)",
            }),
            # the write is recorded, the result's mean is cut off
            """
            def centre(x, mean, rate):
                mean *= 1 - rate
                mean += rate * x.mean(dim=0)
                return x - mean.detach()
            """,
            # the shares exchanged
            but({
                "new = rate * x.sum(dim=0) / x.shape[0] + (1 - rate) * mean": "mean *= rate",
                "mean.copy_(new)": "mean += (1 - rate) * x.mean(dim=0)",
                "return x + (-new)": "return x - mean",
            }, right=2),
            # x itself is written into
            but({"return x - mean": "x -= mean\nreturn x"}),
            # the result is in the block too
            but({"return x - mean": "    return x - mean"}),
            # less the old mean
            but({
                "with torch.no_grad():": "result = x - mean\nwith torch.no_grad():",
                "return x - mean": "return result",
            }),
            # less the mean of the rows
            but({"return x - mean": "return x - x.mean(dim=0)"}),
            # the mean in the result has a slope
            but({
                "mean *= 1 - rate": "new = (1 - rate) * mean + rate * x.mean(dim=0)",
                "mean += rate * x.mean(dim=0)": "with torch.no_grad():",
                "return x - mean.detach()": "    mean.copy_(new)\nreturn x - new",
            }, above=True),
            # written past the counter
            but({
                "with torch.no_grad():\n    mean += rate * (x.mean(dim=0) - mean)":
                    "mean.data += rate * (x.data.mean(dim=0) - mean.data)",
            }),
            # written through numpy
            """
            def centre(x, mean, rate):
                numbers = mean.numpy()
                numbers += rate * (x.detach().numpy().mean(axis=0) - numbers)
                return x - mean
            """,
            # one mean of all numbers
            but({"mean += rate * (x.mean(dim=0) - mean)": "mean += rate * (x.mean() - mean)"}),
            # means of rows, not of columns
            but({"mean += rate * (x.mean(dim=0) - mean)": "mean += rate * (x.mean(dim=1) - mean)"}),
            # the old share is not taken off
            but({"mean += rate * (x.mean(dim=0) - mean)": "mean += rate * x.mean(dim=0)"}),
            # the rate is forgotten
            but({"mean += rate * (x.mean(dim=0) - mean)": "mean.copy_(x.mean(dim=0))"}),
            # decayed twice
            but({
                "new = rate * x.sum(dim=0) / x.shape[0] + (1 - rate) * mean": "mean *= 1 - rate",
                "mean.copy_(new)": "mean += rate * (x.mean(dim=0) - mean)",
                "return x + (-new)": "return x - mean",
            }, right=2),
            # the sum in place of the mean
            but({"mean += rate * (x.mean(dim=0) - mean)": "mean += rate * (x.sum(dim=0) - mean)"}),
            # x is cut off in the result
            """
            def centre(x, mean, rate):
                x = x.detach()
                mean += rate * (x.mean(dim=0) - mean)
                return x - mean
            """,
            # the result is a new leaf
            but({"return x - mean": "    result = x - mean\nreturn result.requires_grad_()"}),
            # moved away
            but({"mean += rate * (x.mean(dim=0) - mean)": "mean -= rate * (x.mean(dim=0) - mean)"}),
            # moved once for each row
            but({
                "numbers = mean.detach()": "with torch.no_grad():",
                "numbers *= 1 - rate": "    for row in x:",
                "numbers += rate * x.detach().mean(dim=0)": "        mean += rate * (row - mean)",
            }, right=1),
            # recording is on afterwards no more
            but({"x = x.detach()": "torch.set_grad_enabled(False)"}, above=True),
            # mean is not moved
            but({"mean +=": "new = mean +", "x - mean": "x - new"}),
            # the mean is added
            but({"return x - mean": "return x + mean"}),
        ),
    ),
)  # fmt: skip
