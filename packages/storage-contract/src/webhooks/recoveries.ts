/** Test data: the scope of a recovery, and all of its steps. */
import {
  DeliveryStore,
  type Endpoint,
  fromMillis,
  generateId,
  type NewRecovery,
  now,
  RecoveryId,
  toMillis,
} from "@annotary/core/effect"
import { Effect, Option } from "effect"

export const makeScope = (endpoint: Endpoint, fields: Partial<NewRecovery> = {}) =>
  Effect.gen(function* () {
    const at = toMillis(yield* now)
    return {
      id: yield* generateId(RecoveryId),
      endpoint,
      since: fromMillis(at - 3_600_000),
      until: fromMillis(at + 1000),
      missing: false,
      ...fields,
    } satisfies NewRecovery
  })

/** Advances recoveries in steps until none is open, and returns the last answer. */
export const recoverAll = (limit: number) =>
  Effect.gen(function* () {
    const store = yield* DeliveryStore
    let last = Option.none<{ readonly recovered: number; readonly created: number; readonly done: boolean }>()
    for (;;) {
      const step = yield* store.advanceRecovery(limit)
      if (Option.isNone(step)) return Option.getOrThrow(last)
      last = step
    }
  })
