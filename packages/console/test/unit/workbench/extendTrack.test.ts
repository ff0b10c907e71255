/** Tracks that are made longer. */
import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../../src/workbench/editor/json/value.ts"
import { listAnnotationsOfKey } from "../../../src/workbench/editor/label/frames.ts"
import { extendHere, extendToEnd, extendToNext } from "../../../src/workbench/editor/label/tracks/extend.ts"

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
})
