import { randomBytes } from "node:crypto"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { Budget } from "../../src/transport/body/budget.ts"
import { caller, makeWorld, problemIn, sending } from "./fixture.ts"

const thing = { name: "a", attributes: { x: 1 } }
const text = JSON.stringify(thing)

const compressed = (bytes: Uint8Array, encoding: string) => ({
  body: Uint8Array.from(bytes),
  headers: {
    "content-type": "application/json",
    "content-encoding": encoding,
    "content-length": String(bytes.length),
  },
})

/** The same body, its length not announced. */
const streamed = (bytes: Uint8Array, headers: Record<string, string>, size = 1_000) => ({
  body: new ReadableStream({
    start: (controller) => {
      for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.subarray(i, i + size))
      controller.close()
    },
  }),
  headers,
})

const json = { "content-type": "application/json" }

describe("a compressed body", () => {
  it("is inflated, whatever of the four encodings it has", async () => {
    for (const [encoding, bytes] of [
      ["gzip", gzipSync(text)],
      ["x-gzip", gzipSync(text)],
      ["deflate", deflateSync(text)],
      ["deflate", deflateRawSync(text)],
      ["br", brotliCompressSync(text)],
      ["GZIP", gzipSync(text)],
      ["identity", Buffer.from(text)],
    ] as const) {
      const world = makeWorld()
      const call = caller(world)
      const headers = { ...json, "content-encoding": encoding }
      assert.strictEqual((await call("POST", "/things/", compressed(bytes, encoding))).status, 201, encoding)
      assert.strictEqual((await call("POST", "/things/", streamed(bytes, headers, 7))).status, 201, encoding)
      assert.deepStrictEqual(world.payloads[0], world.payloads[1])
    }
  })

  it("is inflated when it is large in both forms", async () => {
    const world = makeWorld()
    const blob = randomBytes(300_000).toString("hex")
    const large = gzipSync(JSON.stringify({ name: "a", attributes: { blob } }))
    assert.isAbove(large.length, 64 * 1024)
    const response = await caller(world)("POST", "/things/", compressed(large, "gzip"))
    assert.strictEqual(response.status, 201)
    assert.include(JSON.stringify(world.payloads[0]), blob)
  })

  it("that is cut off or broken is a 400, and no handler runs", async () => {
    const world = makeWorld()
    const whole = gzipSync(text)
    const large = gzipSync(
      JSON.stringify({ name: "a", attributes: { blob: randomBytes(200_000).toString("hex") } }),
    )
    for (const bytes of [
      whole.subarray(0, -9),
      whole.subarray(0, 5),
      Buffer.from(text),
      large.subarray(0, -1_000),
      Buffer.concat([large.subarray(0, 100_000), randomBytes(50_000)]),
    ]) {
      const response = await caller(world)("POST", "/things/", compressed(bytes, "gzip"))
      assert.strictEqual(response.status, 400)
      assert.strictEqual((await problemIn(response)).code, "broken_encoding")
    }
    assert.deepStrictEqual(world.calls, [])
  })

  it("of an encoding we do not know is a 415", async () => {
    for (const encoding of ["zstd", "gzip, gzip", "compress"]) {
      const response = await caller()("POST", "/things/", compressed(gzipSync(text), encoding))
      assert.strictEqual(response.status, 415, encoding)
      assert.strictEqual((await problemIn(response)).code, "unsupported_encoding")
    }
  })

  it("that swells beyond the limit is stopped there", async () => {
    const world = makeWorld()
    const settings = { body: { inflatedBytes: 100_000 } }
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, " "))
    assert.isBelow(bomb.length, 64 * 1024)
    for (const call of [compressed(bomb, "gzip"), streamed(bomb, { ...json, "content-encoding": "gzip" })]) {
      const before = process.memoryUsage().arrayBuffers
      const response = await caller(world, { settings })("POST", "/things/", call)
      assert.strictEqual(response.status, 413)
      assert.isBelow(process.memoryUsage().arrayBuffers - before, 10 * 1024 * 1024)
    }
    const modest = compressed(gzipSync(Buffer.alloc(200_000, " ")), "gzip")
    assert.strictEqual((await caller(world, { settings })("POST", "/things/", modest)).status, 413)
    assert.deepStrictEqual(world.calls, [])
  })
})

