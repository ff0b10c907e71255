/** What the dispatcher's loops share. */
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
  /** Logs, counts and passes on what happened to endpoints and deliveries. */
  readonly report: Report
  readonly inFlight: InFlightRequests
  /** There may be something to claim, or capacity for it. */
  readonly claimable: Signal
  /** An endpoint was disabled: its deliveries are to be held. */
  readonly disabled: Signal
  /** Sends it, in a fiber of its own. */
  readonly begin: (request: InFlightRequest) => void
  /** Interrupts the sending of it. */
  readonly abandon: (request: InFlightRequest) => void
  /** Nothing more is claimed or begun. */
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
