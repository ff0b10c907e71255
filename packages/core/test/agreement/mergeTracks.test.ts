/** The ids of tracks that several sensors see. */
import { assert, describe, it } from "@effect/vitest"
import { mergeLabels } from "../../src/agreement.ts"
import { box, configuration } from "./makeLabels.ts"

/** Tracks in the frame of a sensor, each with the left side of its box. */
type Tracks = ReadonlyArray<readonly [track: number, left: number]>

const makeSensors = (front: Tracks, back: Tracks) =>
  JSON.stringify({
    sensors: [front, back].map((tracks, index) => ({
      name: ["front", "back"][index],
      task_type: "image-vector-sequence",
      attributes: {
        frames: [{ annotations: tracks.map(([id, left]) => ({ ...box(id, 1, left), track_id: id })) }],
      },
    })),
  })

interface MergedLabel {
  readonly sensors: ReadonlyArray<{
    readonly attributes: {
      readonly frames: ReadonlyArray<{
        readonly annotations: ReadonlyArray<{ readonly id: number; readonly track_id: number }>
      }>
    }
  }>
}

/** The annotations of the front and the back, merged with two other people whose boxes are on both sides of those of the base. */
const merge = (base: string, makeOther: (shift: number) => string) => {
  const labels = [base, makeOther(1), makeOther(-1)].map((label, index) => ({ person: `p${index}`, label }))
  const merged = mergeLabels(configuration, labels, { weights: { p0: 0.5 } })
  if (merged.refusal !== null) return assert.fail(merged.refusal)
  assert.strictEqual(merged.base, "p0")
  const { sensors }: MergedLabel = JSON.parse(merged.label ?? "null")
  return sensors.map(({ attributes }) => attributes.frames[0]?.annotations ?? [])
}

const front = (shift: number): Tracks => [
  [9, shift],
  [16, 100 + shift],
  [17, 200 + shift],
]
const ofBase: Tracks = [
  [5, 0],
  [6, 100],
  [7, 200],
]

describe("a track of the merged label", () => {
  it("is that of the base also in a sensor in which the base lacks it", () => {
    const [inFront, inBack] = merge(makeSensors(ofBase, []), (shift) => makeSensors(front(shift), [[9, 0]]))
    assert.deepStrictEqual(
      inFront?.map(({ id, track_id }) => [id, track_id]),
      [5, 6, 7].map((id) => [id, id]),
    )
    assert.deepStrictEqual(
      inBack?.map(({ track_id }) => track_id),
      [5],
    )
  })

  it("is another one where the base uses its number for another object of that sensor", () => {
    const base = makeSensors(ofBase, [[5, 500]])
    const [inFront, inBack] = merge(base, (shift) =>
      makeSensors(front(shift), [
        [9, 0],
        [8, 500],
      ]),
    )
    assert.strictEqual(inFront?.[0]?.track_id, 5)
    assert.deepStrictEqual(
      inBack?.map(({ id, track_id }) => [id, track_id]),
      [
        [5, 5],
        [18, 18],
      ],
    )
  })

  it("is a new one, the same in all sensors, where the base has it in none", () => {
    const base = makeSensors(ofBase, [])
    const merged = merge(base, (shift) => makeSensors([...front(shift), [20, 500]], [[20, 0]]))
    const tracks = merged.map((annotations) => annotations.at(-1)?.track_id)
    assert.deepStrictEqual(tracks, [21, 21])
  })
})

describe("a new id", () => {
  it("is none that a number cannot hold exactly: the labels are not merged", () => {
    const last = Number.MAX_SAFE_INTEGER
    const label = (...ids: ReadonlyArray<number>) =>
      JSON.stringify({ annotations: ids.map((id, index) => box(id, 1, 100 * index)) })
    const merge = (...labels: ReadonlyArray<string>) =>
      mergeLabels(
        configuration,
        labels.map((text, index) => ({ person: `p${index}`, label: text })),
        { quorum: 1 },
      ).refusal
    assert.isNull(merge(label(last), label(last)))
    const [a, b] = [label(1, last), label(last)]
    assert.isNull(merge(a, b))
    const other = JSON.stringify({ annotations: [box(1, 1, 500)] })
    assert.strictEqual(merge(a, other), "malformed")
  })
})
