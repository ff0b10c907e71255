/** Jobs of a running server on a full disk: the job fails with what has no space left, the server answers on, and the next job works once there is space. */
import { execFileSync, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { zipFolder } from "@annotary/formats"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { type Api, apiOf, expectStatus, member, textMember } from "./support/api.ts"
import { type ChildServer, ensureBuilt, startServer } from "./support/childServer.ts"
import { makePicture } from "./support/noise.ts"

const adminKey = `ann_aaaaaaaa_${"A".repeat(43)}`
const folder = mkdtempSync(join(tmpdir(), "annotary-full-jobs-"))
const [data, temporary] = [join(folder, "data"), join(folder, "temporary")]

/** Disks of 16 MB, which root alone can make, and not in every container. */
const mounts = [data, temporary].map((place) => {
  mkdirSync(place)
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", place])
})
const failed = mounts.find(({ status }) => status !== 0)
const reason =
  failed === undefined ? "" : ` (left out: a tmpfs cannot be mounted: ${String(failed.stderr).trim()})`

const freeBytes = (place: string): number => {
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize
}

/** Fills a disk but for some bytes, until the function it returns is called. */
const fill = (place: string, left: number): (() => void) => {
  const file = join(place, "fill")
  writeFileSync(file, randomBytes(Math.max(0, freeBytes(place) - left)))
  return () => rmSync(file, { force: true })
}

let server: ChildServer
let admin: Api

const makeZip = async (): Promise<Uint8Array> => {
  const source = join(folder, "source")
  mkdirSync(join(source, "images"), { recursive: true })
  const images = [1, 2, 3, 4].map((id) => ({ id, file_name: `${id}.png`, width: 700, height: 700 }))
  for (const { file_name } of images) writeFileSync(join(source, "images", file_name), makePicture(700))
  const box = { category_id: 1, bbox: [1, 1, 5, 5], area: 25, iscrowd: 0, segmentation: [] }
  const annotations = images.map(({ id }) => ({ ...box, id, image_id: id }))
  const file = { images, annotations, categories: [{ id: 1, name: "car" }] }
  writeFileSync(join(source, "labels.json"), JSON.stringify(file))
  const parts: Array<Uint8Array> = []
  for await (const part of zipFolder(source)) parts.push(part)
  return Buffer.concat(parts)
}

const upload = async (bytes: Uint8Array): Promise<string> => {
  const made = expectStatus(await admin.call("POST", "/assets/", { filename: "source.zip" }), 201).json()
  const post = member(made, "presignedPostFields")
  const form = new FormData()
  for (const [name, value] of Object.entries(member(post, "fields") as Record<string, string>))
    form.append(name, value)
  form.append("file", new Blob([bytes]))
  assert.strictEqual((await fetch(textMember(post, "url"), { method: "POST", body: form })).status, 204)
  return textMember(made, "uuid")
}

const makeDataset = async (name: string): Promise<string> => {
  const categories = [{ id: 1, name: "car" }]
  const body = { name, category: "other", task_type: "vector", task_attributes: { categories } }
  expectStatus(await admin.call("POST", "/user/datasets/", body), 201)
  return `/datasets/admin/${name}`
}

/** Begins a job, which is tried five times in half a minute, asks after the server's health meanwhile, and returns the job once it is over. */
const run = async (path: string, body: object, name?: string): Promise<unknown> => {
  const made = expectStatus(await admin.call("POST", path, body), 201).json()
  for (let waited = 0; waited < 1200; waited++) {
    expectStatus(await admin.call("GET", "/healthz"), 200)
    const job = expectStatus(
      await admin.call("GET", `${path}${name ?? textMember(made, "uuid")}/`),
      200,
    ).json()
    if (textMember(job, "status") !== "PENDING") return job
    await sleep(100)
  }
  throw new Error("The job is still PENDING.")
}

const demandSuccess = (job: unknown): void =>
  assert.strictEqual(textMember(job, "status"), "SUCCEEDED", JSON.stringify(job))

const demandFullDisk = (job: unknown): string => {
  assert.strictEqual(textMember(job, "status"), "FAILED", JSON.stringify(job))
  const info = textMember(job, "status_info")
  assert.match(info, /no space is left|too little free space/)
  return info
}

describe.skipIf(reason !== "")(`a job on a full disk${reason}`, { timeout: 240_000 }, () => {
  let asset: string
  let cars: string

  beforeAll(async () => {
    await ensureBuilt()
    server = await startServer({
      ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
      ANNOTARY_DATA_DIR: data,
      ANNOTARY_ADMIN_API_KEY: adminKey,
      TMPDIR: temporary,
    })
    admin = apiOf(server.url, adminKey)
    asset = await upload(await makeZip())
    cars = await makeDataset("cars")
    demandSuccess(await run(`${cars}/imports/`, { asset, label_status: "LABELED" }))
  }, 120_000)

  afterAll(async () => {
    await server?.stop()
    for (const place of [data, temporary])
      if (spawnSync("mountpoint", ["-q", place]).status === 0) execFileSync("umount", ["-l", place])
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  afterEach(() => {
    for (const place of [data, temporary]) rmSync(join(place, "fill"), { force: true })
  })

  it("that imports fails where its files cannot be unpacked, and leaves none of them", async () => {
    const dataset = await makeDataset("unpacked")
    const free = fill(temporary, 1024 * 1024)
    demandFullDisk(await run(`${dataset}/imports/`, { asset, label_status: "LABELED" }))
    assert.deepStrictEqual(
      readdirSync(temporary).filter((name) => name.startsWith("annotary-import")),
      [],
    )
    free()
    demandSuccess(await run(`${dataset}/imports/`, { asset, label_status: "LABELED" }))
  })

  it("that imports fails where its pictures cannot be stored", async () => {
    const dataset = await makeDataset("stored")
    const free = fill(data, 512 * 1024)
    const info = demandFullDisk(await run(`${dataset}/imports/`, { asset, label_status: "LABELED" }))
    assert.match(info, /The store of files cannot be used/)
    free()
    demandSuccess(await run(`${dataset}/imports/`, { asset, label_status: "LABELED" }))
  })

  it.each([
    ["exports", data, 512 * 1024],
    ["exports beside a full folder of temporary files", temporary, 64 * 1024],
  ])("that %s fails, and later makes the whole file", async (_what, place, left) => {
    const free = fill(place, left)
    const body = { format: "coco", files: "copy" }
    const job = await run(`${cars}/exports/`, body)
    // An export needs no temporary files unless it says so.
    if (place === data || textMember(job, "status") === "FAILED") demandFullDisk(job)
    free()
    const again = await run(`${cars}/exports/`, body)
    demandSuccess(again)
    const size = (await (await fetch(textMember(again, "url"))).arrayBuffer()).byteLength
    assert.strictEqual(member(again, "size_bytes"), size)
    expectStatus(await admin.call("DELETE", `${cars}/exports/${textMember(again, "uuid")}/`), 200, 204)
  })

  it("that makes a release fails, and later makes it", async () => {
    const large = await makeDataset("large")
    const samples = Array.from({ length: 2000 }, (_, index) => ({
      name: `s${index}`,
      metadata: { pad: randomBytes(300).toString("hex") },
    }))
    expectStatus(await admin.call("POST", `${large}/samples_bulk/`, samples), 200, 201)
    const free = fill(data, 128 * 1024)
    demandFullDisk(await run(`${large}/releases/`, { name: "v1", description: "" }, "v1"))
    free()
    demandSuccess(await run(`${large}/releases/`, { name: "v2", description: "" }, "v2"))
  })
})
