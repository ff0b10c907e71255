/** Tracks that are made longer. */
import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../../src/workbench/editor/json/value.ts"
import { listAnnotations, listAnnotationsOfKey } from "../../../src/workbench/editor/label/frames.ts"
import { getSensorLabel } from "../../../src/workbench/editor/label/sensors.ts"
import { extendHere, extendToEnd, extendToNext } from "../../../src/workbench/editor/label/tracks/extend.ts"
import { withKeyframe } from "../../../src/workbench/editor/label/tracks/keyframes.ts"

const interpolating = { interpolates: true, extrapolates: false }
const plain = { interpolates: false, extrapolates: false }

const makeBox = (x: number, isKeyframe = true) => ({
  id: 7,
  track_id: 7,
  category_id: 1,
  type: "bbox",
  is_keyframe: isKeyframe,
  points: [
    [x, 0],
    [x + 10, 10],
  ],
  attributes: { color: "red" },
})

/** A label whose frames have the box at these places; none where it is undefined. */
const makeLabel = (...places: ReadonlyArray<number | undefined>): JsonObject => ({
  frames: places.map((x) => ({ annotations: x === undefined ? [] : [makeBox(x)] })),
})

/** The left sides by frame, those of keyframes with an exclamation mark. */
const readTrack = (label: JsonObject) => {
  const frames = listAnnotationsOfKey(label, "7")
  return Array.from({ length: 6 }, (_, frame) => {
    const one = frames.get(frame)
    return one === undefined ? "" : `${one.points[0]?.[0]}${one.isKeyframe ? "!" : ""}`
  })
}

const none = undefined

/** The label of a sensor with four frames, among sensors with six. */
const makeSensorLabel = (attributes: JsonObject): JsonObject =>
  getSensorLabel(
    { sensors: [{ name: "front", task_type: "image-vector-sequence", attributes }] },
    { name: "front", taskType: "image-vector-sequence", kind: "image", edits: true, frames: 4 },
    6,
  )

describe("a track that is extended", () => {
  it("to a later frame stays where it was last, with a keyframe there", () => {
    const label = makeLabel(0, 10, none, none, none, none)
    expect(readTrack(extendHere(label, 4, "7", interpolating))).toEqual(["0!", "10!", "10", "10", "10!", ""])
    expect(readTrack(extendHere(label, 4, "7", plain))).toEqual(["0!", "10!", "10!", "10!", "10!", ""])
    expect(listAnnotationsOfKey(extendHere(label, 4, "7", plain), "7").get(3)?.attributes).toEqual({
      color: "red",
    })
  })

  it("to a frame before its first begins there", () => {
    const label = makeLabel(none, none, none, 30, none, none)
    expect(readTrack(extendHere(label, 1, "7", interpolating))).toEqual(["", "30!", "30", "30!", "", ""])
  })

  it("to a frame in a gap leaves the rest of the gap", () => {
    const label = makeLabel(0, none, none, none, none, 50)
    expect(readTrack(extendHere(label, 2, "7", interpolating))).toEqual(["0!", "0", "0!", "", "", "50!"])
  })

  it("to its next keyframe closes the gap after the frame, by interpolation where the dataset has it", () => {
    const label = makeLabel(0, none, none, none, 40, none)
    expect(readTrack(extendToNext(label, 0, "7", interpolating))).toEqual(["0!", "10", "20", "30", "40!", ""])
    expect(readTrack(extendToNext(label, 2, "7", interpolating))).toEqual(["0!", "10", "20", "30", "40!", ""])
    expect(readTrack(extendToNext(label, 0, "7", plain))).toEqual(["0!", "0!", "0!", "0!", "40!", ""])
    expect(extendToNext(label, 4, "7", interpolating)).toBe(label)
  })

  it("to the end goes on from its last frame", () => {
    const label = makeLabel(0, none, 20, none, none, none)
    expect(readTrack(extendToEnd(label, 0, "7", interpolating))).toEqual(["0!", "", "20!", "20", "20", "20!"])
    const whole = makeLabel(0, 1, 2, 3, 4, 5)
    expect(extendToEnd(whole, 0, "7", interpolating)).toBe(whole)
    expect(extendHere(whole, 3, "7", interpolating)).toBe(whole)
  })

  it("to the end of a sensor ends with the last frame that the sensor has", () => {
    const label = makeSensorLabel(makeLabel(0, none, none, none))
    expect(readTrack(extendToEnd(label, 0, "7", interpolating))).toEqual(["0!", "0", "0", "0!", "", ""])
    const whole = makeSensorLabel(makeLabel(0, 1, 2, 3))
    expect(extendToEnd(whole, 0, "7", interpolating)).toBe(whole)
  })

  it("does not come to a frame that its sensor lacks", () => {
    const label = makeSensorLabel(makeLabel(0, none, none, none))
    expect(extendHere(label, 5, "7", interpolating)).toBe(label)
  })

  it("gives the copies ids that no other annotation of their frames has", () => {
    const taken = { ...makeBox(90), id: 7, track_id: 8 }
    const label = { frames: [{ annotations: [makeBox(0)] }, { annotations: [taken] }, { annotations: [] }] }
    const ids = (edited: JsonObject, frame: number) => listAnnotations(edited, frame).map(({ id }) => id)
    const extended = extendToEnd(label, 0, "7", interpolating)
    expect([ids(extended, 1), ids(extended, 2)]).toEqual([[7, 9], [7]])
    const keyed = withKeyframe(label, 2, "7", makeBox(20), interpolating)
    expect([ids(keyed, 1), ids(keyed, 2)]).toEqual([[7, 9], [7]])
    const placed = withKeyframe(label, 1, "7", makeBox(20), interpolating)
    expect(ids(placed, 1)).toEqual([7, 9])
  })
})
