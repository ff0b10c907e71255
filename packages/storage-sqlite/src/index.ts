/** The entry point for Promise users: what `createEngine` takes as its storage. */
import type { Storage, WebhookStorage } from "@annotary/core/effect"
import type { Layer } from "effect"
import { layer, type SqliteOptions } from "./SqliteStorage.ts"

export type { SqliteOptions } from "./SqliteStorage.ts"

/** Storage on a SQLite file, or in memory with `:memory:`. */
export const sqlite = (options: SqliteOptions): Layer.Layer<Storage | WebhookStorage> => layer(options)
