/** Compares two releases: reads their files side by side in the order of sample ids, with constant memory. */
import { Option, Order, Stream } from "effect"
import { type JsonText, writeJson } from "../domain/JsonText.ts"
import { readMembers } from "../domain/jsonSpans.ts"
import { linesOf } from "./lines.ts"

type Bytes<E, R> = Stream.Stream<Uint8Array, E, R>

/**
 * Emits `{op: "added" | "removed" | "changed", uuid, name, fields?}` for each sample that differs. `fields` of a
 * changed sample are the keys of its line whose text differs; labels are `labels.{labelset}`.
 */
export const diffOf = <E1, R1, E2, R2>(
  before: Bytes<E1, R1>,
  after: Bytes<E2, R2>,
): Stream.Stream<JsonText, E1 | E2, R1 | R2> =>
  sampleLines(before).pipe(
    Stream.zipAllSortedByKeyWith({
      other: sampleLines(after),
      onSelf: (line) => Option.some(one("removed", line)),
      onOther: (line) => Option.some(one("added", line)),
      onBoth: (old, line) => (sameBytes(old, line) ? Option.none() : Option.some(changed(old, line))),
      order: Order.string,
    }),
    Stream.filterMap(([, entry]) => entry),
  )

const start = new TextEncoder().encode('{"uuid":"')
const uuidLength = 36
const decoder = new TextDecoder()

/** The sample lines of a release file by id. The first and the last line do not match their prefix. */
const sampleLines = <E, R>(bytes: Bytes<E, R>): Stream.Stream<readonly [string, Uint8Array], E, R> =>
  Stream.filterMap(linesOf(bytes), (line) => {
    if (!sameBytes(line.subarray(0, start.length), start)) return Option.none()
    const uuid = decoder.decode(line.subarray(start.length, start.length + uuidLength))
    return Option.some([uuid, line.at(-1) === comma ? line.subarray(0, -1) : line] as const)
  })

const comma = 0x2c

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

const one = (op: "added" | "removed", line: Uint8Array): JsonText =>
  entry(op, readMembers(decoder.decode(line)))

const changed = (before: Uint8Array, after: Uint8Array): JsonText => {
  const old = readMembers(decoder.decode(before))
  const members = readMembers(decoder.decode(after))
  const fields = differences(old, members).flatMap((key) =>
    key === "labels"
      ? differences(readMembers(old.get(key) ?? "{}"), readMembers(members.get(key) ?? "{}")).map(
          (labelset) => `labels.${labelset}`,
        )
      : [key],
  )
  return entry("changed", members, fields)
}

/**
 * The keys whose texts differ: those of `after` in order, then removed ones. A new labelset differs even if it is
 * empty.
 */
const differences = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReadonlyArray<string> => [
  ...[...after.keys()].filter((key) => before.get(key) !== after.get(key)),
  ...[...before.keys()].filter((key) => !after.has(key)),
]

const entry = (op: string, sample: ReadonlyMap<string, string>, fields?: ReadonlyArray<string>): JsonText =>
  writeJson({
    op,
    uuid: JSON.parse(sample.get("uuid") ?? "null"),
    name: JSON.parse(sample.get("name") ?? "null"),
    fields,
  })
