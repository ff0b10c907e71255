/** Decoding of flat objects: it accepts only what the schema accepts, with the same result. */
import { castToJsonText, Raw } from "@annotary/core/effect"
import { Either, ParseResult, Schema, Struct } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import * as payloads from "../../src/api/payloads/sample.ts"
import { makeFlatDecoder, refused } from "../../src/transport/codec/flat.ts"

const schemas = {
  NewSampleLine: payloads.NewSampleLine,
  SampleChange: payloads.SampleChange,
  LabelChange: payloads.LabelChange,
  NewIssue: payloads.NewIssue,
}

const text = (json: string) => new Raw(castToJsonText(json))

/** One of each kind that is accepted: chance alone seldom makes them. */
const plain: { readonly [Name in keyof typeof schemas]: Record<string, unknown> } = {
  NewSampleLine: { name: "a", attributes: text("{}") },
  SampleChange: { name: "a" },
  LabelChange: { label_status: "LABELED", attributes: text("{}") },
  NewIssue: { description: "a" },
}

const value = fc.oneof(
  fc.string(),
  fc.constantFrom("LABELED", "OPEN", "ann", "", "\u0000", "\ud800", "x".repeat(501), "😀".repeat(400)),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, [], {}, text("{}"), text('{"a":1}'), text("[]"), text("null")),
)

for (const name of Struct.keys(schemas)) {
  const schema = schemas[name]
  const flat = makeFlatDecoder(schema.ast)
  const strict = ParseResult.decodeUnknownEither(Schema.make<unknown>(schema.ast), {
    errors: "all",
    onExcessProperty: "error",
  })
  const keys = [...Object.keys(schema.fields), "unknown", "__proto__"]

  it(`decodes a flat ${name} as the schema does`, () => {
    let accepted = 0
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value, { noNullPrototype: true }), (payload) => {
        const decoded = flat?.(payload)
        if (decoded === refused) return
        accepted += 1
        expect(strict(payload)).toStrictEqual(Either.right(decoded))
      }),
      { numRuns: 2000, examples: [[plain[name]]] },
    )
    expect(accepted).toBeGreaterThan(0)
  })
}

it("accepts a plain line, and nothing with a default or an index", () => {
  const decode = makeFlatDecoder(payloads.NewSampleLine.ast)
  expect(decode?.({ name: "a", attributes: text("{}"), metadata: null, priority: 2, readme: null })).toEqual({
    name: "a",
    attributes: "{}",
    metadata: null,
    priority: 2,
  })
  expect(decode?.({ attributes: null })).toBe(refused)
  expect(
    makeFlatDecoder(Schema.Struct({ a: Schema.optionalWith(Schema.Number, { default: () => 1 }) }).ast),
  ).toBeUndefined()
  expect(makeFlatDecoder(Schema.Record({ key: Schema.String, value: Schema.Number }).ast)).toBeUndefined()
})
