/**
 * B6's peer: a claim by a careful programmer with node's own server and prepared statements, on the same tables. The key is
 * cached for two seconds, the role is queried for every request, own open claims come first.
 */
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { makeMonotonicUuids } from "@annotary/core/effect"
import pg from "pg"
import type { BulkWorld } from "../harness/bulkPostgres.ts"

const world: BulkWorld = JSON.parse(process.argv[2] ?? "")
const pool = new pg.Pool({
  connectionString: world.url,
  options: `-c search_path=${world.schema}`,
  max: 10,
  idleTimeoutMillis: 0,
})
const ids = makeMonotonicUuids()
const keyMillis = 2000
const leaseSeconds = 900

const prepareQuery =
  <Row extends pg.QueryResultRow>(name: string, text: string) =>
  async (values: ReadonlyArray<unknown>): Promise<Row | undefined> =>
    (await pool.query<Row>({ name, text, values: [...values] })).rows[0]

const key = prepareQuery<{ username: string; digest: string }>(
  "key",
  `SELECT k.username, k.digest FROM api_keys k JOIN users u ON u.username = k.username
   WHERE k.id = $1 AND k.revoked_at IS NULL AND u.disabled_at IS NULL`,
)

const role = prepareQuery<{ id: string; owner: string; name: string; role: string | null; archived: number }>(
  "role",
  `SELECT d.id, d.owner, d.name, c.role, d.archived FROM datasets d
   LEFT JOIN collaborators c ON c.dataset_id = d.id AND c.username = $1
   WHERE d.owner_key = $2 AND d.name_key = $3 AND d.deleted_at IS NULL`,
)

const now = "CAST(extract(epoch FROM now()) * 1000 AS bigint)"

const own = prepareQuery<{ sample_id: string }>(
  "own",
  `UPDATE sample_queue SET lease_until = ${now} + $3 WHERE dataset_id = $1 AND sample_id = (
     SELECT sample_id FROM sample_queue WHERE dataset_id = $1 AND holder = $2 AND queue = 1 AND lease_until > ${now}
     ORDER BY claimed_at LIMIT 1 FOR UPDATE)
   RETURNING sample_id, claim_id, claimed_at, lease_until, step`,
)

const claim = prepareQuery<{ sample_id: string }>(
  "claim",
  `UPDATE sample_queue SET holder = $2, claim_id = $4, queue = 1, step = 4, claimed_at = ${now}, lease_until = ${now} + $3
   WHERE dataset_id = $1 AND sample_id = (
     SELECT sample_id FROM sample_queue WHERE dataset_id = $1 AND holder IS NULL AND open_step = 4 AND open_user = ''
     ORDER BY np, sample_id LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING sample_id, claim_id, claimed_at, lease_until, step`,
)

const content = prepareQuery<Record<string, string | null>>(
  "content",
  `SELECT s.id AS uuid, s.name, v.attributes, v.metadata, v.readme, s.priority, s.assigned_labeler, s.assigned_reviewer,
     s.created_at, s.created_by, s.updated_at, l.status AS label_status, b.attributes AS label_attributes, l.version AS label_version
   FROM samples s JOIN sample_versions v ON v.dataset_id = s.dataset_id AND v.id = s.content
   LEFT JOIN labels l ON l.dataset_id = s.dataset_id AND l.labelset_id = $3 AND l.sample_id = s.id
   LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = l.content
   WHERE s.dataset_id = $1 AND s.id = $2 AND s.deleted_at IS NULL`,
)

const cachedUsers = new Map<string, { readonly username: string; readonly until: number }>()

const findUser = async (header = ""): Promise<string | undefined> => {
  const secret = header.replace(/^APIKey /, "")
  const digest = createHash("sha256").update(secret).digest("hex")
  const before = cachedUsers.get(digest)
  if (before !== undefined && before.until > Date.now()) return before.username
  const keyRow = await key([secret.slice(4, 12)])
  if (keyRow === undefined || keyRow.digest !== digest) return undefined
  cachedUsers.set(digest, { username: keyRow.username, until: Date.now() + keyMillis })
  return keyRow.username
}

const path = /^\/datasets\/([^/]+)\/([^/]+)\/queue\/labeling\/claim\/$/

const handleClaim = async (
  url: string,
  header: string | undefined,
  body: string,
): Promise<[number, unknown]> => {
  const [, owner, name] = path.exec(url) ?? []
  if (owner === undefined || name === undefined) return [404, {}]
  const user = await findUser(header)
  if (user === undefined) return [401, {}]
  const { lease_seconds = leaseSeconds }: { lease_seconds?: number } = JSON.parse(body)
  const roleRow = await role([user, owner.toLowerCase(), name.toLowerCase()])
  if (roleRow === undefined || roleRow.archived === 1) return [404, {}]
  if (roleRow.role !== "labeler") return [403, {}]
  const lease = [roleRow.id, user, lease_seconds * 1000]
  const claimed = (await own(lease)) ?? (await claim([...lease, ids.next(Date.now())]))
  if (claimed === undefined) return [200, []]
  const { sample_id, ...place } = claimed
  const row = await content([roleRow.id, sample_id, world.labelsetId])
  if (row === undefined) return [200, []]
  const { attributes, label_attributes, label_status, label_version, metadata, ...sample } = row
  const dataset = `${roleRow.owner}/${roleRow.name}`
  const label = label_status && {
    label_status,
    version: label_version,
    attributes: JSON.parse(label_attributes ?? "null"),
  }
  const parsed = { attributes: JSON.parse(attributes ?? "null"), metadata: JSON.parse(metadata ?? "{}") }
  return [
    200,
    [{ ...place, queue: "labeling", holder: user, dataset, sample: { ...sample, ...parsed }, label }],
  ]
}

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    handleClaim(request.url ?? "", request.headers.authorization, Buffer.concat(chunks).toString()).then(
      ([status, value]) => {
        const text = JSON.stringify(value)
        response.writeHead(status, {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
          "cache-control": "no-store",
        })
        response.end(text)
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
})

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`)
})
