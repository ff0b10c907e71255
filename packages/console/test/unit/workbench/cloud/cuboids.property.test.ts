import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Editor } from "../../../../src/workbench/editor/Editor.ts"
import { getLabel, openState } from "../../../../src/workbench/editor/EditorState.ts"
import { copyOn, copyToNext } from "../../../../src/workbench/editor/edits/copies.ts"
import {
  addCuboid,
  flipCuboids,
  nudgeCuboids,
  setCuboid,
  turnCuboids,
} from "../../../../src/workbench/editor/edits/cuboidEdits.ts"
import {
  copySelected,
  deleteSelected,
  paste,
  toggleKeyframe,
} from "../../../../src/workbench/editor/edits/edit.ts"
import { mergeInto, splitSelected, trim } from "../../../../src/workbench/editor/edits/tracks.ts"
import { parse, print } from "../../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import { readConfiguration } from "../../../../src/workbench/editor/label/attributes/configuration.ts"
import {
  type Cuboid,
  flipCuboid,
  listCorners,
  parseCuboid,
  toLocal,
} from "../../../../src/workbench/editor/label/cuboids/cuboid.ts"
import { withCuboidSource } from "../../../../src/workbench/editor/label/cuboids/cuboidSource.ts"
import { withCuboid, withNewCuboid } from "../../../../src/workbench/editor/label/cuboids/cuboids.ts"
import { makeEmptyLabel } from "../../../../src/workbench/editor/label/family.ts"
import { findAnnotation, listAnnotations } from "../../../../src/workbench/editor/label/frames.ts"
import { readTimes } from "../../../../src/workbench/editor/label/tracks/interpolate.ts"
import { computeOverlap } from "../../../../src/workbench/geometry/space/overlap.ts"
import { findEntry, pickCuboids } from "../../../../src/workbench/geometry/space/pick.ts"
import { dragSide, sideNames } from "../../../../src/workbench/geometry/space/sideView.ts"
import {
  addVectors,
  cross,
  dot,
  normalizeVector,
  scaleVector,
  subtractVectors,
  type Vector,
} from "../../../../src/workbench/geometry/space/vector.ts"

const read = (text: string): JsonObject => {
  const value = parse(text)
  if (!isObject(value)) throw new Error("not an object")
  return value
}

const number = (low: number, high: number) =>
  fc.integer({ min: low * 1000, max: high * 1000 }).map((one) => one / 1000)
const vector = (low: number, high: number): fc.Arbitrary<Vector> =>
  fc.tuple(number(low, high), number(low, high), number(low, high))
const upright: fc.Arbitrary<Cuboid> = fc.record({
  position: vector(-50, 50),
  dimensions: vector(0.3, 12),
  yaw: number(-3.14, 3.14),
  rotation: fc.constant(undefined),
})
const tilted: fc.Arbitrary<Cuboid> = fc
  .tuple(upright, fc.tuple(number(-1, 1), number(-1, 1), number(-1, 1), number(0.1, 1)))
  .map(([cuboid, rotation]) => ({ ...cuboid, rotation }))
const cuboids = fc.oneof(upright, tilted)

const stamp = 315_973_157_959_879_000n
/** Frames at uneven times, in nanoseconds. */
const gaps = fc.array(fc.integer({ min: 40_000_000, max: 160_000_000 }), { minLength: 8, maxLength: 8 })

