/** Records as lines of JSON: names as in the API, and JSON that was sent as it is, digit for digit. Pure. */
import { Either, Schema } from "effect"
import type { RecordKind } from "../domain/archive/recordKind.ts"
import type { Violation } from "../domain/errors.ts"
import { castToJsonText, type JsonTree, Raw, writeJson } from "../domain/JsonText.ts"
import { isObjectAt, readMembers } from "../domain/jsonSpans.ts"
import { listViolations, toSnakeCase, toWirePointer } from "../domain/violations.ts"

/** Writes and reads the lines of one kind of record. */
export interface RecordLines<A> {
  /** The line without its line break. */
  readonly write: (record: A) => string
  readonly read: (line: string) => Either.Either<A, ReadonlyArray<Violation>>
}

export const recordLines = <A, I>({ internal, json, schema }: RecordKind<A, I>): RecordLines<A> => {
  const isInternal = new Set<string>(internal)
  const isJson = new Set<string>(json)
  const fields = Object.keys(schema.fields).filter((field) => !isInternal.has(field))
  const fieldOf = new Map(fields.map((field) => [toSnakeCase(field), field]))
  const encode = Schema.encodeSync(schema)
  const decode = Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })

  const write = (record: A): string => {
    const encoded = new Map<string, unknown>(Object.entries(encode(record) as object))
    const tree: { [name: string]: JsonTree } = {}
    for (const field of fields) {
      const value = encoded.get(field)
      // The schema's encoded side is plain JSON.
      tree[toSnakeCase(field)] =
        isJson.has(field) && typeof value === "string" ? new Raw(castToJsonText(value)) : (value as JsonTree)
    }
    return writeJson(tree)
  }

  const read = (line: string): Either.Either<A, ReadonlyArray<Violation>> => {
    const parsed = parse(line)
    if (parsed === undefined) return refuseLine("", "must be a JSON object")
    const values: { [field: string]: unknown } = Object.fromEntries(internal.map((field) => [field, null]))
    for (const [name, text] of readMembers(line)) {
      const field = fieldOf.get(name)
      if (field === undefined) return refuseLine("", "has a field that this version does not know")
      const isText = isJson.has(field) && text !== "null"
      values[field] = isText ? text : Reflect.get(parsed, name)
    }
    return Either.mapLeft(decode(values), (error) =>
      listViolations(error).map(({ message, pointer }) => ({ pointer: toWirePointer(pointer), message })),
    )
  }

  return { write, read }
}

const refuseLine = (pointer: string, message: string) => Either.left([{ pointer, message }])

/** The parsed line, which is then known to be valid JSON. */
const parse = (line: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return isObjectAt(line, 0) && typeof value === "object" && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
