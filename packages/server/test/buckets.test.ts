/** Private buckets: signatures are those of the providers' own clients, and a real S3 server answers them. */
import { createHmac } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type Bucket,
  BucketConnections,
  BucketId,
  type BucketPlace,
  defaultSettings,
  EngineSettings,
  Timestamp,
  Username,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { makeBucket, type TestBucket } from "@annotary/test-support/s3"
import { makeAddressPolicy } from "@annotary/webhooks"
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { Effect, Layer } from "effect"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { formatStringToSign, makeAzureUrls } from "../src/buckets/azureUrls.ts"
import { makeBucketConnectionsLayer } from "../src/buckets/bucketConnections.ts"
import { parsePage } from "../src/buckets/listing.ts"
import { makeS3Urls } from "../src/buckets/s3Urls.ts"
import { annotary } from "./support/annotary.ts"
import { apiOf, expectStatus, member, textMember } from "./support/api.ts"
import { ensureBuilt, startServer } from "./support/childServer.ts"

const place = (fields: Partial<BucketPlace>): BucketPlace => ({
  kind: "s3",
  account: "",
  name: "images",
  prefix: "",
  endpoint: null,
  region: null,
  ...fields,
})
const keys = { keyId: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" }
const at = Date.UTC(2026, 10, 23, 12) / 1000

const oddKeys = [
  "a.png",
  "a b/c+d.png",
  "é/日本.png",
  "q?x=1&y#z%20.png",
  "a!'()*.png",
  "a//b",
  "~.-_",
  "a=b;c,d@e$",
]

/** As the client of Amazon signs it. */
const signedByAmazon = async (url: string, region: string, seconds: number): Promise<string | null> => {
  const client = new S3Client({
    region,
    credentials: { accessKeyId: keys.keyId, secretAccessKey: keys.secret },
  })
  const { hostname, pathname, protocol } = new URL(url)
  const signer = await client.config.signer()
  if (!("presign" in signer) || typeof signer.presign !== "function") throw new Error("It cannot presign.")
  const body = "x-amz-content-sha256"
  const headers = { host: hostname, [body]: "UNSIGNED-PAYLOAD" }
  const { query } = await signer.presign(
    { method: "GET", protocol, hostname, path: pathname, headers, query: {} },
    {
      expiresIn: seconds,
      signingDate: new Date(at * 1000),
      signableHeaders: new Set(["host"]),
      unhoistableHeaders: new Set([body]),
      unsignableHeaders: new Set([body]),
    },
  )
  client.destroy()
  return query["X-Amz-Signature"] ?? null
}

describe("a presigned URL", () => {
  it.each([
    ["a bucket of Amazon", place({ region: "eu-west-1" }), "https://images.s3.eu-west-1.amazonaws.com/"],
    ["a name with dots", place({ name: "my.images" }), "https://s3.us-east-1.amazonaws.com/my.images/"],
    ["another server", place({ endpoint: "https://s3.example.com" }), "https://s3.example.com/images/"],
    ["Google", place({ kind: "gs" }), "https://storage.googleapis.com/images/"],
  ])("of %s has the signature of Amazon's client, for any key", async (_, bucket, start) => {
    const { keyOf, sign } = makeS3Urls(bucket, keys)
    for (const key of oddKeys) {
      const url = sign(key, at, 1200)
      assert.isTrue(url.startsWith(start), url)
      const region = bucket.kind === "gs" ? "auto" : (bucket.region ?? "us-east-1")
      const { searchParams } = new URL(url)
      assert.strictEqual(searchParams.get("X-Amz-Signature"), await signedByAmazon(url, region, 1200), key)
      assert.strictEqual(searchParams.get("X-Amz-Expires"), "1200")
      assert.strictEqual(keyOf(url), key)
    }
  })

  it("is recognized by its own bucket and key alone", () => {
    const { keyOf, sign } = makeS3Urls(place({}), keys)
    const url = sign("a.png", at, 60)
    assert.isNull(keyOf(url.replace("X-Amz-Signature", "X-Other")))
    assert.isNull(keyOf(url.replace("images.", "others.")))
    assert.isNull(makeS3Urls(place({}), { ...keys, keyId: "OTHER" }).keyOf(url))
  })

  it("is made locally, five hundred of them in one step", () => {
    const { sign } = makeS3Urls(place({}), keys)
    const urls = new Set(Array.from({ length: 500 }, (_, index) => sign(`${index}.png`, at, 60)))
    assert.strictEqual(urls.size, 500)
  })
})

describe("a URL with a shared access signature", () => {
  const secret = Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")
  const azure = makeAzureUrls(place({ kind: "azure", account: "acct" }), { keyId: "", secret })

  it("signs the documented text, in which the blob is not escaped", () => {
    const text = formatStringToSign({
      resource: "b",
      permission: "r",
      path: "/blob/acct/images/a b.png",
      expires: "2026-11-23T12:10:00Z",
      protocol: "https",
    })
    assert.strictEqual(
      text,
      "r\n\n2026-11-23T12:10:00Z\n/blob/acct/images/a b.png\n\n\nhttps\n2020-12-06\nb\n\n\n\n\n\n\n",
    )
    const url = new URL(azure.sign("a b.png", at, 600))
    assert.strictEqual(url.origin + url.pathname, "https://acct.blob.core.windows.net/images/a%20b.png")
    assert.strictEqual(
      url.searchParams.get("sig"),
      createHmac("sha256", Buffer.from(secret, "base64")).update(text).digest("base64"),
    )
    assert.strictEqual(url.searchParams.get("se"), "2026-11-23T12:10:00Z")
  })

  it("leads back to its blob", () => {
    for (const key of oddKeys) assert.strictEqual(azure.keyOf(azure.sign(key, at, 600)), key)
    assert.isNull(azure.keyOf("https://acct.blob.core.windows.net/images/a.png"))
  })
})

describe("a listing", () => {
  const read = (text: string) => parsePage(200, Buffer.from(text))

  it("is read from the answers of both kinds", () => {
    assert.deepStrictEqual(
      read(
        "<?xml version='1.0'?><ListBucketResult><EncodingType>url</EncodingType><NextContinuationToken>t</NextContinuationToken><Contents><Key>a%20b+c.png</Key></Contents></ListBucketResult>",
      ),
      { keys: ["a b c.png"], next: "t" },
    )
    assert.deepStrictEqual(
      read(
        "<EnumerationResults><Blobs><Blob><Name>1</Name></Blob><Blob><Name>a &amp; b</Name></Blob></Blobs><NextMarker/></EnumerationResults>",
      ),
      { keys: ["1", "a & b"], next: null },
    )
    assert.deepStrictEqual(read("<EnumerationResults><Blobs/></EnumerationResults>"), {
      keys: [],
      next: null,
    })
  })

  it("says what the server answered, without its text", () => {
    const refused = parsePage(
      403,
      Buffer.from("<Error><Code>AccessDenied</Code><Message>secret</Message></Error>"),
    )
    assert.deepStrictEqual(refused, {
      refusal: "The server refused the listing with status 403 (AccessDenied).",
      status: 403,
    })
    for (const text of ["internal page", "<Error><Code>a secret!</Code></Error>"])
      assert.notInclude(JSON.stringify(parsePage(500, Buffer.from(text))), "secret")
    assert.deepStrictEqual(read("<html></html>"), {
      refusal: "The answer is not the listing of a bucket.",
      status: 200,
    })
  })
})

describe("a bucket on a real S3 server", () => {
  let bucket: TestBucket
  const bytes = "the bytes of an image"
  beforeAll(async () => {
    bucket = await makeBucket()
    const { credentials, endpoint } = bucket.options
    const client = new S3Client({ endpoint, credentials, region: "us-east-1", forcePathStyle: true })
    for (const Key of ["cars/a b.png", "cars/m.png", "cars/z.png", "others/a.png"])
      await client.send(new PutObjectCommand({ Bucket: bucket.options.bucket, Key, Body: bytes }))
    client.destroy()
  })
  afterAll(() => bucket.remove())

  const allowing = (allow: ReadonlyArray<string>, secretKeys: ReadonlyArray<string> = []) =>
    makeBucketConnectionsLayer(makeAddressPolicy({ allow })).pipe(
      Layer.provide(memory()),
      Layer.provide(Layer.succeed(EngineSettings, { ...defaultSettings, secretKeys })),
    )
  const loopback = ["127.0.0.0/8"]

  const row = (fields: Partial<Bucket>): Bucket => ({
    ...place({ name: bucket.options.bucket, endpoint: bucket.options.endpoint, prefix: "cars/" }),
    id: BucketId.make("01900000-0000-7000-8000-000000000001"),
    organization: Username.make("acme"),
    urlSeconds: 60,
    sealed: "",
    createdAt: Timestamp.make("2026-11-23T12:00:00.000000Z"),
    updatedAt: Timestamp.make("2026-11-23T12:00:00.000000Z"),
    ...fields,
  })
  const sealedRow = (fields: Partial<Bucket> = {}, keyId = bucket.options.credentials.accessKeyId) =>
    Effect.gen(function* () {
      const bare = row(fields)
      const credentials = { keyId, secret: bucket.options.credentials.secretAccessKey }
      return { ...bare, sealed: yield* (yield* BucketConnections).seal(bare.id, credentials) }
    })
  const run = <A>(effect: Effect.Effect<A>, layer = allowing(loopback)) =>
    Effect.runPromise(Effect.provide(effect, layer))

  it("gives the bytes for the signed URL, and refuses the key of somebody else", async () => {
    const signed = await run(
      Effect.gen(function* () {
        const opened = yield* (yield* BucketConnections).open(yield* sealedRow())
        return opened?.signer.sign("cars/a b.png", Math.floor(Date.now() / 1000), 60) ?? ""
      }),
    )
    assert.strictEqual(await (await fetch(signed)).text(), bytes)
    const { accessKeyId } = bucket.options.credentials
    assert.strictEqual(
      (await fetch(signed.replace(`Credential=${accessKeyId}`, "Credential=NOBODY"))).status,
      403,
    )
  })

  it("is listed under its prefix alone", async () => {
    const page = await run(
      Effect.gen(function* () {
        return yield* (yield* BucketConnections).list(yield* sealedRow(), { limit: 10, after: null })
      }),
    )
    assert.deepStrictEqual(page, { keys: ["cars/a b.png", "cars/m.png", "cars/z.png"], next: null })
  })

  it("says that wrong credentials are refused", async () => {
    const page = await run(
      Effect.gen(function* () {
        return yield* (yield* BucketConnections).list(yield* sealedRow({}, "NOBODY"), {
          limit: 1,
          after: null,
        })
      }),
    )
    assert.strictEqual("refusal" in page && page.status, 403)
  })

  it("is not called at an address that the policy forbids, whatever its settings say", async () => {
    const page = await run(
      Effect.gen(function* () {
        return yield* (yield* BucketConnections).list(yield* sealedRow(), { limit: 1, after: null })
      }),
      allowing([]),
    )
    assert.deepStrictEqual(page, {
      refusal: "The server of the bucket could not be reached.",
      status: null,
    })
    const faults = await run(
      Effect.map(BucketConnections, ({ check }) =>
        ["http://127.0.0.1:9000", "http://169.254.169.254", "https://10.0.0.1"].map((endpoint) =>
          check(place({ endpoint }), null).map(({ pointer }) => pointer),
        ),
      ),
      allowing([]),
    )
    assert.deepStrictEqual(faults, [["/endpoint"], ["/endpoint"], ["/endpoint"]])
  })

  it("opens in its own place, and is sealed again with a newer key", async () => {
    const [one, two] = ["1", "2"].map((digit) => Buffer.from(digit.repeat(32)).toString("base64url"))
    const made = await run(sealedRow(), allowing(loopback, [one ?? ""]))
    const { secretAccessKey } = bucket.options.credentials
    assert.notInclude(made.sealed, secretAccessKey)
    const open = (found: Bucket, secretKeys: ReadonlyArray<string | undefined>) =>
      run(
        Effect.flatMap(BucketConnections, ({ open: opening }) => opening(found)),
        allowing(
          loopback,
          secretKeys.flatMap((key) => key ?? []),
        ),
      )
    assert.isNull((await open(made, [one]))?.resealed ?? null)
    const resealed = (await open(made, [two, one]))?.resealed ?? ""
    assert.isNull(await open(made, [two]))
    assert.isNotNull(await open({ ...made, sealed: resealed }, [two]))
    const other = BucketId.make("01900000-0000-7000-8000-000000000002")
    assert.isNull(await open({ ...made, id: other }, [one]))
  })
})

describe("annotary bucket", () => {
  const key = `ann_bucketst_${"B".repeat(43)}`
  let folder: string
  let bucket: TestBucket
  beforeAll(async () => {
    await ensureBuilt()
    folder = mkdtempSync(join(tmpdir(), "annotary-buckets-"))
    bucket = await makeBucket()
  }, 120_000)
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await bucket.remove()
  })

  it("adds a bucket from a file, whose objects a sample names and a browser reads", async () => {
    const environment = {
      ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
      ANNOTARY_DATA_DIR: join(folder, "data"),
      ANNOTARY_ADMIN_API_KEY: key,
      ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8",
    }
    const { bucket: name, credentials, endpoint } = bucket.options
    const client = new S3Client({ endpoint, credentials, region: "us-east-1", forcePathStyle: true })
    await client.send(new PutObjectCommand({ Bucket: name, Key: "cars/a.png", Body: "bytes" }))
    client.destroy()
    const server = await startServer(environment)
    try {
      const run = async (...words: ReadonlyArray<string>) => {
        const { code, stderr, stdout } = await annotary([...words], environment)
        assert.strictEqual(code, 0, stderr)
        return stdout.trim()
      }
      const { call } = apiOf(server.url, key)
      expectStatus(await call("POST", "/organizations/", { username: "acme" }), 201)
      const secret = join(folder, "secret")
      writeFileSync(secret, `${credentials.secretAccessKey}\n`)
      const words = ["--key-id", credentials.accessKeyId, "--endpoint", endpoint, "--prefix", "cars"]
      const id = await run("bucket", "add", "acme", "s3", name, ...words, "--secret-file", secret)
      assert.include(await run("bucket", "test", "acme", id), "cars/a.png")
      const listed = await run("bucket", "list", "acme", "--json")
      assert.include(listed, id)
      assert.notInclude(listed, "sealed")
      const dataset = { name: "cars", category: "other", task_type: "vector" }
      expectStatus(await call("POST", "/organizations/acme/datasets/", dataset), 201)
      const sample = { name: "a", attributes: { image: { url: `s3://${name}/cars/a.png` } } }
      const made = await call("POST", "/datasets/acme/cars/samples/", sample)
      expectStatus(made, 201)
      const url = textMember(member(member(made.json(), "attributes"), "image"), "url")
      assert.strictEqual(await (await fetch(url)).text(), "bytes")
      const imports = "/datasets/acme/cars/imports/"
      const begun = await call("POST", imports, { url: `s3://${name}/cars/` })
      expectStatus(begun, 201)
      const state = async () => (await call("GET", `${imports}${textMember(begun.json(), "uuid")}/`)).json()
      await vi.waitUntil(async () => member(await state(), "status") !== "PENDING", { timeout: 15_000 })
      assert.deepInclude(await state(), {
        status: "SUCCEEDED",
        format: "bucket",
        asset: null,
        samples_done: 1,
      })
      const [listedSample] = (
        await call("GET", "/datasets/acme/cars/samples/?name_contains=a.png")
      ).json() as [unknown]
      const listedUrl = textMember(member(member(listedSample, "attributes"), "image"), "url")
      assert.strictEqual(await (await fetch(listedUrl)).text(), "bytes")
      await run("bucket", "delete", "acme", id)
      assert.strictEqual(await run("bucket", "list", "acme", "--json"), "[]")
    } finally {
      await server.stop()
    }
  })
})
