/**
 * Writes databases as the server of a checkout leaves them, small and with rows of all kinds: what upgrades are tested
 * with. Run once for each schema that was released, on a built checkout of that release:
 *
 *     node packages/server/test/released/write.mjs CHECKOUT
 *
 * SQLite: the file, gzipped. Postgres: a line for each table, its name and its rows as JSON, gzipped. Each goes to
 * `test/released` of its package, named by its last migration.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import Database from "better-sqlite3"
import pg from "pg"
import { atEnd, checkout, run, startPostgres, startServer } from "../../../../.ci/acceptance/support.mjs"

const here = dirname(fileURLToPath(import.meta.url))
const packages = join(here, "../../..")

const numbers = readdirSync(join(checkout, "packages/storage-sql/src/migrations"))
  .filter((name) => /^\d{4}_/.test(name))
  .map((name) => name.slice(0, 4))
const schema = numbers.sort().at(-1)

const receiver = createServer((request, response) => {
  request.resume()
  request.on("end", () => response.writeHead(request.url === "/gone" ? 410 : 200).end())
})
await new Promise((listening) => receiver.listen(0, "127.0.0.1", listening))
atEnd(() => receiver.close())
const receiverUrl = `http://127.0.0.1:${receiver.address().port}`

/** Makes rows in every table through the API. */
const populate = async (server) => {
  const call = async (method, path, body, headers) => {
    const answer = await server.request(method, path, body, headers)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.json
  }
  const post = (path, body, headers) => call("POST", path, body, headers)
  await post("/users/", { username: "ann", email: "ann@example.com" })
  const annKey = {
    Authorization: `APIKey ${(await post("/users/ann/api_keys/", { description: "laptop" })).key}`,
  }
  await post("/users/", { username: "bob" })
  await post("/organizations/", { username: "acme" })
  await call("PUT", "/organizations/acme/members/ann/", { role: "manager" })
  await call("PUT", "/user/webhooks/")
  const endpoint = (path, more) => post("/user/webhooks/endpoints/", { url: receiverUrl + path, ...more })
  await endpoint("/hook", { description: "all", rate_limit: 50, headers: { "x-team": "labels" } })
  await endpoint("/gone", { description: "gone" })
  await endpoint("/chat", { chat: true, event_types: ["label.updated"] })
  const cuboid = (id, x) => ({
    id,
    category_id: 1,
    track_id: id,
    type: "cuboid",
    position: { x, y: 0, z: 0 },
    dimensions: { x: 4, y: 2, z: 1.5 },
    yaw: 0.5,
    attributes: { parked: true },
  })
  const dataset = "/datasets/admin/drive"
  await post("/user/datasets/", {
    name: "drive",
    description: "Cuboids of one drive",
    category: "street_scenery",
    task_type: "pointcloud-cuboid",
    public: true,
    readme: "# Drive",
    metadata: { city: "Ghent" },
    enable_save_button: true,
    enable_skip_labeling: true,
    enable_label_status_verified: true,
    task_attributes: {
      format_version: "0.1",
      categories: [
        {
          id: 1,
          name: "car",
          attributes: [{ name: "parked", input_type: "checkbox", default_value: false }],
        },
        { id: 2, name: "van", note: "kept as sent", nanoseconds: 1 },
      ],
      warning_rules: [{ name: "intersecting-cuboids" }],
    },
  })
  await post(`${dataset}/collaborators/`, { user: "ann", role: "reviewer" })
  await post(`${dataset}/collaborators/`, { user: "bob", role: "labeler" })
  await post(`${dataset}/labelsets/`, { name: "model-1", description: "Predictions" })
  await call(
    "POST",
    `${dataset}/samples_bulk/`,
    `[${Array.from(
      { length: 12 },
      (_, n) =>
        `{"name":"frame-${n}","attributes":{"pcd":{"url":"https://example.com/${n}.pcd","type":"pcd"},"timestamp":1700000000123456789},"metadata":{"city":"${n % 2 ? "Ghent" : "Łódź"}"},"priority":${n % 3}}`,
    ).join(",")}]`,
  )
  const samples = await call("GET", `${dataset}/samples/?sort=name`)
  const [first, second, third, fourth] = samples.map(({ uuid }) => uuid)
  await call("PATCH", `/samples/${second}/`, { assigned_labeler: "bob", assigned_reviewer: "ann" })
  const attributes = { annotations: [cuboid(1, 0), cuboid(2, 1)] }
  await call("PUT", `/labels/${first}/ground-truth/`, { label_status: "LABELED", attributes, score: 0.5 })
  await call("PATCH", `/labels/${first}/ground-truth/`, { label_status: "REVIEWED" })
  await call("PUT", `/labels/${first}/model-1/`, { label_status: "PRELABELED", attributes, score: 0.25 })
  const { warnings } = await post(`/samples/${first}/check/`, { labelset: "ground-truth" })
  const stored = await call("GET", `/labels/${first}/ground-truth/warnings/`)
  const id = (stored.warnings ?? stored)[0]?.id ?? warnings[0]?.id
  if (id !== undefined)
    await post(`/labels/${first}/ground-truth/warnings/${id}/dismiss/`, { reason: "They touch in truth." })
  const claim = async (queue, headers) =>
    (await post(`${dataset}/queue/${queue}/claim/`, { count: 1 }, headers))[0]
  const labeled = await claim("labeling")
  await post(`/claims/${labeled.claim_id}/submit/`, { attributes, time: 4200 })
  const reviewed = await claim("reviewing", annKey)
  await post(
    `/claims/${reviewed.claim_id}/reject/`,
    { comment: "The second box is too long.", time: 100 },
    annKey,
  )
  const skipped = await claim("labeling")
  await post(`/claims/${skipped.claim_id}/skip/`, { time: 10 })
  const saved = await claim("labeling")
  await post(`/claims/${saved.claim_id}/save/`, { attributes: { annotations: [] }, time: 5 })
  const issue = await post(`/samples/${third}/issues/`, {
    description: "Blurred",
    anchor: { type: "location", frame_index: 0, x: 1, y: 2, z: 3 },
  }).catch(() => post(`/samples/${third}/issues/`, { description: "Blurred" }))
  await post(`/issues/${issue.uuid}/comments/`, { text: "Yes" })
  await call("DELETE", `/samples/${fourth}/`)
  const asset = await post("/assets/", { filename: "map.png" })
  const form = new FormData()
  for (const [name, value] of Object.entries(asset.presignedPostFields.fields)) form.append(name, value)
  form.append("file", new Blob([Buffer.from("89504e470d0a1a0a", "hex")]), "map.png")
  await fetch(asset.presignedPostFields.url, { method: "POST", body: form })
  const settled = async (path, done) => {
    for (let waited = 0; waited < 30_000; waited += 100) {
      const answer = await call("GET", path)
      if (done(answer)) return answer
      await sleep(100)
    }
    throw new Error(`${path} is not done.`)
  }
  await post(
    `${dataset}/releases/`,
    { name: "v1", description: "First" },
    { "Idempotency-Key": "release-v1" },
  )
  await settled(`${dataset}/releases/v1/`, ({ status }) => status === "SUCCEEDED")
  const { configuration, config_version } = await call("GET", `${dataset}/configuration/`)
  const renamed = structuredClone(configuration)
  renamed.categories[1].name = "truck"
  const job = await post(`${dataset}/configuration/apply/`, {
    configuration: renamed,
    config_version,
    actions: [{ op: "rename_category", category_id: 2, to: "truck" }],
  })
  await settled(`/jobs/${job.uuid}/`, ({ status }) => status === "SUCCEEDED")
  await post(`${dataset}/clone/`, { name: "drive-clone", clone_labels: true })
  await post("/organizations/acme/datasets/", { name: "images", category: "other", task_type: "bboxes" })
  await call("PATCH", "/datasets/acme/images/", { archived: true })
  await sleep(3000)
}

const sqlite = async () => {
  const server = await startServer({ ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8" })
  await populate(server)
  await server.stop()
  const database = new Database(join(server.folder, "annotary.db"))
  database.pragma("journal_mode = DELETE")
  database.exec("VACUUM")
  database.close()
  writeFileSync(
    join(packages, `storage-sqlite/test/released/${schema}.db.gz`),
    gzipSync(readFileSync(join(server.folder, "annotary.db"))),
  )
}

const postgres = async () => {
  const url = await startPostgres()
  const server = await startServer({ ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8", ANNOTARY_DATABASE_URL: url })
  await populate(server)
  await server.stop()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const tables = await client.query(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'annotary_migrations' ORDER BY 1",
  )
  const lines = []
  for (const { tablename } of tables.rows) {
    const { rows } = await client.query(
      `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${tablename} t`,
    )
    lines.push(`${tablename}\t${JSON.stringify(rows[0].rows)}\n`)
  }
  await client.end()
  writeFileSync(
    join(packages, `storage-postgres/test/released/${schema}.tables.gz`),
    gzipSync(lines.join("")),
  )
}

await run({ sqlite, postgres })
