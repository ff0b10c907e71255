/** Exports and imports of other formats over REST, by a server of its own process. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { folderSource, unpack, zipFolder } from "@annotary/formats"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { annotary } from "./support/annotary.ts"
import { type Api, apiOf, expectStatus, items, member, textMember } from "./support/api.ts"
import { type ChildServer, type Environment, ensureBuilt, startServer } from "./support/childServer.ts"

const adminKey = `ann_aaaaaaaa_${"A".repeat(43)}`
const folder = mkdtempSync(join(tmpdir(), "annotary-transfers-"))
const environment: Environment = {
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "labels.db")}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
  ANNOTARY_ADMIN_API_KEY: adminKey,
  ANNOTARY_WEBHOOK_ALLOW: "127.0.0.1",
}
const street = "/datasets/admin/street"
let server: ChildServer
let admin: Api

const annotation = {
  id: 1,
  category_id: 1,
  type: "bbox",
  points: [
    [1, 2],
    [30, 40],
  ],
}

const sample = (name: string, label_status: string) => ({
  name,
  attributes: { image: { url: `https://images.example/${name}.png`, width: 100, height: 80 } },
  label: { label_status, attributes: { annotations: [annotation] } },
})

const makeDataset = async (name: string) =>
  expectStatus(
    await admin.call("POST", "/user/datasets/", {
      name,
      category: "other",
      task_type: "vector",
      task_attributes: { format_version: "0.1", categories: [{ id: 1, name: "car" }] },
    }),
    201,
  )

beforeAll(async () => {
  await ensureBuilt()
  server = await startServer(environment)
  admin = apiOf(server.url, adminKey)
  await makeDataset("street")
  const source = join(folder, "lines.ndjson")
  const samples = [sample("a", "LABELED"), sample("b", "REVIEWED"), sample("c", "PRELABELED")]
  writeFileSync(source, samples.map((one) => JSON.stringify(one)).join("\n"))
  const { code, stderr } = await annotary(["import", source, "--dataset", "admin/street"], environment)
  assert.strictEqual(code, 0, stderr)
}, 60_000)

afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true })
})

/** The transfer at the path, once it is over. */
const over = async (path: string): Promise<unknown> => {
  for (let waited = 0; waited < 200; waited++) {
    const found = expectStatus(await admin.call("GET", path), 200).json()
    if (textMember(found, "status") !== "PENDING") return found
    await sleep(50)
  }
  throw new Error("It is still PENDING.")
}

const begin = async (path: string, body: unknown): Promise<string> => {
  const made = expectStatus(await admin.call("POST", path, body), 201).json()
  return `${path}${textMember(made, "uuid")}/`
}

const exported = async (body: unknown): Promise<unknown> => over(await begin(`${street}/exports/`, body))

const uploaded = async (bytes: Uint8Array): Promise<string> => {
  const made = expectStatus(await admin.call("POST", "/assets/", { filename: "archive.zip" }), 201).json()
  const post = member(made, "presignedPostFields")
  const form = new FormData()
  for (const [name, value] of Object.entries(member(post, "fields") as Record<string, string>))
    form.append(name, value)
  form.append("file", new Blob([bytes]))
  const response = await fetch(textMember(post, "url"), { method: "POST", body: form })
  assert.strictEqual(response.status, 204)
  return textMember(made, "uuid")
}

const archiveOf = async (transfer: unknown): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(textMember(transfer, "url"))).arrayBuffer())

const filesIn = async (zip: Uint8Array, name: string) => {
  const path = join(folder, `${name}.zip`)
  writeFileSync(path, zip)
  await unpack(path, join(folder, name))
  return await folderSource(join(folder, name))
}

