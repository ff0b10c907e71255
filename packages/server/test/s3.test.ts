/** The server with its files in a bucket of a real S3 server, which runs in this process. */
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { makeBucket, type TestBucket } from "@annotary/test-support/s3"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { annotary } from "./support/annotary.ts"
import { apiOf, expectStatus, member, textMember } from "./support/api.ts"
import { serveHere } from "./support/servedHere.ts"

const adminKey = `ann_serves3t_${"S".repeat(43)}`

let folder: string
let bucket: TestBucket
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "annotary-serve-s3-"))
  bucket = await makeBucket()
}, 120_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await bucket.remove()
})

const environmentOf = (name: string) => ({
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, name, "a.db")}`,
  ANNOTARY_DATA_DIR: join(folder, name, "data"),
  ANNOTARY_ADMIN_API_KEY: adminKey,
  ANNOTARY_S3_BUCKET: bucket.options.bucket,
  ANNOTARY_S3_ENDPOINT: bucket.options.endpoint,
  ANNOTARY_S3_PREFIX: name,
  ANNOTARY_S3_ACCESS_KEY_ID: bucket.options.credentials.accessKeyId,
  ANNOTARY_S3_SECRET_ACCESS_KEY: bucket.options.credentials.secretAccessKey,
})

describe("annotary with a bucket", () => {
  it("keeps a release there, gives it to who asks, and it verifies; no file is on the disk", async () => {
    const environment = environmentOf("release")
    const server = await serveHere(environment)
    try {
      const admin = apiOf(server.url, adminKey)
      expectStatus(
        await admin.call("POST", "/user/datasets/", {
          name: "street",
          category: "street_scenery",
          task_type: "vector",
        }),
        201,
      )
      const lines = Array.from(
        { length: 500 },
        (_, index) => `{"name":"${index}","attributes":{"n":${index}}}`,
      )
      const source = join(folder, "lines.ndjson")
      writeFileSync(source, lines.join("\n"))
      const imported = await annotary(["import", source, "--dataset", "admin/street"], environment)
      assert.strictEqual(imported.code, 0, imported.stderr)
      assert.notInclude(imported.stderr, "Warning")

      const releases = "/datasets/admin/street/releases/"
      expectStatus(await admin.call("POST", releases, { name: "v1" }), 201)
      let release: unknown
      do {
        await sleep(50)
        release = expectStatus(await admin.call("GET", `${releases}v1/`), 200).json()
      } while (textMember(release, "status") === "PENDING")
      assert.strictEqual(textMember(release, "status"), "SUCCEEDED")

      const keys = await bucket.keys()
      assert.strictEqual(keys.filter((key) => key.startsWith("release/releases/")).length, 1)
      assert.isFalse(existsSync(join(folder, "release", "data", "files")))
      assert.deepStrictEqual(
        readdirSync(join(folder, "release")).filter((name) => name.endsWith(".files")),
        [],
      )

      const url = textMember(member(release, "attributes"), "url")
      const whole = await fetch(url, { headers: { "accept-encoding": "identity" } })
      const bytes = Buffer.from(await whole.arrayBuffer())
      assert.strictEqual(createHash("sha256").update(bytes).digest("hex"), textMember(release, "sha256"))
      const part = await fetch(url, { headers: { "accept-encoding": "identity", range: "bytes=10-99" } })
      assert.strictEqual(part.status, 206)
      assert.isTrue(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 100)))

      const file = join(folder, "street-v1.json")
      writeFileSync(file, bytes)
      const verified = await annotary(["verify", file], {})
      assert.strictEqual(verified.code, 0, verified.stdout)
    } finally {
      const stopped = await server.stop()
      assert.strictEqual(stopped.code, 0, stopped.stderr)
    }
  }, 90_000)

  it("is in a backup, and its files are restored into the bucket of the settings", async () => {
    const environment = environmentOf("saved")
    const server = await serveHere(environment)
    try {
      const admin = apiOf(server.url, adminKey)
      const dataset = { name: "street", category: "other", task_type: "vector" }
      expectStatus(await admin.call("POST", "/user/datasets/", dataset), 201)
      expectStatus(await admin.call("POST", "/datasets/admin/street/releases/", { name: "v1" }), 201)
      while (!(await bucket.keys()).some((key) => key.startsWith("saved/releases/"))) await sleep(50)
      await sleep(500)
    } finally {
      await server.stop()
    }
    const out = join(folder, "saved.tar.gz")
    const saved = await annotary(["backup", out], environment)
    assert.match(saved.stdout, /, 1 files, /, saved.stderr)
    // The second restore finds the file in the bucket.
    for (const name of ["first", "second"]) {
      const target = { ...environmentOf(name), ANNOTARY_S3_PREFIX: "restored" }
      const restored = await annotary(["restore", "--server", out], target)
      assert.strictEqual(restored.code, 0, restored.stderr)
      assert.isFalse(existsSync(join(folder, name, "data", "files")))
    }
    const keys = (await bucket.keys()).filter((key) => /^(saved|restored)\//.test(key))
    const [restored = "", original = ""] = keys.sort()
    assert.lengthOf(keys, 2)
    assert.strictEqual(restored.replace("restored/", "saved/"), original)
  }, 90_000)

  it("is looked after by doctor, which does not show the secret", async () => {
    const secret = "a-secret-never-shown"
    const environment = environmentOf("doctor")
    const good = await annotary(["doctor"], environment)
    assert.strictEqual(good.code, 0, good.stdout)
    assert.include(good.stdout, `ok    The bucket ${bucket.options.bucket} answers.`)
    assert.match(good.stdout, /ANNOTARY_S3_SECRET_ACCESS_KEY +set/)
    const bad = await annotary(["doctor"], {
      ...environment,
      ANNOTARY_S3_ACCESS_KEY_ID: "nobody",
      ANNOTARY_S3_SECRET_ACCESS_KEY: secret,
    })
    assert.strictEqual(bad.code, 1)
    assert.match(bad.stdout, /^wrong The store of files cannot be used: .*the credentials are wrong/m)
    assert.notInclude(bad.stdout + bad.stderr, secret)
  }, 60_000)

  it.each([
    [{ ANNOTARY_S3_BUCKET: "annotary-no-such-bucket" }, /there is no such bucket.*annotary-no-such-bucket/],
    [{ ANNOTARY_S3_BUCKET: "" }, /ANNOTARY_S3_ENDPOINT is set without a bucket/],
    [{ ANNOTARY_S3_SECRET_ACCESS_KEY: "" }, /ANNOTARY_S3_ACCESS_KEY_ID and .* go together/],
    [{ ANNOTARY_S3_ENDPOINT: "http://key:secret@127.0.0.1:9" }, /ANNOTARY_S3_ENDPOINT must be/],
  ])(
    "does not start with %j, and says why in one line",
    async (wrong, reason) => {
      const { code, stderr } = await annotary(["serve"], {
        ...environmentOf("refused"),
        // The SDK has an opinion about Node's age.
        NODE_NO_WARNINGS: "1",
        ...wrong,
      })
      assert.strictEqual(code, 1)
      assert.strictEqual(stderr.trim().split("\n").length, 1, stderr)
      assert.match(stderr, reason)
    },
    60_000,
  )
})
