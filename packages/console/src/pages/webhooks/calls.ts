/** The calls of the API about the webhooks of one account: queries for the cache, and changes. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { type Api, readBody, readPage, type Wire } from "../../api/client.ts"
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
 * The calls of an organization have the same shapes as those of the own account, at other addresses: the request
 * is moved there.
 */
const locateWebhooks = (api: Api, owner: string | undefined) =>
  owner === undefined
    ? {}
    : {
        fetch: (request: Request) =>
          api.send(
            new Request(
              request.url.replace("/user/webhooks/", `/organizations/${encodeURIComponent(owner)}/webhooks/`),
              request,
            ),
          ),
      }

const addressEndpoint = (endpoint: string) => ({ params: { path: { endpoint } } })
const addressDelivery = (delivery: string) => ({ params: { path: { delivery } } })

/** All that is known of the webhooks of an account begins with this key. */
export const makeWebhooksKey = (owner: string | undefined) => ["webhooks", owner ?? null] as const

export const makeEndpointsQuery = (api: Api, owner: string | undefined) =>
  queryOptions({
    queryKey: [...makeWebhooksKey(owner), "endpoints"],
    queryFn: ({ signal }) =>
      readBody(api.GET("/user/webhooks/endpoints/", { ...locateWebhooks(api, owner), signal })),
    refetchInterval: pollMillis,
  })

export const makeEndpointQuery = (api: Api, owner: string | undefined, endpoint: string) =>
  queryOptions({
    queryKey: [...makeWebhooksKey(owner), "endpoints", endpoint],
    queryFn: ({ signal }) =>
      readBody(
        api.GET("/user/webhooks/endpoints/{endpoint}/", {
          ...addressEndpoint(endpoint),
          ...locateWebhooks(api, owner),
          signal,
        }),
      ),
    refetchInterval: pollMillis,
  })

export const makeEventTypesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["webhooks", "event types"],
    queryFn: ({ signal }) => readBody(api.GET("/webhooks/event-types/", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Pages of deliveries: of one endpoint, or of all of the account. */
export const makeDeliveriesQuery = (api: Api, endpoint: string | undefined, search: DeliverySearch) => {
  const filters = toQuery(search)
  return infiniteQueryOptions({
    queryKey: [...makeWebhooksKey(search.owner), "deliveries", endpoint ?? null, filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { ...filters, per_page: 50, ...(cursor === undefined ? {} : { cursor }) }
      const rest = { ...locateWebhooks(api, search.owner), signal }
      return endpoint === undefined
        ? readPage(api.GET("/user/webhooks/deliveries/", { params: { query }, ...rest }))
        : readPage(
            api.GET("/user/webhooks/endpoints/{endpoint}/deliveries/", {
              params: { path: { endpoint }, query },
              ...rest,
            }),
          )
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: pollMillis,
  })
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
      ...addressDelivery(delivery),
      ...locateWebhooks(api, owner),
      ...(signal === undefined ? {} : { signal }),
      parseAs: "text",
    }),
  )
  // Cast: the answer has the shape that the OpenAPI document says.
  const details = JSON.parse(text) as Wire<"WebhookDeliveryDetails">
  return { ...details, payloadText: details.payload === null ? null : readMemberText(text, "payload") }
}

