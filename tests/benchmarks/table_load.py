"""A bounded load of live tables, from a process of its own, on loopback alone: who acts, who listens, and how long it takes.

``python tests/benchmarks/table_load.py PORT TABLES SECONDS [SCENARIO]`` plays at a server at 127.0.0.1, and prints JSON.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from time import perf_counter
from typing import Any

HOST = "127.0.0.1"
THINKING = 5.0
"""Seconds between the orders at one table, on average."""
LISTENERS = 2
"""Streams that are open at each table."""
MOST_TABLES, MOST_SECONDS = 60, 60


async def asked(
    port: int, method: str, path: str, body: bytes = b"", kind: str = "application/json"
) -> tuple[int, str, bytes]:
    """One request: its status, where it leads, and its body."""
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        head = f"{method} {path} HTTP/1.1\r\nhost: {HOST}:{port}\r\nconnection: close\r\n"
        head += f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        answer = await reader.read()
    finally:
        writer.close()
    headers, _, content = answer.partition(b"\r\n\r\n")
    lines = headers.decode().split("\r\n")
    fields = dict(line.lower().split(": ", 1) for line in lines[1:])
    return int(lines[0].split(" ")[1]), fields.get("location", ""), content


async def listen(port: int, game: str, until: float) -> int:
    """A stream of news, read to the end of the run: how many events came."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(f"GET {game}/stream HTTP/1.1\r\nhost: {HOST}:{port}\r\n\r\n".encode())
    heard = 0
    try:
        while (left := until - perf_counter()) > 0:
            line = await asyncio.wait_for(reader.readline(), left)
            heard += line.startswith(b"event: moved")
    except TimeoutError:
        pass
    finally:
        writer.close()
    return heard


async def begin(port: int, scenario: str) -> str:
    """A new game, opened: its first sheet has been asked for."""
    form = f"scenario={scenario}&human=here&martian=here".encode()
    status, game, _ = await asked(port, "POST", "/games/new", form, "application/x-www-form-urlencoded")
    assert status == 303, status
    await asked(port, "GET", f"{game}/sheet.json")
    return game


async def table(
    port: int, game: str, until: float, thinking: float, took: dict[str, list[float]], luck: random.Random
) -> int:
    """A table with its listeners: somebody looks at the sheet and orders, again and again."""
    listeners = [asyncio.create_task(listen(port, game, until)) for _ in range(LISTENERS)]
    while perf_counter() < until:
        await asyncio.sleep(luck.uniform(0, 2 * thinking))
        start = perf_counter()
        _, _, content = await asked(port, "GET", f"{game}/sheet.json")
        took["sheets"].append(perf_counter() - start)
        sheet = json.loads(content)
        if sheet["over"] or not sheet["offers"]:
            break
        order = {"as": sheet["as"], "entries": sheet["entries"], "command": luck.choice(sheet["offers"][-3:])["command"]}
        start = perf_counter()
        status, _, _ = await asked(port, "POST", f"{game}/order", json.dumps(order).encode())
        took["orders"].append(perf_counter() - start)
        assert status == 200, status
    return sum(await asyncio.gather(*listeners))


async def load(port: int, tables: int, seconds: float, scenario: str) -> dict[str, Any]:
    """So many tables for so long, and what their orders and sheets took. At one table alone nobody thinks long."""
    thinking = THINKING if tables > 1 else THINKING / 20
    took: dict[str, list[float]] = {"orders": [], "sheets": []}
    games = [await begin(port, scenario) for _ in range(tables)]
    until = perf_counter() + seconds
    played = (table(port, game, until, thinking, took, random.Random(number)) for number, game in enumerate(games))
    heard = await asyncio.gather(*played)
    return {"tables": tables, "events": sum(heard), **{what: shares(times) for what, times in took.items()}}


def shares(times: list[float]) -> dict[str, float]:
    """How many there were, and how long half, 95 of 100 and all of them took at most, in milliseconds."""
    times.sort()
    at = {share: times[min(len(times) - 1, len(times) * share // 100)] for share in (50, 95, 100)}
    return {"count": len(times), **{f"p{share}": round(time * 1e3, 2) for share, time in at.items()}}


if __name__ == "__main__":
    at, many, lasting = int(sys.argv[1]), min(MOST_TABLES, int(sys.argv[2])), min(MOST_SECONDS, float(sys.argv[3]))
    print(json.dumps(asyncio.run(load(at, many, lasting, sys.argv[4] if len(sys.argv) > 4 else "first-flight"))))
