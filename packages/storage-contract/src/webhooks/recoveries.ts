/** Recoveries to test with: what one is asked for, and all its steps. */
import {
  DeliveryStore,
  type Endpoint,
  fromMillis,
  type NewRecovery,
  nextId,
  now,
  RecoveryId,
  toMillis,
} from "@annotary/core/effect"
import { Effect, Option } from "effect"

export const scope = (endpoint: Endpoint, fields: Partial<NewRecovery> = {}) =>
  Effect.gen(function* () {
    const at = toMillis(yield* now)
    return {
      id: yield* nextId(RecoveryId),
      endpoint,
      since: fromMillis(at - 3_600_000),
      until: fromMillis(at + 1000),
      missing: false,
      ...fields,
    } satisfies NewRecovery
  })

/** Works on recoveries until none is open, so many at a time; what the last step told. */
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