describe("a track of cuboids", () => {
  it("is between its keyframes what an independent computation says, by time", () => {
    fc.assert(
      fc.property(upright, upright, gaps, (first, last, waits) => {
        let at = stamp
        const stamps = [0, ...waits].map((wait) => {
          at += BigInt(wait)
          return at
        })
        const times = readTimes(
          read(`{"frames":[${stamps.map((one) => `{"timestamp":${one}}`).join(",")}]}`).frames,
        )
        const settings = { interpolates: true, extrapolates: false, times }
        const empty = makeEmptyLabel({ sequence: true, bitmap: false, cloud: true }, 9)
        const made = withNewCuboid(empty, 0, { categoryId: 1, cuboid: first, attributes: {} }, settings)
        const source = findAnnotation(made.label, 0, made.key)?.source ?? {}
        const placed = { ...made.label, frames: [...(made.label.frames as ReadonlyArray<JsonObject>)] }
        const editor = new Editor(
          { ...openState(placed, 1), frame: 8, clipboard: listAnnotations(made.label, 0) },
          {
            configuration: readConfiguration({}, "3D"),
            tracks: settings,
          },
        )
        editor.update(paste)
        const edit = { cuboid: last, name: "move", merge: null } as const
        editor.update((state, setting) => setCuboid(state, made.key, edit, setting))
        expect(source.is_keyframe).toBe(true)
        const whole = Number((stamps[8] ?? 0n) - stamp)
        for (let frame = 1; frame < 8; frame++) {
          const found = parseCuboid(findAnnotation(getLabel(editor.state), frame, made.key)?.source ?? {})
          const share = Number((stamps[frame] ?? 0n) - stamp) / whole
          // The turn as the angle between two directions, which knows no ±π.
          const turn = Math.atan2(Math.sin(last.yaw - first.yaw), Math.cos(last.yaw - first.yaw))
          const yaw = first.yaw + turn * share
          for (const axis of [0, 1, 2] as const) {
            const mixed = (a: Vector, b: Vector) => a[axis] * (1 - share) + b[axis] * share
            expect(found?.position[axis]).toBeCloseTo(mixed(first.position, last.position), 3)
            expect(found?.dimensions[axis]).toBeCloseTo(mixed(first.dimensions, last.dimensions), 3)
          }
          expect(Math.cos(found?.yaw ?? 0)).toBeCloseTo(Math.cos(yaw), 4)
          expect(Math.sin(found?.yaw ?? 0)).toBeCloseTo(Math.sin(yaw), 4)
        }
      }),
      { numRuns: 60 },
    )
  })

  it("turns over ±π the short way, also with a whole rotation", () => {
    const settings = { interpolates: true, extrapolates: false }
    const half = (yaw: number) => `{"qx":0,"qy":0,"qz":${Math.sin(yaw / 2)},"qw":${Math.cos(yaw / 2)}}`
    const keyframe = (yaw: number, rotation: string) =>
      `{"annotations":[{"id":1,"track_id":1,"category_id":1,"type":"cuboid","is_keyframe":true,"position":{"x":0,"y":0,"z":0},"dimensions":{"x":4,"y":2,"z":1},"yaw":${yaw}${rotation}}]}`
    for (const isWhole of [false, true]) {
      const rotation = (yaw: number) => (isWhole ? `,"rotation":${half(yaw)}` : "")
      const label = read(
        `{"frames":[${keyframe(3, rotation(3))},${keyframe(3, rotation(3)).replace('"is_keyframe":true', '"is_keyframe":false')},${keyframe(-3, rotation(-3))}]}`,
      )
      const first = parseCuboid(findAnnotation(label, 0, "1")?.source ?? {})
      if (first === undefined) throw new Error("There is no cuboid.")
      const moved = withCuboid(label, 0, "1", { ...first, position: [2, 0, 0] }, settings)
      const middle = parseCuboid(findAnnotation(moved, 1, "1")?.source ?? {})
      expect(Math.abs(middle?.yaw ?? 0)).toBeCloseTo(Math.PI, 4)
      expect(middle?.position).toEqual([1, 0, 0])
      if (isWhole) expect(Math.abs(middle?.rotation?.[2] ?? 0)).toBeCloseTo(1, 4)
    }
  })
})

describe("a stored cuboid", () => {
  const text =
    '{"id":9007199254740993,"position":{"x":1.10,"y":-2.000000001,"z":315973157959879000.5},"dimensions":{"x":4.0,"y":2.0,"z":1.50},"yaw":0.10,"type":"cuboid","category_id":1}'

  it("keeps the digits of all that an edit does not change", () => {
    const source = read(text)
    const cuboid = parseCuboid(source)
    if (cuboid === undefined) throw new Error("There is no cuboid.")
    expect(withCuboidSource(source, cuboid)).toBe(source)
    const moved = withCuboidSource(source, {
      ...cuboid,
      position: [3, cuboid.position[1], cuboid.position[2]],
    })
    expect(print(moved)).toContain('"position":{"x":3,"y":-2.000000001,"z":315973157959879000.5}')
    expect(print(moved)).toContain('"dimensions":{"x":4.0,"y":2.0,"z":1.50}')
    expect(print(moved)).toContain('"id":9007199254740993')
  })
})

