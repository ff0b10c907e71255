/** The budgets: read, compared with counts, renewed, and printed. */
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { roundFigure } from "../harness/report.ts"
import { type BudgetedCall, calls } from "./calls.ts"
import type { CountedCalls } from "./count.ts"
import type { Counts } from "./world.ts"

/** By storage. */
export type Budgets = Readonly<Record<string, CountedCalls>>

const file = fileURLToPath(new URL("../../budgets.json", import.meta.url))

export const readBudgets = (): Budgets => JSON.parse(readFileSync(file, "utf8"))

/** Replaces the budgets of a storage with what was counted. */
export const renewBudgets = (storage: string, counted: CountedCalls): void =>
  writeFileSync(file, `${JSON.stringify({ ...readBudgets(), [storage]: counted }, null, 2)}\n`)

/** A budget may be this much above the count. Above it, the table would no longer say what a call costs. */
const slack = 1.1

const kinds = ["operations", "statements"] as const

/**
 * Returns the variation that a count may have: none, but for a hundredth of an operation a row. What reads ahead in another thread waits or
 * not, as the answers come.
 */
const getAllowance = (name: string, kind: (typeof kinds)[number]): number => {
  const { rows = 0 } = calls.find((call) => call.name === name) ?? {}
  return kind === "operations" ? rows / 100 : 0
}

/** Lists the faults in the budgets of one storage: exceeded, too high, missing, or of a call that does not exist. */
export const findProblems = (budgets: CountedCalls = {}, counted: CountedCalls): ReadonlyArray<string> =>
  [...new Set([...Object.keys(counted), ...Object.keys(budgets)])].flatMap((name) =>
    kinds.flatMap((kind) => {
      const [budget, count] = [budgets[name]?.[kind], counted[name]?.[kind]]
      if (budget === undefined) return [`${name}: no budget of ${kind}`]
      if (count === undefined) return [`${name}: not counted`]
      if (count > budget + getAllowance(name, kind)) return [`${name}: ${count} ${kind}, budget ${budget}`]
      return budget > Math.floor(count * slack)
        ? [`${name}: ${count} ${kind}, budget ${budget} is too high`]
        : []
    }),
  )

/** The counts as a table in Markdown: operations and statements of each call on each storage, and the goals. */
export const formatTable = (counted: Budgets): string => {
  const storages = Object.keys(counted)
  const head = ["call", ...storages, "goal"]
  const body = calls.map((call) => [
    call.rows === undefined ? call.name : `${call.name}, per row`,
    ...storages.map((storage) => formatCell(call, counted[storage]?.[call.name])),
    formatCell(call, call.goal),
  ])
  return [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

const formatCell = ({ rows }: BudgetedCall, counts: Counts | undefined): string => {
  if (counts === undefined) return "–"
  const { operations, statements } = counts
  return rows === undefined
    ? `${operations} / ${statements}`
    : `${roundFigure(operations / rows)} / ${roundFigure(statements / rows)}`
}
