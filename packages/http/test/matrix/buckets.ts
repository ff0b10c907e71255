/** Private buckets of organizations. */
import type { Fixture } from "../support/fixture.ts"
import { get, type Row } from "./rows.ts"

const ofAcme = () => "/organizations/acme/buckets/"

let made = 0
const body = () => ({ kind: "s3", name: `images-${++made}`, credentials: { key_id: "id", secret: "secret" } })

const created = async (fixture: Fixture) =>
  `${ofAcme()}${(await fixture.ok({ method: "POST", path: ofAcme(), body: body(), as: "owner" })).textAt("uuid")}/`

const on =
  (method: string, end = "", sent?: unknown): Row["call"] =>
  async (fixture) => ({
    method,
    path: `${await created(fixture)}${end}`,
    ...(sent === undefined ? {} : { body: sent }),
  })

const rule = "organization_admin"

export const bucketRows: ReadonlyArray<Row> = [
  { endpoint: "buckets.list", rule, call: get(ofAcme), status: 200 },
  {
    endpoint: "buckets.create",
    rule,
    call: async () => ({ method: "POST", path: ofAcme(), body: body() }),
    status: 201,
  },
  { endpoint: "buckets.get", rule, call: on("GET"), status: 200 },
  { endpoint: "buckets.update", rule, call: on("PATCH", "", { url_seconds: 60 }), status: 200 },
  { endpoint: "buckets.remove", rule, call: on("DELETE"), status: 204 },
  { endpoint: "buckets.test", rule, call: on("POST", "test/"), status: 200 },
]
