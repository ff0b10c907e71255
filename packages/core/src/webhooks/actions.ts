/** What people do with deliveries, one or many: which of them an action takes, and what comes of it. Pure. */
import type { Delivery, DeliveryAction, DeliveryState } from "../domain/webhooks/Delivery.ts"
import type { Endpoint } from "../domain/webhooks/Endpoint.ts"
import type { DeliveryId } from "../domain/webhooks/ids.ts"
import { fits } from "./pages.ts"
import type { DeliveryFilter } from "./views.ts"

/** The states that an action takes; of pending ones only those that nobody is sending. */
export const statesOf: { readonly [Action in DeliveryAction]: ReadonlyArray<DeliveryState> } = {
  replay: ["pending", "held", "delivered", "dead", "cancelled"],
  skip: ["pending"],
  cancel: ["pending", "held"],
}

/** Those that it takes of many when nothing is said: what has been sent, or called off, must be named. */
export const usualStatesOf: typeof statesOf = { ...statesOf, replay: ["held", "dead"] }

/** What a skipped or a cancelled delivery becomes. A recovery takes up what is dead, and nothing that was called off. */
export const endedAs = { skip: "dead", cancel: "cancelled" } as const

/** What became of skipping or cancelling one: `sending`: it is being sent; `ended`: there is nothing left to skip or cancel. */
export type EndAnswer = "done" | "sending" | "ended" | "missing"

/** A part of an action on many deliveries of an endpoint, oldest event first. */
export interface BulkStep {
  readonly endpoint: Endpoint
  readonly action: DeliveryAction
  /** Its states are some of {@link statesOf}, at least one. */
  readonly filter: DeliveryFilter
  /** Goes on behind this one. Null: from the start. */
  readonly after: DeliveryId | null
  /** Most deliveries that are looked at, 1–1000. */
  readonly limit: number
  /** Only counts. */
  readonly dryRun: boolean
}

export interface BulkStepped {
  /** Those that it takes. */
  readonly matched: number
  /** Those that it has changed; fewer when somebody sends them by now, or their event is gone. */
  readonly changed: number
  /** Behind which the next step goes on; null: there are no more. */
  readonly next: DeliveryId | null
}

/** What a search finds of each state, oldest first: of each the window at most. */
export interface BulkSearch<Row> {
  readonly found: ReadonlyArray<{ readonly row: Row; readonly delivery: Delivery; readonly isTaken: boolean }>
  readonly window: number
  readonly step: BulkStep
}

/** Where the window of a state was full, nothing above its last one is known: the step ends there at the latest. */
export const matchedOf = <Row>({
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
      return fits(filter, delivery)
    })
    .map(({ row }) => row)
  return { rows, next }
}
