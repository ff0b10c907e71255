/**
 * The event feed of an account or of an organization: pages, which may wait for an event, and server-sent events. Without webhooks in the
 * engine, every address is 404.
 */
import {
  AccountFeed,
  castToJsonText,
  EventId,
  type FeedPage,
  type FeedRequest,
  formatPayload,
  InvalidInput,
  isId,
  type JsonTree,
  type OutboxEvent,
  Raw,
  toCloudEventAttributes,
  Users,
  type WebhookAccount,
  WebhookNotFound,
  writeJson,
} from "@annotary/core/effect"
import { Clock, Effect, Option, Stream } from "effect"
import type { FeedApi, FeedQuery, FeedStreamQuery, OrganizationFeedApi } from "../api/groups/feed.ts"
import type { Incoming } from "../transport/exchange/incoming.ts"
import { noContent, type Reply } from "../transport/reply/reply.ts"
import { type Address, makeNextPageLink, replyJson } from "./answers.ts"
import { group } from "./group.ts"

type Query = typeof FeedQuery.Type
type StreamQuery = typeof FeedStreamQuery.Type
type Filter = Omit<StreamQuery, "wait">

const cloudEventBatchType = "application/cloudevents-batch+json"

/** The time after which a stream without events sends its position, in seconds. Proxies cut silent connections, many after 60 seconds. */
const silentSeconds = 15

interface FeedCall<Query> {
  readonly path: { readonly organization?: string }
  readonly url: Address
  readonly urlParams: Query
  readonly header: (name: string) => string | undefined
  readonly incoming: Pick<Incoming, "stopping">
}

/** The handlers that both groups share: for the organization in the path, or the own account. */
const makeCalls = Effect.gen(function* () {
  const users = yield* Users
  const service = yield* Effect.serviceOption(AccountFeed)
  const use = <A, E, R>(call: (feed: AccountFeed) => Effect.Effect<A, E, R>) =>
    Option.isSome(service) ? call(service.value) : Effect.fail(new WebhookNotFound({ what: "service" }))
  return {
    enable: ({ path }: Pick<FeedCall<unknown>, "path">) =>
      use(() =>
        Effect.map(users.setFeed(true, path.organization), ({ feedSince }) =>
          replyJson({ since: feedSince }),
        ),
      ),
    disable: ({ path }: Pick<FeedCall<unknown>, "path">) =>
      use(() => Effect.as(users.setFeed(false, path.organization), noContent)),
    read: ({ incoming, path, url, urlParams }: FeedCall<Query>) =>
      use((feed) => readFeedPage(makeReader(feed, path, incoming), url, urlParams)),
    stream: ({ header, incoming, path, urlParams }: FeedCall<StreamQuery>) =>
      use((feed) => streamFeed(makeReader(feed, path, incoming), urlParams, header("last-event-id"))),
  }
})

export const feed = Effect.map(makeCalls, group<typeof FeedApi>)

export const organizationFeed = Effect.map(makeCalls, group<typeof OrganizationFeedApi>)

/** Makes the reader of a request. It waits for nothing any more when the host stops; a stream then ends. */
const makeReader = (
  feed: AccountFeed,
  account: WebhookAccount,
  { stopping = Effect.never }: Pick<Incoming, "stopping">,
) => ({
  read: (request: FeedRequest) =>
    Effect.raceFirst(
      feed.read(request, account),
      Effect.zipRight(stopping, feed.read({ ...request, waitSeconds: 0 }, account)),
    ),
  readUntilStop: (request: FeedRequest) =>
    Effect.raceFirst(
      feed.read(request, account).pipe(
        Effect.tapError((error) => Effect.logInfo("A stream of events ended before its time.", error)),
        Effect.option,
      ),
      Effect.as(stopping, Option.none<FeedPage>()),
    ),
})

type Reader = ReturnType<typeof makeReader>

/** The wait of a reader that only has to be counted. */
const leastWaitSeconds = 0.001

/** Reads a page. Its position is there without events, too; a link to the next one is not, so that a list ends. */
const readFeedPage = (reader: Reader, url: Address, query: Query) =>
  Effect.map(
    reader.read({ ...toRequest(query), limit: query.per_page, waitSeconds: query.wait }),
    ({ events, next }): Reply => {
      const link = events.length === 0 ? {} : makeNextPageLink(url, "after", next)
      const headers = { ...link, "annotary-position": next }
      return query.format === "webhook"
        ? replyJson(events.map(toFeedEventJson), { headers })
        : replyJson(events.map(toCloudEventJson), {
            headers: { ...headers, "Content-Type": cloudEventBatchType },
          })
    },
  )

/** Begins a stream. `lastId` is the position of a client that connects again. */
const streamFeed = (reader: Reader, query: StreamQuery, lastId: string | undefined) =>
  Effect.gen(function* () {
    if (lastId !== undefined && !isId(lastId))
      return yield* InvalidInput.at("/last-event-id", "must be an id of the stream")
    const request = { ...toRequest(query), ...(lastId === undefined ? {} : { after: EventId.make(lastId) }) }
    // Read before the response begins, which has the status of its failures; as one that waits, it is refused where too many do.
    const first: FeedPage = yield* reader.read({ ...request, waitSeconds: leastWaitSeconds })
    const end = (yield* Clock.currentTimeMillis) + query.wait * 1000
    const readNext = ({ next }: FeedPage) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) =>
        at >= end
          ? Effect.succeed(Option.none<FeedPage>())
          : reader.readUntilStop({
              ...request,
              after: next,
              waitSeconds: Math.min(silentSeconds, (end - at) / 1000),
            }),
      )
    const pages = Stream.concat(
      Stream.succeed(first),
      Stream.unfoldEffect(first, (page) =>
        Effect.map(
          readNext(page),
          Option.map((next) => [next, next] as const),
        ),
      ),
    )
    const format = query.format === "webhook" ? formatPayload : formatCloudEvent
    return {
      status: 200,
      headers: {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
      },
      body: {
        stream: Stream.map(pages, (page) => formatPage(page, format)),
        live: true,
        trailer: undefined,
      },
    }
  })

const toRequest = ({ after, dataset, event_type: eventTypes }: Filter): FeedRequest => ({
  after,
  datasets: dataset,
  eventTypes,
})

/** Each event with its id; without events, the position alone, which clients keep without reporting it. */
const formatPage = ({ events, next }: FeedPage, format: (event: OutboxEvent) => string): string =>
  events.length === 0
    ? `id: ${next}\n\n`
    : events.map((event) => `id: ${event.id}\nevent: ${event.type}\n${formatData(format(event))}\n`).join("")

const formatData = (text: string): string =>
  text
    .split("\n")
    .map((line) => `data: ${line}\n`)
    .join("")

const toFeedEventJson = (event: OutboxEvent): JsonTree => ({ id: event.id, payload: toPayload(event) })

/** CloudEvents 1.0, JSON format: https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md */
const toCloudEventJson = (event: OutboxEvent): JsonTree => ({
  ...toCloudEventAttributes(event),
  data: toPayload(event),
})

const formatCloudEvent = (event: OutboxEvent): string => writeJson(toCloudEventJson(event))

const toPayload = (event: OutboxEvent): Raw => new Raw(castToJsonText(formatPayload(event)))
