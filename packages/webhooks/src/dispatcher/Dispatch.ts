/** The state that the dispatcher's loops share. */
import type { DeliveryStore } from "@annotary/core/effect"
import { Effect } from "effect"
import type { Completions } from "./Completions.ts"
import type { DispatchSettings } from "./DispatchSettings.ts"
import { type InFlightRequest, InFlightRequests } from "./InFlightRequests.ts"
import type { Report } from "./report.ts"
import { makeSignal, type Signal } from "./Signal.ts"
import type { Sending } from "./sendOne.ts"

export interface Dispatch {
  readonly store: typeof DeliveryStore.Service
  readonly settings: DispatchSettings
  readonly sending: Sending
  readonly completions: Completions
  /** Logs and counts transitions of endpoints and deliveries, and passes them on. */
  readonly report: Report
  readonly inFlight: InFlightRequests
  /**
   * Taken by one claim or save at a time: both lock the queues of endpoints, so that a save would wait for a claim, and a claim
   * would skip the queues of a save.
   */
  readonly turn: Effect.Semaphore
  /** Notified when there may be something to claim, or capacity to claim it. */
  readonly claimable: Signal
  /** Notified when an endpoint was disabled, so that its deliveries become held. */
  readonly disabled: Signal
  /** Sends the request in its own fiber. */
  readonly begin: (request: InFlightRequest) => void
  /** Interrupts the fiber that sends the request. */
  readonly abandon: (request: InFlightRequest) => void
  /** When true, nothing more is claimed or begun. */
  stopping: boolean
}

export const makeDispatch = (
  given: Omit<Dispatch, "inFlight" | "claimable" | "disabled" | "stopping">,
): Effect.Effect<Dispatch> =>
  Effect.map(Effect.all([makeSignal, makeSignal]), ([claimable, disabled]) => ({
    ...given,
    inFlight: new InFlightRequests(given.settings.inFlight),
    claimable,
    disabled,
    stopping: false,
  }))