describe("a large body", () => {
  it("is refused by its announced length, or where it exceeds the limit", async () => {
    const settings = { body: { sentBytes: 1_000 } }
    const call = caller(makeWorld(), { settings })
    const large = Buffer.from(JSON.stringify({ ...thing, pad: "x".repeat(2_000) }))
    for (const init of [
      { body: large, headers: { ...json, "content-length": String(large.length) } },
      streamed(large, json, 100),
    ]) {
      const response = await call("POST", "/things/", init)
      assert.strictEqual(response.status, 413)
      assert.strictEqual((await problemIn(response)).code, "too_large")
    }
    assert.strictEqual((await call("POST", "/things/", sending(thing))).status, 201)
  })

  it("has to wait when the process has too much in work, and not longer than that", async () => {
    const budget = new Budget(10_000)
    const call = caller(makeWorld(), { settings: { budget } })
    const large = sending({ ...thing, pad: "x".repeat(8_000) })
    const other = budget.lease()
    assert.isTrue(other.take(5_000))
    const refused = await call("POST", "/things/", large)
    assert.strictEqual(refused.status, 503)
    assert.strictEqual(refused.headers.get("retry-after"), "1")
    other.release()
    for (let i = 0; i < 5; i++) assert.strictEqual((await call("POST", "/things/", large)).status, 201)
  })

  it("that comes too slowly is given up", async () => {
    const world = makeWorld()
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"name":')) })
    const call = caller(world, { settings: { body: { millis: 30 } } })
    const response = await call("POST", "/things/", { body, headers: json })
    assert.strictEqual(response.status, 408)
    assert.deepStrictEqual(world.calls, [])
  })
})

describe("a content type", () => {
  it("of JSON is taken", async () => {
    for (const type of [
      "application/json",
      "application/json; charset=utf-8",
      'Application/JSON;charset="UTF-8"',
      "application/merge-patch+json",
      "application/vnd.x+json; v=1",
    ]) {
      const response = await caller()("POST", "/things/", { body: text, headers: { "content-type": type } })
      assert.strictEqual(response.status, 201, type)
    }
  })

  it("of anything else is a 415", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=latin1",
      "application/x-ndjson",
      "json",
    ]) {
      const response = await caller()("POST", "/things/", { body: text, headers: { "content-type": type } })
      assert.strictEqual(response.status, 415, type)
    }
    const unlabelled = streamed(Buffer.from(text), {})
    assert.strictEqual((await caller()("POST", "/things/", unlabelled)).status, 415)
  })

  it("does not matter where there is no body", async () => {
    const response = await caller()("POST", "/things/", { headers: { "content-type": "text/plain" } })
    assert.strictEqual((await problemIn(response)).code, "invalid")
    assert.strictEqual((await caller()("POST", "/secret/")).status, 200)
  })
})

describe("a raw body", () => {
  it("reaches its handler untouched, whatever it is", async () => {
    const bytes = gzipSync(randomBytes(100_000))
    const response = await caller()("POST", "/upload/", {
      body: bytes,
      headers: { "content-type": "image/png", "content-encoding": "gzip" },
    })
    assert.strictEqual(await response.text(), String(bytes.length))
  })
})

