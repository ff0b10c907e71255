/** Runs the example as a user would, and its calls on the in-memory storage. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createEngine } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { describe, expect, it } from "vitest"
import { label } from "../src/label.ts"

describe("the engine inside a program", () => {
  it("labels and reviews a sample in memory", async () => {
    await using engine = await createEngine({ storage: memory() })
    expect(await label(engine)).toBe("REVIEWED")
  })

  it("labels and reviews a sample on a file, and serves it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "annotary-example-"))
    const main = fileURLToPath(new URL("../dist/main.js", import.meta.url))
    const program = spawn(process.execPath, [main, join(folder, "street.db")], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    let printed = ""
    for await (const chunk of program.stdout) {
      printed += String(chunk)
      if (printed.split("\n").length > 2) break
    }
    const [, status, url, secret] = /^(\w+)\n(\S+) (\S+)\n/.exec(printed) ?? []
    expect(status).toBe("REVIEWED")
    const response = await fetch(`${url}/datasets/ana/street/`, {
      headers: { Authorization: `APIKey ${secret}` },
    })
    expect(await response.json()).toMatchObject({ samples_count: 1, label_stats: { REVIEWED: 1 } })
    program.kill("SIGTERM")
    expect(await once(program, "exit")).toEqual([0, null])
    await rm(folder, { recursive: true })
  })
})
