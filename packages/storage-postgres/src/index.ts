/** The entry point for Promise users: a storage for `createEngine`, and transactions that are shared with the application. */
import type { Storage, WebhookStorage } from "@annotary/core/effect"
import type { Layer } from "effect"
import type { PostgresOptions } from "./options.ts"
import { layer } from "./PostgresStorage.ts"

export { JoinRefused, joinTransaction } from "./joining/joinTransaction.ts"
export { transactionClient } from "./joining/transactionClient.ts"
export type { FileOptions, PoolOptions, PostgresOptions } from "./options.ts"

/** Storage on Postgres: `postgres({ url })`, or `postgres({ pool })` with the application's own pool. */
export const postgres = (options: PostgresOptions): Layer.Layer<Storage | WebhookStorage> => layer(options)
