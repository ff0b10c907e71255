/** The calls of the API about the webhooks of one account: queries for the cache, and changes. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { type Api, bodyOf, pageOf, type Wire } from "../../api/client.ts"
import { memberText } from "./jsonText.ts"
import { bulkFilters, type DeliverySearch, queryOf } from "./search.ts"

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
const at = (api: Api, owner: string | undefined) =>
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

const onEndpoint = (endpoint: string) => ({ params: { path: { endpoint } } })
const onDelivery = (delivery: string) => ({ params: { path: { delivery } } })

/** All that is known of the webhooks of an account begins with this key. */
export const keyOf = (owner: string | undefined) => ["webhooks", owner ?? null] as const

export const endpointsQuery = (api: Api, owner: string | undefined) =>
  queryOptions({
    queryKey: [...keyOf(owner), "endpoints"],
    queryFn: ({ signal }) => bodyOf(api.GET("/user/webhooks/endpoints/", { ...at(api, owner), signal })),
    refetchInterval: pollMillis,
  })

export const endpointQuery = (api: Api, owner: string | undefined, endpoint: string) =>
  queryOptions({
    queryKey: [...keyOf(owner), "endpoints", endpoint],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/user/webhooks/endpoints/{endpoint}/", {
          ...onEndpoint(endpoint),
          ...at(api, owner),
          signal,
        }),
      ),
    refetchInterval: pollMillis,
  })

export const eventTypesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["webhooks", "event types"],
    queryFn: ({ signal }) => bodyOf(api.GET("/webhooks/event-types/", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Pages of deliveries: of one endpoint, or of all of the account. */
export const deliveriesQuery = (api: Api, endpoint: string | undefined, search: DeliverySearch) => {
  const filters = queryOf(search)
  return infiniteQueryOptions({
    queryKey: [...keyOf(search.owner), "deliveries", endpoint ?? null, filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { ...filters, per_page: 50, ...(cursor === undefined ? {} : { cursor }) }
      const rest = { ...at(api, search.owner), signal }
      return endpoint === undefined
        ? pageOf(api.GET("/user/webhooks/deliveries/", { params: { query }, ...rest }))
        : pageOf(
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

export const deliveryQuery = (api: Api, owner: string | undefined, delivery: string) =>
  queryOptions({
    queryKey: [...keyOf(owner), "delivery", delivery],
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
  const text = await bodyOf(
    api.GET("/user/webhooks/deliveries/{delivery}/", {
      ...onDelivery(delivery),
      ...at(api, owner),
      ...(signal === undefined ? {} : { signal }),
      parseAs: "text",
    }),
  )
  // Cast: the answer has the shape that the OpenAPI document says.
  const details = JSON.parse(text) as Wire<"WebhookDeliveryDetails">
  return { ...details, payloadText: details.payload === null ? null : memberText(text, "payload") }
}

export const recoveriesQuery = (api: Api, owner: string | undefined, endpoint: string) =>
  queryOptions({
    queryKey: [...keyOf(owner), "recoveries", endpoint],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/user/webhooks/endpoints/{endpoint}/recoveries/", {
          ...onEndpoint(endpoint),
          ...at(api, owner),
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.some(({ done }) => !done) === true ? 1_000 : pollMillis),
  })

/** Asks how many deliveries a change of all that fit the filters takes. */
export const bulkCountQuery = (
  api: Api,
  endpoint: string,
  search: DeliverySearch,
  action: Wire<"WebhookBulk">["action"],
) =>
  queryOptions({
    queryKey: [...keyOf(search.owner), "bulk", endpoint, action, bulkFilters(search)],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST("/user/webhooks/endpoints/{endpoint}/deliveries/bulk/", {
          ...onEndpoint(endpoint),
          body: { ...bulkFilters(search), action, dry_run: true },
          ...at(api, search.owner),
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
export const changesOf = (api: Api, owner: string | undefined) => ({
  enable: () => bodyOf(api.PUT("/user/webhooks/", at(api, owner))),
  disable: () => bodyOf(api.DELETE("/user/webhooks/", at(api, owner))),
  create: (body: EndpointInput) => bodyOf(api.POST("/user/webhooks/endpoints/", { body, ...at(api, owner) })),
  update: (endpoint: string, body: Wire<"WebhookEndpointChange">) =>
    bodyOf(
      api.PATCH("/user/webhooks/endpoints/{endpoint}/", { ...onEndpoint(endpoint), body, ...at(api, owner) }),
    ),
  remove: (endpoint: string) =>
    bodyOf(
      api.DELETE("/user/webhooks/endpoints/{endpoint}/", { ...onEndpoint(endpoint), ...at(api, owner) }),
    ),
  secret: (endpoint: string) =>
    bodyOf(
      api.GET("/user/webhooks/endpoints/{endpoint}/secret/", { ...onEndpoint(endpoint), ...at(api, owner) }),
    ),
  rotate: (endpoint: string, body: Wire<"WebhookRotation">) =>
    bodyOf(
      api.POST("/user/webhooks/endpoints/{endpoint}/secret/rotate/", {
        ...onEndpoint(endpoint),
        body,
        ...at(api, owner),
      }),
    ),
  test: (endpoint: string, body: Wire<"WebhookTest">) =>
    bodyOf(
      api.POST("/user/webhooks/endpoints/{endpoint}/test/", {
        ...onEndpoint(endpoint),
        body,
        ...at(api, owner),
      }),
    ),
  recover: (endpoint: string, body: Wire<"WebhookRecoveryAsk">) =>
    bodyOf(
      api.POST("/user/webhooks/endpoints/{endpoint}/recover/", {
        ...onEndpoint(endpoint),
        body,
        ...at(api, owner),
      }),
    ),
  replay: (delivery: string) =>
    bodyOf(
      api.POST("/user/webhooks/deliveries/{delivery}/replay/", {
        ...onDelivery(delivery),
        ...at(api, owner),
      }),
    ),
  bulk: (endpoint: string, search: DeliverySearch, { action, cursor }: BulkPart) =>
    bodyOf(
      api.POST("/user/webhooks/endpoints/{endpoint}/deliveries/bulk/", {
        ...onEndpoint(endpoint),
        body: { ...bulkFilters(search), action, ...(cursor === undefined ? {} : { cursor }) },
        ...at(api, owner),
      }),
    ),
  cancel: (delivery: string) =>
    bodyOf(
      api.POST("/user/webhooks/deliveries/{delivery}/cancel/", {
        ...onDelivery(delivery),
        ...at(api, owner),
      }),
    ),
  skip: (delivery: string) =>
    bodyOf(
      api.POST("/user/webhooks/deliveries/{delivery}/skip/", { ...onDelivery(delivery), ...at(api, owner) }),
    ),
})
