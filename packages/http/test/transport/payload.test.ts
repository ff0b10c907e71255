import { RawObject } from "@annotary/core/effect"
import { Either, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { makePayloadDecoder, payloadLimits } from "../../src/transport/codec/payload.ts"
import { caller, makeWorld, NewThing, problemIn, sending } from "./fixture.ts"

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

describe("a field that stays text", () => {
  it("reaches the handler minified, digit for digit, beside fields that are parsed", async () => {
    const world = makeWorld()
    const body =
      '{"name":"a","attributes":{ "timestamp" : 1700000000123456789, "b": 1.50, "a": "\\u00e9" },"priority":2.5,"metadata":null,"extra":[1, null]}'
    assert.strictEqual((await caller(world)("POST", "/things/", sending(body))).status, 201)
    assert.deepStrictEqual(world.payloads, [
      {
        name: "a",
        attributes: '{"timestamp":1700000000123456789,"b":1.50,"a":"\\u00e9"}',
        priority: 2.5,
        metadata: null,
        extra: "[1,null]",
      },
    ])
  })

  it("is cut out of each item of an array as well", () => {
    const decode = makePayloadDecoder(Schema.Array(NewThing))
    const decoded = decode(
      bytesOf('[{"name":"a","attributes":{"x": 9007199254740993}},{"name":"b","attributes":{ }}]'),
    )
    assert.deepStrictEqual(
      Either.getOrThrow(decoded).map(({ attributes }) => String(attributes)),
      ['{"x":9007199254740993}', "{}"],
    )
  })

  it("is cut out of a member of a union", () => {
    const Check = Schema.Union(
      Schema.Struct({ labelset: Schema.String }),
      Schema.Struct({ attributes: RawObject }),
    )
    const decoded = makePayloadDecoder(Check)(bytesOf('{"attributes": {"x": 1e2}}'))
    assert.deepStrictEqual(Either.getOrThrow(decoded), { attributes: '{"x":1e2}' } as never)
  })

  it("must be an object where the schema says so", async () => {
    for (const attributes of ["[1]", '"text"', "null", "1"]) {
      const response = await caller()("POST", "/things/", sending(`{"name":"a","attributes":${attributes}}`))
      assert.strictEqual(response.status, 400, attributes)
      assert.deepStrictEqual((await problemIn(response)).errors, [
        { pointer: "/attributes", message: "must be an object" },
      ])
    }
  })

  it("cannot be raw in one member of a union and parsed in another", () => {
    const Confused = Schema.Union(Schema.Struct({ a: RawObject }), Schema.Struct({ a: Schema.Number }))
    assert.throws(() => makePayloadDecoder(Confused), /raw in one member/)
  })

  it("takes a plain value from clients that know no text, and gives one back", () => {
    const decoded = Schema.decodeUnknownSync(NewThing)({ name: "a", attributes: { x: [1] } })
    assert.strictEqual(String(decoded.attributes), '{"x":[1]}')
    assert.deepStrictEqual(Schema.encodeSync(NewThing)(decoded).attributes, { x: [1] })
  })
})

describe("a body that is wrong", () => {
  it("is told all at once, each with its pointer, and nothing of itself", async () => {
    const body = '{"name":"","attributes":{},"priority":"not found","secret":1}'
    const response = await caller()("POST", "/things/", sending(body))
    assert.strictEqual(response.status, 400)
    const text = await response.text()
    assert.notInclude(text.toLowerCase(), "not found")
    assert.deepStrictEqual(JSON.parse(text), {
      type: "urn:annotary:error:invalid",
      title: "Bad Request",
      status: 400,
      detail: "At /name: must be a non empty string. There is 1 more violation.",
      code: "invalid",
      errors: [
        { pointer: "/name", message: "must be a non empty string" },
        { pointer: "/priority", message: "must be a number" },
      ],
    })
  })

  it("holds keys that the endpoint does not know: each is named, and what was meant where that is clear", async () => {
    const good = { name: "a", attributes: { anything: 1 } }
    const response = await caller()(
      "POST",
      "/things_bulk/",
      sending([good, { ...good, PRIORITY: 1, colour: 2 }]),
    )
    assert.strictEqual(response.status, 400)
    assert.deepStrictEqual((await problemIn(response)).errors, [
      { pointer: "/1/PRIORITY", message: "is not a known field; did you mean priority?" },
      { pointer: "/1/colour", message: "is not a known field" },
    ])
  })

  it("holds a key that would be taken for another error: it is not repeated", async () => {
    const body = [{ name: "a", attributes: {}, "time-out": 1 }]
    const response = await caller()("POST", "/things_bulk/", sending(body))
    const text = await response.text()
    assert.strictEqual(response.status, 400)
    assert.include(text, '"pointer":"/0/*"')
    assert.notInclude(text, "time-out")
  })

  it("is sent where none is taken: only an empty one is let pass", async () => {
    const call = caller()
    assert.strictEqual((await call("POST", "/secret/", {})).status, 200)
    assert.strictEqual((await call("POST", "/secret/", sending({}))).status, 200)
    const response = await call("POST", "/secret/", sending({ role: "admin" }))
    assert.strictEqual(response.status, 400)
    assert.deepStrictEqual((await problemIn(response)).errors, [
      { pointer: "/role", message: "is not a known field" },
    ])
  })

  it("misses what it misses", async () => {
    const response = await caller()("POST", "/things/", sending({ priority: 1 }))
    assert.deepStrictEqual((await problemIn(response)).errors, [
      { pointer: "/name", message: "is required" },
      { pointer: "/attributes", message: "is required" },
    ])
  })

  it("is pointed into by item", async () => {
    const good = { name: "a", attributes: {} }
    const response = await caller()("POST", "/things_bulk/", sending([good, { ...good, name: 5 }]))
    assert.deepStrictEqual((await problemIn(response)).errors, [
      { pointer: "/1/name", message: "must be a string" },
    ])
  })

  it("holds too many items: found before they are read", async () => {
    const response = await caller()("POST", "/things_bulk/", sending("[1,2,3,4,{{{"))
    assert.deepStrictEqual((await problemIn(response)).errors, [
      { pointer: "", message: "must hold at most 3 items" },
    ])
  })

  it("never names keys that only its sender knows", () => {
    const Strict = Schema.Struct({ a: Schema.Number }).annotations({
      parseOptions: { onExcessProperty: "error" },
    })
    const Free = Schema.Struct({ a: Schema.Record({ key: Schema.String, value: Schema.Number }) })
    const issues = (decoded: ReturnType<ReturnType<typeof makePayloadDecoder>>) =>
      Either.isLeft(decoded) && decoded.left._tag === "Invalid" ? decoded.left.issues : assert.fail()
    assert.deepStrictEqual(issues(makePayloadDecoder(Strict)(bytesOf('{"a":1,"does not exist":2}'))), [
      { pointer: "/*", message: "is not a known field" },
    ])
    assert.deepStrictEqual(issues(makePayloadDecoder(Free)(bytesOf('{"a":{"already exists":"x"}}'))), [
      { pointer: "/a/*", message: "must be a number" },
    ])
  })

  it("never repeats what was sent, even where the schema's author would", () => {
    const Chatty = Schema.Struct({
      a: Schema.String.pipe(Schema.filter((text) => `${text} is not allowed`)),
      b: Schema.String.pipe(Schema.filter(() => "Must end in .png.")),
      c: Schema.NumberFromString,
      d: Schema.Literal("x", "y"),
      e: Schema.Union(Schema.String.pipe(Schema.maxLength(3)), Schema.Null),
    })
    const decoded = makePayloadDecoder(Chatty)(
      bytesOf('{"a":"time-out","b":"time-out","c":"time-out","d":"time-out","e":"time-out"}'),
    )
    assert.isTrue(Either.isLeft(decoded))
    const text = JSON.stringify(decoded)
    assert.notInclude(text, "time-out")
    assert.include(text, "Must end in .png.")
    assert.include(text, String.raw`must be \"x\" or \"y\"`)
    assert.include(text, "must be a string at most 3 characters long or null")
  })

  it("stops telling after a hundred issues", async () => {
    const Many = Schema.Array(Schema.Number)
    const decoded = makePayloadDecoder(Many)(bytesOf(`[${'"x",'.repeat(1_000)}"x"]`))
    assert.isTrue(
      Either.isLeft(decoded) && decoded.left._tag === "Invalid" && decoded.left.issues.length === 100,
    )
  })

  it("is not JSON: told with line and column", async () => {
    const response = await caller()(
      "POST",
      "/things/",
      sending('{\n "name": "not found",\n "priority": NaN}'),
    )
    assert.strictEqual(response.status, 400)
    const { code, detail, errors } = await problemIn(response)
    assert.strictEqual(code, "malformed_json")
    assert.deepStrictEqual(errors, [
      { pointer: "/priority", message: "NaN and Infinity are not JSON; use a finite number or null." },
    ])
    assert.strictEqual(
      detail,
      "The body is not valid JSON. Line 3, column 14: NaN and Infinity are not JSON; use a finite number or null.",
    )
  })

  it("would become too many values", () => {
    const decode = makePayloadDecoder(Schema.Array(Schema.Unknown), { ...payloadLimits, parsedBytes: 1_000 })
    const decoded = decode(bytesOf(`[${"[],".repeat(500)}1]`))
    assert.isTrue(Either.isLeft(decoded) && decoded.left._tag === "TooLarge")
  })

  // The parser of V8 ends the process when it finds no memory: a heap limit comes too late.
  it("would become more arrays than a thread has memory for", () => {
    const decode = makePayloadDecoder(Schema.Array(Schema.Unknown))
    const decoded = decode(bytesOf(`[${"[],".repeat(2_000_000)}1]`))
    assert.isTrue(Either.isLeft(decoded) && decoded.left._tag === "TooLarge")
  })

  it("has more keys than a thread has memory for", { timeout: 300_000 }, () => {
    const keys = (count: number) => Array.from({ length: count }, (_, n) => `"${n}":0`).join()
    const decode = makePayloadDecoder(
      Schema.Struct({ name: Schema.optional(Schema.Unknown) }),
      undefined,
      undefined,
      "ignore",
    )
    for (const text of [`{${keys(1_000_001)}}`, `{"name":{${keys(500_000)},"in":{${keys(600_000)}}}}`]) {
      const decoded = decode(bytesOf(text))
      assert.isTrue(Either.isLeft(decoded) && decoded.left._tag === "TooLarge")
    }
    assert.isTrue(Either.isRight(decode(bytesOf(`{"name":[{${keys(600_000)}},{${keys(600_000)}}]}`))))
  })
})

describe("a body that is right", () => {
  it("may hold keys that nobody asked for, the dangerous ones too", async () => {
    const world = makeWorld()
    const body =
      '{"__proto__":{"polluted":true},"name":"a","constructor":1,"attributes":{"__proto__":{"x":1}}}'
    assert.strictEqual((await caller(world)("POST", "/things/", sending(body))).status, 201)
    assert.deepStrictEqual(world.payloads, [{ name: "a", priority: 0, attributes: '{"__proto__":{"x":1}}' }])
    assert.isUndefined(Reflect.get({}, "polluted"))
  })

  it("may be absent where every field is optional", () => {
    const decode = makePayloadDecoder(
      Schema.Struct({ count: Schema.optionalWith(Schema.Number, { default: () => 1 }) }),
    )
    assert.deepStrictEqual(Either.getOrThrow(decode(new Uint8Array(0))), { count: 1 })
  })

  it("must be there where its endpoint says so", () => {
    const Optional = Schema.Struct({ count: Schema.optionalWith(Schema.Number, { exact: true }) })
    const decoded = makePayloadDecoder(Optional, payloadLimits, "missing")(new Uint8Array(0))
    assert.isTrue(Either.isLeft(decoded) && decoded.left._tag === "Invalid")
  })

  it("brings the declared headers along", async () => {
    const response = await caller()(
      "POST",
      "/things/",
      sending({ name: "a", attributes: {} }, { "If-Match": '"v1"' }),
    )
    assert.deepStrictEqual(((await response.json()) as { headers: unknown }).headers, { "if-match": '"v1"' })
  })

  it("may come with DELETE", async () => {
    const uuid = "10000000-0000-7000-8000-000000000000"
    const response = await caller()("DELETE", "/things_bulk/", sending({ uuids: [uuid, uuid] }))
    assert.deepStrictEqual(await response.json(), { deleted_count: 2 })
  })
})
