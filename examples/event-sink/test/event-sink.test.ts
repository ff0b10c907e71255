/** The example: an engine writes its events to files of lines. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createEngine, publishTo } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { afterAll, assert, describe, it } from "vitest"
import makeSink from "../src/sink.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-events-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readLines = (): ReadonlyArray<Record<string, unknown>> =>
  readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

describe("the sink of files", () => {
  it("writes a line for each event, in order", async () => {
    const storage = memory()
    const sinks = [await makeSink({ env: { EVENTS_FOLDER: folder } })]
    const engine = await createEngine({ storage, events: true, extensions: [publishTo(sinks)] })
    await engine.users.create({ username: "ada" })
    for (const name of ["a", "b", "c"])
      await engine.as("ada").datasets.create({ name, category: "other", taskType: "vector" })
    for (let i = 0; i < 200 && readLines().length < 3; i++) await sleep(50)
    await engine.close()
    assert.deepStrictEqual(
      readLines().map(({ source, type }) => [type, source]),
      ["a", "b", "c"].map((name) => ["dataset.created", `/datasets/ada/${name}/`]),
    )
    assert.deepInclude(readLines()[0], { specversion: "1.0", datacontenttype: "application/json" })
  })

  it("names the variable that it needs", async () => {
    await makeSink({ env: {} }).then(
      () => assert.fail("it was made"),
      (error) => assert.include(String(error), "EVENTS_FOLDER must name a folder."),
    )
  })
})
