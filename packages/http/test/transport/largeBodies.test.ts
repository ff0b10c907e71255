import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { Effect, Either, Exit, Fiber, Schema } from "effect"
import fc from "fast-check"
import { afterAll, afterEach, assert, describe, it } from "vitest"
import { Budget } from "../../src/transport/body/budget.ts"
import { Gathered } from "../../src/transport/body/collect.ts"
import { decodeLarge, inThread, type LargeBodies } from "../../src/transport/codec/largeBodies.ts"
import { makePayloadDecoder, payloadLimits } from "../../src/transport/codec/payload.ts"
import { type BodyWorkersOptions, makeBodyWorkers } from "../../src/transport/node/threads/workers.ts"
import { caller, makeWorld, NewThing, problemIn, sending } from "./fixture.ts"

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const utf8 = (text: string): Uint8Array => Uint8Array.from(bytesOf(text))

const rests: Array<Effect.Effect<void>> = []
const workersOf = (options: BodyWorkersOptions = {}) => {
  const workers = makeBodyWorkers({ threads: 1, ...options })
  rests.push(workers.rest)
  return workers
}
afterEach(async () => {
  for (const rest of rests.splice(0)) await Effect.runPromise(rest)
})

const things = makePayloadDecoder(Schema.Array(NewThing).pipe(Schema.maxItems(3)))
const tight = makePayloadDecoder(Schema.Struct({ name: Schema.Unknown, attributes: Schema.Unknown }), {
  depth: 4,
  parsedBytes: 40,
})
const decoders = [
  makePayloadDecoder(NewThing),
  makePayloadDecoder(NewThing, { ...payloadLimits, depth: 3, parsedBytes: 12 }),
  things,
  tight,
  makePayloadDecoder(Schema.Unknown),
]

const gap = fc.constantFrom("", "", " ", "\n", " \t\r\n ")
const word = fc.constantFrom(
  '"a"',
  '"é"',
  '"行人"',
  '"😀\\ud83d\\ude00"',
  "-0",
  "1e2",
  "17000000001234567890",
  "null",
)
const inner = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    word,
    fc.tuple(gap, tie("value"), gap, tie("value")).map(([a, x, b, y]) => `[${a}${x}${b},${y}]`),
    fc.tuple(gap, tie("value"), tie("value")).map(([a, x, y]) => `{"k":${a}${x},"__proto__":${y}}`),
    fc.constant("{}"),
  ),
})).value
const key = fc.constantFrom(
  "name",
  "priority",
  "attributes",
  "metadata",
  "extra",
  "__proto__",
  "unknown",
  "n\\u0061me",
)
const member = fc.tuple(key, gap, inner).map(([name, space, value]) => `"${name}"${space}:${value}`)
const thing = fc
  .tuple(gap, fc.uniqueArray(member, { maxLength: 5, selector: (text) => text.split(":")[0] }))
  .map(
    ([space, members]) => `{"name":"n",${space}"attributes":{}${members.map((one) => `,${one}`).join("")}}`,
  )
