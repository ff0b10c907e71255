/** Bodies that a schema of the OpenAPI document refuses, made from the schema and a body that it accepts. */
import { openApi } from "../../src/api/openapi.ts"

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly anyOf?: ReadonlyArray<Schema>
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly additionalProperties?: unknown
}

export interface BadBody {
  readonly why: string
  readonly body: unknown
}

export const resolved = (schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema
  const { $ref, ...rest } = schema
  const named = openApi().components.schemas[$ref.split("/").at(-1) ?? ""] as Schema | undefined
  return resolved({ ...named, ...rest })
}

/** The alternatives that a value may take. */
const alternatives = (schema: Schema): ReadonlyArray<Schema> => {
  const { anyOf, ...rest } = resolved(schema)
  return anyOf === undefined ? [rest] : anyOf.flatMap(alternatives)
}

const samples: Readonly<Record<string, unknown>> = {
  string: "text",
  number: 1.5,
  boolean: true,
  null: null,
  array: [1],
  object: { a: 1 },
}

const accepts = (schema: Schema, type: string): boolean =>
  alternatives(schema).some((one) => one.type === undefined || one.type === type)

/** Values of every type that the schema does not name, and of its own types beyond their bounds. */
export const badValues = (schema: Schema): ReadonlyArray<BadBody> => {
  const wrongTypes = Object.entries(samples)
    .filter(([type]) => !accepts(schema, type) && !(type === "number" && accepts(schema, "integer")))
    .map(([type, body]) => ({ why: `a ${type}`, body }))
  return [...wrongTypes, ...alternatives(schema).flatMap(beyond)]
}

const beyond = (one: Schema): ReadonlyArray<BadBody> => {
  const bad: Array<BadBody> = []
  if (one.type === "integer") bad.push({ why: "a fraction", body: 1.5 })
  if (one.minimum !== undefined) bad.push({ why: "too small", body: one.minimum - 1 })
  if (one.maximum !== undefined) bad.push({ why: "too large", body: one.maximum + 1 })
  if (one.maxLength !== undefined) bad.push({ why: "too long", body: "x".repeat(one.maxLength + 1) })
  if (one.minLength !== undefined && one.minLength > 0) bad.push({ why: "too short", body: "" })
  if (one.minItems !== undefined && one.minItems > 0) bad.push({ why: "too few", body: [] })
  if (one.enum !== undefined) bad.push({ why: "no such value", body: "no-such-value" })
  const form = one.pattern
  const formless = ["a b/c", "a\u0000b"].find(
    (text) => form !== undefined && !new RegExp(form, "u").test(text),
  )
  if (formless !== undefined) bad.push({ why: "not of the form", body: formless })
  return bad
}

/** The good body with one thing wrong, for every property at any depth of the schema. */
export const badBodies = (schema: Schema, good: unknown): ReadonlyArray<BadBody> => {
  const whole = badValues(schema)
  if (Array.isArray(good)) {
    const items = resolved(schema).items ?? {}
    return [
      ...whole,
      ...badBodies(items, good[0]).map(({ body, why }) => ({ why: `[0]: ${why}`, body: [body] })),
    ]
  }
  if (typeof good !== "object" || good === null) return whole
  const { properties = {}, required = [] } = resolved(schema)
  const fields = good as Readonly<Record<string, unknown>>
  const missing = required.map((name) => {
    const { [name]: _, ...rest } = fields
    return { why: `without ${name}`, body: rest }
  })
  const wrong = Object.entries(properties).flatMap(([name, property]) =>
    badBodies(property, fields[name]).map(({ body, why }) => ({
      why: `${name}: ${why}`,
      body: { ...fields, [name]: body },
    })),
  )
  const unknown =
    resolved(schema).additionalProperties === false
      ? [{ why: "an unknown key", body: { ...fields, noSuchKey: 1 } }]
      : []
  return [...whole, ...missing, ...wrong, ...unknown]
}

/** Texts that are no JSON, or JSON that nobody can keep. `at` is spliced in where a value stands. */
export const badTexts: ReadonlyArray<{ readonly why: string; readonly text: string | Uint8Array }> = [
  { why: "cut short", text: `{"a":` },
  { why: "a trailing comma", text: `{"a":1,}` },
  { why: "NaN", text: `{"a":NaN}` },
  { why: "Infinity", text: `[-Infinity]` },
  { why: "a duplicate key", text: `{"name":"a","name":"b"}` },
  { why: "U+0000", text: `{"name":"\\u0000"}` },
  { why: "a lone surrogate", text: `{"name":"\\ud800"}` },
  { why: "a control character", text: `{"name":"\u0001"}` },
  { why: "too deep", text: `{"attributes":${"[".repeat(1000)}${"]".repeat(1000)}}` },
  { why: "objects too deep", text: `{"metadata":${'{"a":'.repeat(300)}1${"}".repeat(301)}` },
  { why: "too deep and never closed", text: '[{"a":'.repeat(100_000) },
  { why: "not UTF-8", text: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
  { why: "two values", text: "{} {}" },
  { why: "a comment", text: "{} // no" },
]