describe("lines", () => {
  const ndjson = { "content-type": "application/x-ndjson" }
  const report = async (bytes: Uint8Array, headers: Record<string, string> = ndjson, size = 3) => {
    const settings = { body: { lineBytes: 20 } }
    const response = await caller(makeWorld(), { settings })(
      "POST",
      "/things_bulk/",
      streamed(bytes, headers, size),
    )
    assert.strictEqual(response.status, 200)
    return (await response.text())
      .trim()
      .split("\n")
      .map((line) => Object.values(JSON.parse(line) as object))
  }

  it("are numbered from one, blank ones counted and left out, the last without its end", async () => {
    const text = '{"a":1}\n\n \t\r\n{"b":2}\r\n{"c":3}'
    for (const size of [1, 3, 100])
      assert.deepStrictEqual(await report(Buffer.from(text), ndjson, size), [
        [1, 7],
        [4, 8],
        [5, 7],
      ])
  })

  it("that are too long are named and the rest goes on", async () => {
    const text = `{"a":1}\n"${"x".repeat(100)}"\n{"b":2}\n${"y".repeat(21)}`
    for (const size of [1, 7, 1_000])
      assert.deepStrictEqual(await report(Buffer.from(text), ndjson, size), [
        [1, 7],
        [2, "too long"],
        [3, 7],
        [4, "too long"],
      ])
  })

  it("that never end are not kept", async () => {
    setFlagsFromString("--expose-gc")
    const collectGarbage = runInNewContext("gc") as () => void
    let left = 256
    let kept = 0
    collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    const body = new ReadableStream({
      pull: (controller) => {
        if (left-- > 0) return controller.enqueue(new Uint8Array(1024 * 1024))
        collectGarbage()
        kept = process.memoryUsage().arrayBuffers - before
        controller.close()
      },
    })
    const call = caller(makeWorld(), { settings: { body: { lineBytes: 1_000 } } })
    const response = await call("POST", "/things_bulk/", { body, headers: ndjson })
    assert.include(await response.text(), "too long")
    assert.isBelow(kept, 192 * 1024 * 1024)
  })

  it("have no total: more than any limit of a JSON body passes, compressed or not", async () => {
    const text = '{"a":1}\n'.repeat(30_000)
    const settings = { body: { sentBytes: 1_000, inflatedBytes: 1_000 } }
    for (const [bytes, headers] of [
      [Buffer.from(text), ndjson],
      [gzipSync(text), { ...ndjson, "content-encoding": "gzip" }],
    ] as const) {
      const call = caller(makeWorld(), { settings })
      const response = await call("POST", "/things_bulk/", streamed(bytes, headers, 10_000))
      assert.strictEqual((await response.text()).trim().split("\n").length, 30_000)
    }
  })

  it("of a broken encoding end the answer with its last line", async () => {
    const bytes = gzipSync(Buffer.from('{"a":1}\n'.repeat(1_000))).subarray(0, -10)
    const rows = await report(bytes, { ...ndjson, "content-encoding": "gzip" })
    assert.deepStrictEqual(rows.at(-1), [{ ...(rows.at(-1)?.[0] as object) }])
    assert.property(rows.at(-1)?.[0], "status")
  })

  it("may come as a JSON array to the same endpoint", async () => {
    const response = await caller()("POST", "/things_bulk/", sending([thing]))
    assert.deepStrictEqual(await response.json(), [{ name: "a", priority: 0, attributes: '{"x":1}' }])
  })
})

describe("an answer that is large", () => {
  const get = (path: string, headers: Record<string, string>) => caller()("GET", path, { headers })

  it("is compressed for who asks, and only then", async () => {
    const response = await get("/text/10000", { "accept-encoding": "gzip, deflate" })
    assert.strictEqual(response.headers.get("content-encoding"), "gzip")
    assert.strictEqual(response.headers.get("vary"), "Authorization, Accept-Encoding")
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.strictEqual(response.headers.get("content-length"), String(bytes.length))
    const { gunzipSync } = await import("node:zlib")
    assert.strictEqual(JSON.parse(gunzipSync(bytes).toString()).text.length, 10_000)
    for (const headers of [{}, { "accept-encoding": "br" }, { "accept-encoding": "gzip;q=0" }])
      assert.isNull((await get("/text/10000", headers)).headers.get("content-encoding"))
  })

  it("is not compressed when it is small, a file with ranges, or switched off", async () => {
    const headers = { "accept-encoding": "gzip" }
    assert.isNull((await get("/text/10", headers)).headers.get("content-encoding"))
    assert.isNull((await get("/file/", headers)).headers.get("content-encoding"))
    assert.isNull(
      (await get("/text/10000", { ...headers, range: "bytes=0-1" })).headers.get("content-encoding"),
    )
    const off = caller(makeWorld(), { settings: { compression: { enabled: false } } })
    assert.isNull((await off("GET", "/text/10000", { headers })).headers.get("content-encoding"))
  })

  it("is compressed as a stream, trailer and all", async () => {
    const { gunzipSync } = await import("node:zlib")
    for (const how of ["lines", "trailer", "list"]) {
      const response = await get(`/stream/${how}`, { "accept-encoding": "gzip" })
      assert.strictEqual(response.headers.get("content-encoding"), "gzip")
      const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString()
      assert.strictEqual(text, await (await get(`/stream/${how}`, {})).text())
    }
    const broken = await get("/stream/broken", { "accept-encoding": "gzip" })
    assert.instanceOf(await broken.arrayBuffer().catch((cause: unknown) => cause), Error)
  })
})
