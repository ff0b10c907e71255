/** Kinds of records of an archive: their schema, and their order. */
import type { Schema } from "effect"

/** A kind of record. */
export interface RecordKind<A, I = unknown> {
  readonly schema: Schema.Schema<A, I> & { readonly fields: Schema.Struct.Fields }
  /** The fields that contain JSON as it was sent. */
  readonly json: ReadonlyArray<keyof A & string>
  /** Key by which records are ordered. Ids and names are ASCII. */
  readonly key: (record: A) => ReadonlyArray<string>
  /** Fields that only this storage needs, and that are null in what was read from an archive. */
  readonly internal: ReadonlyArray<keyof A & string>
}

/** Defines a kind of record. */
export const defineRecordKind = <A, I>(
  schema: RecordKind<A, I>["schema"],
  key: RecordKind<A, I>["key"],
  json: RecordKind<A, I>["json"] = [],
  internal: RecordKind<A, I>["internal"] = [],
): RecordKind<A, I> => ({ schema, key, json, internal })
