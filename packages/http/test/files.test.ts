/** Files: release files by signed URL, assets by token. */
import { gunzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { parseRange } from "../src/handlers/ranges.ts"
import { assetOf, type Fixture, makeFixture, pathOf } from "./support/fixture.ts"

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

const read = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fixture.call({ method, path, as: "nobody", headers })

describe("a release file", () => {
  it("is read without a key, whole or in ranges", async () => {
    const whole = await read(fixture.releaseFile)
    assert.strictEqual(whole.status, 200)
    assert.strictEqual(whole.headers.get("content-length"), String(whole.text.length))
    assert.strictEqual(whole.at("dataset.owner"), "owner")
    const part = await read(fixture.releaseFile, { range: "bytes=10-19" })
    assert.strictEqual(part.status, 206)
    assert.strictEqual(part.text, whole.text.slice(10, 20))
    assert.strictEqual(part.headers.get("content-range"), `bytes 10-19/${whole.text.length}`)
    const end = await read(fixture.releaseFile, { range: "bytes=-5", "accept-encoding": "gzip" })
    assert.strictEqual(end.text, whole.text.slice(-5))
    const stale = await read(fixture.releaseFile, { range: "bytes=0-1", "if-range": '"other"' })
    assert.deepStrictEqual([stale.status, stale.text], [200, whole.text])
  })

  it("has no range beyond its end", async () => {
    const answer = await read(fixture.releaseFile, { range: "bytes=999999-" })
    assert.strictEqual(answer.status, 416)
    assert.match(answer.headers.get("content-range") ?? "", /^bytes \*\/\d+$/)
    assert.strictEqual(answer.at("code"), "range_not_satisfiable")
  })

  it("has a size and no body when only its head is asked for", async () => {
    const answer = await read(fixture.releaseFile, {}, "HEAD")
    assert.deepStrictEqual([answer.status, answer.text], [200, ""])
    assert.isAbove(Number(answer.headers.get("content-length")), 100)
    const ranged = await read(fixture.releaseFile, { range: "bytes=0-3" }, "HEAD")
    assert.strictEqual(ranged.status, 200)
    assert.strictEqual(ranged.headers.get("content-length"), answer.headers.get("content-length"))
  })

  it("is refused when the URL was changed", async () => {
    const answer = await read(fixture.releaseFile.replace(/expires=\d/, "expires=9"))
    assert.strictEqual(answer.status, 403)
    assert.strictEqual((await read(fixture.releaseFile.split("?")[0] ?? "")).status, 403)
  })
})

const multipart = { "content-type": "multipart/form-data; boundary=b" }
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nabc`

describe("an upload", () => {
  /** Sends this and then waits: nothing but the answer ends it. */
  const sendBeginning = async (path: string, beginning: string) => {
    let taken = 0
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        if (beginning !== "") controller.enqueue(Buffer.from(beginning))
      },
      pull: () => {
        taken += 1
        return new Promise<void>(() => {})
      },
    })
    const answer = await fixture.call({ method: "POST", path, body, headers: multipart, as: "nobody" })
    return { answer, taken }
  }

  it("to an asset that is not there is refused before its body", async () => {
    const path = fixture.asset.upload.replace(/[0-9a-f]{12}(?=\/upload)/, "000000000000")
    const { answer } = await sendBeginning(path, "")
    assert.strictEqual(answer.status, 404)
  })

  it("without its token is refused before its file", async () => {
    const { answer } = await sendBeginning(fixture.asset.upload, part("key", "x") + file)
    assert.strictEqual(answer.status, 403)
  })

  it("with more fields than it needs, or longer ones, is told so", async () => {
    const codeOf = async (beginning: string) => {
      const { answer } = await sendBeginning(fixture.asset.upload, beginning)
      return [answer.status, answer.at("code")]
    }
    const many = Array.from({ length: 33 }, (_, at) => part(`f${at}`, "x")).join("")
    assert.deepStrictEqual(await codeOf(many), [400, "too_many_fields"])
    assert.deepStrictEqual(await codeOf(part("key", "x".repeat(20_000)) + file), [400, "long_field"])
    assert.deepStrictEqual(await codeOf(part("key", "x".repeat(2_000_000))), [413, "too_large"])
  })
})

describe("an asset", () => {
  it("is uploaded once, by whoever has the form, and read by whoever has the URL", async () => {
    const { form, read: url, upload } = fixture.asset
    assert.strictEqual((await read(url)).status, 404)
    const send = (body: FormData) => fixture.call({ method: "POST", path: upload, body, as: "nobody" })
    const forged = form()
    forged.set("x-amz-signature", "another")
    assert.strictEqual((await send(forged)).status, 403)
    assert.strictEqual((await send(form())).status, 204)
    assert.strictEqual((await send(form())).status, 409)

    const file = await read(url)
    assert.strictEqual(file.status, 200)
    assert.strictEqual(file.headers.get("content-type"), "image/png")
    assert.strictEqual(file.headers.get("content-disposition"), "inline")
    assert.strictEqual(file.headers.get("x-content-type-options"), "nosniff")
    assert.strictEqual(file.headers.get("content-security-policy"), "default-src 'none'; sandbox")
    assert.strictEqual(file.headers.get("access-control-allow-origin"), "*")
    assert.strictEqual((await read(url, { range: "bytes=0-3" })).status, 206)

    // A browser that has the file asks whether it is still there, and does not download it again.
    assert.strictEqual(file.headers.get("cache-control"), "private, no-cache")
    const tag = file.headers.get("etag") ?? ""
    const known = await read(url, { "if-none-match": tag, range: "bytes=0-3" })
    assert.deepStrictEqual([known.status, known.text, known.headers.get("etag")], [304, "", tag])
    assert.strictEqual(known.headers.get("cache-control"), "private, no-cache")
    assert.strictEqual((await read(url, { "if-none-match": '"other"' })).status, 200)
  })

  it("is told what an upload is sent as", async () => {
    const ask = { method: "POST", path: fixture.asset.upload, body: "{}", as: "nobody" as const }
    const answer = await fixture.call(ask)
    assert.strictEqual(answer.status, 415)
    assert.include(answer.textAt("detail"), "multipart/form-data")
  })

  it("is taken whole when all of it arrives as one chunk", async () => {
    const made = await fixture.ok({ method: "POST", path: "/assets/", body: { filename: "large.bin" } })
    const fields = made.at("presignedPostFields.fields") as Record<string, string>
    const beginning = Object.entries(fields).map(([name, value]) => part(name, value))
    const size = 2_000_000
    const body = Buffer.concat([
      Buffer.from(beginning.join("") + file),
      Buffer.alloc(size, "x"),
      Buffer.from("\r\n--b--\r\n"),
    ])
    const path = pathOf(made.textAt("presignedPostFields.url"))
    const answer = await fixture.call({ method: "POST", path, body, headers: multipart, as: "nobody" })
    assert.strictEqual(answer.status, 204, answer.text)
    assert.lengthOf((await read(pathOf(made.textAt("url")))).text, size + "abc".length)
  })

  it("that a browser might run is a download", async () => {
    const made = await fixture.ok({ method: "POST", path: "/assets/", body: { filename: "../../x.html" } })
    const form = new FormData()
    for (const [name, value] of Object.entries(
      made.at("presignedPostFields.fields") as Record<string, string>,
    ))
      form.append(name, value)
    form.append("file", new Blob(["<script>alert(1)</script>"]), "x.html")
    await fixture.ok({ method: "POST", path: pathOf(made.textAt("presignedPostFields.url")), body: form })
    const file = await read(pathOf(made.textAt("url")))
    assert.strictEqual(file.headers.get("content-disposition"), "attachment")
    assert.strictEqual(file.headers.get("content-type"), "application/octet-stream")
  })

  it("cannot come in any other way", async () => {
    const made = await fixture.ok({ method: "POST", path: "/assets/", body: { filename: "a" } })
    const path = pathOf(made.textAt("presignedPostFields.url"))
    const send = (body: unknown, headers: Record<string, string>) =>
      fixture.call({ method: "POST", path, body, headers })
    assert.strictEqual((await send("{}", { "content-type": "application/json" })).status, 415)
    const boundary = { "content-type": "multipart/form-data; boundary=x" }
    assert.strictEqual((await send("--x\r\n", boundary)).status, 400)
    assert.strictEqual((await send("--x--\r\n", boundary)).status, 400)
    const field = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'
    assert.strictEqual((await send(field, boundary)).status, 400)
  })
})

describe("the list of one's own files", () => {
  it("has what was uploaded, newest first, in pages, and for nobody else", async () => {
    const { call, ok } = fixture
    const add = async (filename: string) => {
      const made = await ok({ method: "POST", path: "/assets/", body: { filename }, as: "manager" })
      if (filename === "pending.png") return
      const { form, upload } = assetOf(made)
      const sent = await call({ method: "POST", path: upload, body: form(), as: "nobody" })
      assert.strictEqual(sent.status, 204)
    }
    for (const filename of ["a.png", "b.png", "pending.png", "c.png"]) await add(filename)
    const first = await ok({ method: "GET", path: "/assets/?per_page=2", as: "manager" })
    const names = (list: ReadonlyArray<unknown>) => list.map((one) => Object(one).filename)
    assert.deepStrictEqual(names(first.list), ["c.png", "b.png"])
    const [newest] = first.list
    assert.deepInclude(newest, { content_type: "image/png", unreferenced_since: null })
    assert.isAbove(Object(newest).size_bytes, 0)
    const [, next = ""] = /<(.*)>; rel="next"/.exec(first.headers.get("link") ?? "") ?? []
    const second = await ok({ method: "GET", path: next, as: "manager" })
    assert.deepStrictEqual(names(second.list), ["a.png"])
    assert.isNull(second.headers.get("link"))
    assert.deepStrictEqual((await ok({ method: "GET", path: "/assets/", as: "reviewer" })).list, [])
  })
})

describe("a range", () => {
  it.each([
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=5-", { start: 5, end: 9 }],
    ["bytes=5-99", { start: 5, end: 9 }],
    ["bytes=-3", { start: 7, end: 9 }],
    ["bytes=-99", { start: 0, end: 9 }],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=3-1", undefined],
    ["bytes=0-1,3-4", undefined],
    ["items=0-1", undefined],
    ["bytes=-", undefined],
  ] as const)("%s of ten bytes", (header, range) => {
    assert.deepStrictEqual(parseRange(header, 10), range)
  })

  it("of an empty file is none", () => {
    assert.strictEqual(parseRange("bytes=0-", 0), "unsatisfiable")
  })
})

it("gzip is a transfer form of the file", async () => {
  const request = { method: "GET", path: fixture.releaseFile, as: "nobody" as const }
  const plain = await fixture.call(request)
  const packed = await fixture.bytes({ ...request, headers: { "accept-encoding": "gzip" } })
  assert.strictEqual(gunzipSync(packed).toString(), plain.text)
})

it("a client that has the compressed file is told its tag", async () => {
  const { headers } = await read(fixture.releaseFile)
  const tag = `${(headers.get("etag") ?? "").slice(0, -1)}-gzip"`
  const known = await read(fixture.releaseFile, { "if-none-match": tag, "accept-encoding": "gzip" })
  assert.deepStrictEqual([known.status, known.headers.get("etag")], [304, tag])
})

it("a client that has the file from a compressing proxy is not sent it again", async () => {
  const etag = (await read(fixture.releaseFile)).headers.get("etag") ?? ""
  for (const encoding of ["zstd", "br", "-gzip"]) {
    const tag = `${etag.slice(0, -1)}-${encoding}"`
    const known = await read(fixture.releaseFile, { "if-none-match": tag })
    assert.deepStrictEqual([known.status, known.headers.get("etag")], [304, etag], tag)
  }
})