describe("an export over REST", () => {
  it("is a zip file with finished work alone, a report, and a URL that needs no key", async () => {
    const done = await exported({ format: "labelme", files: "link" })
    assert.strictEqual(textMember(done, "status"), "SUCCEEDED", JSON.stringify(done))
    assert.strictEqual(member(done, "samples_done"), 2)
    assert.deepStrictEqual(member(member(done, "report"), "samples"), 2)
    assert.deepStrictEqual(member(member(done, "report"), "left_out"), { PRELABELED: 1 })
    const zip = await archiveOf(done)
    assert.strictEqual(member(done, "size_bytes"), zip.length)
    const kept = Date.parse(textMember(done, "expires_at")) - Date.parse(textMember(done, "created_at"))
    assert.strictEqual(kept, 30 * 24 * 3_600_000)
    const files = await filesIn(zip, "first")
    assert.deepStrictEqual(files.paths, ["a.json", "b.json"])
    const range = await fetch(textMember(done, "url"), { headers: { range: "bytes=0-3" } })
    assert.match(
      range.headers.get("content-disposition") ?? "",
      /^attachment; filename="[a-z0-9-]+-\d{4}-\d\d-\d\d\.zip"$/,
    )
    assert.strictEqual(range.status, 206)
    assert.deepStrictEqual([...new Uint8Array(await range.arrayBuffer())], [0x50, 0x4b, 3, 4])
    const again = await archiveOf(await exported({ format: "labelme", files: "link" }))
    assert.isTrue(Buffer.from(again).equals(zip), "the same data give the same bytes")
  })

  it("shows its options by their names in the request", async () => {
    const sent = { format: "labelme", name_contains: "a", statuses: ["LABELED"] }
    const options = member(await exported(sent), "options")
    assert.strictEqual(member(options, "name_contains"), "a")
    assert.notProperty(options, "nameContains")
  })

  it("exports a release as it was", async () => {
    expectStatus(await admin.call("POST", `${street}/releases/`, { name: "v1" }), 201)
    await over(`${street}/releases/v1/`)
    const done = await exported({ format: "labelme", release: "v1", statuses: ["PRELABELED"] })
    assert.strictEqual(member(done, "samples_done"), 1)
    const missing = await exported({ format: "labelme", release: "v2" })
    assert.strictEqual(textMember(missing, "status"), "FAILED")
    assert.match(textMember(missing, "status_info"), /release/i)
  })

  it("fails when it is strict and something is lost", async () => {
    expectStatus(
      await admin.call("PATCH", `/samples/${await idOf("a")}/`, { metadata: { city: "Ghent" } }),
      200,
    )
    const done = await exported({ format: "labelme", strict: true })
    assert.strictEqual(textMember(done, "status"), "FAILED")
    assert.match(textMember(done, "status_info"), /cannot carry everything: 1 sample lost its metadata/)
    assert.strictEqual(member(done, "url"), null)
  })

  it("names what is wrong with a request", async () => {
    const wrong = async (body: unknown) =>
      expectStatus(await admin.call("POST", `${street}/exports/`, body), 400).text
    assert.match(await wrong({ format: "word" }), /"pointer":"\/format".*labelme/)
    assert.match(await wrong({ format: "labelme", statuses: ["DONE"] }), /\/statuses\/0/)
    assert.match(await wrong({ format: "labelme", stauses: [] }), /stauses/)
    assert.match(await wrong({}), /format/)
  })

  it("is listed, and deleted with its file", async () => {
    const done = await exported({ format: "labelme" })
    const path = `${street}/exports/${textMember(done, "uuid")}/`
    const listed = items(expectStatus(await admin.call("GET", `${street}/exports/`), 200).json())
    assert.strictEqual(textMember(listed[0], "uuid"), textMember(done, "uuid"))
    expectStatus(await admin.call("POST", `${path}cancel/`), 409)
    expectStatus(await admin.call("DELETE", path), 204)
    expectStatus(await admin.call("GET", path), 404)
    assert.strictEqual((await fetch(textMember(done, "url"))).status, 404)
  })

  it("lists its formats", async () => {
    const formats = items(expectStatus(await admin.call("GET", "/formats/"), 200).json())
    assert.deepStrictEqual(
      formats.find((format) => textMember(format, "name") === "labelme"),
      { name: "labelme", title: "Labelme", writes: true, reads: true },
    )
  })
})

