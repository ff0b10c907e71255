/** How many connections a server has open at most. Each costs memory and a file, also one that sends nothing. */
import type { Server } from "node:http"
import { Clock, Effect, Runtime } from "effect"

/** Between two lines of the log, in milliseconds: whoever opens thousands does not fill the log with them. */
const quiet = 60_000

/** Closes connections beyond the limit at once, which the log says with their number. */
export const limitConnections = (server: Server, maxConnections: number): Effect.Effect<void> =>
  Effect.map(Effect.runtime<never>(), (runtime) => {
    let closed = 0
    let loggedAt = Number.NEGATIVE_INFINITY
    const log = Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      if (at - loggedAt < quiet) return
      const fields = { maxConnections, closed }
      loggedAt = at
      closed = 0
      yield* Effect.logWarning("New connections were closed: the server has as many open as it may.").pipe(
        Effect.annotateLogs(fields),
      )
    })
    server.maxConnections = maxConnections
    server.on("drop", () => {
      closed += 1
      Runtime.runFork(runtime)(log)
    })
  })
