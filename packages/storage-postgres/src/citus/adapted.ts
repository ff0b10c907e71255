/**
 * Puts the statements of the stores into a form that runs on one shard. Citus chooses the shard by a value and not by a subquery: the
 * dataset of an id is looked up first, and the statement then names it. Row locks of reference tables become locks on the
 * coordinator, because Citus locks such tables as a whole, in an order in which two transactions can deadlock. Every text is
 * examined once.
 */
import { homePattern, labelsetPattern, type RunHere } from "@annotary/storage-sql"
import { Effect } from "effect"
import { eachDataset } from "./eachDataset.ts"
import { claimHome, directoryHome, type Lookup, liveLabelset, openStaging, sampleHome } from "./homes.ts"
import { datasetLock, type Lock, sharedPersons } from "./locks.ts"
import type { Step } from "./Step.ts"

interface Adapted {
  readonly text: string
  readonly before: ReadonlyArray<Step>
  /** The indexes of the parameters that the text still has, in the order of their new numbers. */
  readonly kept: ReadonlyArray<number>
}

export const adapted = (run: RunHere): RunHere => {
  const known = new Map<string, RunHere>()
  return (text, params) => {
    let runText = known.get(text)
    if (runText === undefined) {
      runText = adapt(text)(run)
      if (known.size < mostTexts) known.set(text, runText)
    }
    return runText(text, params)
  }
}

/** Texts contain no values, so there are few; but lists of values have one for each length. */
const mostTexts = 5000

const after =
  ({ before, kept, text }: Adapted) =>
  (run: RunHere): RunHere =>
  (_, params) =>
    Effect.suspend(() => {
      const values = [...params]
      return Effect.zipRight(
        Effect.forEach(before, (step) => step(run, values), { discard: true }),
        Effect.suspend(() =>
          run(
            text,
            kept.map((index) => values[index]),
          ),
        ),
      )
    })

/** `claim_id = $1` in a condition that does not name the dataset. */
const claimPattern = /((?:WHERE|AND) (\w+\.|)claim_id = \$(\d+))(?!\s+AND (?:\w+\.)?dataset_id)/g

/** The dataset of a live sample, in a text in which `homePattern` was replaced. */
const samplePattern =
  /\(SELECT s\.dataset_id FROM samples s\s+WHERE s\.dataset_id = \$(\d+) AND s\.id = \$(\d+) AND s\.deleted_at IS NULL\)/g

/** Whether an owner has webhooks enabled, as a subquery and as a join. */
const webhooksPattern = /\(SELECT u\.webhooks_enabled FROM users u WHERE u\.username = (\w\.owner)\)/g
const webhooksJoinPattern = /JOIN users u ON u\.username = e\.owner WHERE([\s\S]*?)u\.webhooks_enabled = 1/

/** Whether the dataset of a row of the coordinator is not deleted. */
const liveDatasetPattern =
  /EXISTS\s*\(SELECT 1 FROM datasets d WHERE d\.id = (assets\.counted_for) AND d\.deleted_at IS NULL\)/g

const stagingPattern =
  /\(SELECT MAX\(open\.number\) FROM configuration_changes open WHERE open\.dataset_id = d\.id AND open\.phase = 'staging'\)([\s\S]*?)\s+FROM datasets d\s+WHERE d\.id = \$(\d+)/

/** An INSERT of one row whose last value was a subquery. */
const insertPattern = /^(INSERT INTO \w+ \([^)]*\))\s+SELECT ([^()]*?)(\s+ON CONFLICT|$)/

/** What is rewritten. Tests find a statement for each, so that a change of a text cannot lose its rewriting. */
export const rules = [
  "clock",
  "home",
  "labelset",
  "claim",
  "sample",
  "webhooks",
  "webhooks by join",
  "live dataset",
  "staging",
  "dataset",
  "dataset lock",
  "person lock",
  "recursion",
  "each dataset",
] as const

export type Rule = (typeof rules)[number]

export interface Rewritten {
  readonly rules: ReadonlyArray<Rule>
  readonly text: string
  readonly before: ReadonlyArray<Step>
}

