import { Schema } from "effect"

/** A schema of the keys of a record with at least one key. */
export const literalKeys = <Key extends string>(record: { readonly [Name in Key]: unknown }) =>
  // TypeScript gives `Object.keys` no narrower type than string[], since a value may have more keys than its type.
  Schema.Literal(...(Object.keys(record) as unknown as readonly [Key, ...ReadonlyArray<Key>]))