export const makeRecoveriesQuery = (api: Api, owner: string | undefined, endpoint: string) =>
  queryOptions({
    queryKey: [...makeWebhooksKey(owner), "recoveries", endpoint],
    queryFn: ({ signal }) =>
      readBody(
        api.GET("/user/webhooks/endpoints/{endpoint}/recoveries/", {
          ...addressEndpoint(endpoint),
          ...locateWebhooks(api, owner),
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.some(({ done }) => !done) === true ? 1_000 : pollMillis),
  })

/** Asks how many deliveries a change of all that fit the filters takes. */
export const makeBulkCountQuery = (
  api: Api,
  endpoint: string,
  search: DeliverySearch,
  action: Wire<"WebhookBulk">["action"],
) =>
  queryOptions({
    queryKey: [...makeWebhooksKey(search.owner), "bulk", endpoint, action, toBulkFilters(search)],
    queryFn: ({ signal }) =>
      readBody(
        api.POST("/user/webhooks/endpoints/{endpoint}/deliveries/bulk/", {
          ...addressEndpoint(endpoint),
          body: { ...toBulkFilters(search), action, dry_run: true },
          ...locateWebhooks(api, search.owner),
          signal,
        }),
      ),
    // A dialog shows the number at which it was opened.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A change of all deliveries that fit; it goes on at the cursor. */
interface BulkPart {
  readonly action: Wire<"WebhookBulk">["action"]
  readonly cursor: string | undefined
}

/** The changes of an account's webhooks. */
export const makeChanges = (api: Api, owner: string | undefined) => ({
  enable: () => readBody(api.PUT("/user/webhooks/", locateWebhooks(api, owner))),
  disable: () => readBody(api.DELETE("/user/webhooks/", locateWebhooks(api, owner))),
  create: (body: EndpointInput) =>
    readBody(api.POST("/user/webhooks/endpoints/", { body, ...locateWebhooks(api, owner) })),
  update: (endpoint: string, body: Wire<"WebhookEndpointChange">) =>
    readBody(
      api.PATCH("/user/webhooks/endpoints/{endpoint}/", {
        ...addressEndpoint(endpoint),
        body,
        ...locateWebhooks(api, owner),
      }),
    ),
  remove: (endpoint: string) =>
    readBody(
      api.DELETE("/user/webhooks/endpoints/{endpoint}/", {
        ...addressEndpoint(endpoint),
        ...locateWebhooks(api, owner),
      }),
    ),
  secret: (endpoint: string) =>
    readBody(
      api.GET("/user/webhooks/endpoints/{endpoint}/secret/", {
        ...addressEndpoint(endpoint),
        ...locateWebhooks(api, owner),
      }),
    ),
  rotate: (endpoint: string, body: Wire<"WebhookRotation">) =>
    readBody(
      api.POST("/user/webhooks/endpoints/{endpoint}/secret/rotate/", {
        ...addressEndpoint(endpoint),
        body,
        ...locateWebhooks(api, owner),
      }),
    ),
  test: (endpoint: string, body: Wire<"WebhookTest">) =>
    readBody(
      api.POST("/user/webhooks/endpoints/{endpoint}/test/", {
        ...addressEndpoint(endpoint),
        body,
        ...locateWebhooks(api, owner),
      }),
    ),
  recover: (endpoint: string, body: Wire<"WebhookRecoveryAsk">) =>
    readBody(
      api.POST("/user/webhooks/endpoints/{endpoint}/recover/", {
        ...addressEndpoint(endpoint),
        body,
        ...locateWebhooks(api, owner),
      }),
    ),
  replay: (delivery: string) =>
    readBody(
      api.POST("/user/webhooks/deliveries/{delivery}/replay/", {
        ...addressDelivery(delivery),
        ...locateWebhooks(api, owner),
      }),
    ),
  bulk: (endpoint: string, search: DeliverySearch, { action, cursor }: BulkPart) =>
    readBody(
      api.POST("/user/webhooks/endpoints/{endpoint}/deliveries/bulk/", {
        ...addressEndpoint(endpoint),
        body: { ...toBulkFilters(search), action, ...(cursor === undefined ? {} : { cursor }) },
        ...locateWebhooks(api, owner),
      }),
    ),
  cancel: (delivery: string) =>
    readBody(
      api.POST("/user/webhooks/deliveries/{delivery}/cancel/", {
        ...addressDelivery(delivery),
        ...locateWebhooks(api, owner),
      }),
    ),
  skip: (delivery: string) =>
    readBody(
      api.POST("/user/webhooks/deliveries/{delivery}/skip/", {
        ...addressDelivery(delivery),
        ...locateWebhooks(api, owner),
      }),
    ),
})
