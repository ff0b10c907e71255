/** Status, accounts, keys, organizations, files with a token. */
import { assetOf, type Fixture } from "../support/fixture.ts"
import type { Caller } from "../support/world.ts"
import { get, type Row, send } from "./rows.ts"

const member = () => "/organizations/acme/members/admin/"

const ownKey = async (fixture: Fixture, as: Caller) => {
  const made =
    as === "nobody" ? undefined : await fixture.ok({ method: "POST", path: "/user/api_keys/", body: {}, as })
  return { method: "DELETE", path: `/user/api_keys/${made?.textAt("id") ?? fixture.key}/` }
}

/** A request of a page of the console. */
export const ofConsole = { origin: "http://localhost", "annotary-console": "1" }

const newSession = (fixture: Fixture) =>
  fixture.ok({
    method: "POST",
    path: "/console/session",
    body: { api_key: fixture.keys.owner },
    headers: ofConsole,
    as: "nobody",
  })

const uploadOf = async ({ call, ok }: Fixture, as: Caller) => {
  const asset = assetOf(await ok({ method: "POST", path: "/assets/", body: { filename: "a.png" }, as }))
  await call({ method: "POST", path: asset.upload, body: asset.form(), as: "nobody" })
  return asset
}

/** A call for an asset of the caller. */
const ownAsset =
  (method: "GET" | "DELETE", rest = "") =>
  async (fixture: Fixture, as: Caller) => {
    const asset = as === "nobody" ? fixture.asset : await uploadOf(fixture, as)
    return { method, path: `${asset.upload.replace("upload/", "")}${rest}` }
  }

const uploaded = async (fixture: Fixture) => {
  await fixture.ok({ method: "POST", path: fixture.asset.upload, body: fixture.asset.form(), as: "nobody" })
  return { method: "GET", path: fixture.asset.read }
}

