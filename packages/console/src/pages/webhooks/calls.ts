/** The calls of the API about the webhooks of one account: queries for the cache, and changes. */
import { queryOptions } from "@tanstack/react-query"
import { type Api, readBody, type Wire } from "../../api/client.ts"
import { makePagesQuery, makeQuery, toParams } from "../../api/query.ts"
import { readMemberText } from "./jsonText.ts"
import { type DeliverySearch, toBulkFilters, toQuery } from "./search.ts"

export type Endpoint = Wire<"WebhookEndpoint">
export type Delivery = Wire<"WebhookDelivery">
export type Attempt = Wire<"WebhookAttempt">
export type EndpointInput = Wire<"NewWebhookEndpoint">

/** A delivery with its attempts, and the text of its payload as it was sent. */
export interface DeliveryDetails extends Delivery {
  readonly attempts: ReadonlyArray<Attempt>
  /** Null when the event is not kept any more. */
  readonly payloadText: string | null
}

/** Lists are read again while they are visible. */
const pollMillis = 10_000

/**
 * Sends the calls of an organization, which have the same shapes as those of the own account, to their own addresses.
 */
const locate = (api: Api, owner: string | undefined) => ({
  fetch: (request: Request) => {
    if (owner === undefined) return api.send(request)
    const own = `/organizations/${encodeURIComponent(owner)}/webhooks/`
    return api.send(new Request(request.url.replace("/user/webhooks/", own), request))
  },
})

/** All that is known of the webhooks of an account begins with this key. */
export const makeWebhooksKey = (owner: string | undefined) => ["webhooks", owner ?? null] as const

export const makeEndpointsQuery = (api: Api, owner: string | undefined) =>
  makeQuery(
    [...makeWebhooksKey(owner), "endpoints"],
    (signal) => api.GET("/user/webhooks/endpoints/", { ...locate(api, owner), signal }),
    { refetchInterval: pollMillis },
  )

export const makeEndpointQuery = (api: Api, owner: string | undefined, endpoint: string) =>
  makeQuery(
    [...makeWebhooksKey(owner), "endpoints", endpoint],
    (signal) =>
      api.GET("/user/webhooks/endpoints/{endpoint}/", {
        ...toParams({ endpoint }),
        ...locate(api, owner),
        signal,
      }),
    { refetchInterval: pollMillis },
  )

