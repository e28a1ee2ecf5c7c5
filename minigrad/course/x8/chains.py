"""x8-chains: ten activations in a row."""

from __future__ import annotations

from ...testing.kinds import Entries

CHAINS = Entries(
    "x8-chains",
    ask='for each chain "zero", "one", "less", "between" or "more"',
    expected={
        "relu at 2": "one",
        "relu at -2": "zero",
        "tanh at 0": "one",
        "sigmoid at 0": "less",
        "leaky_relu at -2": "less",
        "elu at 2": "one",
        "h + tanh(h) at 0": "more",
        "tanh at 0.5": "between",
        "h + relu(h) at -2": "one",
        "2 * relu at 2": "more",
    },
    hints={
        "relu at 2": "each of the ten has the slope 1 there, and lets its number through as it is",
        "relu at -2": "what is the slope of the first of them?",
        "tanh at 0": "what is tanh of 0, and how steep is it there?",
        "sigmoid at 0": "nowhere is its slope more than a quarter",
        "leaky_relu at -2": "below 0 its slope is 0.01. Ten of them, multiplied",
        "elu at 2": "what is elu above 0?",
        "h + tanh(h) at 0": "the slope of a sum is the sum of the slopes: 1 and that of tanh",
        "tanh at 0.5": (
            "slopes between a half and 1, and nearer to 1 from link to link, for the numbers "
            "shrink. Ten of them, multiplied, are less than 1, and not nothing"
        ),
        "h + relu(h) at -2": "what does relu add there, to the number and to the slope?",
        "2 * relu at 2": "each link has the slope 2",
    },
)

QUESTIONS = (CHAINS,)
