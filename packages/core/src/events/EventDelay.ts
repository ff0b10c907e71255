/**
 * How long after an event an earlier one may still come: where transactions run side by side, the one that began first may
 * commit last. A storage says how long that can take with it; by default its changes come one after the other.
 */
import { Context } from "effect"

export class EventDelay extends Context.Reference<EventDelay>()("@annotary/core/EventDelay", {
  /** Two processes may make ids within the same millisecond. */
  defaultValue: () => 2,
}) {}
