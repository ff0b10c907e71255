import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parse } from "../../../src/workbench/editor/json/parse.ts"
import type { JsonObject } from "../../../src/workbench/editor/json/value.ts"
import { makeEmptyLabel } from "../../../src/workbench/editor/label/family.ts"
import { findAnnotation, listAnnotationsOfKey } from "../../../src/workbench/editor/label/frames.ts"
import { removeObjectsIn, withAttribute, withCategory } from "../../../src/workbench/editor/label/objects.ts"
import { withPasted, withPoints, withShape } from "../../../src/workbench/editor/label/shapes.ts"
import { readTimes } from "../../../src/workbench/editor/label/tracks/interpolate.ts"
import { listKeyframes, removeKeyframe } from "../../../src/workbench/editor/label/tracks/keyframes.ts"
import {
  listMergeableTracks,
  mergeTracks,
  removeIn,
  splitTrack,
} from "../../../src/workbench/editor/label/tracks/tracks.ts"
import type { Points } from "../../../src/workbench/geometry/point.ts"

const linear = { interpolates: true, extrapolates: false }
const open = { interpolates: true, extrapolates: true }
const box = (x: number): Points => [
  [x, 0],
  [x + 10, 10],
]
const frames = 9
const sequence = makeEmptyLabel({ sequence: true, bitmap: false }, frames)
const added = (frame: number, x: number, settings = linear) =>
  withShape(sequence, frame, { type: "bbox", categoryId: 1, points: box(x), attributes: {} }, settings)

/** The left edge of the object in each frame; null where it is not. */
const lefts = (label: JsonObject, key: string): ReadonlyArray<number | null> =>
  Array.from({ length: frames }, (_, frame) => findAnnotation(label, frame, key)?.points[0]?.[0] ?? null)

/** A track with keyframes in frames 2 and 6. */
const track = () => {
  const { key, label } = added(2, 0)
  const copied = findAnnotation(label, 2, key)
  const pasted = withPasted(label, 6, copied === undefined ? [] : [copied], linear)
  return { key, label: withPoints(pasted.label, 6, key, box(40), linear) }
}

describe("tracks", () => {
  it("move evenly between two keyframes, and are nowhere else", () => {
    const { key, label } = track()
    expect(lefts(label, key)).toEqual([null, null, 0, 10, 20, 30, 40, null, null])
    expect(listKeyframes(label, key)).toEqual([2, 6])
  })

  it("make a keyframe of the frame that is edited, and move the frames beside it alone", () => {
    const { key, label } = track()
    const edited = withPoints(label, 4, key, box(0), linear)
    expect(lefts(edited, key)).toEqual([null, null, 0, 0, 0, 20, 40, null, null])
    expect(listKeyframes(edited, key)).toEqual([2, 4, 6])
    expect(findAnnotation(edited, 6, key)?.source).toBe(findAnnotation(label, 6, key)?.source)
  })

  it("return to the even way when the keyframe between is removed", () => {
    const { key, label } = track()
    const back = removeKeyframe(withPoints(label, 4, key, box(7), linear), 4, key, linear)
    expect(lefts(back, key)).toEqual(lefts(label, key))
  })

  it("end at the keyframe beside one that is removed at an end, and keep their only keyframe", () => {
    const { key, label } = track()
    expect(lefts(removeKeyframe(label, 6, key, linear), key)).toEqual([
      ...[null, null, 0],
      ...[null, null, null, null, null, null],
    ])
    const single = removeKeyframe(label, 2, key, linear)
    expect(listKeyframes(single, key)).toEqual([6])
    expect(removeKeyframe(single, 6, key, linear)).toBe(single)
  })

  it("leave a gap as it is when a keyframe beside it moves", () => {
    const { key, label } = track()
    const gap = removeObjectsIn(label, new Set([key]), 4, 4)
    const moved = withPoints(gap, 6, key, box(80), linear)
    expect(lefts(moved, key)).toEqual([null, null, 0, 20, null, 60, 80, null, null])
  })

  it("stay where they are behind the last keyframe when the dataset extrapolates", () => {
    const { key, label } = added(5, 3, open)
    expect(lefts(label, key)).toEqual([null, null, null, null, null, 3, 3, 3, 3])
    expect(listKeyframes(label, key)).toEqual([5])
    const moved = withPoints(label, 7, key, box(9), open)
    expect(lefts(moved, key)).toEqual([null, null, null, null, null, 3, 6, 9, 9])
  })

  it("move by time when the dataset interpolates by timestamps", () => {
    const times = readTimes(
      parse(
        `[${[0, 1, 2, 2.4, 2.8, 4, 6, 7, 8]
          .map((second) => `{"timestamp": ${1700000000n * 1000000000n + BigInt(second * 1e9)}}`)
          .join(",")}]`,
      ),
    )
    const { key, label } = track()
    const moved = withPoints(label, 6, key, box(80), { ...linear, times })
    expect(lefts(moved, key)).toEqual([null, null, 0, 8, 16, 40, 80, null, null])
  })

  it("have the attributes of a track in all frames, and others in one frame", () => {
    const { key, label } = track()
    const both = withAttribute(
      withAttribute(label, { key, frame: 3, name: "color", value: "red", trackLevel: true }),
      { key, frame: 3, name: "visible", value: false, trackLevel: false },
    )
    const attributes = [...listAnnotationsOfKey(both, key).values()].map((one) => one.attributes)
    expect(attributes.every(({ color }) => color === "red")).toBe(true)
    expect(attributes.filter(({ visible }) => visible === false)).toHaveLength(1)
  })

  it("pass through their keyframes, and between them stay between them", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.nat(frames - 1), fc.integer({ min: 0, max: 1000 })), {
          minLength: 1,
          maxLength: 6,
          selector: ([frame]) => frame,
        }),
        (keyframes) => {
          const [[first, x] = [0, 0], ...rest] = keyframes
          const start = added(first, x)
          let label = start.label
          for (const [frame, left] of rest) {
            const present = findAnnotation(label, first, start.key)
            if (findAnnotation(label, frame, start.key) === undefined && present !== undefined)
              label = withPasted(label, frame, [present], linear).label
            // An edit that changes nothing makes no keyframe: the object is moved there from beside it.
            label = withPoints(label, frame, start.key, box(left + 1), linear)
            label = withPoints(label, frame, start.key, box(left), linear)
          }
          const at = lefts(label, start.key)
          for (const [frame, left] of keyframes) expect(at[frame]).toBe(left)
          const sorted = keyframes.toSorted(([a], [b]) => a - b)
          for (const [index, [from, a]] of sorted.entries()) {
            const [to, b] = sorted[index + 1] ?? [from, a]
            for (let frame = from; frame <= to; frame++) {
              expect(at[frame]).toBeGreaterThanOrEqual(Math.min(a, b))
              expect(at[frame]).toBeLessThanOrEqual(Math.max(a, b))
            }
          }
        },
      ),
    )
  })
})

