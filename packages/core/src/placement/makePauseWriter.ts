import { Effect } from "effect"
import { AuditLog } from "../access/AuditLog.ts"
import { PauseStore } from "../access/PauseStore.ts"
import type { Dataset } from "../domain/Dataset.ts"
import type { Username } from "../domain/Names.ts"
import type { Pause } from "../domain/Pause.ts"
import { now } from "../domain/Timestamp.ts"
import { type EventScope, Events } from "../events/Events.ts"
import { makePauseEnd } from "./makePauseEnd.ts"

/** The dataset of a pause and the author of the change. Results of `Access` fit. */
export interface PauseScope extends EventScope {
  readonly dataset: Pick<Dataset, "id" | "name" | "owner">
}

/** Writes pauses with their entries in the audit log and their events. MUST run in a transaction. */
export const makePauseWriter = Effect.gen(function* () {
  const store = yield* PauseStore
  const audit = yield* AuditLog
  const events = yield* Events
  const endPauses = yield* makePauseEnd

  /** Pauses the person, or replaces the reason. */
  const pause = Effect.fnUntraced(function* (
    scope: PauseScope,
    { by, reason, user }: { readonly user: Username; readonly reason: string; readonly by: Username },
  ) {
    const row: Pause = { datasetId: scope.dataset.id, user, reason, at: yield* now, by }
    yield* store.put(row)
    yield* record(scope, row)
    return row
  })

  /** Pauses the person on behalf of the engine itself, unless they are paused. */
  const pauseUnlessPaused = Effect.fnUntraced(function* (scope: PauseScope, user: Username, reason: string) {
    const row: Pause = { datasetId: scope.dataset.id, user, reason, at: yield* now, by: null }
    if (yield* store.insert(row)) yield* record(scope, row)
  })

  const record = Effect.fnUntraced(function* (scope: PauseScope, row: Pause) {
    const { id: datasetId, owner: account } = scope.dataset
    const { reason, user } = row
    yield* audit.record({ action: "person.paused", account, datasetId, details: { user, reason } })
    yield* events.record(scope, [{ type: "person.paused", pause: row }])
  })

  /** Ends the pause. False when there is none any more. */
  const resume = Effect.fnUntraced(function* (scope: PauseScope, ended: Pause) {
    const { user } = ended
    const { id: datasetId, owner: account } = scope.dataset
    if ((yield* endPauses([datasetId], user)).length === 0) return false
    yield* audit.record({ action: "person.resumed", account, datasetId, details: { user } })
    yield* events.record(scope, [{ type: "person.resumed", pause: ended }])
    return true
  })

  return { pause, pauseUnlessPaused, resume }
})
