/** What the schemas of webhook payloads say where they differ from the API reference. */
export const InEvents: unique symbol = Symbol.for("@annotary/core/InEvents")

/**
 * An annotation of a struct: JSON Schema keywords by field that events have instead of, or beside, those of the field's type;
 * false for a field that events leave out.
 */
export const inEvents = (fields: {
  readonly [field: string]: Readonly<Record<string, unknown>> | false
}) => ({ [InEvents]: fields })
