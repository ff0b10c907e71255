/** Overrides for webhook payload schemas where they differ from the API reference. */
export const InEvents: unique symbol = Symbol.for("@annotary/core/InEvents")

/** The override of a field with a username. */
export const account = { description: "The name of an account." }

/**
 * An annotation of a struct: JSON Schema keywords by field for events, in addition to those of the field's type, or
 * instead of them if `type` is among them. False omits the field.
 */
export const inEvents = (fields: {
  readonly [field: string]: Readonly<Record<string, unknown>> | false
}) => ({ [InEvents]: fields })
