/** Actions on one or many deliveries: which states they apply to, and their results. Pure. */

import type { DeliveryId } from "../domain/Ids.ts"
import type { Delivery, DeliveryAction, DeliveryState } from "../domain/webhooks/Delivery.ts"
import type { Endpoint } from "../domain/webhooks/Endpoint.ts"
import { matchDeliveryFilter } from "./pages.ts"
import type { DeliveryFilter } from "./views.ts"

/** The states that an action applies to. Pending deliveries that are being sent are left out. */
export const statesOf: { readonly [Action in DeliveryAction]: ReadonlyArray<DeliveryState> } = {
  replay: ["pending", "held", "delivered", "dead", "cancelled"],
  skip: ["pending"],
  cancel: ["pending", "held"],
}

/** The default states of an action on many deliveries. Delivered and cancelled ones must be named. */
export const usualStatesOf: typeof statesOf = { ...statesOf, replay: ["held", "dead"] }

/** The state of a skipped or cancelled delivery. A recovery includes dead deliveries, but no cancelled ones. */
export const endedAs = { skip: "dead", cancel: "cancelled" } as const

/** The result of skipping or cancelling a delivery. `sending`: it is being sent. `ended`: it no longer waits. */
export type EndAnswer = "done" | "sending" | "ended" | "missing"

/** One step of an action on many deliveries of an endpoint, oldest event first. */
export interface BulkStep {
  readonly endpoint: Endpoint
  readonly action: DeliveryAction
  /** At least one state, all of them in {@link statesOf}. */
  readonly filter: DeliveryFilter
  /** The delivery to continue after. Null: from the start. */
  readonly after: DeliveryId | null
  /** The maximum number of examined deliveries, 1–1000. */
  readonly limit: number
  /** Counts and changes nothing. */
  readonly dryRun: boolean
}

/** The result of one step of an action on many deliveries. */
export interface BulkStepped {
  /** The number of deliveries that the action applies to. */
  readonly matched: number
  /**
   * The number of changed deliveries. Less than `matched` when some are being sent by now, or their events were
   * removed.
   */
  readonly changed: number
  /** The delivery to continue after; null at the end. */
  readonly next: DeliveryId | null
}

/** The result of a search: up to `window` deliveries of each state, oldest first. */
export interface BulkSearch<Row> {
  readonly found: ReadonlyArray<{ readonly row: Row; readonly delivery: Delivery; readonly isTaken: boolean }>
  readonly window: number
  readonly step: BulkStep
}

/**
 * The matching rows. If the window of a state is full, nothing after its last delivery is known, so the step ends
 * there.
 */
export const matchRows = <Row>({
  found,
  step,
  window,
}: BulkSearch<Row>): { readonly rows: ReadonlyArray<Row>; readonly next: DeliveryId | null } => {
  const { filter } = step
  const ends = (filter.states ?? []).flatMap((state) => {
    const ids = found.filter(({ delivery }) => delivery.state === state).map(({ delivery }) => delivery.id)
    const last = ids.toSorted().at(-1)
    return ids.length < window || last === undefined ? [] : [last]
  })
  const next = ends.toSorted()[0] ?? null
  const rows = found
    .filter(({ delivery, isTaken }) => {
      if (isTaken || delivery.origin === "test" || (next !== null && delivery.id > next)) return false
      return matchDeliveryFilter(filter, delivery)
    })
    .map(({ row }) => row)
  return { rows, next }
}
