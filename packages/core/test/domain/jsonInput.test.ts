import {
  type ClaimId,
  createEngine,
  type Engine,
  InvalidInput,
  isAnnotaryError,
  toJsonText,
  type Violation,
} from "@annotary/core"
import { readJson } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"

const read = (value: unknown) => Either.getOrThrow(readJson(value))
const wrong = (value: unknown): ReadonlyArray<Violation> =>
  Either.match(readJson(value, "/attributes"), {
    onLeft: (violations) => violations,
    onRight: (text) => assert.fail(`it was read as ${text}`),
  })

describe("JSON that enters the engine", () => {
  it("keeps the digits, the escapes and the order of the keys of a text, and loses its white space", () => {
    assert.strictEqual(
      read(`\n{ "t" : 1700000000123456789,\t"a": [ 1.50 , "x  \\" y" ], "\\u0041": {} }\r\n`),
      `{"t":1700000000123456789,"a":[1.50,"x  \\" y"],"\\u0041":{}}`,
    )
  })

  it("may be a plain object, whose big integers are written whole", () => {
    assert.strictEqual(
      read({ t: 1700000000123456789n, a: [1.5, null, true], at: new Date(0), none: undefined }),
      `{"t":1700000000123456789,"a":[1.5,null,true],"at":"1970-01-01T00:00:00.000Z"}`,
    )
  })

  it("says the same as JSON.stringify of any plain object, and of its text with any white space", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 4 })),
        fc.constantFrom(undefined, 1, "\t"),
        (value, space) => {
          const clean = JSON.parse(JSON.stringify(value).replaceAll("\\u0000", "")) as typeof value
          assert.strictEqual(read(clean), JSON.stringify(clean))
          assert.strictEqual(read(JSON.stringify(clean, null, space)), JSON.stringify(clean))
        },
      ),
      { numRuns: 50 },
    )
  })

  it.each([
    ["text that is not JSON", '{"image": oops'],
    ["empty text", ""],
    ["NaN as a word", '{"a":NaN}'],
    ["a key twice in an object", '{"a":1,"b":{"c":1,"c":2}}'],
    ["a number of too many digits", `{"a":${"9".repeat(1001)}}`],
    ["a list", [1]],
    ["a number", 5],
    ["a Map", new Map([["a", 1]])],
    ["a function", () => ({})],
  ])("is not %s", (_, value) => {
    assert.deepStrictEqual(
      wrong(value).map(({ pointer }) => pointer),
      ["/attributes"],
    )
  })

  it.each([
    ["a number beyond a double", '{"a":{"b":[1,1e999]}}', "/attributes/a/b/1"],
    ["NaN", { a: { b: Number.NaN } }, "/attributes/a/b"],
    ["U+0000", '{"a":"\\u0000"}', "/attributes/a"],
    ["a lone surrogate", { "a/b": "\ud800" }, "/attributes/a~1b"],
    ["a function", { a: [() => 1] }, "/attributes/a/0"],
    ["a hole in a list", { a: Array(1) }, "/attributes/a/0"],
    ["an instance of a class", { a: new URL("https://example.com") }, "/attributes/a"],
  ])("is told where in it there is %s", (_, value, pointer) => {
    assert.deepStrictEqual(
      wrong(value).map((violation) => violation.pointer),
      [pointer],
    )
  })

  it("is bounded in depth, which also ends circles", () => {
    const circle: { [key: string]: unknown } = {}
    circle.a = circle
    assert.match(wrong(circle)[0]?.message ?? "", /at most 200 levels/)
    assert.match(wrong(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`)[0]?.message ?? "", /200 levels/)
    assert.strictEqual(read(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`).length, 1201)
  })

  it("is what toJsonText makes of a value, which throws rather than write null for what is none", () => {
    assert.strictEqual(toJsonText({ t: 2n ** 60n, a: ["é"] }), '{"t":1152921504606846976,"a":["é"]}')
    assert.throws(() => toJsonText({ score: Number.NaN }), InvalidInput)
    assert.throws(() => toJsonText(undefined), InvalidInput)
  })

  it("does not repeat what was sent in what is wrong with it", () => {
    assert.notInclude(JSON.stringify(wrong('{"image": oops')), "oops")
  })
})

const errorsOf = async (call: Promise<unknown>): Promise<ReadonlyArray<string>> => {
  const error = await call.then(
    () => assert.fail("it was taken"),
    (error: unknown) => error,
  )
  if (!isAnnotaryError(error, "InvalidInput")) throw error
  return error.errors.map(({ pointer }) => pointer)
}

