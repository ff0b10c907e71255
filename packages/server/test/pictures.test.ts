/** Sizes of pictures: which files the server opens to know them, and where it answers them. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { unpack } from "@annotary/formats"
import { makeBucket, type TestBucket } from "@annotary/test-support/s3"
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import sharp from "sharp"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { annotary } from "./support/annotary.ts"
import { type Api, apiOf, expectStatus, items, member, textMember } from "./support/api.ts"
import type { Environment } from "./support/childServer.ts"
import { makeHeader } from "./support/picture.ts"
import { serveHere } from "./support/servedHere.ts"

const adminKey = `ann_aaaaaaaa_${"A".repeat(43)}`
const folder = mkdtempSync(join(tmpdir(), "annotary-pictures-"))
let requests: Array<string> = []
let images: Server
let imagesUrl: string
let bucket: TestBucket

beforeAll(async () => {
  images = createServer((request, answer) => {
    requests.push(request.url ?? "")
    if (request.url === "/moved.png") answer.writeHead(302, { location: "/a.png" }).end()
    else answer.end(makeHeader({ width: 300, height: 200 }))
  })
  await new Promise<void>((resolve) => images.listen(0, "127.0.0.1", resolve))
  imagesUrl = `http://127.0.0.1:${(images.address() as AddressInfo).port}`
  bucket = await makeBucket()
  const { credentials, endpoint } = bucket.options
  const client = new S3Client({ endpoint, credentials, region: "us-east-1", forcePathStyle: true })
  for (const Key of ["cars/a.png", "private/b.png"])
    await client.send(
      new PutObjectCommand({
        Bucket: bucket.options.bucket,
        Key,
        Body: makeHeader({ width: 64, height: 48 }),
      }),
    )
  client.destroy()
}, 120_000)

afterAll(async () => {
  images?.close()
  await bucket?.remove()
  rmSync(folder, { recursive: true, force: true })
})

interface World {
  readonly admin: Api
  readonly environment: Environment
  readonly url: string
}

/** A server with the organization acme, its bucket and a dataset of boxes. */
const withServer = async (name: string, more: Environment, body: (world: World) => Promise<void>) => {
  const environment: Environment = {
    ANNOTARY_DATABASE_URL: `sqlite:${join(folder, `${name}.db`)}`,
    ANNOTARY_DATA_DIR: join(folder, name),
    ANNOTARY_ADMIN_API_KEY: adminKey,
    ANNOTARY_WEBHOOK_ALLOW: "127.0.0.1",
    ...more,
  }
  requests = []
  const server = await serveHere(environment)
  try {
    const admin = apiOf(server.url, adminKey)
    expectStatus(await admin.call("POST", "/organizations/", { username: "acme" }), 201)
    const dataset = {
      name: "cars",
      category: "other",
      task_type: "vector",
      task_attributes: { format_version: "0.1", categories: [{ id: 1, name: "car" }] },
    }
    expectStatus(await admin.call("POST", "/organizations/acme/datasets/", dataset), 201)
    const { credentials, endpoint } = bucket.options
    const secret = join(folder, "secret")
    writeFileSync(secret, credentials.secretAccessKey)
    const place = ["--key-id", credentials.accessKeyId, "--endpoint", endpoint, "--prefix", "cars"]
    const words = ["bucket", "add", "acme", "s3", bucket.options.bucket, ...place, "--secret-file", secret]
    const { code, stderr } = await annotary(words, environment)
    assert.strictEqual(code, 0, stderr)
    await body({ admin, environment, url: server.url })
  } finally {
    await server.stop()
  }
}

const annotation = {
  id: 1,
  category_id: 1,
  type: "bbox",
  points: [
    [1, 2],
    [30, 40],
  ],
}

const addSample = async ({ admin }: World, name: string, url: string, more: object = {}) =>
  expectStatus(
    await admin.call("POST", "/datasets/acme/cars/samples/", {
      name,
      attributes: { image: { url, ...more } },
      label: { label_status: "LABELED", attributes: { annotations: [annotation] } },
    }),
    201,
  ).json()

const readSample = async ({ admin }: World, uuid: string) => {
  const answer = expectStatus(await admin.call("GET", `/samples/${uuid}/`), 200)
  return { sample: answer.json(), etag: answer.headers.get("etag") }
}

