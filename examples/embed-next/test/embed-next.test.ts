/** Builds and starts the application as a user would, and labels a sample through its API. */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { labelAt } from "@annotary/example-support"
import { afterAll, beforeAll, describe, it } from "vitest"

const cwd = fileURLToPath(new URL("..", import.meta.url))
const next = createRequire(import.meta.url).resolve("next/dist/bin/next")
let folder: string
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "annotary-example-"))
  env = {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    LABELS_DB: join(folder, "labels.db"),
  }
  await promisify(execFile)(process.execPath, [next, "build"], { cwd, env })
}, 240_000)

afterAll(() => rm(folder, { recursive: true }))

describe("a Next application", () => {
  it("serves the API below its path, and its own routes", async () => {
    const program = spawn(process.execPath, [next, "start", "--port", "0"], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    })
    const ended = once(program, "exit")
    try {
      let printed = ""
      for await (const chunk of program.stdout) {
        printed += String(chunk)
        if (printed.includes("Ready")) break
      }
      await labelAt(/http:\/\/localhost:\d+/.exec(printed)?.[0] ?? "")
    } finally {
      program.kill("SIGTERM")
      await ended
    }
  }, 60_000)
})
