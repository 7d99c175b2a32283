"""Holds one conversation with an MCP server through the Python SDK.

Reads a script (JSON) on standard input, prints what the SDK saw (JSON) on standard output. It judges
nothing: what is right is decided in one place for all SDKs.
"""

import asyncio
import json
import sys
from typing import Any

import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

# The SDK's own words: "legacy" is the `initialize` handshake, "auto" asks `server/discover` first.
MODES = {"2025-11-25": "legacy", "2026-07-28": "auto"}


async def main() -> None:
    script = json.load(sys.stdin)
    seen: dict[str, Any] = {"connected": None, "answers": [], "statuses": []}
    try:
        async with asyncio.timeout(script["timeoutSeconds"]):
            await converse(script, seen)
    except BaseException as fault:  # noqa: BLE001 the fault is the observation
        seen["failure"] = " / ".join(words(fault))
    json.dump(seen, sys.stdout)


async def converse(script: dict[str, Any], seen: dict[str, Any]) -> None:
    async def note(response: httpx2.Response) -> None:
        seen["statuses"].append(response.status_code)

    headers = script.get("headers", {})
    async with httpx2.AsyncClient(headers=headers, event_hooks={"response": [note]}, timeout=30) as http:
        if "url" in script:
            server = streamable_http_client(script["url"], http_client=http)
        else:
            server = StdioServerParameters(command=script["command"], args=script["args"], env=script["env"])
        async with Client(server, mode=MODES[script["era"]]) as client:
            named = client.server_info and client.server_info.model_dump(by_alias=True, exclude_none=True)
            seen["connected"] = {"protocolVersion": client.protocol_version, "server": named}
            for step in script["steps"]:
                seen["answers"].append(await take(client, step))


async def take(client: Client, step: dict[str, Any]) -> dict[str, Any]:
    try:
        if step["method"] == "tools/list":
            return {"result": {"tools": await every_tool(client)}}
        result = await client.call_tool(step["name"], step["arguments"])
        return {"result": result.model_dump(by_alias=True, mode="json", exclude_none=True)}
    except MCPError as refusal:
        return {"error": {"code": refusal.code, "message": refusal.message}}
    except Exception as fault:  # noqa: BLE001 the fault is the observation
        return {"failure": " / ".join(words(fault))}


async def every_tool(client: Client) -> list[dict[str, Any]]:
    tools, cursor = [], None
    while True:
        page = await client.list_tools(cursor=cursor)
        tools += [tool.model_dump(by_alias=True, mode="json", exclude_none=True) for tool in page.tools]
        cursor = page.next_cursor
        if cursor is None:
            return tools


def words(fault: BaseException) -> list[str]:
    if isinstance(fault, BaseExceptionGroup):
        return [word for inner in fault.exceptions for word in words(inner)]
    return [f"{type(fault).__name__}: {fault}"]


asyncio.run(main())
