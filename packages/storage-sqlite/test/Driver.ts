/** The driver that the storage loads. */
import { createRequire } from "node:module"
import type BetterSqlite from "better-sqlite3"
import { resolveDriver } from "../src/driver.ts"

export const Driver: typeof BetterSqlite = createRequire(import.meta.url)(resolveDriver())