describe("edits of cuboids", () => {
  const label = () =>
    read(
      `{"frames":[${Array.from({ length: 5 }, (_, frame) => `{"timestamp":${stamp + BigInt(frame)},"annotations":[{"id":7,"track_id":7,"category_id":1,"type":"cuboid","is_keyframe":${frame % 2 === 0},"position":{"x":${frame}.50,"y":0,"z":0},"dimensions":{"x":4.0,"y":2,"z":1},"yaw":0.30,"attributes":{}}]}`).join(", ")}]}`,
    )
  const setting = {
    configuration: readConfiguration({ categories: [{ id: 1, name: "car" }] }, "3D"),
    tracks: { interpolates: true, extrapolates: true, sameDimensions: true },
  }
  type Act = (editor: Editor) => void
  const acts: fc.Arbitrary<Act> = fc.oneof(
    cuboids.map(
      (cuboid): Act =>
        (editor) =>
          editor.update((now, given) => addCuboid(now, cuboid, given)),
    ),
    vector(-2, 2).map(
      (by): Act =>
        (editor) =>
          editor.update((now, given) => nudgeCuboids(now, by, given)),
    ),
    number(-3, 3).map(
      (by): Act =>
        (editor) =>
          editor.update((now, given) => turnCuboids(now, by, given)),
    ),
    cuboids.map(
      (cuboid): Act =>
        (editor) =>
          editor.update((now, given) =>
            setCuboid(now, [...now.selected][0] ?? "7", { cuboid, name: "resize", merge: null }, given),
          ),
    ),
    fc
      .constantFrom(
        ...[flipCuboids, copyToNext, copyOn, copySelected, paste, toggleKeyframe, deleteSelected],
        splitSelected,
      )
      .map(
        (edit): Act =>
          (editor) =>
            editor.update(edit),
      ),
    fc.constantFrom<Act>(
      (editor) => trim(editor, "endTrack"),
      (editor) => trim(editor, "beginTrack"),
      (editor) => trim(editor, "removeHere"),
      (editor) => editor.update((now) => mergeInto(now, "7")),
      (editor) => editor.selectNext(1),
      (editor) => editor.undo(),
      (editor) => editor.redo(),
    ),
    fc.integer({ min: 0, max: 4 }).map(
      (frame): Act =>
        (editor) =>
          editor.show(frame),
    ),
  )

  it("are undone to the label as it was loaded, byte by byte, and done again, over 100 random sequences", () => {
    fc.assert(
      fc.property(fc.array(acts, { minLength: 1, maxLength: 30 }), (sequence) => {
        const loaded = label()
        const editor = new Editor(openState(loaded, 1), setting)
        editor.select(new Set(["7"]))
        for (const act of sequence) act(editor)
        const last = print(getLabel(editor.state))
        let steps = 0
        for (; editor.state.history.past !== null; steps += 1) editor.undo()
        expect(getLabel(editor.state)).toBe(loaded)
        expect(print(getLabel(editor.state))).toBe(print(label()))
        for (; steps > 0; steps -= 1) editor.redo()
        expect(print(getLabel(editor.state))).toBe(last)
      }),
      { numRuns: 100 },
    )
  })

  it("keep what the category locks, and one size for a track where the dataset says so", () => {
    const locked = {
      ...setting,
      configuration: readConfiguration({ categories: [{ id: 1, name: "car", lock_rotation: true }] }, "3D"),
    }
    const editor = new Editor({ ...openState(label(), 1), selected: new Set(["7"]) }, locked)
    editor.update(flipCuboids)
    expect(editor.state.history.past).toBeNull()
    const free = new Editor({ ...openState(label(), 1), selected: new Set(["7"]) }, setting)
    const cuboid = parseCuboid(findAnnotation(label(), 0, "7")?.source ?? {})
    if (cuboid === undefined) throw new Error("There is no cuboid.")
    const edit = {
      cuboid: { ...cuboid, dimensions: [5, 2, 1] as const },
      name: "resize",
      merge: null,
    } as const
    free.update((now, given) => setCuboid(now, "7", edit, given))
    for (let frame = 0; frame < 5; frame++)
      expect(parseCuboid(findAnnotation(getLabel(free.state), frame, "7")?.source ?? {})?.dimensions).toEqual(
        [5, 2, 1],
      )
  })

  it("flip the heading and leave the corners where they are", () => {
    fc.assert(
      fc.property(cuboids, (cuboid) => {
        const corners = listCorners(flipCuboid(cuboid))
        if (cuboid.rotation !== undefined) return
        for (const corner of listCorners(cuboid))
          expect(
            Math.min(...corners.map((other) => Math.hypot(...subtractVectors(other, corner)))),
          ).toBeLessThan(1e-9)
      }),
    )
  })
})

