/** C1's peer: fastify with schemas on both sides, on the same tables. */
import fastify from "fastify"
import type { World } from "../harness/world.ts"
import { openDatabase } from "./database.ts"

interface SampleRow {
  readonly attributes: string | null
  readonly metadata: string
  readonly [column: string]: unknown
}

const world: World = JSON.parse(process.argv[2] ?? "")
const { database, findUser, bySample, byName, canUse, id } = openDatabase(world)
const app = fastify()

const string = { type: "string" }
const nullable = { type: ["string", "null"] }
const open = { type: ["object", "null"], additionalProperties: true }
const sampleSchema = {
  type: "object",
  properties: {
    uuid: string,
    name: string,
    attributes: open,
    metadata: open,
    created_at: string,
    created_by: string,
    updated_at: string,
    priority: { type: "number" },
    assigned_labeler: nullable,
    assigned_reviewer: nullable,
    readme: string,
    dataset_full_name: string,
  },
}

const statusSchema = { type: "object", properties: { status: string, version: string } }

app.get<{ Params: object }>(
  "/api_status/",
  { schema: { response: { 200: statusSchema } } },
  async (request, reply) => {
    if (findUser(request.headers.authorization) === undefined) return reply.code(401).send({})
    return { status: "ok", version: "1.0.0" }
  },
)

const sample = database.prepare<[string, string], SampleRow>(
  `SELECT s.id AS uuid, s.name AS name, v.attributes AS attributes, v.metadata AS metadata, s.created_at AS created_at,
     s.created_by AS created_by, s.updated_at AS updated_at, s.priority AS priority, s.version AS version,
     s.assigned_labeler AS assigned_labeler, s.assigned_reviewer AS assigned_reviewer, v.readme AS readme
   FROM samples s JOIN datasets d ON d.id = s.dataset_id AND d.deleted_at IS NULL
   JOIN sample_versions v ON v.dataset_id = s.dataset_id AND v.id = s.content
   WHERE s.deleted_at IS NULL AND s.dataset_id = ? AND s.id = ?`,
)

app.get<{ Params: { sample: string } }>(
  "/samples/:sample/",
  { schema: { response: { 200: sampleSchema } } },
  async (request, reply) => {
    const user = findUser(request.headers.authorization)
    if (user === undefined) return reply.code(401).send()
    const role = bySample.get(user, request.params.sample)
    const row = canUse(role) ? sample.get(role.id, request.params.sample) : undefined
    if (role === undefined || row === undefined) return reply.code(404).send()
    reply.header("ETag", `"${String(row.version)}"`)
    return {
      ...row,
      attributes: row.attributes === null ? null : JSON.parse(row.attributes),
      metadata: JSON.parse(row.metadata),
      dataset_full_name: `${role.owner}/${role.name}`,
    }
  },
)

const insertSample = database.prepare(
  `INSERT INTO samples (dataset_id, id, name, priority, created_at, created_by, updated_at, version, content)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
)
const insertHome = database.prepare("INSERT INTO directory (id, dataset_id) VALUES (?, ?)")
const insertVersion = database.prepare(
  "INSERT INTO sample_versions (dataset_id, id, sample_id, attributes, metadata, readme) VALUES (?, ?, ?, ?, ?, ?)",
)
const insertPlace = database.prepare(
  "INSERT INTO sample_queue (dataset_id, sample_id, np, open_step, open_user, labeler) VALUES (?, ?, ?, 4, '', '')",
)
const addCount = database.prepare("UPDATE dataset_counts SET samples = samples + 1 WHERE dataset_id = ?")

interface NewSample {
  readonly name: string
  readonly attributes?: unknown
  readonly metadata?: unknown
  readonly priority?: number
  readonly readme?: string
}

const create = database.transaction((user: string, owner: string, name: string, body: NewSample) => {
  const role = byName.get(user, owner.toLowerCase(), name.toLowerCase())
  if (!canUse(role) || role.archived === 1) return undefined
  const { attributes = null, metadata = {}, priority = 0, readme = "" } = body
  const uuid = id()
  const version = id()
  const at = new Date().toISOString()
  const made = insertSample.run(role.id, uuid, body.name, priority, at, user, at, version, version)
  if (made.changes === 0) return undefined
  const texts = [attributes === null ? null : JSON.stringify(attributes), JSON.stringify(metadata)]
  insertHome.run(uuid, role.id)
  insertVersion.run(role.id, version, uuid, ...texts, readme)
  insertPlace.run(role.id, uuid, priority === 0 ? 0 : -priority)
  addCount.run(role.id)
  const dates = { created_at: at, created_by: user, updated_at: at }
  const nobody = { assigned_labeler: null, assigned_reviewer: null }
  const dataset_full_name = `${role.owner}/${role.name}`
  return { uuid, ...body, attributes, metadata, priority, readme, ...dates, ...nobody, dataset_full_name }
})

app.post<{ Params: { owner: string; dataset: string }; Body: NewSample }>(
  "/datasets/:owner/:dataset/samples/",
  {
    schema: {
      body: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", minLength: 1, maxLength: 500 },
          attributes: open,
          metadata: open,
          priority: { type: "number" },
          readme: string,
        },
      },
      response: { 201: sampleSchema },
    },
  },
  async (request, reply) => {
    const user = findUser(request.headers.authorization)
    if (user === undefined) return reply.code(401).send()
    const { owner, dataset } = request.params
    const made = create.immediate(user, owner, dataset, request.body)
    return made === undefined ? reply.code(409).send() : reply.code(201).send(made)
  },
)

const url = await app.listen({ host: "127.0.0.1", port: 0 })
process.stdout.write(`listening on ${url}\n`)
