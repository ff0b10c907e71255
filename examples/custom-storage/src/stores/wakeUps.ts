/** WakeUps: the ones of a single process, rung when the transaction has committed. */
import { makeLocalWakeUps, WakeUps } from "@annotary/core/effect"
import { Effect } from "effect"
import type { Database } from "../Database.ts"

export const makeWakeUps = ({ whenCommitted }: Database) =>
  Effect.map(makeLocalWakeUps, ({ wake, woken }) =>
    WakeUps.of({ wake: (topic) => whenCommitted(wake(topic)), woken }),
  )
