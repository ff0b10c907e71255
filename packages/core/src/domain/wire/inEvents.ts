/** What the schemas of webhook payloads say where they differ from the API reference. */
export const InEvents: unique symbol = Symbol.for("@annotary/core/InEvents")

/** Of a field that holds a username. */
export const account = { description: "The name of an account." }

/**
 * An annotation of a struct: JSON Schema keywords by field that events have beside those of the field's type, or, with
 * a `type` among them, instead; false for a field that events leave out.
 */
export const inEvents = (fields: {
  readonly [field: string]: Readonly<Record<string, unknown>> | false
}) => ({ [InEvents]: fields })
