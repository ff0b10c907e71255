import { Chunk, Clock, Context, Effect, Option, Stream } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import { InvalidInput } from "../domain/errors.ts"
import { EventId, isId } from "../domain/Ids.ts"
import { Notifier } from "../storage/Notifier.ts"
import { Outbox } from "./Outbox.ts"

/** The options of an event stream. */
export interface FeedOptions {
  /** Returns events after this id. Defaults to all stored events. */
  readonly after?: string | null | undefined
  /** Polling interval in milliseconds, without notifications. Defaults to 1000. */
  readonly pollMillis?: number | undefined
}

const pageSize = 100

/**
 * Committed events in the order of their ids, from the beginning or after any of them. A reader that stores the last id
 * continues there after a restart and misses none: an event is returned only when no earlier one can follow. Checks no
 * permissions.
 */
export class EventFeed extends Effect.Service<EventFeed>()("@annotary/core/EventFeed", {
  effect: Effect.gen(function* () {
    const outbox = yield* Outbox
    const notifier = yield* Notifier
    const delayMillis = yield* EventDelay

    /** A stream of events. It does not end by itself. */
    const stream = ({
      after = null,
      pollMillis = 1000,
    }: FeedOptions = {}): Stream.Stream<OutboxEvent, InvalidInput> => {
      if (after !== null && !isId(after))
        return Stream.fail(InvalidInput.at("/after", "must be an event's id"))
      const pause = Effect.race(notifier.wait("deliveries"), Effect.sleep(pollMillis))
      const readNext = (last: EventId | null): Effect.Effect<ReadonlyArray<OutboxEvent>> =>
        Effect.gen(function* () {
          while (true) {
            const page = yield* outbox.read({ after: last, limit: pageSize })
            const settledBefore = (yield* Clock.currentTimeMillis) - delayMillis
            const settled = page.filter(({ id }) => decodeEventMillis(id) < settledBefore)
            if (settled.length > 0) return settled
            const [first] = page
            yield* first === undefined ? pause : Effect.sleep(decodeEventMillis(first.id) - settledBefore + 1)
          }
        })
      return Stream.paginateChunkEffect(after === null ? null : EventId.make(after), (last) =>
        Effect.map(readNext(last), (events) => [
          Chunk.unsafeFromArray(events),
          Option.some(events.at(-1)?.id ?? last),
        ]),
      )
    }

    return { stream }
  }),
}) {}

/** The time of an id in milliseconds: its first 48 bits. */
const decodeEventMillis = (id: EventId): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/**
 * Longest time after an event in which an earlier one may still appear, in milliseconds: of concurrent transactions, the first to begin
 * may commit last. The storage sets it. The default fits storages that commit one transaction at a time.
 */
export class EventDelay extends Context.Reference<EventDelay>()("@annotary/core/EventDelay", {
  /** Two processes may make ids within the same millisecond. */
  defaultValue: () => 2,
}) {}
