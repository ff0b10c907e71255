/** The part of JSON Schema 2020-12 that describes the event types. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

const describeSchema = (schema: JsonSchema, description: string | undefined): JsonSchema =>
  description === undefined ? schema : { ...schema, description }

export const makeTextSchema = (description?: string): JsonSchema =>
  describeSchema({ type: "string" }, description)
export const makeIntegerSchema = (description?: string): JsonSchema =>
  describeSchema({ type: "integer" }, description)
export const makeIdSchema = (description?: string): JsonSchema =>
  describeSchema({ type: "string", format: "uuid" }, description)
export const makeInstantSchema = (description?: string): JsonSchema =>
  describeSchema({ type: "string", format: "date-time" }, description)
export const makeEnumSchema = (values: ReadonlyArray<string>, description?: string): JsonSchema =>
  describeSchema({ type: "string", enum: [...values] }, description)
export const list = (items: JsonSchema): JsonSchema => ({ type: "array", items })

/** The same schema with null allowed. */
export const makeNullable = ({ type, ...rest }: JsonSchema): JsonSchema => ({ type: [type, "null"], ...rest })

/** An object whose members are required unless they are named as optional. Receivers must expect additional members. */
export const record = (
  properties: { readonly [key: string]: JsonSchema },
  optional: ReadonlyArray<string> = [],
): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
})
