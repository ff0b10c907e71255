/**
 * The pause of long work between two batches, in which other work runs. It waits for a timer: Node polls sockets only after a
 * wait, and a fiber that merely yields continues before them as long as its storage answers synchronously, as SQLite and
 * memory do.
 */
import { Effect } from "effect"

export const betweenBatches: Effect.Effect<void> = Effect.sleep(0)
