/** The page for authors of storage adapters says what the code says. */
import { readFileSync } from "node:fs"
import { layerMemory } from "@annotary/core/memory"
import { suites, webhookSuites } from "@annotary/storage-contract"
import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"

const page = readFileSync(new URL("../../docs/storage-adapters.md", import.meta.url), "utf8")

/** Port, methods and suites of each row of the table. */
const rows = page
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, port = ""]) => /^`\w+`$/.test(port))
  .map(([, port = "", methods = "", atomic = "", suiteNames = "", hint = ""]) => ({
    port: port.slice(1, -1),
    methods: methods.split(" ").map((method) => method.slice(1, -1)),
    suites: suiteNames.split(";").map((name) => name.trim()),
    says: atomic !== "" && hint !== "",
  }))

/** The ports as they are, with their methods. */
const ports = new Map(
  [...Effect.runSync(Effect.scoped(Layer.build(layerMemory))).unsafeMap]
    .map(([key, port]): readonly [string, object] => [key.slice(key.lastIndexOf("/") + 1), port])
    .filter(([, port]) => typeof port === "object"),
)

describe("the table of the ports", () => {
  it("has a row for each port of a storage, and none for others", () => {
    assert.deepStrictEqual(rows.map(({ port }) => port).sort(), [...ports.keys()].sort())
  })

  it.each(rows.map((row) => [row.port, row] as const))("names the methods of %s", (port, row) => {
    assert.deepStrictEqual([...row.methods].sort(), Object.keys(ports.get(port) ?? {}).sort())
    assert.isTrue(row.says)
  })

  it("names every suite once", () => {
    const named = rows.flatMap((row) => row.suites)
    assert.deepStrictEqual([...named].sort(), [...suites, ...webhookSuites].map(({ port }) => port).sort())
  })
})

it("shows calls that compile: what it imports is there", async () => {
  const contract: object = await import("@annotary/storage-contract")
  const effect: object = await import("@annotary/core/effect")
  for (const name of ["storageContract", "webhookContract"]) assert.property(contract, name)
  for (const name of ["SampleStore", "StorageFailure", "makeLocalNotifier"]) assert.property(effect, name)
})
