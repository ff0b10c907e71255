import { Clock, Context, Effect } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import { decodeIdMillis, EventId, formatIdMillis } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { Outbox } from "./Outbox.ts"

/** The events to read. */
export interface SettledPage {
  /** The owner of the datasets. Defaults to all. */
  readonly owner?: Username | undefined
  readonly after: EventId | null
  readonly limit: number
}

/** Events that no earlier one can follow. */
export interface SettledEvents {
  readonly events: ReadonlyArray<OutboxEvent>
  /** The position behind them: of the last event, or of an instant before which no event can follow. Null before both. */
  readonly next: EventId | null
  /** Whether there are no more for now. */
  readonly isEnd: boolean
  /** The time after which the next known event is returned, in milliseconds; null without one. */
  readonly nextInMillis: number | null
}

/**
 * More than the longest transaction, from the id of an event to its commit. Without an event a position stays so far behind the present, since
 * a transaction that is still open may commit an event with an earlier id.
 */
const longestTransactionMillis = 3_600_000

/** Makes the reader of events that no earlier one can follow, in the order of their ids. */
export const makeSettledEvents = Effect.gen(function* () {
  const outbox = yield* Outbox
  const delayMillis = yield* EventDelay

  return Effect.fnUntraced(function* ({ after, limit, owner }: SettledPage) {
    // Before the page: an event may be committed while it is read.
    const at = yield* Clock.currentTimeMillis
    const settledBefore = at - delayMillis
    const page = yield* outbox.read({ after, limit, owner })
    const events = page.filter(({ id }) => decodeIdMillis(id) < settledBefore)
    const isEnd = page.length < limit || events.length < page.length
    const unsettled = page[events.length]
    const last = events.at(-1)?.id ?? after
    const passed = makeLastIdBefore(at - longestTransactionMillis)
    return {
      events,
      isEnd,
      next: isEnd && (last === null || passed > last) ? passed : last,
      nextInMillis: unsettled === undefined ? null : decodeIdMillis(unsettled.id) - settledBefore + 1,
    } satisfies SettledEvents
  })
})

/** The largest id of the milliseconds before a time. */
export const makeLastIdBefore = (millis: number): EventId =>
  EventId.make(`${formatIdMillis(millis - 1)}-7fff-bfff-ffffffffffff`)

/**
 * Longest time after an event in which an earlier one may still appear, in milliseconds: of concurrent transactions, the first to begin
 * may commit last. The storage sets it. The default fits storages that commit one transaction at a time.
 */
export class EventDelay extends Context.Reference<EventDelay>()("@annotary/core/EventDelay", {
  /** Two processes may make ids within the same millisecond. */
  defaultValue: () => 2,
}) {}
