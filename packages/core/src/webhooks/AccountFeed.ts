import { Clock, Effect } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import type { EventId } from "../domain/Ids.ts"
import { toMillis } from "../domain/Timestamp.ts"
import { WebhookConflict } from "../domain/webhooks/errors.ts"
import { type EventTypeSelector, isSelected } from "../domain/webhooks/eventTypeSelector.ts"
import { feedLimits } from "../domain/webhooks/feedLimits.ts"
import { makeLastIdBefore, makeSettledEvents } from "../events/SettledEvents.ts"
import { traced } from "../kernel/traced.ts"
import { AccountFinder, type WebhookAccount } from "./AccountFinder.ts"
import { EndpointDatasets } from "./EndpointDatasets.ts"
import { WebhookSettings } from "./WebhookSettings.ts"

/** A request for events of an account. */
export interface FeedRequest {
  /** The `next` of the page before. Defaults to the oldest event that is kept. */
  readonly after?: EventId | undefined
  /** As those of an endpoint: without selectors, all events of datasets. */
  readonly eventTypes?: ReadonlyArray<EventTypeSelector> | undefined
  /** `owner/name` of datasets of the account. Defaults to all. */
  readonly datasets?: ReadonlyArray<string> | undefined
  /** 1–100. Defaults to 100. */
  readonly limit?: number | undefined
  /** The time to wait for an event while there is none, 0–30. Defaults to 0. */
  readonly waitSeconds?: number | undefined
}

/** Events of an account, the oldest first. */
export interface FeedPage {
  readonly events: ReadonlyArray<OutboxEvent>
  /** The position to continue from, also without events. */
  readonly next: EventId
}

/** Reads whose events are all filtered out, until an answer says how far they came. */
const maxReads = 50

/** Readers of one account that wait at once in a process. */
const maxWaiting = 20

/** Readers poll: each commit of any account would notify all of them, and deliveries would miss notifications. */
const pollMillis = 1000

/**
 * The events of an account for readers without an address that webhooks could reach: at least once, and in the order of their ids, in which
 * the events of one dataset follow each other.
 */
export class AccountFeed extends Effect.Service<AccountFeed>()("@annotary/core/AccountFeed", {
  effect: Effect.gen(function* () {
    const accounts = yield* AccountFinder
    const datasets = yield* EndpointDatasets
    const settings = yield* WebhookSettings
    const readSettled = yield* makeSettledEvents
    const waiting = new Map<string, number>()

    /** Reads events after a position. Fails where events after it may be missing, and while the feed is off. */
    const read = traced("AccountFeed.read")(function* (
      request: FeedRequest = {},
      account: WebhookAccount = {},
    ) {
      const { feedSince, username: owner } = yield* accounts.find(account)
      if (feedSince === null) return yield* new WebhookConflict({ code: "feed_off" })
      const at = yield* Clock.currentTimeMillis
      const begin = makeLastIdBefore(Math.max(toMillis(feedSince), at - settings.keepMillis))
      const { after = begin, eventTypes = [] } = request
      if (after < begin) return yield* new WebhookConflict({ code: "cursor_expired" })
      const ids = yield* datasets.findIds(owner, request.datasets ?? null)
      const isMatch = ({ datasetId, type }: OutboxEvent) =>
        isSelected(eventTypes, type) && (ids === null || (datasetId !== null && ids.includes(datasetId)))
      const limit = Math.min(Math.max(1, request.limit ?? feedLimits.events), feedLimits.events)
      const waitMillis = Math.min(request.waitSeconds ?? 0, feedLimits.waitSeconds) * 1000
      const readUntil = (deadline: number) =>
        Effect.gen(function* () {
          let next = after
          for (let reads = 1; ; reads++) {
            const page = yield* readSettled({ owner, after: next, limit })
            next = page.next ?? next
            const events = page.events.filter(isMatch)
            const left = deadline - (yield* Clock.currentTimeMillis)
            const isOver = page.isEnd ? left <= 0 : reads >= maxReads
            const answer: FeedPage = { events, next }
            if (events.length > 0 || isOver) return answer
            if (page.isEnd) yield* Effect.sleep(Math.min(left, page.nextInMillis ?? pollMillis, pollMillis))
          }
        })
      return yield* waitMillis > 0 ? countWaiting(owner, readUntil(at + waitMillis)) : readUntil(at)
    })

    /** Refuses more readers that wait than one account may have. */
    const countWaiting = <A, E, R>(owner: string, reading: Effect.Effect<A, E, R>) =>
      Effect.acquireUseRelease(
        Effect.suspend(() => {
          const count = waiting.get(owner) ?? 0
          if (count >= maxWaiting) return new WebhookConflict({ code: "too_many_readers" })
          waiting.set(owner, count + 1)
          return Effect.void
        }),
        () => reading,
        () =>
          Effect.sync(() => {
            const count = (waiting.get(owner) ?? 1) - 1
            if (count > 0) waiting.set(owner, count)
            else waiting.delete(owner)
          }),
      )

    return { read }
  }),
}) {
  static readonly dependencies = [AccountFinder, EndpointDatasets] as const
}
