/**
 * Webhooks: endpoints and deliveries of the own account or of an organization. Without webhooks in the engine, every
 * address is 404.
 */
import {
  Deliveries,
  type DeliveryFilter,
  type DeliveryId,
  type DeliveryList,
  type DeliveryListRequest,
  type EndpointId,
  type EndpointPatch,
  Endpoints,
  type EndpointView,
  EngineSettings,
  type EngineSettingsValues,
  eventTypes,
  KeySets,
  toUserJson,
  Users,
  type WebhookAccount,
  WebhookNotFound,
} from "@annotary/core/effect"
import { Effect, Option } from "effect"
import type { DeliveryQuery, OrganizationWebhooksApi, WebhooksApi } from "../api/groups/webhooks.ts"
import type {
  NewWebhookEndpoint,
  WebhookBulk,
  WebhookEndpointChange,
  WebhookRecovery,
  WebhookRotation,
  WebhookTest,
} from "../api/payloads/webhook.ts"
import { noContent, type Reply } from "../transport/reply/reply.ts"
import { makeNextLink, replyCreated, replyJson, replyList } from "./answers.ts"
import { group } from "./group.ts"
import {
  toEndpointJson as shownEndpoint,
  toBulkJson,
  toDeliveryJson,
  toDetailsJson,
  toEventTypeJson,
  toRecoveryJson,
} from "./webhookJson.ts"

type Path = { readonly organization?: string }
type EndpointPath = { readonly endpoint: EndpointId }
type DeliveryPath = { readonly delivery: DeliveryId }