describe("whole tracks", () => {
  it("are split at a frame into two, whose shapes stay as they were", () => {
    const { key, label } = track()
    const split = splitTrack(label, 4, key)
    expect(lefts(split.label, key)).toEqual([null, null, 0, 10, null, null, null, null, null])
    expect(lefts(split.label, split.key)).toEqual([null, null, null, null, 20, 30, 40, null, null])
    expect([listKeyframes(split.label, key), listKeyframes(split.label, split.key)]).toEqual([
      [2, 3],
      [4, 6],
    ])
    expect(findAnnotation(split.label, 4, split.key)?.source).toMatchObject({
      id: Number(split.key),
      track_id: Number(split.key),
    })
    // There is nothing before its beginning and behind its end.
    expect(splitTrack(label, 2, key)).toEqual({ label, key })
    expect(splitTrack(label, 7, key)).toEqual({ label, key })
  })

  it("are merged back into the label that was split, but for the keyframes at the seam", () => {
    const { key, label } = track()
    const split = splitTrack(label, 4, key)
    const merged = mergeTracks(split.label, key, split.key)
    expect(lefts(merged, key)).toEqual(lefts(label, key))
    expect(listKeyframes(merged, key)).toEqual([2, 3, 4, 6])
    expect(listMergeableTracks(split.label, key).map((one) => one.key)).toEqual([split.key])
    expect(listMergeableTracks(merged, key)).toEqual([])
  })

  it("take the category of the one they are merged into, and its links", () => {
    const { key, label } = track()
    const split = splitTrack(label, 4, key)
    const other = withShape(
      split.label,
      0,
      { type: "bbox", categoryId: 2, points: box(5), attributes: {} },
      open,
    )
    const numbers = [split.key, other.key, key].map(Number)
    const [from, third, into] = numbers
    const linked: JsonObject = {
      ...withCategory(other.label, new Set([split.key]), 2).label,
      links: [
        { from_id: from ?? 0, to_id: third ?? 0, attributes: { a: 1 } },
        { from_id: into ?? 0, to_id: from ?? 0, attributes: {} },
        { from_id: into ?? 0, to_id: third ?? 0, attributes: { b: 2 } },
      ],
    }
    const merged = mergeTracks(linked, key, split.key)
    expect(findAnnotation(merged, 5, key)?.categoryId).toBe(1)
    // The link between both is gone; of two that are now the same, one stays.
    expect(merged.links).toEqual([{ from_id: into, to_id: third, attributes: { a: 1 } }])
  })

  it("are not merged where a frame shows both", () => {
    const { key, label } = track()
    const other = withShape(label, 6, { type: "bbox", categoryId: 1, points: box(5), attributes: {} }, linear)
    expect(mergeTracks(other.label, key, other.key)).toBe(other.label)
    expect(listMergeableTracks(other.label, key)).toEqual([])
  })

  it("are removed from frames, and keep their shapes beside them, also when a keyframe changes later", () => {
    const { key, label } = track()
    const cut = removeIn(label, [key], 4, 4)
    expect(lefts(cut, key)).toEqual([null, null, 0, 10, null, 30, 40, null, null])
    expect(listKeyframes(cut, key)).toEqual([2, 3, 5, 6])
    const moved = withPoints(cut, 6, key, box(90), linear)
    expect(lefts(moved, key)).toEqual([null, null, 0, 10, null, 30, 90, null, null])
    expect(removeIn(label, [key], 7, 8)).toBe(label)
    expect(lefts(removeIn(label, [key], 0, 8), key)).toEqual(new Array(frames).fill(null))
  })

  it("of random labels are the same shapes after a split and a merge", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: frames - 1 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: frames - 1 }),
        (keyframes, at) => {
          const [first = 0, ...more] = keyframes
          const begun = added(first, first * 10, open)
          const label = more.reduce((now, frame) => {
            const copied = findAnnotation(begun.label, first, begun.key)
            const present = findAnnotation(now, frame, begun.key)
            const pasted =
              present === undefined ? withPasted(now, frame, copied ? [copied] : [], open).label : now
            return withPoints(pasted, frame, begun.key, box(frame * 7), open)
          }, begun.label)
          const split = splitTrack(label, at, begun.key)
          const merged = mergeTracks(split.label, begun.key, split.key)
          expect(lefts(merged, begun.key)).toEqual(lefts(label, begun.key))
        },
      ),
    )
  })
})