export const makeEventTypesQuery = (api: Api) =>
  makeQuery(["webhooks", "event types"], (signal) => api.GET("/webhooks/event-types/", { signal }), {
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Pages of deliveries: of one endpoint, or of all of the account. */
export const makeDeliveriesQuery = (api: Api, endpoint: string | undefined, search: DeliverySearch) => {
  const filters = toQuery(search)
  return makePagesQuery(
    [...makeWebhooksKey(search.owner), "deliveries", endpoint ?? null, filters],
    "cursor",
    (cursor, signal) => {
      const query = { ...filters, per_page: 50, ...(cursor === undefined ? {} : { cursor }) }
      const { fetch } = locate(api, search.owner)
      if (endpoint === undefined)
        return api.GET("/user/webhooks/deliveries/", { params: { query }, fetch, signal })
      const params = { path: { endpoint }, query }
      return api.GET("/user/webhooks/endpoints/{endpoint}/deliveries/", { params, fetch, signal })
    },
    { refetchInterval: pollMillis },
  )
}

export const makeDeliveryQuery = (api: Api, owner: string | undefined, delivery: string) =>
  queryOptions({
    queryKey: [...makeWebhooksKey(owner), "delivery", delivery],
    queryFn: ({ signal }) => readDelivery(api, owner, delivery, signal),
    // A delivery that waits changes by itself.
    refetchInterval: ({ state }) => (state.data?.ended_at === null ? 2_000 : false),
  })

/** Read as text, because numbers of many digits do not survive `JSON.parse`. */
const readDelivery = async (
  api: Api,
  owner: string | undefined,
  delivery: string,
  signal?: AbortSignal,
): Promise<DeliveryDetails> => {
  const text = await readBody(
    api.GET("/user/webhooks/deliveries/{delivery}/", {
      ...toParams({ delivery }),
      ...locate(api, owner),
      ...(signal === undefined ? {} : { signal }),
      parseAs: "text",
    }),
  )
  // Cast: the answer has the shape that the OpenAPI document says.
  const details = JSON.parse(text) as Wire<"WebhookDeliveryDetails">
  return { ...details, payloadText: details.payload === null ? null : readMemberText(text, "payload") }
}

export const makeRecoveriesQuery = (api: Api, owner: string | undefined, endpoint: string) =>
  makeQuery(
    [...makeWebhooksKey(owner), "recoveries", endpoint],
    (signal) =>
      api.GET("/user/webhooks/endpoints/{endpoint}/recoveries/", {
        ...toParams({ endpoint }),
        ...locate(api, owner),
        signal,
      }),
    { refetchInterval: ({ state }) => (state.data?.some(({ done }) => !done) === true ? 1_000 : pollMillis) },
  )

/** Asks how many deliveries a change of all that fit the filters takes. */
export const makeBulkCountQuery = (
  api: Api,
  endpoint: string,
  search: DeliverySearch,
  action: Wire<"WebhookBulk">["action"],
) =>
  makeQuery(
    [...makeWebhooksKey(search.owner), "bulk", endpoint, action, toBulkFilters(search)],
    (signal) =>
      api.POST("/user/webhooks/endpoints/{endpoint}/deliveries/bulk/", {
        ...toParams({ endpoint }),
        ...locate(api, search.owner),
        body: { ...toBulkFilters(search), action, dry_run: true },
        signal,
      }),
    // A dialog shows the number at which it was opened.
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  )

/** A change of all deliveries that fit; it goes on at the cursor. */
interface BulkPart {
  readonly action: Wire<"WebhookBulk">["action"]
  readonly cursor: string | undefined
}

/** The changes of an account's webhooks. */
export const makeChanges = (api: Api, owner: string | undefined) => {
  const own = locate(api, owner)
  const toEndpoint = (endpoint: string) => ({ ...toParams({ endpoint }), ...own })
  const toDelivery = (delivery: string) => ({ ...toParams({ delivery }), ...own })
  return {
    enable: () => readBody(api.PUT("/user/webhooks/", own)),
    disable: () => readBody(api.DELETE("/user/webhooks/", own)),
    create: (body: EndpointInput) => readBody(api.POST("/user/webhooks/endpoints/", { body, ...own })),
    update: (endpoint: string, body: Wire<"WebhookEndpointChange">) =>
      readBody(api.PATCH("/user/webhooks/endpoints/{endpoint}/", { ...toEndpoint(endpoint), body })),
    remove: (endpoint: string) =>
      readBody(api.DELETE("/user/webhooks/endpoints/{endpoint}/", toEndpoint(endpoint))),
    secret: (endpoint: string) =>
      readBody(api.GET("/user/webhooks/endpoints/{endpoint}/secret/", toEndpoint(endpoint))),
    rotate: (endpoint: string, body: Wire<"WebhookRotation">) =>
      readBody(
        api.POST("/user/webhooks/endpoints/{endpoint}/secret/rotate/", { ...toEndpoint(endpoint), body }),
      ),
    test: (endpoint: string, body: Wire<"WebhookTest">) =>
      readBody(api.POST("/user/webhooks/endpoints/{endpoint}/test/", { ...toEndpoint(endpoint), body })),
    recover: (endpoint: string, body: Wire<"WebhookRecoveryAsk">) =>
      readBody(api.POST("/user/webhooks/endpoints/{endpoint}/recover/", { ...toEndpoint(endpoint), body })),
    replay: (delivery: string) =>
      readBody(api.POST("/user/webhooks/deliveries/{delivery}/replay/", toDelivery(delivery))),
    bulk: (endpoint: string, search: DeliverySearch, { action, cursor }: BulkPart) =>
      readBody(
        api.POST("/user/webhooks/endpoints/{endpoint}/deliveries/bulk/", {
          ...toEndpoint(endpoint),
          body: { ...toBulkFilters(search), action, ...(cursor === undefined ? {} : { cursor }) },
        }),
      ),
    cancel: (delivery: string) =>
      readBody(api.POST("/user/webhooks/deliveries/{delivery}/cancel/", toDelivery(delivery))),
    skip: (delivery: string) =>
      readBody(api.POST("/user/webhooks/deliveries/{delivery}/skip/", toDelivery(delivery))),
  }
}
