// palace hooks: written by `palace hooks install`, removed by `palace hooks uninstall`; changes made here are lost.
import { spawn } from "node:child_process"

const program = ["__PROGRAM__"]
const options = ["__OPTIONS__"]
const failClosed = options.includes("--fail-closed")

// Asks palace. A palace that cannot be started or does not answer lets the work go on, unless it was told to refuse.
function ask(event, payload, patience = 10000) {
  return new Promise((resolve) => {
    const silent = { code: failClosed ? 2 : 0, out: "", err: "palace cannot be asked" }
    let child
    try {
      child = spawn(program[0], [...program.slice(1), "hook", event, "--client", "opencode", ...options], { stdio: ["pipe", "pipe", "pipe"] })
    } catch {
      return resolve(silent)
    }
    let out = ""
    let err = ""
    const timer = setTimeout(() => child.kill(), patience)
    child.stdout.on("data", (data) => (out += data))
    child.stderr.on("data", (data) => (err += data))
    child.on("error", () => resolve(silent))
    child.on("close", (code) => {
      clearTimeout(timer)
      resolve(code === null ? silent : { code, out, err })
    })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(payload))
  })
}

function told(answer) {
  try {
    return JSON.parse(answer.out).hookSpecificOutput?.additionalContext
  } catch {
    return undefined
  }
}

export const PalaceHooks = async ({ client, directory }) => {
  const start = new Map() // what a session was told when it began
  const next = new Map() // what it is to be told once
  const base = (id) => ({ session_id: id, cwd: directory })
  return {
    event: async ({ event }) => {
      if (event.type === "session.created" && !event.properties?.info?.parentID) {
        const id = event.properties?.info?.id
        const text = told(await ask("session-start", { ...base(id), source: "startup" }))
        if (text) start.set(id, text)
      }
      if (event.type === "session.idle") await ask("stop", base(event.properties?.sessionID))
      if (event.type === "session.deleted") {
        start.delete(event.properties?.info?.id)
        next.delete(event.properties?.info?.id)
      }
    },
    "chat.message": async (input) => {
      const text = told(await ask("user-prompt-submit", base(input.sessionID)))
      if (text) next.set(input.sessionID, text)
    },
    "experimental.chat.system.transform": async (input, output) => {
      for (const text of [start.get(input.sessionID), next.get(input.sessionID)]) if (text) output.system.push(text)
      next.delete(input.sessionID)
    },
    "tool.execute.before": async (input, output) => {
      const answer = await ask("pre-tool-use", { ...base(input.sessionID), tool_name: input.tool, tool_input: output.args })
      if (answer.code === 2) throw new Error(answer.err.trim())
      const text = told(answer)
      if (text) next.set(input.sessionID, text)
    },
    "tool.execute.after": async (input) => {
      await ask("post-tool-use", { ...base(input.sessionID), tool_name: input.tool, tool_input: input.args ?? {} })
    },
    "experimental.session.compacting": async (input) => {
      const path = { id: input.sessionID }
      try {
        const info = (await client.session.get({ path })).data
        const messages = (await client.session.messages({ path })).data
        await ask("pre-compact", { ...base(input.sessionID), transcript: { info, messages } }, 60000)
      } catch {
        // What cannot be fetched cannot be kept; the session goes on.
      }
    },
  }
}
