/** What the dispatcher's loops share. */
import type { DeliveryStore } from "../ports/DeliveryStore.ts"
import { type Bell, makeBell } from "./Bell.ts"
import type { Completions } from "./Completions.ts"
import type { DispatchSettings } from "./DispatchSettings.ts"
import { Hands, type Held } from "./Hands.ts"
import type { Report } from "./operational.ts"
import type { Sending } from "./sendOne.ts"

export interface Dispatch {
  readonly store: typeof DeliveryStore.Service
  readonly settings: DispatchSettings
  readonly sending: Sending
  readonly completions: Completions
  /** Logs, counts and passes on what has happened to endpoints and deliveries. */
  readonly report: Report
  readonly hands: Hands
  /** There may be something to claim, or room for it. */
  readonly bell: Bell
  /** An endpoint has ended: what waits for it is to be held. */
  readonly ended: Bell
  /** Sends it, in a fiber of its own. */
  readonly begin: (held: Held) => void
  /** Interrupts the sending of it. */
  readonly abandon: (held: Held) => void
  /** Nothing more is claimed or begun. */
  stopping: boolean
}

export const makeDispatch = (given: Omit<Dispatch, "hands" | "bell" | "ended" | "stopping">): Dispatch => ({
  ...given,
  hands: new Hands(given.settings.inFlight),
  bell: makeBell(),
  ended: makeBell(),
  stopping: false,
})
