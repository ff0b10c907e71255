import { Chunk, Effect, Option, Stream } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import { InvalidInput } from "../domain/errors.ts"
import { EventId, isId } from "../domain/Ids.ts"
import { Notifier } from "../storage/Notifier.ts"
import { maxPublishedEvents } from "./EventSink.ts"
import { makeSettledEvents } from "./SettledEvents.ts"

/** The options of an event stream. */
export interface FeedOptions {
  /** Returns events after this id. Defaults to all stored events. */
  readonly after?: string | null | undefined
  /** Polling interval in milliseconds, without notifications. Defaults to 1000. */
  readonly pollMillis?: number | undefined
}

const pageSize = maxPublishedEvents

/**
 * Committed events in the order of their ids, from the beginning or after any of them. A reader that stores the last id
 * continues there after a restart and misses none: an event is returned only when no earlier one can follow. Checks no
 * permissions.
 */
export class EventFeed extends Effect.Service<EventFeed>()("@annotary/core/EventFeed", {
  effect: Effect.gen(function* () {
    const readSettled = yield* makeSettledEvents
    const notifier = yield* Notifier

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
            const { events, nextInMillis } = yield* readSettled({ after: last, limit: pageSize })
            if (events.length > 0) return events
            yield* nextInMillis === null ? pause : Effect.sleep(nextInMillis)
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