const body = fc.oneof(
  thing,
  fc.array(thing, { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
  fc.array(member, { maxLength: 4 }).map((members) => `{${members.join(",")}}`),
  inner,
)
const change = fc.option(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { nil: undefined, freq: 2 })

describe("a body read by another thread", () => {
  const workers = makeBodyWorkers({ threads: 2 })
  afterAll(() => Effect.runPromise(workers.rest))

  it("is what it would have been here: value, texts, faults and their places, limits, hash", async () => {
    await fc.assert(
      fc.asyncProperty(body, change, async (text, changed) => {
        const bytes = utf8(text)
        if (changed !== undefined && bytes.length > 0) bytes[changed[0] % bytes.length] = changed[1]
        for (const decode of decoders) {
          if (bytes.length === 0) continue
          const here = decode(bytes)
          const there = await Effect.runPromise(decodeLarge(workers, Uint8Array.from(bytes), decode, true))
          assert.deepStrictEqual(there.payload, here)
          assert.strictEqual(there.sha256, createHash("sha256").update(bytes).digest("hex"))
        }
      }),
      { numRuns: 200 },
    )
    assert.isAtLeast(workers.threads(), 1)
  })

  it.each([
    ["ASCII", "abc\\n"],
    ["Latin", "Straße é"],
    ["every script", "行人 é 😀 \\ud83d\\ude00"],
  ])("keeps long texts of %s, with and without white space to leave out", async (_, piece) => {
    const value = `"${piece.repeat(20_000)}"`
    for (const space of ["", " "]) {
      const text = `{"name":"a","attributes":{"x":${space}${value}},"extra":[${value},${space}1],"metadata":null}`
      const decode = makePayloadDecoder(NewThing)
      const { payload } = await Effect.runPromise(decodeLarge(workers, utf8(text), decode, false))
      const thing = Either.getOrThrow(payload)
      assert.isTrue(thing.attributes === `{"x":${value}}`)
      assert.isTrue(thing.extra === `[${value},1]`)
      assert.isNull(thing.metadata)
    }
  })

  it("takes its memory along, and copies what is only a part of a memory", async () => {
    const text = '{"name":"a","attributes":{}}'
    const whole = utf8(text)
    const part = utf8(`..${text}..`).subarray(2, 2 + text.length)
    for (const bytes of [whole, part]) {
      const { payload } = await Effect.runPromise(
        decodeLarge(workers, bytes, makePayloadDecoder(NewThing), false),
      )
      assert.isTrue(Either.isRight(payload))
    }
    assert.strictEqual(whole.length, 0)
    assert.strictEqual(part.length, text.length)
  })
})

const large = JSON.stringify({ name: "a", attributes: { text: "x".repeat(2_000) } })
const served = (largeBodies: LargeBodies, world = makeWorld()) =>
  caller(world, { settings: { largeBodies, body: { threadBytes: 1_000 } } })

describe("worker threads", () => {
  it("are not started for small bodies", async () => {
    const workers = workersOf()
    const call = served(workers)
    assert.strictEqual((await call("POST", "/things/", sending({ name: "a", attributes: {} }))).status, 201)
    assert.strictEqual(workers.threads(), 0)
    assert.strictEqual((await call("POST", "/things/", sending(large))).status, 201)
    assert.strictEqual(workers.threads(), 1)
  })

  it("tell where a body is not JSON, and what of it is invalid", async () => {
    const wrong = [`${large.slice(0, -1)},\n"name":1}`, large.replace('"a"', '""'), `${large}\n  }`]
    for (const text of wrong) {
      const there = await problemIn(await served(workersOf())("POST", "/things/", sending(text)))
      const here = await problemIn(await served(inThread)("POST", "/things/", sending(text)))
      assert.deepStrictEqual(there, here)
      assert.strictEqual(there.status, 400)
    }
  })

  it("give the hash of the body to whoever keeps the answers of repeated requests", async () => {
    const hashes: Array<string> = []
    for (const largeBodies of [workersOf(), inThread]) {
      const call = caller(makeWorld(), {
        settings: { largeBodies, body: { threadBytes: 1_000 } },
        idempotent: ({ bodySha256 }, effect) => {
          hashes.push(bodySha256)
          return effect
        },
      })
      await call("POST", "/things/", sending(large, { "Idempotency-Key": "k" }))
    }
    const hash = createHash("sha256").update(large).digest("hex")
    assert.deepStrictEqual(hashes, [hash, hash])
  })

  it("end when nothing has come for a while, and start again", async () => {
    const workers = workersOf({ idleMillis: 20 })
    const call = served(workers)
    for (let i = 0; i < 2; i++) {
      assert.strictEqual((await call("POST", "/things/", sending(large))).status, 201)
      await until(() => workers.threads() === 0)
    }
  })

  it("end at once when they are told to rest", async () => {
    const workers = workersOf()
    await served(workers)("POST", "/things/", sending(large))
    await Effect.runPromise(workers.rest)
    assert.strictEqual(workers.threads(), 0)
  })

  it("are done without where their program is missing", async () => {
    const workers = workersOf({ program: new URL("./missing.js", import.meta.url) })
    assert.strictEqual((await served(workers)("POST", "/things/", sending(large))).status, 201)
    assert.strictEqual(workers.threads(), 0)
  })

  it("do not keep the process", async () => {
    const built = new URL("../../dist/", import.meta.url)
    const program = `
      const { bodyWorkers } = await import(${JSON.stringify(new URL("node.js", built).href)})
      const { Effect } = await import("effect")
      const plan = { shape: { object: undefined, items: undefined, maxItems: 9 }, limits: { depth: 9, parsedBytes: 99 } }
      const { value } = await Effect.runPromise(bodyWorkers.extract(new TextEncoder().encode("[1]"), { plan, sha256: false }))
      process.stdout.write(JSON.stringify([value.right, bodyWorkers.threads()]))`
    const cwd = fileURLToPath(new URL("../..", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      cwd,
      timeout: 300_000,
    })
    assert.strictEqual(stdout, "[[1],1]")
  }, 300_000)
})

/** A million members: small as text, too much for a small heap. */
const heavy = (): string => `{${Array.from({ length: 400_000 }, (_, n) => `"key${n}":1`).join(",")}}`

describe("a worker thread that dies", () => {
  it("of too little memory says that the body is too large, and the next body is read", async () => {
    const workers = workersOf({ heapMegabytes: 24 })
    const call = served(workers)
    const response = await call("POST", "/things/", sending(heavy()))
    assert.strictEqual(response.status, 413)
    assert.strictEqual((await problemIn(response)).code, "too_large")
    assert.strictEqual((await call("POST", "/things/", sending(large))).status, 201)
  })

  it("of anything else asks to come back later, and is logged", async () => {
    const folder = mkdtempSync(join(tmpdir(), "worker-"))
    const file = join(folder, "dies.mjs")
    writeFileSync(
      file,
      'import { parentPort } from "node:worker_threads"\nparentPort.on("message", () => process.exit(3))\n',
    )
    const world = makeWorld()
    const workers = workersOf({ program: pathToFileURL(file) })
    const call = served(workers, world)
    for (let i = 0; i < 2; i++) {
      const response = await call("POST", "/things/", sending(large))
      assert.strictEqual(response.status, 503)
      assert.strictEqual(response.headers.get("retry-after"), "1")
    }
    assert.strictEqual(workers.threads(), 0)
    assert.include(world.logged.join(), "A worker thread ended while reading a large body.")
    assert.deepStrictEqual(world.calls, [])
    rmSync(folder, { recursive: true })
  })
})

describe("a large body that nobody waits for any more", () => {
  const cutting = (workers: LargeBodies, text: string) =>
    workers.extract(utf8(text), { plan: things.plan, sha256: false })

  it("is not read on, and those behind it have their turn", async () => {
    const workers = workersOf()
    const first = Effect.runFork(cutting(workers, heavy()))
    const second = Effect.runFork(cutting(workers, "[]"))
    const third = Effect.runFork(cutting(workers, "[]"))
    await Effect.runPromise(Effect.yieldNow())
    await Effect.runPromise(Fiber.interrupt(second))
    const exit = await Effect.runPromise(Fiber.interrupt(first))
    assert.isTrue(Exit.isInterrupted(exit))
    const { value } = await Effect.runPromise(Fiber.join(third))
    assert.deepStrictEqual(value, Either.right([]))
    assert.strictEqual(workers.threads(), 1)
  })

  it("goes when its request is aborted", async () => {
    const workers = workersOf()
    const abort = new AbortController()
    const world = makeWorld()
    const call = served(workers, world)
    const response = call("POST", "/things/", { ...sending(heavy()), signal: abort.signal })
    await until(() => workers.threads() === 1)
    abort.abort()
    assert.strictEqual((await response).status, 499)
    await until(() => workers.threads() === 0)
    assert.deepStrictEqual(world.calls, [])
    assert.strictEqual((await call("POST", "/things/", sending(large))).status, 201)
  })
})

const until = async (so: () => boolean): Promise<void> => {
  for (let i = 0; i < 800 && !so(); i++) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.isTrue(so())
}

describe("the bytes of a body", () => {
  const MiB = 1024 * 1024
  const chunk = (length: number, fill: number) => new Uint8Array(length).fill(fill)
  const expected = Buffer.concat([chunk(MiB, 1), chunk(5, 2), chunk(MiB, 3)])

  it.each([
    ["as announced", expected.length],
    ["not announced", undefined],
    ["more than announced", MiB + 2],
    ["fewer than announced", expected.length + 9],
  ])("are all there, in their order, when they are %s", (_, announced) => {
    const gathered = new Gathered(new Budget(100 * MiB).lease(), announced)
    for (const part of [chunk(MiB, 1), chunk(5, 2), chunk(MiB, 3)]) assert.isTrue(gathered.push(part))
    assert.strictEqual(gathered.length, expected.length)
    assert.isTrue(expected.equals(gathered.joinBytes()))
  })

  it("never exceed what the process has room for", () => {
    for (const announced of [undefined, 3 * MiB]) {
      const budget = new Budget(2 * MiB)
      const gathered = new Gathered(budget.lease(), announced)
      assert.isTrue(gathered.push(chunk(2 * MiB, 1)))
      assert.isFalse(gathered.push(chunk(1, 1)))
    }
  })

  it("do not take the sender's memory when they came in one long piece", () => {
    const sent = chunk(2 * MiB, 1)
    const gathered = new Gathered(new Budget(100 * MiB).lease(), undefined)
    gathered.push(sent)
    assert.notStrictEqual(gathered.joinBytes().buffer, sent.buffer)
  })
})
