/** What a call costs, counted. `UPDATE_BUDGETS=1` writes the counts to the table. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Storage, WebhookStorage } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { postgres } from "@annotary/storage-postgres"
import { sqlite } from "@annotary/storage-sqlite"
import type {} from "@annotary/test-support/globalSetup"
import { Effect, type Layer } from "effect"
import pg from "pg"
import { describe, expect, inject, it, onTestFinished } from "vitest"
import { countCalls } from "../src/budgets/count.ts"
import { findProblems, formatTable, readBudgets, renewBudgets } from "../src/budgets/table.ts"
import { makeCountedWorld } from "../src/budgets/world.ts"

const onSqlite = () => {
  const folder = mkdtempSync(join(tmpdir(), "annotary-budgets-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return sqlite({ filename: join(folder, "annotary.db") })
}

let schemas = 0
const onPostgres = () => {
  const url = inject("postgresUrl")
  const schema = `budgets_${process.pid}_${++schemas}`
  onTestFinished(async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`DROP SCHEMA ${schema} CASCADE`)
    await client.end()
  })
  return postgres({ url, schema })
}

const storages: Readonly<Record<string, () => Layer.Layer<Storage | WebhookStorage>>> = {
  memory,
  SQLite: onSqlite,
  Postgres: onPostgres,
}

describe("a call", () => {
  it.each(Object.entries(storages))(
    "stays within its budget on %s",
    async (name, storage) => {
      const counted = await countCalls(storage)
      if (process.env["UPDATE_BUDGETS"] === "1") renewBudgets(name, counted)
      expect(findProblems(readBudgets()[name], counted)).toEqual([])
    },
    60_000,
  )

  it.each(Object.entries(storages))(
    "costs more with one more operation or statement on %s",
    async (name, storage) => {
      await using world = await makeCountedWorld({ storage: storage(), webhooksOn: false })
      const run = (effect: Effect.Effect<unknown>) =>
        world.count(() => world.engine.runtime.runPromise(effect))
      const one = await run(Effect.void)
      expect(one).toEqual({ operations: 1, statements: 0 })
      expect(await run(Effect.zipRight(Effect.void, Effect.void))).toEqual({ operations: 3, statements: 0 })
      const get = () => world.count(() => world.engine.users.get("owner"))
      await get()
      const [single, twice] = [
        await get(),
        await world.count(async () => [
          await world.engine.users.get("owner"),
          await world.engine.users.get("owner"),
        ]),
      ]
      expect(twice).toEqual({ operations: 2 * single.operations, statements: 2 * single.statements })
      expect(single.statements > 0).toBe(name !== "memory")
    },
  )
})

describe("the table", () => {
  const counted = { "samples.get": { operations: 100, statements: 2 } }
  it.each([
    ["with the counts", { operations: 100, statements: 2 }, []],
    ["a tenth above", { operations: 110, statements: 2 }, []],
    [
      "exceeded by one operation",
      { operations: 99, statements: 2 },
      ["samples.get: 100 operations, budget 99"],
    ],
    [
      "exceeded by one statement",
      { operations: 100, statements: 1 },
      ["samples.get: 2 statements, budget 1"],
    ],
    ["higher", { operations: 111, statements: 2 }, ["samples.get: 100 operations, budget 111 is too high"]],
  ])("%s", (_, budget, problems) => {
    expect(findProblems({ "samples.get": budget }, counted)).toEqual(problems)
  })

  it("leaves a hundredth of an operation a row, and no statement", () => {
    const budget = { operations: 5000, statements: 10 }
    const problems = (operations: number, statements: number) =>
      findProblems({ "samples.list": budget }, { "samples.list": { operations, statements } })
    expect(problems(5010, 10)).toEqual([])
    expect(problems(5011, 10)).toEqual(["samples.list: 5011 operations, budget 5000"])
    expect(problems(5000, 11)).toEqual(["samples.list: 11 statements, budget 10"])
  })

  it("names calls without a budget, and budgets without a call", () => {
    expect(findProblems({ gone: { operations: 1, statements: 1 } }, counted)).toEqual([
      "samples.get: no budget of operations",
      "samples.get: no budget of statements",
      "gone: not counted",
      "gone: not counted",
    ])
  })

  it("shows costs per row", () => {
    expect(formatTable({ memory: { "samples.list": { operations: 12_500, statements: 43 } } })).toContain(
      "| samples.list, per row | 12.5 / 0.043 | – |",
    )
  })
})
