/** Whatever is sent: a problem with a 4xx, never a 500, and nothing changed. Generated from the OpenAPI document. */
import { brotliCompressSync, gzipSync } from "node:zlib"
import type { Violation } from "@annotary/core/effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { openApi } from "../src/api/openapi.ts"
import type { Ask, Row } from "./matrix/rows.ts"
import { table } from "./matrix/table.ts"
import { badBodies, badTexts, type Schema } from "./support/badBodies.ts"
import { declared } from "./support/declared.ts"
import { dump } from "./support/dump.ts"
import { type Fixture, makeFixture } from "./support/fixture.ts"
import type { Answer, Call } from "./support/world.ts"

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ transport: { body: { inflatedBytes: 1024 * 1024 } } })
})
afterAll(() => fixture.close())

/** Phrases by which the wire contract's SDK tells errors apart: each only where it belongs. */
const phrases = [
  "not found|does not exist",
  "already exists|already have",
  "cannot be added as collaborator|is already a collaborator",
  "authentication credentials were not provided",
  "cannot leave the organization|need to be an administrator|do not have permission",
]

const refused = (answer: Answer, what: string): void => {
  assert.isAtLeast(answer.status, 400, `${what}: ${answer.text.slice(0, 300)}`)
  assert.isBelow(answer.status, 500, `${what}: ${answer.text.slice(0, 300)}`)
  assert.strictEqual(answer.headers.get("content-type"), "application/problem+json", what)
  assert.strictEqual(answer.at("status"), answer.status)
  assert.strictEqual(answer.at("type"), `urn:annotary:error:${answer.at("code")}`)
  assert.match(answer.textAt("code"), /^[a-z][a-z0-9_]*$/)
  const [first] = Array.isArray(answer.at("errors")) ? (answer.at("errors") as ReadonlyArray<Violation>) : []
  if (answer.at("code") === "invalid" && first !== undefined && first.pointer !== "")
    assert.include(answer.textAt("detail"), `At ${first.pointer}: `, what)
  const text = answer.text.toLowerCase()
  if (answer.status === 400 && answer.at("code") === "invalid")
    for (const phrase of phrases) assert.notMatch(text, new RegExp(phrase), `${what}: ${text}`)
}

/** A body that its host ends after these bytes. */
const streamOnce = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes)
      controller.close()
    },
  })

/** What could be seen before the calls that must change nothing; undefined after a call that may change the fixture. */
let before: unknown

const prepare = async (row: Row, as: "owner" | "root"): Promise<Ask> => {
  const ask = row.call(fixture, as)
  // What is ready at once has called nothing.
  if (ask instanceof Promise) before = undefined
  const ready = await ask
  before ??= await dump(fixture)
  return ready
}

/** Compares all that can be seen with what could be seen before the refused calls, of one test or of several. */
const checkNothingChanged = async (): Promise<void> => {
  const expected = before
  before = await dump(fixture)
  assert.deepStrictEqual(before, expected)
}

const bodied = table.filter((row) => {
  const known = declared.get(row.endpoint)
  return known !== undefined && row.note === undefined && schemaOf(known.method, known.path) !== undefined
})

function schemaOf(method: string, path: string): Schema | undefined {
  const item = openApi().paths[path.replace(/:(\w+)/g, "{$1}")]
  const operation = item?.[method.toLowerCase() as "get"]
  return operation?.requestBody?.content["application/json"]?.schema as Schema | undefined
}