const idOf = async (name: string): Promise<string> => {
  const found = items(
    expectStatus(await admin.call("GET", `${street}/samples/?name_contains=${name}`), 200).json(),
  )
  return textMember(found[0], "uuid")
}

describe("events of exports and imports", () => {
  it("are sent to endpoints that name them, and to no others", async () => {
    const types: Record<string, Array<string>> = { all: [], named: [] }
    const receiver = createServer((request, response) => {
      const parts: Array<Buffer> = []
      request.on("data", (part: Buffer) => parts.push(part))
      request.on("end", () => {
        const body: unknown = JSON.parse(Buffer.concat(parts).toString())
        types[request.url?.slice(1) ?? ""]?.push(textMember(body, "event_type"))
        response.end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
    const { port } = receiver.address() as AddressInfo
    try {
      expectStatus(
        await admin.call("POST", "/user/webhooks/endpoints/", { url: `http://127.0.0.1:${port}/all` }),
        201,
      )
      const event_types = ["export.*", "release.created"]
      expectStatus(await admin.call("PUT", "/user/webhooks/"), 200, 204)
      expectStatus(
        await admin.call("POST", "/user/webhooks/endpoints/", {
          url: `http://127.0.0.1:${port}/named`,
          event_types,
        }),
        201,
      )
      await exported({ format: "labelme" })
      await exported({ format: "labelme", release: "gone" })
      expectStatus(await admin.call("POST", `${street}/releases/`, { name: "last" }), 201)
      for (let waited = 0; waited < 200 && Object.values(types).flat().length < 4; waited++) await sleep(50)
      assert.sameMembers(types.named ?? [], ["export.succeeded", "export.failed", "release.created"])
      assert.deepStrictEqual(types.all, ["release.created"])
    } finally {
      receiver.close()
    }
  })
})

describe("an import over REST", () => {
  it("finds the format of an uploaded archive, and can be repeated", async () => {
    await makeDataset("again")
    const zip = await archiveOf(await exported({ format: "labelme", files: "link" }))
    const asset = await uploaded(zip)
    const imported = async (more: object = {}) =>
      over(await begin("/datasets/admin/again/imports/", { asset, ...more }))
    const done = await imported()
    assert.strictEqual(textMember(done, "status"), "SUCCEEDED", JSON.stringify(done))
    assert.strictEqual(textMember(done, "format"), "labelme")
    assert.strictEqual(member(member(done, "report"), "labels_kept"), 0)
    assert.strictEqual(member(done, "samples_done"), 2)
    assert.isNull(member(done, "status_info"))
    const again = await imported()
    assert.strictEqual(member(member(again, "report"), "existing"), 2)
    assert.strictEqual(member(member(again, "report"), "labels_kept"), 2)
    assert.strictEqual(textMember(again, "status"), "SUCCEEDED")
    assert.match(
      textMember(again, "status_info"),
      /^2 samples of the same names were in the dataset before; they stayed as they were; 2 labels were kept\./,
    )
    expectStatus(await admin.call("POST", "/datasets/admin/again/labelsets/", { name: "model" }), 201)
    const other = await imported({ labelset: "model" })
    assert.strictEqual(member(member(other, "report"), "labels_kept"), 0)
    assert.strictEqual(member(member(other, "report"), "labels_written"), 2)
    assert.strictEqual(member(member(other, "report"), "labels_left_out"), 0)
    assert.match(
      textMember(other, "status_info"),
      /; 0 labels were kept, 2 for samples without a label were written\./,
    )
    const repeated = await imported({ labelset: "model" })
    assert.strictEqual(member(member(repeated, "report"), "labels_kept"), 2)
    assert.strictEqual(member(member(repeated, "report"), "labels_written"), 0)
    const expected = await imported({ keep_labels: true })
    assert.strictEqual(member(member(expected, "report"), "existing"), 2)
    assert.isNull(member(expected, "status_info"))
    assert.strictEqual(member(member(expected, "options"), "keep_labels"), true)
    const labels = items(expectStatus(await admin.call("GET", "/datasets/admin/again/samples/"), 200).json())
    const label = expectStatus(
      await admin.call("GET", `/labels/${textMember(labels[0], "uuid")}/ground-truth/`),
      200,
    ).json()
    assert.strictEqual(textMember(label, "label_status"), "PRELABELED")
    assert.deepStrictEqual(items(member(member(label, "attributes"), "annotations"))[0], annotation)
  })

  it("keeps predictions with their score, and gives finished answers the chosen status", async () => {
    await makeDataset("statuses")
    const data = (name: string) => ({ image: `https://images.example/${name}.png`, width: 100, height: 80 })
    const tasks = [
      { data: data("a"), annotations: [{ result: [] }] },
      { data: data("b"), annotations: [], predictions: [{ result: [], score: 0.5 }] },
      { data: data("c"), annotations: [] },
    ]
    const tasksFolder = join(folder, "tasks")
    mkdirSync(tasksFolder)
    writeFileSync(join(tasksFolder, "tasks.json"), JSON.stringify(tasks))
    const zip: Array<Uint8Array> = []
    for await (const part of zipFolder(tasksFolder)) zip.push(part)
    const asset = await uploaded(Buffer.concat(zip))
    const body = { asset, format: "label-studio", label_status: "REVIEWED" }
    const done = await over(await begin("/datasets/admin/statuses/imports/", body))
    assert.strictEqual(textMember(done, "status"), "SUCCEEDED", JSON.stringify(done))
    const samples = items(
      expectStatus(await admin.call("GET", "/datasets/admin/statuses/samples/"), 200).json(),
    )
    const labels = await Promise.all(
      samples.map((one) => admin.call("GET", `/labels/${textMember(one, "uuid")}/ground-truth/`)),
    )
    const [a, b, c] = labels
    assert.strictEqual(textMember(a?.json(), "label_status"), "REVIEWED")
    assert.strictEqual(textMember(b?.json(), "label_status"), "PRELABELED")
    assert.strictEqual(member(b?.json(), "score"), 0.5)
    assert.strictEqual(c?.status, 404)
  })

  it("saves nothing of an archive with a fault", async () => {
    await makeDataset("none")
    const imports = "/datasets/admin/none/imports/"
    const refused = async (bytes: Uint8Array, more = {}) => {
      const done = await over(await begin(imports, { asset: await uploaded(bytes), ...more }))
      assert.strictEqual(textMember(done, "status"), "FAILED")
      return textMember(done, "status_info")
    }
    assert.match(await refused(Buffer.from("no archive")), /is not a zip, tar or tar.gz file/)
    const zip = await archiveOf(await exported({ format: "labelme" }))
    assert.match(await refused(zip), /a.png: is missing among the files/)
    assert.match(await refused(zip.subarray(0, 200)), /not a complete zip file/)
    assert.deepStrictEqual(
      items(expectStatus(await admin.call("GET", "/datasets/admin/none/samples/"), 200).json()),
      [],
    )
    const done = await over(
      await begin(imports, { asset: await uploaded(zip), base_url: "https://x.example" }),
    )
    assert.strictEqual(textMember(done, "status"), "SUCCEEDED", JSON.stringify(done))
  })

  it("needs an asset that was uploaded", async () => {
    const made = expectStatus(await admin.call("POST", "/assets/", { filename: "a.zip" }), 201).json()
    const body = { asset: textMember(made, "uuid") }
    assert.match(
      expectStatus(await admin.call("POST", `${street}/imports/`, body), 400).text,
      /must be an asset that was uploaded/,
    )
  })
})
