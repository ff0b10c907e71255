/** Counts each call on each storage, beside its budget. Prints a table; `test/budgets.test.ts` asserts it. */
import { join } from "node:path"
import { memory } from "@annotary/core/memory"
import { postgres } from "@annotary/storage-postgres"
import { sqlite } from "@annotary/storage-sqlite"
import { countCalls } from "./budgets/count.ts"
import { findProblems, formatTable, readBudgets } from "./budgets/table.ts"
import { startPostgres } from "./harness/postgres.ts"
import type { Benchmark } from "./harness/stage.ts"

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  let databases = 0
  const counted = {
    memory: await countCalls(memory),
    SQLite: await countCalls(() => sqlite({ filename: join(stage.folder, `${++databases}.db`) })),
    Postgres: await countCalls(() => postgres({ url, schema: `budgets_${++databases}` })),
  }
  const budgets = readBudgets()
  stage.print(formatTable(counted))
  for (const [storage, calls] of Object.entries(counted))
    for (const problem of findProblems(budgets[storage], calls)) stage.print(`${storage}: ${problem}`)
}
