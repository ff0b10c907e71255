/** The peer of C2 and C3: node's own server, JSON.parse and JSON.stringify, on the same tables. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { World } from "../harness/world.ts"
import { openDatabase } from "./database.ts"

interface LabelRow {
  readonly status: string
  readonly attributes: string | null
  readonly version: string
  readonly created_at: string
  readonly created_by: string
  readonly [column: string]: unknown
}

const world: World = JSON.parse(process.argv[2] ?? "")
const { database, findUser, bySample, canUse, id } = openDatabase(world)

const find = database.prepare<[string, string, string], LabelRow>(
  `SELECT l.status AS status, b.attributes AS attributes, l.created_at AS created_at, l.created_by AS created_by,
     l.updated_at AS updated_at, l.updated_by AS updated_by, l.reviewed_at AS reviewed_at, l.reviewed_by AS reviewed_by,
     l.score AS score, l.rating AS rating, l.config_version AS config_version, l.version AS version
   FROM labels l LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = l.content
   WHERE l.dataset_id = ? AND l.labelset_id = ? AND l.sample_id = ?`,
)
const record = (sample: string, { attributes: _, status, ...row }: LabelRow, attributes: unknown) => ({
  sample_uuid: sample,
  label_type: "pointcloud-cuboid",
  label_status: status,
  labelset: "ground-truth",
  attributes,
  ...row,
})

const [first = ""] = world.sampleIds
const storedLabel = find.get(world.datasetId, world.labelsetId, first)
const keptRecord =
  storedLabel === undefined ? {} : record(first, storedLabel, JSON.parse(storedLabel.attributes ?? "null"))

const get = (user: string, sample: string, response: ServerResponse) => {
  const role = bySample.get(user, sample)
  const row = canUse(role) ? find.get(role.id, world.labelsetId, sample) : undefined
  if (row === undefined) return sendAnswer(response, 404, "{}")
  sendAnswer(response, 200, JSON.stringify(record(sample, row, JSON.parse(row.attributes ?? "null"))))
}

/** Without the body: a write does not need the previous one. */
const findHead = database.prepare<[string, string, string], LabelRow>(
  `SELECT status, NULL AS attributes, created_at, created_by, reviewed_at, reviewed_by, config_version, version FROM labels
   WHERE dataset_id = ? AND labelset_id = ? AND sample_id = ?`,
)
const update = database.prepare(
  `UPDATE labels SET status = ?, score = ?, rating = ?, updated_at = ?, updated_by = ?, version = ?, content = ?
   WHERE dataset_id = ? AND labelset_id = ? AND sample_id = ?`,
)
const insertContent = database.prepare(
  "INSERT INTO label_contents (dataset_id, id, attributes) VALUES (?, ?, ?)",
)
const insertVersion = database.prepare(
  `INSERT INTO label_versions (dataset_id, labelset_id, sample_id, version, at, actor, action, from_status, to_status,
     score, rating, content) VALUES (?, ?, ?, ?, ?, ?, 'write', ?, ?, ?, ?, ?)`,
)
const setPlace = database.prepare(
  `UPDATE sample_queue SET np = 0, own_step = NULL, own_user = NULL, open_step = 14, open_user = '', labeler = ''
   WHERE dataset_id = ? AND sample_id = ?`,
)
const insertWork = database.prepare(
  `INSERT INTO workunits (dataset_id, id, sample_id, sample_name, created_at, created_by, work_type, action, time_ms,
     inactive_ms, next_label_status) VALUES (?, ?, ?, ?, ?, ?, 'normal', 'write', 0, 0, ?)`,
)

interface LabelBody {
  readonly label_status?: string
  readonly attributes?: unknown
  readonly score?: number
  readonly rating?: number
}

const save = database.transaction((user: string, sample: string, body: LabelBody, text: string) => {
  const role = bySample.get(user, sample)
  const before = canUse(role) ? findHead.get(role.id, world.labelsetId, sample) : undefined
  if (role === undefined || before === undefined) return undefined
  const { label_status: status = "PRELABELED", rating = null, score = null } = body
  const at = new Date().toISOString()
  const version = id()
  update.run(status, score, rating, at, user, version, version, role.id, world.labelsetId, sample)
  insertContent.run(role.id, version, text)
  const statuses = [before.status, status]
  insertVersion.run(role.id, world.labelsetId, sample, version, at, user, ...statuses, score, rating, version)
  setPlace.run(role.id, sample)
  insertWork.run(role.id, id(), sample, "frame-00000000", at, user, status)
  return record(sample, { ...before, status, score, rating, updated_at: at, updated_by: user, version }, null)
})

/** Stores the text as it was sent: stringifying the attributes again would cost the peer as much as parsing them. */
const put = (user: string, sample: string, text: string, response: ServerResponse) => {
  const body: LabelBody = JSON.parse(text)
  const attributes = text.slice(text.indexOf('"attributes":') + '"attributes":'.length, -1)
  const sound =
    isObject(body) && isObject(body.attributes) && isInRange(body.score ?? 0) && isInRange(body.rating ?? 0)
  const made = sound ? save.immediate(user, sample, body, attributes) : undefined
  if (made === undefined) return sendAnswer(response, 400, "{}")
  // Our response contains the whole label; so does this one.
  sendAnswer(
    response,
    200,
    JSON.stringify(made).replace('"attributes":null', () => `"attributes":${attributes}`),
  )
}

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isInRange = (value: unknown): boolean => typeof value === "number" && value >= 0 && value <= 5

const sendAnswer = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
  })
  response.end(text)
}

const handle = (request: IncomingMessage, response: ServerResponse): void => {
  const user = findUser(request.headers.authorization)
  const [, kind, sample = ""] = (request.url ?? "").split("/")
  if (user === undefined) sendAnswer(response, 401, "{}")
  else if (request.method === "PUT") {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => put(user, sample, Buffer.concat(chunks).toString(), response))
  } else if (kind === "kept") sendAnswer(response, 200, JSON.stringify(keptRecord))
  else get(user, sample, response)
}

const server = createServer(handle).listen(0, "127.0.0.1", () => {
  // Cast: a server that listens on a port has no other kind of address.
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