export const accountRows: ReadonlyArray<Row> = [
  { endpoint: "status.status", rule: "person", call: get(() => "/api_status/"), status: 200 },
  { endpoint: "status.server", rule: "site_admin", call: get(() => "/server_status/"), status: 200 },
  { endpoint: "status.health", rule: "anyone", call: get(() => "/healthz"), status: 200 },
  { endpoint: "status.ready", rule: "anyone", call: get(() => "/readyz"), status: 200 },
  { endpoint: "status.metrics", rule: "site_admin", call: get(() => "/metrics"), status: 200 },
  { endpoint: "status.openapi", rule: "anyone", call: get(() => "/openapi.json"), status: 200 },
  { endpoint: "status.docs", rule: "anyone", call: get(() => "/docs"), status: 200 },
  {
    endpoint: "status.configurationSchema",
    rule: "anyone",
    call: get(() => "/configuration/schema.json"),
    status: 200,
  },

  { endpoint: "users.me", rule: "person", call: get(() => "/user"), status: 200 },
  {
    endpoint: "users.changeMe",
    rule: "person",
    call: send("PATCH", () => "/user", { email: "me@example.org" }),
    status: 200,
  },
  { endpoint: "users.list", rule: "site_admin", call: get(() => "/users/"), status: 200 },
  { endpoint: "users.audit", rule: "person", call: get(() => "/user/audit/"), status: 200 },
  {
    endpoint: "users.deletedWork",
    rule: "person",
    call: get(() => "/user/deleted_workunits/"),
    status: 200,
  },
  { endpoint: "users.auditOfAll", rule: "site_admin", call: get(() => "/audit/"), status: 200 },
  { endpoint: "users.get", rule: "person", call: get(() => "/users/owner"), status: 200 },
  {
    endpoint: "users.create",
    rule: "site_admin",
    call: send("POST", () => "/users/", { username: "new" }),
    status: 201,
  },
  {
    endpoint: "users.change",
    rule: "site_admin",
    call: send("PATCH", () => "/users/labeler/", { disabled: true }),
    status: 200,
  },
  {
    endpoint: "users.remove",
    rule: "site_admin",
    call: send("DELETE", () => "/users/labeler/?now=true&releases=delete"),
    status: 200,
  },
  {
    endpoint: "users.createKeyFor",
    rule: "site_admin",
    call: send("POST", () => "/users/labeler/api_keys/", {}),
    status: 201,
    besides: { labeler: 201 },
  },
  { endpoint: "users.keys", rule: "person", call: get(() => "/user/api_keys/"), status: 200 },
  {
    endpoint: "users.createKey",
    rule: "person",
    call: send("POST", () => "/user/api_keys/", {}),
    status: 201,
  },
  {
    endpoint: "users.createEmbedToken",
    note: "of a dataset that the caller sees",
    rule: "person",
    call: send("POST", () => "/embed_tokens/", { dataset: "owner/cars" }),
    status: 201,
    besides: { stranger: 400, root: 400 },
  },
  {
    endpoint: "users.createEmbedToken",
    note: "of the webhooks of the caller",
    rule: "person",
    call: async (_, as) => ({
      method: "POST",
      path: "/embed_tokens/",
      body: { webhooks: as === "nobody" ? "owner" : as },
    }),
    status: 201,
  },
  {
    endpoint: "users.rotateKey",
    rule: "person",
    call: async (fixture, as) => {
      const { path } = await ownKey(fixture, as)
      return { method: "POST", path: `${path}rotate/`, body: {} }
    },
    status: 201,
  },
  { endpoint: "users.revokeKey", rule: "person", call: ownKey, status: 204 },
  { endpoint: "users.sessions", rule: "person", call: get(() => "/user/sessions/"), status: 200 },
  {
    endpoint: "users.endSession",
    rule: "person",
    // A session of the owner: others do not find it.
    call: async (fixture) => ({
      method: "DELETE",
      path: `/user/sessions/${(await newSession(fixture)).textAt("uuid")}/`,
    }),
    status: 404,
    besides: { owner: 204 },
  },
  {
    endpoint: "console.begin",
    rule: "anyone",
    call: (fixture) => ({
      method: "POST",
      path: "/console/session",
      body: { api_key: fixture.keys.owner },
      headers: ofConsole,
    }),
    status: 201,
  },
  // An API key has no session.
  { endpoint: "console.current", rule: "person", call: get(() => "/console/session"), status: 404 },
  { endpoint: "console.end", rule: "person", call: send("DELETE", () => "/console/session"), status: 404 },
  { endpoint: "users.webhooks", rule: "person", call: get(() => "/user/webhooks/"), status: 200 },
  {
    endpoint: "users.enableWebhooks",
    rule: "person",
    call: send("PUT", () => "/user/webhooks/"),
    status: 200,
  },
  {
    endpoint: "users.disableWebhooks",
    rule: "person",
    call: send("DELETE", () => "/user/webhooks/"),
    status: 204,
  },

  {
    endpoint: "models.create",
    rule: "organization_admin",
    call: send("POST", () => "/users/acme/models/", { username: "tracker" }),
    status: 201,
  },
  {
    endpoint: "models.list",
    rule: "organization_admin",
    call: get(() => "/users/acme/models/"),
    status: 200,
  },
  { endpoint: "models.get", rule: "organization_admin", call: get(() => "/models/detector/"), status: 200 },
  {
    endpoint: "models.update",
    rule: "organization_admin",
    call: send("PATCH", () => "/models/detector/", { display_name: "Detector" }),
    status: 200,
  },
  {
    endpoint: "models.addVersion",
    rule: "organization_admin",
    call: send("POST", () => "/models/detector/versions/", { name: "v1" }),
    status: 201,
  },
  {
    endpoint: "models.keys",
    rule: "organization_admin",
    call: get(() => "/models/detector/api_keys/"),
    status: 200,
  },
  {
    endpoint: "models.createKey",
    rule: "organization_admin",
    call: send("POST", () => "/models/detector/api_keys/", {}),
    status: 201,
  },
  {
    endpoint: "organizations.create",
    rule: "person",
    call: send("POST", () => "/organizations/", { username: "beta" }),
    status: 201,
  },
  { endpoint: "organizations.list", rule: "person", call: get(() => "/organizations/"), status: 200 },
  {
    endpoint: "organizations.join",
    rule: "site_admin",
    call: send("POST", () => "/organizations/acme/join/", {}),
    status: 200,
  },
  {
    endpoint: "organizations.members",
    rule: "organization_admin",
    call: get(() => "/organizations/acme/members/"),
    status: 200,
  },
  { endpoint: "organizations.member", rule: "organization_admin", call: get(member), status: 200 },
  {
    endpoint: "organizations.putMember",
    rule: "organization_admin",
    call: send("PUT", member, { role: "labeler" }),
    status: 200,
  },
  {
    endpoint: "organizations.removeMember",
    rule: "organization_admin",
    call: send("DELETE", member),
    status: 204,
  },
  {
    endpoint: "organizations.audit",
    rule: "organization_admin",
    call: get(() => "/organizations/acme/audit/"),
    status: 200,
  },
  {
    endpoint: "organizations.deletedWork",
    rule: "organization_admin",
    call: get(() => "/organizations/acme/deleted_workunits/"),
    status: 200,
    besides: { root: 403 },
  },

  {
    endpoint: "organizations.quota",
    rule: "organization_member",
    call: get(() => "/organizations/acme/quota/"),
    status: 200,
  },
  {
    endpoint: "organizations.changeQuota",
    rule: "site_admin",
    call: send("PATCH", () => "/organizations/acme/quota/", {
      samples: 10,
      bytes: 1000,
      requests_per_minute: null,
    }),
    status: 200,
  },

  { endpoint: "exports.formats", rule: "person", call: get(() => "/formats/"), status: 200 },
  { endpoint: "exports.file", rule: "anyone", call: get(({ transfers }) => transfers.file), status: 200 },
  { endpoint: "releases.keySet", rule: "anyone", call: get(() => "/releases/jwks.json"), status: 200 },
  {
    endpoint: "releases.rotateKey",
    rule: "site_admin",
    call: send("POST", () => "/releases/signing_key/rotate/"),
    status: 200,
  },
  { endpoint: "releases.file", rule: "anyone", call: get(({ releaseFile }) => releaseFile), status: 200 },
  {
    endpoint: "assets.create",
    rule: "person",
    call: send("POST", () => "/assets/", { filename: "b.png" }),
    status: 201,
  },
  { endpoint: "assets.list", rule: "person", call: get(() => "/assets/"), status: 200 },
  {
    endpoint: "assets.collect",
    rule: "site_admin",
    call: send("POST", () => "/assets/collection/", { dry_run: true }),
    status: 200,
  },
  {
    endpoint: "assets.upload",
    rule: "anyone",
    call: ({ asset }) => ({ method: "POST", path: asset.upload, body: asset.form() }),
    status: 204,
  },
  { endpoint: "assets.references", rule: "person", call: ownAsset("GET", "references/"), status: 200 },
  { endpoint: "assets.remove", rule: "person", call: ownAsset("DELETE"), status: 204 },
  { endpoint: "assets.read", rule: "anyone", call: uploaded, status: 200 },
]