const withEngine = async (body: (engine: Engine) => Promise<void>) => {
  const engine = await createEngine({ storage: memory(), worker: false })
  try {
    await body(engine)
  } finally {
    await engine.close()
  }
}

describe("an engine", () => {
  const oops = '{"image": oops'
  const ref = { _tag: "Name", owner: "acme", name: "cats" } as const

  it("stores no text that is not JSON, whatever takes some, and names the field as its caller does", async () => {
    await withEngine(async (engine) => {
      await engine.users.create({ username: "acme" })
      const acme = engine.as("acme")
      const kind = { name: "cats", category: "other", taskType: "vector" } as const
      assert.deepStrictEqual(
        await errorsOf(
          acme.datasets.create({
            ...kind,
            taskType: "vektor" as never,
            metadata: oops,
            taskAttributes: oops,
          }),
        ),
        ["/metadata", "/taskAttributes", "/taskType"],
      )
      await acme.datasets.create({ ...kind, metadata: { team: "a" } })
      assert.deepStrictEqual(await errorsOf(acme.datasets.update(ref, { regionOfInterest: oops })), [
        "/regionOfInterest",
      ])
      assert.deepStrictEqual(await errorsOf(acme.samples.create(ref, { name: "a", attributes: oops })), [
        "/attributes",
      ])
      assert.deepStrictEqual(
        await errorsOf(
          acme.samples.createMany(ref, [{ name: "a" }, { name: "b", metadata: oops, assignedLabeler: "x" }]),
        ),
        ["/1/metadata", "/1/assignedLabeler"],
      )
      const { sample } = await acme.samples.create(ref, { name: "a", attributes: { image: { url: "u" } } })
      assert.strictEqual(sample.attributes, '{"image":{"url":"u"}}')
      assert.deepStrictEqual(await errorsOf(acme.samples.update(sample.id, { attributes: oops })), [
        "/attributes",
      ])
      for (const write of ["put", "patch"] as const) {
        if (write === "patch") await acme.labels.put(sample.id, "ground-truth", { attributes: {} })
        assert.deepStrictEqual(
          await errorsOf(acme.labels[write](sample.id, "ground-truth", { attributes: oops, rating: 9 })),
          ["/attributes", "/rating"],
        )
      }
      assert.deepStrictEqual(await errorsOf(acme.warnings.check(sample.id, { attributes: oops })), [
        "/attributes",
      ])
      assert.deepStrictEqual(
        await errorsOf(acme.issues.open(sample.id, { description: "d", anchor: oops })),
        ["/anchor"],
      )
      const issue = await acme.issues.open(sample.id, { description: "d" })
      assert.deepStrictEqual(await errorsOf(acme.issues.update(issue.id, { anchor: oops })), ["/anchor"])
      let claimed: ClaimId | undefined
      for await (const { claim } of await acme.queue.claim(ref, "labeling")) claimed = claim.id
      assert.deepStrictEqual(
        await errorsOf(acme.queue.perform(claimed ?? assert.fail(), "submit", { attributes: oops })),
        ["/attributes"],
      )
      assert.deepStrictEqual(await errorsOf(acme.configurations.put(ref, oops)), [""])
      assert.deepStrictEqual(await errorsOf(acme.configurations.validate(oops)), [""])
      assert.deepStrictEqual(
        await errorsOf(acme.configurations.preview(ref, { configuration: oops, configVersion: 1 })),
        ["/configuration"],
      )
    })
  })

  it("reports the line of an import whose text is not JSON, and adds the others", async () => {
    await withEngine(async (engine) => {
      await engine.users.create({ username: "acme" })
      const acme = engine.as("acme")
      await acme.datasets.create({ name: "cats", category: "other", taskType: "vector" })
      async function* lines() {
        yield { line: 1, sample: { name: "a", attributes: oops }, label: { attributes: oops } }
        yield {
          line: 2,
          sample: { name: "b", attributes: { a: 1 } },
          label: { attributes: { annotations: [] } },
        }
      }
      const results: Array<unknown> = []
      for await (const row of await acme.samples.importLines(ref, lines()))
        results.push(
          row._tag === "Line" ? [row.line, row.status, row.errors.map(({ pointer }) => pointer)] : row,
        )
      assert.deepStrictEqual(results, [
        [1, "error", ["/attributes", "/label/attributes"]],
        [2, "created", []],
        { _tag: "Summary", created: 1, existing: 0, failed: 1 },
      ])
    })
  })
})
