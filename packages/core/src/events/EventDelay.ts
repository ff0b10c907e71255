/**
 * How long after an event an earlier one may still appear, in milliseconds: of concurrent transactions, the first to begin
 * may commit last. The storage sets it. The default fits storages that commit one transaction at a time.
 */
import { Context } from "effect"

export class EventDelay extends Context.Reference<EventDelay>()("@annotary/core/EventDelay", {
  /** Two processes may make ids within the same millisecond. */
  defaultValue: () => 2,
}) {}
