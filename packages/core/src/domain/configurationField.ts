/** Fields of a label-editor configuration, with a title and examples for the JSON Schema. */
import { Schema } from "effect"

export type Examples<A> = readonly [A, ...ReadonlyArray<A>]

export const makeRequired = <A, I>(schema: Schema.Schema<A, I>, title: string, ...examples: Examples<A>) =>
  Schema.propertySignature(schema).annotations({ title, examples })

/** An optional field. Null counts as absent. */
export const makeOptional = <A, I>(schema: Schema.Schema<A, I>, title: string, ...examples: Examples<A>) =>
  Schema.optional(Schema.NullOr(schema)).annotations({ title, examples })

/** A whole number that every JSON reader represents exactly. */
export const Integer = Schema.Int.annotations({
  jsonSchema: { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
})
