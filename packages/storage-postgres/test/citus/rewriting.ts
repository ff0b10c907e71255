/** What the dialect of Citus makes of the statements of the stores, given their texts as Postgres takes them. Needs no Citus. */
import { assert, it } from "vitest"
import { type Rule, rewritten, rules } from "../../src/citus/adapted.ts"

/** What Citus refuses, runs on every shard, or locks for everybody, in the text that it would be sent. */
const wrong: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  ["a time that differs between nodes", /\bclock_timestamp\(\)/],
  [
    "a dataset by a subquery on the directory",
    /\b(?:dataset_id|d\.id) = \(\s*SELECT home\.dataset_id FROM directory\b/,
  ],
  [
    "a dataset by a subquery on labelsets",
    /\b(?:dataset_id|d\.id) = \(\s*SELECT x\.dataset_id FROM labelsets\b/,
  ],
  ["a dataset by a subquery on samples", /\b(?:dataset_id|d\.id) = \(\s*SELECT s\.dataset_id FROM samples\b/],
  [
    "a claim without its dataset",
    /FROM (?:sample_queue|ended_claims|workunits)\b(?![\s\S]*\bdataset_id = \$)[\s\S]*\bclaim_id = \$/,
  ],
  ["a row lock of a dataset", /\bFROM datasets\s+WHERE id = \$[^()]*\bFOR (?:UPDATE|KEY SHARE)\s*$/],
  ["shared row locks of people", /\bFROM datasets d\s+JOIN users u\b[\s\S]*\bFOR SHARE\b/],
  [
    "webhooks joined with people",
    /^(?=[\s\S]*\bFROM webhook_(?:endpoints|deliveries)\b)[\s\S]*\b(?:FROM|JOIN) users\b/,
  ],
  [
    "a reference table with a subquery on a distributed one",
    /\(\s*SELECT MAX\(open\.number\)[\s\S]*\bFROM datasets d\b/,
  ],
]

/** The rules of statements of the outbox. */
export const outboxRules: ReadonlyArray<Rule> = ["clock", "webhooks", "webhooks by join"]

/** The rules of statements of all other stores. */
export const storeRules: ReadonlyArray<Rule> = rules.filter(
  (rule) => rule === "clock" || !outboxRules.includes(rule),
)

const isStatement = (text: string): boolean => /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text)

/** Every rule must have a statement, so that a change of a statement cannot leave its rule without effect. */
export const itRewrites = (texts: () => ReadonlySet<string>, expected: ReadonlyArray<Rule>): void => {
  const all = () => [...texts()].filter(isStatement)

  it("rewrites at least one statement by each rule", () => {
    const used = new Set(all().flatMap((text) => rewritten(text).rules))
    assert.deepStrictEqual(
      expected.filter((rule) => !used.has(rule)),
      [],
    )
  })

  it("leaves nothing that Citus refuses, runs on every shard or locks for everybody", () => {
    const left = all().flatMap((text) =>
      wrong.filter(([, pattern]) => pattern.test(rewritten(text).text)).map(([what]) => `${what}: ${text}`),
    )
    assert.deepStrictEqual(left, [])
  })
}
