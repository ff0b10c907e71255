/** The part of JSON Schema 2020-12 that describes the event types. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

const described = (schema: JsonSchema, description: string | undefined): JsonSchema =>
  description === undefined ? schema : { ...schema, description }

export const text = (description?: string): JsonSchema => described({ type: "string" }, description)
export const whole = (description?: string): JsonSchema => described({ type: "integer" }, description)
export const id = (description?: string): JsonSchema =>
  described({ type: "string", format: "uuid" }, description)
export const instant = (description?: string): JsonSchema =>
  described({ type: "string", format: "date-time" }, description)
export const oneOf = (values: ReadonlyArray<string>, description?: string): JsonSchema =>
  described({ type: "string", enum: [...values] }, description)
export const list = (items: JsonSchema): JsonSchema => ({ type: "array", items })

/** The same schema with null allowed. */
export const orNull = ({ type, ...rest }: JsonSchema): JsonSchema => ({ type: [type, "null"], ...rest })

/** An object whose members are required unless they are named as optional. Receivers must expect additional members. */
export const record = (
  properties: { readonly [key: string]: JsonSchema },
  optional: ReadonlyArray<string> = [],
): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
})
