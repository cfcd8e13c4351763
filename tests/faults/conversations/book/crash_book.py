"""Run as a process by the fault tests: writes into a book until it is killed, or opens it first.

crash_book.py write DATABASE FROM    32 writers; one line on stdout for each stored message
crash_book.py open                   opens what stdin names, a line for each: "ok" or the error
"""

import asyncio
import multiprocessing
import os
import sys
from pathlib import Path

from app.conversations.book.embedded_book import EmbeddedBook
from app.domain.book import LOCAL_CALLER, NewConversation, NewMessage

WRITERS = 32
PROCESSES = 8
CONVERSATIONS = 4


def where(text: str) -> Path | str:
    return text if "://" in text else Path(text)


async def write(database: str, start: int) -> None:
    book = await EmbeddedBook.open(where(database))
    for number in range(CONVERSATIONS):
        await book.create(LOCAL_CALLER, NewConversation(id=f"c{number}"))

    async def writer(mine: int) -> None:
        number = start
        while True:
            message_id = f"w{mine}-{number}"
            new = NewMessage(id=message_id, role="user", content=f"말 {message_id}")
            await book.add(LOCAL_CALLER, f"c{mine % CONVERSATIONS}", new)
            os.write(1, f"{message_id}\n".encode())
            number += 1

    await asyncio.gather(*map(writer, range(WRITERS)))


async def first_open(database: str) -> str:
    try:
        book = await EmbeddedBook.open(where(database))
        await book.create(LOCAL_CALLER, NewConversation(id="c"))
        await book.add(LOCAL_CALLER, "c", NewMessage(role="user", content="first"))
        await book.aclose()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "ok"


def open_all(databases: list[str]) -> None:
    # Forked: eight interpreters that start take longer than all that is tested here.
    context = multiprocessing.get_context("fork")
    together = context.Barrier(PROCESSES)

    def opens() -> None:
        for database in databases:
            together.wait()
            os.write(1, f"{asyncio.run(first_open(database))}\n".encode())

    processes = [context.Process(target=opens) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()


if __name__ == "__main__":
    if sys.argv[1] == "write":
        asyncio.run(write(sys.argv[2], int(sys.argv[3])))
    else:
        open_all(sys.argv[2:])
