/**
 * The schema of `lastInBaseline` on Postgres, of which a new database is made. Older databases reach it by the migrations of `@annotary/storage-sql`, which
 * also say why a table is as it is; a test compares both. Later migrations run after it.
 */
import { accounts } from "./accounts.ts"
import { datasets } from "./datasets.ts"
import { webhooks } from "./webhooks.ts"
import { work } from "./work.ts"

export const baseline: ReadonlyArray<string> = [...datasets, ...work, ...webhooks, ...accounts]