/** The handlers that both groups share: for the organization in the path, or the own account. */
const makeCalls = (services: Option.Option<Services>, { publicUrl }: EngineSettingsValues) => {
  const showEndpoint = (view: EndpointView) => shownEndpoint(view, publicUrl())
  const replyEndpoint = (view: EndpointView): Reply => replyJson(showEndpoint(view))
  const use = <A, E, R>(call: (services: Services) => Effect.Effect<A, E, R>) =>
    Option.isSome(services) ? call(services.value) : Effect.fail(new WebhookNotFound({ what: "service" }))
  return {
    list: ({ path }: { readonly path: Path }) =>
      use(({ endpoints }) =>
        Effect.map(endpoints.list(toAccount(path)), (found) => replyList(found, showEndpoint)),
      ),
    create: ({ path, payload }: { readonly path: Path; readonly payload: typeof NewWebhookEndpoint.Type }) =>
      use(({ endpoints }) =>
        Effect.map(
          endpoints.create(
            {
              ...toEndpointPatch(payload),
              url: payload.url,
              secret: payload.secret,
              secretKind: payload.secret_kind,
            },
            toAccount(path),
          ),
          (view) => replyCreated(showEndpoint(view)),
        ),
      ),
    get: ({ path }: { readonly path: Path & EndpointPath }) =>
      use(({ endpoints }) => Effect.map(endpoints.get(path.endpoint, toAccount(path)), replyEndpoint)),
    update: ({
      path,
      payload,
    }: {
      readonly path: Path & EndpointPath
      readonly payload: typeof WebhookEndpointChange.Type
    }) =>
      use(({ endpoints }) =>
        Effect.map(endpoints.update(path.endpoint, toEndpointPatch(payload), toAccount(path)), replyEndpoint),
      ),
    remove: ({ path }: { readonly path: Path & EndpointPath }) =>
      use(({ endpoints }) => Effect.as(endpoints.remove(path.endpoint, toAccount(path)), noContent)),
    secret: ({ path }: { readonly path: Path & EndpointPath }) =>
      use(({ endpoints }) =>
        Effect.map(endpoints.secret(path.endpoint, toAccount(path)), (secret) => replyJson({ secret })),
      ),
    rotate: ({
      path,
      payload,
    }: {
      readonly path: Path & EndpointPath
      readonly payload: typeof WebhookRotation.Type
    }) =>
      use(({ endpoints }) => {
        const { overlap_seconds: overlapSeconds, secret, secret_kind: kind } = payload
        return Effect.map(
          endpoints.rotate(path.endpoint, { overlapSeconds, secret, kind }, toAccount(path)),
          replyEndpoint,
        )
      }),
    test: ({
      path,
      payload,
    }: {
      readonly path: Path & EndpointPath
      readonly payload: typeof WebhookTest.Type
    }) =>
      use(({ endpoints }) =>
        Effect.map(endpoints.test(path.endpoint, payload.event_type, toAccount(path)), (delivery) =>
          replyJson(toDeliveryJson(delivery), accepted),
        ),
      ),
    listDeliveries: ({ path, url, urlParams }: DeliveryListCall<Path & EndpointPath>) =>
      use(({ deliveries }) =>
        Effect.map(
          deliveries.list(path.endpoint, toDeliveryListRequest(urlParams), toAccount(path)),
          makePageReply(url),
        ),
      ),
    listAllDeliveries: ({ path, url, urlParams }: DeliveryListCall<Path>) =>
      use(({ deliveries }) =>
        Effect.map(deliveries.listAll(toDeliveryListRequest(urlParams), toAccount(path)), makePageReply(url)),
      ),
    getDelivery: ({ path }: { readonly path: Path & DeliveryPath }) =>
      use(({ deliveries }) =>
        Effect.map(deliveries.get(path.delivery, toAccount(path)), (view) => replyJson(toDetailsJson(view))),
      ),
    replay: ({ path }: { readonly path: Path & DeliveryPath }) =>
      use(({ deliveries }) =>
        Effect.map(deliveries.replay(path.delivery, toAccount(path)), (delivery) =>
          replyJson(toDeliveryJson(delivery), accepted),
        ),
      ),
    skip: ({ path }: { readonly path: Path & DeliveryPath }) =>
      use(({ deliveries }) =>
        Effect.map(deliveries.skip(path.delivery, toAccount(path)), (delivery) =>
          replyJson(toDeliveryJson(delivery)),
        ),
      ),
    cancel: ({ path }: { readonly path: Path & DeliveryPath }) =>
      use(({ deliveries }) =>
        Effect.map(deliveries.cancel(path.delivery, toAccount(path)), (delivery) =>
          replyJson(toDeliveryJson(delivery)),
        ),
      ),
    bulk: ({
      path,
      payload,
    }: {
      readonly path: Path & EndpointPath
      readonly payload: typeof WebhookBulk.Type
    }) =>
      use(({ deliveries }) => {
        const {
          action,
          cursor,
          dataset,
          dry_run: dryRun,
          event_types,
          since,
          states,
          statuses,
          until,
        } = payload
        const filter = toDeliveryFilter({
          event_type: event_types,
          since,
          state: states,
          status: statuses,
          until,
        })
        return Effect.map(
          deliveries.bulk(path.endpoint, { action, filter, dataset, after: cursor, dryRun }, toAccount(path)),
          (answer) => replyJson(toBulkJson(action, answer)),
        )
      }),
    recover: ({
      path,
      payload,
    }: {
      readonly path: Path & EndpointPath
      readonly payload: typeof WebhookRecovery.Type
    }) =>
      use(({ deliveries }) => {
        const { dry_run: dryRun, missing, since, until } = payload
        return Effect.map(
          deliveries.recover(path.endpoint, { since, until, missing, dryRun }, toAccount(path)),
          (answer) => replyJson(toRecoveryJson(answer), dryRun === true ? {} : accepted),
        )
      }),
    listRecoveries: ({ path }: { readonly path: Path & EndpointPath }) =>
      use(({ deliveries }) =>
        Effect.map(deliveries.recoveries(path.endpoint, toAccount(path)), (found) =>
          replyList(found, (recovery) => toRecoveryJson({ recovery, scope: recovery, found: null })),
        ),
      ),
  }
}

