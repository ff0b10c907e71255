/** What each call costs on each storage, counted now, beside its budget. Prints a table; `test/budgets.test.ts` asserts it. */
import { join } from "node:path"
import { memory } from "@annotary/core/memory"
import { postgres } from "@annotary/storage-postgres"
import { sqlite } from "@annotary/storage-sqlite"
import { countCalls } from "./budgets/count.ts"
import { problemsOf, readBudgets, tableOf } from "./budgets/table.ts"
import { startPostgres } from "./harness/postgres.ts"
import type { Benchmark } from "./harness/stage.ts"

export const benchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  let databases = 0
  const counted = {
    memory: await countCalls(memory),
    SQLite: await countCalls(() => sqlite({ filename: join(stage.folder, `${++databases}.db`) })),
    Postgres: await countCalls(() => postgres({ url, schema: `budgets_${++databases}` })),
  }
  const budgets = readBudgets()
  stage.print(tableOf(counted))
  for (const [storage, calls] of Object.entries(counted))
    for (const problem of problemsOf(budgets[storage], calls)) stage.print(`${storage}: ${problem}`)
}
