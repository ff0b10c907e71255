/** Violations of an input: pointers and messages that do not repeat the input. */
import { Effect, ParseResult, Schema } from "effect"
import { InvalidInput, type Violation } from "./errors.ts"
import { formatAlternatives } from "./expectation.ts"
import { listSchemaFaults, type SchemaFault } from "./schemaFaults.ts"

/** One step of an RFC 6901 pointer. */
export const formatPointerStep = (key: PropertyKey): string =>
  `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`

/** The RFC 6901 pointer for a path. */
export const formatPointer = (path: ReadonlyArray<PropertyKey>): string =>
  path.map(formatPointerStep).join("")

/** `enable3dCuboidRotation` → `enable_3d_cuboid_rotation`, the spelling of the API. */
export const toSnakeCase = (name: string): string =>
  name.replace(/\d+[a-z]|[A-Z]/g, (start) => `_${start.toLowerCase()}`)

/**
 * All violations of a failed decode, in the order of their places. All schema errors that people read come from here.
 * `pointer` formats a path, for callers that may not repeat every key.
 */
export const listViolations = (
  error: ParseResult.ParseError | ParseResult.ParseIssue,
  prefix = "",
  pointer: (path: ReadonlyArray<PropertyKey>) => string = formatPointer,
): ReadonlyArray<Violation> => {
  const places = new Map<string, Array<SchemaFault>>()
  for (const fault of listSchemaFaults(ParseResult.isParseError(error) ? error.issue : error)) {
    const place = prefix + pointer(fault.path)
    const faultsAtPlace = places.get(place)
    if (faultsAtPlace === undefined) places.set(place, [fault])
    else faultsAtPlace.push(fault)
  }
  return [...places].flatMap(([place, faults]) =>
    listMessages(faults).map((message) => ({ pointer: place, message })),
  )
}

/** Decodes input, and fails with all violations in the caller's field names. */
export const decodeInput = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(schema, { errors: "all" })
  return (input: unknown): Effect.Effect<A, InvalidInput> =>
    Effect.mapError(decode(input), (error) => new InvalidInput({ errors: listViolations(error) }))
}

/**
 * Converts a pointer into an input of the engine to the spelling of the API: `/taskType` → `/task_type`. Keys inside
 * a JSON field are the sender's and unchanged.
 */
export const toWirePointer = (pointer: string): string => {
  let inside = false
  return pointer.replaceAll(/[^/]+/g, (step) => {
    if (inside) return step
    inside = verbatim.has(step)
    return toSnakeCase(step)
  })
}

/** Fields whose inner keys belong to the sender. */
const verbatim: ReadonlySet<string> = new Set([
  "attributes",
  "metadata",
  "anchor",
  "configuration",
  "headers",
  "regionOfInterest",
  "taskAttributes",
])

/** The messages of one place: complete sentences unchanged, and all other expected forms in one sentence. */
const listMessages = (faults: ReadonlyArray<SchemaFault>): ReadonlyArray<string> => {
  const own = new Set(faults.flatMap(({ message }) => message ?? []))
  if (own.size > 0) return [...own]
  return [`must be ${formatAlternatives([...new Set(faults.flatMap(({ expected }) => expected ?? []))])}`]
}