interface DeliveryListCall<P> {
  readonly path: P
  readonly url: { readonly pathname: string; readonly search: string }
  readonly urlParams: typeof DeliveryQuery.Type
}

const toDeliveryListRequest = (parameters: typeof DeliveryQuery.Type): DeliveryListRequest => {
  const { cursor: before, dataset, per_page: limit } = parameters
  return { filter: toDeliveryFilter(parameters), before, limit, dataset }
}

const makePageReply = (url: DeliveryListCall<Path>["url"]) => (found: DeliveryList) =>
  replyJson(found.deliveries.map(toDeliveryJson), { headers: makeNextDeliveriesLink(url, found.next) })

const servicesOf = Effect.all({
  endpoints: Effect.serviceOption(Endpoints),
  deliveries: Effect.serviceOption(Deliveries),
}).pipe(Effect.map(Option.all))

export const webhooks = Effect.gen(function* () {
  const services = yield* servicesOf
  const keySets = yield* Effect.serviceOption(KeySets)
  return group<typeof WebhooksApi>({
    ...makeCalls(services, yield* EngineSettings),
    keySet: ({ path }) =>
      Effect.map(
        Option.isSome(keySets) ? keySets.value.get(path.key_set) : new WebhookNotFound({ what: "service" }),
        (keySet) => replyJson({ keys: keySet.keys.map((key) => ({ ...key })) }),
      ),
    listEventTypes: () => Effect.succeed(replyList(eventTypes, toEventTypeJson)),
  })
})

export const organizationWebhooks = Effect.gen(function* () {
  const users = yield* Users
  return group<typeof OrganizationWebhooksApi>({
    ...makeCalls(yield* servicesOf, yield* EngineSettings),
    enable: ({ path }) =>
      Effect.map(users.setWebhooks(true, path.organization), (user) =>
        replyJson(toUserJson(user, { showEmail: true })),
      ),
    disable: ({ path }) => Effect.as(users.setWebhooks(false, path.organization), noContent),
  })
})

const toAccount = ({ organization }: Path): WebhookAccount => ({ organization })

interface Services {
  readonly endpoints: Endpoints
  readonly deliveries: Deliveries
}

const accepted = { status: 202 }

const toEndpointPatch = (payload: typeof WebhookEndpointChange.Type): EndpointPatch => {
  const { event_types: eventTypes, rate_limit: rateLimit, ...rest } = payload
  const times = {
    retrySchedule: rest.retry_schedule,
    timeoutSeconds: rest.timeout_seconds,
    timeToLiveSeconds: rest.time_to_live_seconds,
  }
  const { batch, chat, datasets, description, enabled, fifo, headers, url, version } = rest
  return {
    batch,
    chat,
    datasets,
    description,
    enabled,
    fifo,
    headers,
    url,
    version,
    eventTypes,
    rateLimit,
    ...times,
  }
}

const toDeliveryFilter = ({
  event_type,
  since,
  state,
  status,
  until,
}: {
  readonly [Key in "event_type" | "since" | "state" | "status" | "until"]?:
    | (typeof DeliveryQuery.Type)[Key]
    | undefined
}): DeliveryFilter => ({
  ...(event_type === undefined ? {} : { eventTypes: event_type }),
  ...(since === undefined ? {} : { since }),
  ...(state === undefined ? {} : { states: state }),
  ...(status === undefined ? {} : { statuses: status }),
  ...(until === undefined ? {} : { until }),
})

/** The link to the next page: the same query with the next cursor. */
const makeNextDeliveriesLink = (
  url: { readonly pathname: string; readonly search: string },
  next: DeliveryId | null,
): { readonly [name: string]: string } => {
  if (next === null) return {}
  const query = new URLSearchParams(url.search)
  query.set("cursor", next)
  return makeNextLink(url.pathname, query)
}