describe.each(bodied.map((row) => [row.endpoint, row] as const))("a bad body for %s", (_name, row) => {
  const known = declared.get(row.endpoint)
  const schema = (known === undefined ? undefined : schemaOf(known.method, known.path)) ?? {}
  const as = row.rule === "site_admin" ? "root" : "owner"
  let good: Ask
  const request = (change: Partial<Call>): Promise<Answer> => fixture.call({ ...good, as, ...change })

  beforeAll(async () => {
    good = await prepare(row, as)
  })
  // Once for all tests of the endpoint: to look at everything takes longer than they do.
  afterAll(checkNothingChanged)

  it("that breaks the schema is a 400", async () => {
    for (const bad of badBodies(schema, good.body)) {
      const answer = await request({ body: bad.body })
      refused(answer, bad.why)
      assert.strictEqual(answer.status, 400, `${bad.why}: ${answer.text}`)
    }
  })

  it("that is not JSON is a 400 that says where", async () => {
    for (const { text, why } of badTexts) {
      const answer = await request({ body: text })
      refused(answer, why)
      assert.strictEqual(answer.status, 400, `${why}: ${answer.text}`)
    }
  })

  it("that is whole but for its end is a 400, however the end is missing", async () => {
    const whole = Buffer.from(JSON.stringify(good.body ?? {}))
    const zipped = gzipSync(whole)
    const brotli = brotliCompressSync(whole)
    for (const [body, headers] of [
      [whole, { "content-length": String(whole.length + 1) }],
      [whole, { "content-length": String(whole.length * 2) }],
      [zipped.subarray(0, -1), { "content-encoding": "gzip" }],
      [zipped.subarray(0, -8), { "content-encoding": "gzip" }],
      [zipped, { "content-encoding": "gzip", "content-length": String(zipped.length + 1) }],
      [brotli.subarray(0, -1), { "content-encoding": "br" }],
    ] as const) {
      const answer = await request({ body: streamOnce(body), headers })
      refused(answer, JSON.stringify(headers))
      assert.strictEqual(answer.status, 400, JSON.stringify(headers))
      assert.include(["broken_body", "broken_encoding"], answer.at("code"))
    }
  })

  it("of another type or coding, or a bomb, is refused", async () => {
    const type = await request({ body: "a=1", headers: { "content-type": "text/plain" } })
    const coding = await request({ body: "{}", headers: { "content-encoding": "lzma" } })
    const broken = await request({ body: "{}", headers: { "content-encoding": "gzip" } })
    const bomb = gzipSync(`{"name":"${"x".repeat(4 * 1024 * 1024)}"}`)
    const large = await request({ body: bomb, headers: { "content-encoding": "gzip" } })
    assert.deepStrictEqual([type.status, coding.status, broken.status, large.status], [415, 415, 400, 413])
    for (const answer of [type, coding, broken, large]) refused(answer, "encoding")
  })
})

const endpoints = [...declared.values()]
const filled = (path: string, value: string): string => path.replace(/:\w+/g, value)

/** An address that could be somebody's: any name, any id, a queue that there is, a key set. */
const wellFormed = (path: string): string =>
  filled(
    path.replace(":queue", "labeling").replace(":key_set", "k".repeat(43)).replace(":number", "1"),
    "01a1f9e8-3381-7003-be79-b590e062b7fe",
  )

const bare = (path: string): string => path.replace(/(?<=.)\/$/, "")

describe("a bad address", () => {
  const values = ["12345", "%00", "%ff", "a%20b", "x".repeat(3000), "%F0%9F%92%A9", "'--"]
  const named = endpoints.filter(({ path }) => path.includes(":"))

  beforeAll(async () => {
    before ??= await dump(fixture)
  })
  afterAll(checkNothingChanged)

  it.each(named.map((one) => [one.id, one] as const))("of %s is refused", async (id, { method, path }) => {
    for (const value of values) {
      const body = method === "GET" ? undefined : {}
      const answer = await fixture.call({ method, path: filled(path, value), body })
      refused(answer, `${id} ${value}`)
      if (method === "GET") assert.strictEqual(answer.status, 404, `${value}: ${answer.text}`)
    }
  })

  it("that nobody knows is not found, whatever the method", async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await fixture.call({ method, path: "/nowhere/at/all/" })
      assert.strictEqual(answer.status, 404)
      assert.match(answer.textAt("detail"), /not found/i)
    }
  })

  it.each([
    ["GET", "/samples/12345/"],
    ["PATCH", "/issues/12345/"],
    ["GET", "/datasets/abcde/"],
  ])("such as %s %s is a 404", async (method, path) => {
    const answer = await fixture.call({ method, path, ...(method === "GET" ? {} : { body: {} }) })
    assert.strictEqual(answer.status, 404)
    assert.match(answer.text.toLowerCase(), /not found/)
  })
})