const exportCoco = async ({ admin }: World, name: string, options: object = {}) => {
  const path = "/datasets/acme/cars/exports/"
  const begun = expectStatus(await admin.call("POST", path, { format: "coco", ...options }), 201).json()
  const state = async () => (await admin.call("GET", `${path}${textMember(begun, "uuid")}/`)).json()
  await vi.waitUntil(async () => member(await state(), "status") !== "PENDING", { timeout: 100_000 })
  const done = await state()
  assert.strictEqual(member(done, "status"), "SUCCEEDED", JSON.stringify(done))
  const zip = join(folder, `${name}.zip`)
  writeFileSync(zip, new Uint8Array(await (await fetch(textMember(done, "url"))).arrayBuffer()))
  await unpack(zip, join(folder, `${name}-files`))
  const annotations = join(folder, `${name}-files`, "annotations")
  const sets = existsSync(annotations) ? readdirSync(annotations) : []
  const written = sets.flatMap((set) =>
    items(member(JSON.parse(readFileSync(join(annotations, set), "utf8")), "images")),
  )
  const sizes = written.map((image) => [
    member(image, "file_name"),
    member(image, "width"),
    member(image, "height"),
  ])
  return { sizes, report: member(done, "report"), statusInfo: member(done, "status_info") }
}

describe("the files of samples", () => {
  it("are opened in buckets under their prefix and at hosts that the settings name, and nowhere else", async () => {
    await withServer("named", { ANNOTARY_FILE_HOSTS: "127.0.0.1" }, async (world) => {
      await addSample(world, "bucket", `s3://${bucket.options.bucket}/cars/a.png`)
      await addSample(world, "beside", `s3://${bucket.options.bucket}/private/b.png`)
      await addSample(world, "other", "s3://other/cars/a.png")
      await addSample(world, "named", `${imagesUrl}/a.png`)
      await addSample(world, "spaced", `${imagesUrl}/a.png?x=ü b`)
      await addSample(world, "moved", `${imagesUrl}/moved.png`)
      await addSample(world, "foreign", `${imagesUrl.replace("127.0.0.1", "localhost")}/a.png`)
      await addSample(world, "metadata", "http://169.254.169.254/a.png")
      const { report, sizes, statusInfo } = await exportCoco(world, "named")
      assert.strictEqual(statusInfo, "5 samples were left out; the losses of the report say why.")
      assert.sameDeepMembers(sizes, [
        ["bucket.png", 64, 48],
        ["named.png", 300, 200],
        ["spaced.png", 300, 200],
      ])
      assert.strictEqual(member(report, "samples_left_out"), 5)
      assert.sameMembers([...new Set(requests)], ["/a.png", "/a.png?x=%C3%BC%20b", "/moved.png"])
    })
  }, 300_000)

  it("are opened at no other host without the setting, by the server and the command line alike", async () => {
    await withServer("closed", {}, async (world) => {
      await addSample(world, "foreign", `${imagesUrl}/a.png`)
      const { report } = await exportCoco(world, "closed")
      assert.strictEqual(member(report, "samples_left_out"), 1)
      const words = ["export", "acme/cars", join(folder, "closed-out"), "--format", "coco", "--json"]
      const { code, stderr, stdout } = await annotary(words, world.environment)
      assert.strictEqual(code, 0, stderr)
      assert.strictEqual(member(member(JSON.parse(stdout), "report"), "samples_left_out"), 1)
      assert.deepEqual(requests, [])
    })
  }, 300_000)
})

/** The measured sizes of a sample, once there are some. */
const awaitSizes = async (world: World, uuid: string): Promise<unknown> =>
  vi.waitUntil(async () => Reflect.get(Object((await readSample(world, uuid)).sample), "measured_sizes"), {
    timeout: 100_000,
    interval: 100,
  })

const uploadAsset = async ({ admin }: World, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const made = expectStatus(await admin.call("POST", "/assets/", { filename: "a.png" }), 201).json()
  const post = member(made, "presignedPostFields")
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(member(post, "fields")))) form.append(name, String(value))
  form.append("file", new Blob([bytes]))
  const response = await fetch(textMember(post, "url"), { method: "POST", body: form })
  assert.strictEqual(response.status, 204)
  return textMember(made, "url")
}

