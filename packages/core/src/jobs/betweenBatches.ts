/**
 * The rest that long work takes between two batches, so that others are served meanwhile. It waits for a timer: sockets are
 * looked at only when one was waited for, and a fiber that merely yields goes on before them, for as long as its storage
 * answers without waiting, as SQLite and the memory do.
 */
import { Effect } from "effect"

export const betweenBatches: Effect.Effect<void> = Effect.sleep(0)
