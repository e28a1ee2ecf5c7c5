"""Modes that decorate coroutines."""

import asyncio
import inspect

from tests.behaviours.helpers import now
from tests.behaviours.table import row


@row
def a_decorated_coroutine(lib):
    """A coroutine is only made in the mode: its body runs in the caller's."""

    @lib.no_grad()
    async def ask():
        before = now(lib)
        await asyncio.sleep(0)
        return before, now(lib)

    return asyncio.run(ask()), inspect.iscoroutinefunction(ask)


@row
def a_coroutine_under_a_block(lib):
    """A block within a coroutine stays open over an await, also for other tasks."""
    seen = []

    async def first():
        with lib.no_grad():
            await asyncio.sleep(0)
            seen.append(("first", now(lib)))

    async def second():
        seen.append(("second", now(lib)))

    async def main():
        await asyncio.gather(first(), second())

    asyncio.run(main())
    return seen, now(lib)


@row
def a_decorated_async_generator(lib):
    """An async generator, too, is only made in the mode."""

    @lib.no_grad()
    async def generate():
        yield now(lib)

    async def collect():
        return [seen async for seen in generate()]

    return asyncio.run(collect()), inspect.isasyncgenfunction(generate)


@row
def a_coroutine_in_inference_mode(lib):
    """So is a coroutine under ``inference_mode``."""

    @lib.inference_mode
    async def ask():
        return lib.ones(1).is_inference()

    return asyncio.run(ask())