describe("a measured size", () => {
  it("is known soon after a sample with an uploaded picture is created, upright, and again after its picture changes", async () => {
    await withServer("uploaded", {}, async (world) => {
      const url = await uploadAsset(world, makeHeader({ width: 90, height: 60, orientation: 6 }))
      const made = await addSample(world, "a", url)
      const uuid = textMember(made, "uuid")
      assert.deepStrictEqual(await awaitSizes(world, uuid), [{ pointer: "/image", width: 60, height: 90 }])
      const before = await readSample(world, uuid)
      assert.deepStrictEqual(member(before.sample, "updated_at"), member(made, "updated_at"))
      assert.deepStrictEqual(member(before.sample, "attributes"), member(made, "attributes"))
      const change = { attributes: { image: { url: `s3://${bucket.options.bucket}/cars/a.png` } } }
      expectStatus(await world.admin.call("PATCH", `/samples/${uuid}/`, change), 200)
      assert.deepStrictEqual(await awaitSizes(world, uuid), [{ pointer: "/image", width: 64, height: 48 }])
    })
  }, 300_000)

  it("does not replace a size that the sample states, and check names the difference", async () => {
    await withServer("stated", {}, async (world) => {
      const url = await uploadAsset(world, makeHeader({ width: 90, height: 60 }))
      await addSample(world, "a", url, { width: 91, height: 60 })
      await addSample(world, "b", `s3://${bucket.options.bucket}/cars/a.png`, { width: 48, height: 64 })
      const { sizes } = await exportCoco(world, "stated")
      assert.sameDeepMembers(sizes, [
        ["a.png", 91, 60],
        ["b.png", 48, 64],
      ])
      const { code, stdout } = await annotary(["check", "acme/cars"], world.environment)
      assert.strictEqual(code, 0)
      assert.include(stdout, "The picture is 90 × 60, but the sample states 91 × 60.")
      assert.include(stdout, "The picture is 64 × 48, but the sample states 48 × 64.")
    })
  }, 300_000)

  it("is answered under its own key, changes nothing else of the sample, and is not measured again", async () => {
    await withServer("measured", { ANNOTARY_FILE_HOSTS: "127.0.0.1" }, async (world) => {
      const uuid = textMember(await addSample(world, "named", `${imagesUrl}/a.png`), "uuid")
      const path = "/datasets/acme/cars/samples/"
      // An export that begins while the background measures may open the file, too.
      await awaitSizes(world, uuid)
      await exportCoco(world, "first")
      const after = await readSample(world, uuid)
      const size = [{ pointer: "/image", width: 300, height: 200 }]
      assert.deepStrictEqual(member(after.sample, "measured_sizes"), size)
      assert.deepStrictEqual(member(after.sample, "attributes"), { image: { url: `${imagesUrl}/a.png` } })
      const [row] = items((await world.admin.call("GET", path)).json())
      assert.deepStrictEqual(member(row, "measured_sizes"), size)
      const [named] = items((await world.admin.call("GET", `${path}?fields=name`)).json())
      assert.deepStrictEqual(named, { name: "named" })
      const before = requests.length
      assert.deepStrictEqual((await exportCoco(world, "second")).sizes, [["named.png", 300, 200]])
      assert.strictEqual(requests.length, before)
      const change = { attributes: { image: { url: `${imagesUrl}/b.png` } } }
      expectStatus(await world.admin.call("PATCH", `/samples/${uuid}/`, change), 200)
      assert.notStrictEqual((await readSample(world, uuid)).etag, after.etag)
    })
  }, 300_000)
})

describe("a thumbnail", () => {
  it("is a small copy of an uploaded picture, and of one in a bucket, which clients do not load twice", async () => {
    const photo = sharp({ create: { width: 1200, height: 800, channels: 3, background: "#c03020" } }).png()
    const bytes = Uint8Array.from(await photo.toBuffer())
    const { credentials, endpoint, bucket: name } = bucket.options
    const client = new S3Client({ endpoint, credentials, region: "us-east-1", forcePathStyle: true })
    await client.send(new PutObjectCommand({ Bucket: name, Key: "cars/photo.png", Body: bytes }))
    client.destroy()
    await withServer("thumbnails", {}, async (world) => {
      for (const url of [await uploadAsset(world, bytes), `s3://${name}/cars/photo.png`]) {
        const uuid = textMember(await addSample(world, url.slice(0, 2), url), "uuid")
        const read = (headers = {}) =>
          fetch(`${world.url}/samples/${uuid}/thumbnail/?size=96`, {
            headers: { authorization: `APIKey ${adminKey}`, ...headers },
          })
        const answer = await read()
        assert.strictEqual(answer.status, 200, url)
        assert.strictEqual(answer.headers.get("content-type"), "image/webp")
        const { height, width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
        assert.deepStrictEqual({ width, height }, { width: 96, height: 64 })
        const tag = answer.headers.get("etag") ?? ""
        assert.strictEqual((await read({ "if-none-match": tag })).status, 304)
      }
    })
  }, 300_000)

  it("is refused in words for another size, a damaged picture and a host that the settings do not name", async () => {
    await withServer("no-thumbnails", {}, async (world) => {
      const damaged = await uploadAsset(world, makeHeader({ width: 90, height: 60 }))
      for (const url of [damaged, `${imagesUrl}/a.png`]) {
        const uuid = textMember(await addSample(world, url.slice(-9), url), "uuid")
        const answer = await world.admin.call("GET", `/samples/${uuid}/thumbnail/`)
        assert.strictEqual(answer.status, 404)
        assert.strictEqual(member(answer.json(), "code"), "thumbnail_not_found")
        const sized = await world.admin.call("GET", `/samples/${uuid}/thumbnail/?size=97`)
        assert.strictEqual(sized.status, 400)
        assert.include(sized.text, "/size")
      }
      assert.deepEqual(requests, [])
    })
  }, 300_000)
})
