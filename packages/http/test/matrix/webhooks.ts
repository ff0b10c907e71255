/** Webhooks: one's own, and an organization's by its admins. Site admins manage no webhooks. */
import type { Fixture } from "../support/fixture.ts"
import type { Caller } from "../support/world.ts"
import type { Row } from "./rows.ts"

interface Place {
  readonly group: string
  readonly rule: Row["rule"]
  readonly prefix: string
  readonly switchPath: string
  readonly feed: string
  readonly feedPath: string
  /** Who can make what a call is about: the caller itself, or somebody in whose place it tries. */
  readonly maker: (as: Caller) => Caller
  readonly besides?: Row["besides"]
}

const own: Place = {
  group: "webhooks",
  rule: "person",
  prefix: "/user/webhooks",
  switchPath: "/user/webhooks/",
  feed: "feed",
  feedPath: "/user/events/",
  maker: (as) => (as === "nobody" ? "owner" : as),
}

const ofOrganization: Place = {
  group: "organizationWebhooks",
  rule: "organization_admin",
  prefix: "/organizations/acme/webhooks",
  switchPath: "/organizations/acme/webhooks/",
  feed: "organizationFeed",
  feedPath: "/organizations/acme/events/",
  maker: () => "owner",
  besides: { root: 403 },
}

const endpoint = { url: "https://example.com/hooks" }

const endpointOf = async ({ prefix, maker }: Place, { ok }: Fixture, as: Caller) => {
  const path = `${prefix}/endpoints/`
  const found = await ok({ method: "GET", path, as: maker(as) })
  if (found.list.length > 0) return `${path}${found.textAt("0.uuid")}/`
  const made = await ok({ method: "POST", path, body: endpoint, as: maker(as) })
  return `${path}${made.textAt("uuid")}/`
}

/** Nothing is sent for an account that has webhooks switched off. */
const switchOn = ({ maker, switchPath }: Place, { ok }: Fixture, as: Caller) =>
  ok({ method: "PUT", path: switchPath, as: maker(as) })

/** Events are kept for the feed of an account that has switched it on. */
const onFeed =
  ({ feedPath, maker }: Place, rest: string): Row["call"] =>
  async ({ ok }, as) => {
    await ok({ method: "PUT", path: feedPath, as: maker(as) })
    return { method: "GET", path: `${feedPath}${rest}` }
  }

const deliveryOf = async (place: Place, fixture: Fixture, as: Caller) => {
  await switchOn(place, fixture, as)
  const at = await endpointOf(place, fixture, as)
  const found = await fixture.ok({ method: "GET", path: `${at}deliveries/`, as: place.maker(as) })
  if (found.list.length > 0) return `${place.prefix}/deliveries/${found.textAt("0.uuid")}/`
  const path = `${at}test/`
  const made = await fixture.ok({ method: "POST", path, body: {}, as: place.maker(as) })
  return `${place.prefix}/deliveries/${made.textAt("uuid")}/`
}

const rowsOf = (place: Place): ReadonlyArray<Row> => {
  const { group, prefix, rule, besides = {} } = place
  const at =
    (find: (place: Place, fixture: Fixture, as: Caller) => Promise<string>) =>
    (method: string, rest: string, body?: unknown): Row["call"] =>
    async (fixture, as) => ({ method, path: `${await find(place, fixture, as)}${rest}`, body })
  const onEndpoint = at(endpointOf)
  const onDelivery = at(deliveryOf)
  const switched: typeof onEndpoint =
    (...given) =>
    async (fixture, as) => {
      await switchOn(place, fixture, as)
      return await onEndpoint(...given)(fixture, as)
    }
  const listed = () => ({ method: "GET", path: `${prefix}/endpoints/` })
  const added = () => ({ method: "POST", path: `${prefix}/endpoints/`, body: endpoint })
  const since = "2026-11-20T00:00:00Z"
  const row = (name: string, status: number, call: Row["call"]): Row => ({
    endpoint: `${group}.${name}`,
    rule,
    status,
    call,
    besides,
  })
  const feedRow = (name: string, status: number, call: Row["call"]): Row => ({
    ...row(name, status, call),
    endpoint: `${place.feed}.${name}`,
  })
  return [
    row("list", 200, listed),
    row("create", 201, added),
    row("get", 200, onEndpoint("GET", "")),
    row("update", 200, onEndpoint("PATCH", "", { enabled: false })),
    row("remove", 204, onEndpoint("DELETE", "")),
    row("secret", 200, onEndpoint("GET", "secret/")),
    row("rotate", 200, onEndpoint("POST", "secret/rotate/", {})),
    row("test", 202, switched("POST", "test/", {})),
    row("listDeliveries", 200, onEndpoint("GET", "deliveries/")),
    row("listAllDeliveries", 200, () => ({ method: "GET", path: `${prefix}/deliveries/` })),
    row("getDelivery", 200, onDelivery("GET", "")),
    row("replay", 202, onDelivery("POST", "replay/")),
    row("skip", 200, onDelivery("POST", "skip/")),
    row("cancel", 200, onDelivery("POST", "cancel/")),
    row("bulk", 200, onEndpoint("POST", "deliveries/bulk/", { action: "skip" })),
    row("recover", 202, switched("POST", "recover/", { since })),
    row("listRecoveries", 200, onEndpoint("GET", "recoveries/")),
    feedRow("enable", 200, () => ({ method: "PUT", path: place.feedPath })),
    feedRow("disable", 204, () => ({ method: "DELETE", path: place.feedPath })),
    feedRow("read", 200, onFeed(place, "")),
    feedRow("stream", 200, onFeed(place, "stream/?wait=0")),
  ]
}

export const webhookRows: ReadonlyArray<Row> = [
  ...rowsOf(own),
  ...rowsOf(ofOrganization),
  {
    endpoint: "webhooks.listEventTypes",
    rule: "person",
    call: () => ({ method: "GET", path: "/webhooks/event-types/" }),
    status: 200,
  },
  {
    endpoint: "webhooks.keySet",
    rule: "anyone",
    call: async (fixture) => {
      const body = { ...endpoint, secret_kind: "v1a" }
      const made = await fixture.ok({ method: "POST", path: "/user/webhooks/endpoints/", body, as: "owner" })
      return { method: "GET", path: new URL(made.textAt("jwks_url")).pathname }
    },
    status: 200,
  },
  {
    endpoint: "organizationWebhooks.enable",
    rule: "organization_admin",
    call: () => ({ method: "PUT", path: "/organizations/acme/webhooks/" }),
    status: 200,
    besides: { root: 403 },
  },
  {
    endpoint: "organizationWebhooks.disable",
    rule: "organization_admin",
    call: () => ({ method: "DELETE", path: "/organizations/acme/webhooks/" }),
    status: 204,
    besides: { root: 403 },
  },
]