/** Applies every rule that the text needs. */
export const rewritten = (original: string): Rewritten => {
  const applied: Array<Rule> = []
  const before: Array<Step> = []
  let text = original
  let count = highest(original)
  const at = (number: string): number => Number(number) - 1
  const rewrite = (rule: Rule, change: (text: string) => string): void => {
    const changed = change(text)
    if (changed !== text) applied.push(rule)
    text = changed
  }
  /** Looks a parameter up and puts the result into a place. */
  const lookUp = (lookup: Lookup, from: ReadonlyArray<number>, to: number): void => {
    before.push((run, values) =>
      Effect.map(
        lookup(
          run,
          from.map((index) => values[index]),
        ),
        (found) => {
          values[to] = found
        },
      ),
    )
  }
  // A value that changes between calls would differ between nodes.
  rewrite("clock", (all) => all.replaceAll("clock_timestamp()", "statement_timestamp()"))
  rewrite("home", (all) =>
    all.replace(homePattern, (_, id: string) => {
      lookUp(directoryHome, [at(id)], at(id))
      return `$${id}`
    }),
  )
  rewrite("labelset", (all) =>
    all.replace(labelsetPattern, (_, home: string, labelset: string) => {
      lookUp(liveLabelset, [at(home), at(labelset)], at(home))
      return `$${home}`
    }),
  )
  rewrite("claim", (all) =>
    all.replace(claimPattern, (condition: string, _: string, alias: string, id: string) => {
      const home = ++count
      lookUp(claimHome, [at(id)], home - 1)
      return `${condition} AND ${alias}dataset_id = $${home}`
    }),
  )
  rewrite("sample", (all) =>
    all.replace(samplePattern, (_, home: string, sample: string) => {
      lookUp(sampleHome, [at(home), at(sample)], at(home))
      return `$${home}`
    }),
  )
  // Statements on tables of the coordinator run on Postgres as they are, if they name no table of Citus.
  rewrite("webhooks", (all) => all.replace(webhooksPattern, "(SELECT webhooks_enabled($1))"))
  rewrite("webhooks by join", (all) =>
    all.replace(webhooksJoinPattern, "WHERE$1webhooks_enabled(e.owner) = 1"),
  )
  rewrite("live dataset", (all) => all.replace(liveDatasetPattern, "dataset_lives($1)"))
  rewrite("staging", (all) =>
    all.replace(stagingPattern, (_, alias: string, dataset: string) => {
      lookUp(openStaging, [at(dataset)], at(dataset))
      return `$${dataset}::integer${alias}`
    }),
  )
  rewrite("dataset", namingDataset)
  // A row of one shard, and not a query, whose rows Citus would collect on the coordinator.
  if (applied.includes("staging")) text = text.replace(insertPattern, "$1 VALUES ($2)$3")
  const lock = (rule: Rule, find: Lock): void => {
    const locked = find(text)
    if (locked === null) return
    applied.push(rule)
    before.push(locked.step)
    text = locked.text
  }
  lock("dataset lock", datasetLock)
  lock("person lock", sharedPersons)
  if (before.length > 0) return { rules: applied, text, before }
  if (recursivePattern.test(text)) applied.push("recursion")
  else if (eachDataset(text) !== null) applied.push("each dataset")
  return { rules: applied, text, before }
}

const adapt = (original: string): ((run: RunHere) => RunHere) => {
  const { before, rules, text } = rewritten(original)
  if (before.length > 0) return after({ before, ...renumbered(text) })
  if (rules.includes("recursion")) return naming(text)
  return eachDataset(text) ?? ((run) => (_, params) => run(text, params))
}

const recursivePattern = /^\s*WITH RECURSIVE\b[\s\S]*\bsample_queue\b/

/**
 * Writes the first parameter, the dataset, into the text. Postgres plans a statement that it has run several times without the values
 * of its parameters, and Citus takes no recursive query without the dataset.
 */
const naming =
  (text: string) =>
  (run: RunHere): RunHere =>
  (_, [dataset, ...others]) => {
    const literal = `'${String(dataset).replaceAll("'", "''")}'`
    const named = text.replace(/\$(\d+)/g, (__, number: string) =>
      number === "1" ? literal : `$${Number(number) - 1}`,
    )
    return run(named, others)
  }

const boundPattern = /(?:WHERE|AND) (?:(\w+)\.)?dataset_id = \$(\d+)/g
const updatedPattern = /^\s*UPDATE (\w+)/

/**
 * Names the dataset in conditions that equate it with that of a table whose dataset is given. Citus does not conclude that such a
 * subquery needs the same shard alone.
 */
const namingDataset = (text: string): string => {
  const updated = updatedPattern.exec(text)?.[1]
  let named = text
  for (const [, alias = updated, number] of text.matchAll(boundPattern))
    if (alias !== undefined)
      named = named.replace(
        new RegExp(`\\b(\\w+\\.(?:dataset_)?id) = ${alias}\\.dataset_id\\b`, "g"),
        `$1 = $$${number}`,
      )
  return named
}

const highest = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))

/** Numbers the parameters without gaps: Postgres refuses one that the text does not have. */
const renumbered = (text: string): Pick<Adapted, "text" | "kept"> => {
  const kept: Array<number> = []
  const numbered = text.replace(/\$(\d+)/g, (_, number: string) => {
    const index = Number(number) - 1
    if (!kept.includes(index)) kept.push(index)
    return `$${kept.indexOf(index) + 1}`
  })
  return { text: numbered, kept }
}