describe("picking", () => {
  const isInside = (cuboid: Cuboid, place: Vector, slack = 1e-9) =>
    toLocal(cuboid, place).every(
      (value, axis) => Math.abs(value) <= (cuboid.dimensions[axis] ?? 0) / 2 + slack,
    )

  it("finds where a ray enters, and nothing where it passes", () => {
    fc.assert(
      fc.property(cuboids, vector(-80, 80), vector(-1, 1), (cuboid, from, along) => {
        fc.pre(Math.hypot(...along) > 0.1 && !isInside(cuboid, from))
        const ray = { from, along: normalizeVector(along) }
        const entry = findEntry(ray, cuboid)
        if (entry !== undefined)
          expect(isInside(cuboid, addVectors(from, scaleVector(ray.along, entry)), 1e-6)).toBe(true)
        const before = entry ?? 250
        for (let step = 0; step < 400; step++)
          expect(
            isInside(cuboid, addVectors(from, scaleVector(ray.along, (before * step) / 401)), -1e-6),
          ).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  it("takes at most 16 ms among 5 000 cuboids", () => {
    const items = Array.from({ length: 5000 }, (_, index) => ({
      cuboid: {
        position: [(index % 100) * 5, Math.floor(index / 100) * 5, 1],
        dimensions: [4, 2, 1.5],
        yaw: index,
        rotation: undefined,
      } satisfies Cuboid,
    }))
    const ray = { from: [250, 125, 80], along: normalizeVector([0.001, 0.002, -1]) } as const
    const durations = Array.from({ length: 15 }, () => {
      const start = performance.now()
      expect(pickCuboids(ray, items).length).toBeGreaterThan(0)
      return performance.now() - start
    }).sort((a, b) => a - b)
    expect(durations[7]).toBeLessThan(16)
  })
})

describe("the common part of two cuboids", () => {
  /** The volume inside of polygons that are all seen from outside, each in some direction. */
  const volumeOf = (polygons: ReadonlyArray<ReadonlyArray<Vector>>, center: Vector) =>
    polygons.reduce((sum, [first, ...rest]) => {
      if (first === undefined) return sum
      for (let index = 0; index + 1 < rest.length; index++) {
        const [a, b, c] = [first, rest[index] ?? first, rest[index + 1] ?? first].map((one) =>
          subtractVectors(one, center),
        )
        if (a !== undefined && b !== undefined && c !== undefined) sum += Math.abs(dot(a, cross(b, c))) / 6
      }
      return sum
    }, 0)

  it("has the volume of the common ranges for cuboids along the axes, and none for those apart", () => {
    const along = upright.map((cuboid) => ({ ...cuboid, yaw: 0 }))
    const near = fc.tuple(along, vector(-6, 6)).map(([cuboid, by]) => [cuboid, by] as const)
    fc.assert(
      fc.property(near, vector(0.3, 12), ([a, by], dimensions) => {
        const b = { ...a, position: addVectors(a.position, by), dimensions }
        const ranges = ([0, 1, 2] as const).map((axis) => {
          const low = Math.max(
            a.position[axis] - a.dimensions[axis] / 2,
            b.position[axis] - dimensions[axis] / 2,
          )
          const high = Math.min(
            a.position[axis] + a.dimensions[axis] / 2,
            b.position[axis] + dimensions[axis] / 2,
          )
          return [low, high] as const
        })
        fc.pre(ranges.every(([low, high]) => Math.abs(high - low) > 0.01))
        // Faces that lie on one another would count twice.
        const expected = ranges.every(([low, high]) => high > low)
          ? ranges.reduce((product, [low, high]) => product * (high - low), 1)
          : 0
        const polygons = computeOverlap(a, b)
        if (expected === 0) {
          expect(polygons).toEqual([])
          return
        }
        const shared = ([0, 1, 2] as const).some((axis) =>
          [-1, 1].some(
            (side) =>
              Math.abs(
                a.position[axis] +
                  (side * a.dimensions[axis]) / 2 -
                  b.position[axis] -
                  (side * dimensions[axis]) / 2,
              ) < 1e-9,
          ),
        )
        fc.pre(!shared)
        const center = ranges.map(([low, high]) => (low + high) / 2) as [number, number, number]
        expect(volumeOf(polygons, center)).toBeCloseTo(expected, 6)
      }),
    )
  })
})

describe("a drag in a side view", () => {
  it("of faces moves them by the drag, and leaves the ones across where they are", () => {
    const side = fc.constantFrom<-1 | 0 | 1>(-1, 0, 1)
    const pair = fc.tuple(number(-3, 3), number(-3, 3))
    fc.assert(
      fc.property(cuboids, fc.constantFrom(...sideNames), side, side, pair, (cuboid, name, right, up, to) => {
        fc.pre(right !== 0 || up !== 0)
        const after = dragSide(cuboid, name, { kind: "faces", right, up }, { from: [0, 0], to })
        const local = toLocal(cuboid, after.position)
        const changed = [0, 1, 2].filter((axis) => after.dimensions[axis] !== cuboid.dimensions[axis])
        for (const axis of [0, 1, 2] as const) {
          const grown = after.dimensions[axis] - cuboid.dimensions[axis]
          // The center moves by half of what the size grows: the face across stays.
          expect(Math.abs(local[axis])).toBeCloseTo(Math.abs(grown) / 2, 6)
          expect(after.dimensions[axis]).toBeGreaterThan(0.049)
        }
        expect(changed.length).toBeLessThanOrEqual(2)
      }),
    )
  })
})
