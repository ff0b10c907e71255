/** Lookups of Citus, and that the stores leave what Citus needs otherwise to the dialect. Needs no Citus. */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { RunHere } from "@annotary/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { lockInDatasets } from "../../src/citus/lockInDatasets.ts"
import { citusLookups, resolveLookups } from "../../src/citus/lookups.ts"

/** Notes what is sent, and answers each statement by the table that it reads. */
const noting = (rows: Readonly<Record<string, Record<string, unknown>>>) => {
  const sent: Array<readonly [string, ReadonlyArray<unknown>]> = []
  const run: RunHere = (text, params) => {
    const [, table = ""] = /\bFROM (\w+)/.exec(text) ?? []
    sent.push([table, params])
    return Effect.succeed([rows[table]].flatMap((row) => (row === undefined ? [] : [row])))
  }
  return { sent, run: resolveLookups(run) }
}

describe("a lookup of Citus", () => {
  it.effect("finds the dataset of an id before the statement, which then names it", () =>
    Effect.gen(function* () {
      const { run, sent } = noting({ directory: { dataset_id: "d1" } })
      const { params, text } = citusLookups.datasetById
      assert.strictEqual(text, "?")
      yield* run("SELECT 1 FROM samples WHERE dataset_id = $1 AND id = $2", [...params("s1"), "s1"])
      assert.deepStrictEqual(sent, [
        ["directory", ["s1"]],
        ["samples", ["d1", "s1"]],
      ])
    }),
  )

  it.effect("names the empty dataset, which has no rows, for an id that nobody knows", () =>
    Effect.gen(function* () {
      const { run, sent } = noting({})
      yield* run("SELECT 1 FROM labels WHERE dataset_id = $1", citusLookups.datasetByLabelset.params("x"))
      assert.deepStrictEqual(sent.at(-1), ["labels", [""]])
    }),
  )

  it.effect("adds the dataset to the condition on a claim", () =>
    Effect.gen(function* () {
      const { run, sent } = noting({ claim_homes: { dataset_id: "d2" } })
      const { params, text } = citusLookups.matchClaim("q.")
      assert.strictEqual(text, "q.claim_id = ? AND q.dataset_id = ?")
      yield* run("SELECT 1 FROM sample_queue WHERE claim_id = $1 AND dataset_id = $2", params("c1"))
      assert.deepStrictEqual(sent.at(-1), ["sample_queue", ["c1", "d2"]])
    }),
  )

  it.effect("sends a statement without lookups as it is", () =>
    Effect.gen(function* () {
      const { run, sent } = noting({})
      yield* run("SELECT 1 FROM users WHERE id = $1", ["u"])
      assert.deepStrictEqual(sent, [["users", ["u"]]])
    }),
  )
})

describe("rows that are locked in all datasets", () => {
  it.effect("are locked dataset by dataset, up to the limit of all", () =>
    Effect.gen(function* () {
      const calls: Array<readonly [string | null, number]> = []
      const rows = yield* lockInDatasets(
        3,
        () => Effect.succeed(["a", "b", "c"].map((dataset_id) => ({ dataset_id }))),
        (dataset, limit) => {
          calls.push([dataset, limit])
          return Effect.succeed([{}, {}].slice(0, limit))
        },
      )
      assert.deepStrictEqual(calls, [
        ["a", 3],
        ["b", 1],
      ])
      assert.lengthOf(rows, 3)
    }),
  )
})

describe("the stores", () => {
  const root = fileURLToPath(new URL("../../../storage-sql/src/", import.meta.url))
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.startsWith("migrations"))
    .map((path) => ({ path, text: readFileSync(root + path, "utf8") }))

  it.each<[what: string, pattern: RegExp, where: ReadonlyArray<string>]>([
    ["the dataset of an id", /FROM directory home WHERE home\.id =/, ["dialect/lookups.ts"]],
    ["an owner's webhooks", /\bu\.webhooks_enabled\b/, ["dialect/persons.ts"]],
    ["the change that is staging", /MAX\(open\.number\)/, ["rows/stagedLabels.ts"]],
    // The claims of the fast path and of a named sample name the dataset themselves; those of overlap are searched on every shard.
    [
      "the rows of a claim",
      /\bclaim_id = (?:\$\{|\?)/,
      [
        "dialect/lookups.ts",
        "stores/queue/ClaimSqlStore.ts",
        "stores/queue/OverlapSqlStore.ts",
        "stores/queue/claimEnds.ts",
        "stores/queue/sampleLease.ts",
      ],
    ],
    ["a lock of a dataset's row", /FROM datasets\s+WHERE id = [^`]*dialect\.for(?:Update|KeyShare)\b/, []],
  ])("say %s by a word of the dialect", (_, pattern, where) => {
    assert.isAbove(sources.length, 100)
    assert.deepStrictEqual(
      sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path),
      where,
    )
  })
})
