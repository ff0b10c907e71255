/** Compares two releases: reads their files side by side in the order of sample ids, with constant memory. */
import { Option, Order, Stream } from "effect"
import { type JsonText, writeJson } from "../domain/JsonText.ts"
import { readMembers } from "../domain/jsonSpans.ts"
import { splitLines } from "./lines.ts"

type Bytes<E, R> = Stream.Stream<Uint8Array, E, R>

/**
 * Emits `{op: "added" | "removed" | "changed", uuid, name, fields?}` for each sample that differs. `fields` of a
 * changed sample are the keys of its line whose text differs; labels are `labels.{labelset}`.
 */
export const computeDiff = <E1, R1, E2, R2>(
  before: Bytes<E1, R1>,
  after: Bytes<E2, R2>,
): Stream.Stream<JsonText, E1 | E2, R1 | R2> =>
  streamSampleLines(before).pipe(
    Stream.zipAllSortedByKeyWith({
      other: streamSampleLines(after),
      onSelf: (line) => Option.some(formatSingle("removed", line)),
      onOther: (line) => Option.some(formatSingle("added", line)),
      onBoth: (old, line) => (isSameBytes(old, line) ? Option.none() : Option.some(formatChanged(old, line))),
      order: Order.string,
    }),
    Stream.filterMap(([, entry]) => entry),
  )

const start = new TextEncoder().encode('{"uuid":"')
const uuidLength = 36
const decoder = new TextDecoder()

/** The sample lines of a release file by id. The first and the last line do not match their prefix. */
export const streamSampleLines = <E, R>(
  bytes: Bytes<E, R>,
): Stream.Stream<readonly [string, Uint8Array], E, R> =>
  Stream.filterMap(splitLines(bytes), (line) => {
    if (!isSameBytes(line.subarray(0, start.length), start)) return Option.none()
    const uuid = decoder.decode(line.subarray(start.length, start.length + uuidLength))
    return Option.some([uuid, line.at(-1) === comma ? line.subarray(0, -1) : line] as const)
  })

const comma = 0x2c

const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

const formatSingle = (op: "added" | "removed", line: Uint8Array): JsonText =>
  formatEntry(op, readMembers(decoder.decode(line)))

const formatChanged = (before: Uint8Array, after: Uint8Array): JsonText => {
  const old = readMembers(decoder.decode(before))
  const members = readMembers(decoder.decode(after))
  const fields = findDifferences(old, members).flatMap((key) =>
    key === "labels"
      ? findDifferences(readMembers(old.get(key) ?? "{}"), readMembers(members.get(key) ?? "{}")).map(
          (labelset) => `labels.${labelset}`,
        )
      : [key],
  )
  return formatEntry("changed", members, fields)
}

/**
 * The keys whose texts differ: those of `after` in order, then removed ones. A new labelset differs even if it is
 * empty.
 */
const findDifferences = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReadonlyArray<string> => [
  ...[...after.keys()].filter((key) => before.get(key) !== after.get(key)),
  ...[...before.keys()].filter((key) => !after.has(key)),
]

const formatEntry = (
  op: string,
  sample: ReadonlyMap<string, string>,
  fields?: ReadonlyArray<string>,
): JsonText =>
  writeJson({
    op,
    uuid: JSON.parse(sample.get("uuid") ?? "null"),
    name: JSON.parse(sample.get("name") ?? "null"),
    fields,
  })
