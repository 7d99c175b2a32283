// Holds one conversation with an MCP server through the TypeScript SDK.
//
// Reads a script (JSON) on standard input, prints what the SDK saw (JSON) on standard output. It judges
// nothing: what is right is decided in one place for all SDKs. The SDK lies in the folder given as argument.

import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const sdk = createRequire(`${process.argv[2]}/package.json`);
const { Client, ProtocolError, StreamableHTTPClientTransport } = sdk("@modelcontextprotocol/client");
const { StdioClientTransport } = sdk("@modelcontextprotocol/client/stdio");

// The SDK's own words: "legacy" is the `initialize` handshake, "auto" asks `server/discover` first.
const MODES = { "2025-11-25": "legacy", "2026-07-28": "auto" };

const script = JSON.parse(await text(process.stdin));
const seen = { connected: null, answers: [], statuses: [] };
try {
  await withinTime(converse());
} catch (fault) {
  seen.failure = `${fault.name}: ${fault.message}`;
}
process.stdout.write(JSON.stringify(seen), () => process.exit(0));

async function converse() {
  const client = new Client(
    { name: "palace-client-rig", version: "1.0.0" },
    { versionNegotiation: { mode: MODES[script.era] } },
  );
  await client.connect(transport());
  seen.connected = {
    protocolVersion: client.getNegotiatedProtocolVersion(),
    server: client.getServerVersion() ?? null,
  };
  for (const step of script.steps) seen.answers.push(await take(client, step));
  await client.close();
}

function transport() {
  if (!script.url) return new StdioClientTransport({ command: script.command, args: script.args, env: script.env });
  return new StreamableHTTPClientTransport(new URL(script.url), {
    requestInit: { headers: script.headers ?? {} },
    fetch: async (...request) => {
      const response = await fetch(...request);
      seen.statuses.push(response.status);
      return response;
    },
  });
}

async function take(client, step) {
  try {
    if (step.method === "tools/list") return { result: { tools: await everyTool(client) } };
    return { result: await client.callTool({ name: step.name, arguments: step.arguments }) };
  } catch (fault) {
    if (fault instanceof ProtocolError) return { error: { code: fault.code, message: fault.message } };
    return { failure: `${fault.name}: ${fault.message}` };
  }
}

async function everyTool(client) {
  const tools = [];
  let cursor;
  do {
    const page = await client.listTools(cursor ? { cursor } : undefined);
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor);
  return tools;
}

function withinTime(work) {
  const limit = new Promise((_, reject) => {
    const late = () => reject(new Error(`no end after ${script.timeoutSeconds} s`));
    setTimeout(late, script.timeoutSeconds * 1000).unref();
  });
  return Promise.race([work, limit]);
}