describe("a wrong method", () => {
  /** Addresses whose parameter swallows another one of the API. */
  const shadowed = /:sample\/issues|:asset\/:file|queue\/stats/

  beforeAll(async () => {
    before ??= await dump(fixture)
  })
  afterAll(checkNothingChanged)

  it("is a 405 that names the right ones", async () => {
    for (const path of new Set(endpoints.map((one) => bare(one.path)))) {
      if (shadowed.test(path)) continue
      const known = endpoints.filter((one) => bare(one.path) === path).map(({ method }) => method)
      for (const method of ["POST", "PUT", "PATCH", "DELETE"].filter((one) => !known.includes(one))) {
        const answer = await fixture.call({ method, path: wellFormed(path), body: {} })
        refused(answer, `${method} ${path}`)
        assert.strictEqual(answer.status, 405, `${method} ${path}: ${answer.text}`)
        for (const one of known) assert.include(answer.headers.get("allow") ?? "", one)
      }
    }
  })

  it("is a 405 at a reserved address, although the id of another address could stand there", async () => {
    for (const path of ["/assets/collection/", "/assets/collection"]) {
      const answer = await fixture.call({ method: "DELETE", path })
      assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, "POST, OPTIONS"], path)
    }
  })
})

describe("a bad parameter", () => {
  const values = [
    "desc",
    "-1",
    "0",
    "1.5",
    "1e400",
    "NaN",
    "",
    "%00",
    "9".repeat(400),
    "\u00fcn\u00ef",
    "%f0%28",
    "a:b:c,,:",
  ]
  const reads = endpoints.filter(({ method }) => method === "GET")

  it.each(reads.map((one) => [one.id, one] as const))("of %s is refused or ignored", async (id, { path }) => {
    const row = table.find(({ endpoint }) => endpoint === id)
    const operation = openApi().paths[path.replace(/:(\w+)/g, "{$1}")]?.get
    const names = operation?.parameters.filter((one) => one.in === "query").map(({ name }) => name) ?? []
    if (row === undefined || names.length === 0) return
    const as = row.rule === "site_admin" ? "root" : "owner"
    const ask = await prepare(row, as)
    for (const name of names) {
      for (const value of values) {
        const path = `${ask.path.split("?")[0]}?${name}=${value}`
        const answer = await fixture.call({ ...ask, path, as })
        if (answer.status >= 300) refused(answer, `${name}=${value}`)
      }
    }
    await checkNothingChanged()
  })
})

describe("what is wrong with a field", () => {
  const cases: ReadonlyArray<readonly [string, () => Call, RegExp]> = [
    [
      "a priority",
      () => post(`${fixture.dataset}/samples/`, '{"name":"p","priority":1e999}'),
      /^This number is too large/,
    ],
    [
      "a priority of another kind",
      () => post(`${fixture.dataset}/samples/`, { name: "p", priority: "1" }),
      /number/,
    ],
    [
      "a status",
      () => write({ label_status: "DONE" }),
      /^must be one of .*LABELED.*; to make a sample unlabeled, delete/,
    ],
    ["a score", () => write('{"score":1e999}'), /^This number is too large/],
    [
      "a category",
      () => post("/user/datasets/", { name: "c", category: "", task_type: "vector" }),
      /^must be 1 to 100 characters/,
    ],
  ]
  const post = (path: string, body: unknown): Call => ({ method: "POST", path, body })
  const write = (body: unknown): Call => ({
    method: "PUT",
    path: `/labels/${fixture.samples[0]}/ground-truth/`,
    body,
  })

  it.each(cases)("is said of %s in a sentence", async (_name, ask, sentence) => {
    const answer = await fixture.call(ask())
    assert.strictEqual(answer.status, 400)
    assert.match(answer.textAt("errors.0.message"), sentence)
  })
})
