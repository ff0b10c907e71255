import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck as fc, Stream } from "effect"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { computeDiff } from "../../src/releases/diff.ts"
import { fileOf, label, sample, samplesArbitrary, streamOf, uuid } from "./snapshots.ts"

interface Entry {
  readonly op: string
  readonly uuid: string
  readonly name: string
  readonly fields?: ReadonlyArray<string>
}

const diff = (before: string, after: string, piece?: number): ReadonlyArray<Entry> =>
  Chunk.toReadonlyArray(
    Effect.runSync(Stream.runCollect(computeDiff(streamOf(before, piece), streamOf(after, piece)))),
  ).map((line) => JSON.parse(line))

/** Both files read whole, lines compared as text by the JSON parser's view of their keys. */
const naive = (before: string, after: string): Array<Entry> => {
  const rows = (text: string) =>
    new Map(
      text
        .split("\n")
        .filter((line) => line.startsWith('{"uuid"'))
        .map((line) => line.replace(/,$/, ""))
        .map((line) => [JSON.parse(line).uuid as string, line] as const),
    )
  const [old, young] = [rows(before), rows(after)]
  return [...new Set([...old.keys(), ...young.keys()])].toSorted().flatMap((id): Array<Entry> => {
    const [a, b] = [old.get(id), young.get(id)]
    const { name } = JSON.parse(b ?? a ?? "")
    if (a === undefined) return [{ op: "added", uuid: id, name }]
    if (b === undefined) return [{ op: "removed", uuid: id, name }]
    return a === b ? [] : [{ op: "changed", uuid: id, name }]
  })
}

describe("diffOf", () => {
  it("finds what a naive comparison finds, however the bytes are cut", () => {
    fc.assert(
      fc.property(
        samplesArbitrary,
        samplesArbitrary,
        fc.integer({ min: 1, max: 3000 }),
        (before, after, piece) => {
          const [a, b] = [fileOf(before).text, fileOf(after).text]
          const found = diff(a, b, piece).map(({ op, uuid, name }) => ({ op, uuid, name }))
          assert.deepStrictEqual(found, naive(a, b))
        },
      ),
    )
  })

  it("of a release with itself is empty", () => {
    const { text } = fileOf([sample(1), sample(2)])
    assert.deepStrictEqual(diff(text, text), [])
  })

  it("names the fields that changed, and of the labels the labelsets", () => {
    const before = fileOf([sample(1, { labels: [label("ground-truth"), label("7", 1)] })]).text
    const after = fileOf([
      sample(1, {
        metadata: castToJsonText('{"at":1700000000123456788}'),
        priority: 2,
        labels: [label("7", 2), label("model.v2")],
      }),
    ]).text
    assert.deepStrictEqual(diff(before, after), [
      {
        op: "changed",
        uuid: uuid(1001),
        name: "sample 1",
        fields: ["metadata", "priority", "labels.ground-truth", "labels.7", "labels.model.v2"],
      },
    ])
  })

  it("goes on while one of the files is much longer", () => {
    const before = fileOf([sample(3)]).text
    const after = fileOf(Array.from({ length: 500 }, (_, index) => sample(index))).text
    assert.lengthOf(diff(before, after), 499)
  })
})
