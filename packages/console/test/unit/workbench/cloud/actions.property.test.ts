/** Mirroring, copying into frames, and fitting whole tracks. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cropCloud } from "../../../../src/workbench/clouds/crop.ts"
import type { Cloud } from "../../../../src/workbench/clouds/formats/Cloud.ts"
import { type PreparedCloud, prepare } from "../../../../src/workbench/clouds/prepared.ts"
import { Editor } from "../../../../src/workbench/editor/Editor.ts"
import { getLabel, openState } from "../../../../src/workbench/editor/EditorState.ts"
import { copyInto, copyOn } from "../../../../src/workbench/editor/edits/copies.ts"
import { mirrorCuboids, nudgeCuboids } from "../../../../src/workbench/editor/edits/cuboidEdits.ts"
import { readConfiguration } from "../../../../src/workbench/editor/label/attributes/configuration.ts"
import {
  type Cuboid,
  computeAxes,
  mirrorCuboid,
  parseCuboid,
} from "../../../../src/workbench/editor/label/cuboids/cuboid.ts"
import { withNewCuboid } from "../../../../src/workbench/editor/label/cuboids/cuboids.ts"
import { findAnnotation, listAnnotationsOfKey } from "../../../../src/workbench/editor/label/frames.ts"
import { listKeyframes } from "../../../../src/workbench/editor/label/tracks/keyframes.ts"
import type { Quaternion, Vector } from "../../../../src/workbench/geometry/space/vector.ts"
import { TrackWork } from "../../../../src/workbench/tools/cuboid/TrackWork.ts"
import { seeded } from "./scan.ts"

const configuration = readConfiguration({ categories: [{ id: 1, name: "car" }] })
const tracks = { interpolates: true, extrapolates: true }

const car: Cuboid = { position: [10, 5, 0.8], dimensions: [4.4, 1.9, 1.6], yaw: 0.4, rotation: undefined }

/** An editor of a sequence with one car in its first frame, which is selected. */
const editorOf = (frames: number, cuboid = car, settings = tracks): Editor => {
  const empty = { frames: Array.from({ length: frames }, () => ({ annotations: [] })) }
  const { key, label } = withNewCuboid(empty, 0, { cuboid, categoryId: 1, attributes: {} }, settings)
  const editor = new Editor(openState(label, 1), { configuration, tracks: settings })
  editor.select(new Set([key]))
  return editor
}

const cuboidsIn = (editor: Editor): ReadonlyMap<number, Cuboid> =>
  new Map(
    [...listAnnotationsOfKey(getLabel(editor.state), "1")].flatMap(([frame, { source }]) => {
      const cuboid = parseCuboid(source)
      return cuboid === undefined ? [] : [[frame, cuboid] as const]
    }),
  )

const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true })
const place = fc.double({ min: -50, max: 50, noNaN: true })
const aVector = fc.tuple(place, place, place)

describe("mirroring", () => {
  const reflected = ([x, y, z]: Vector, axis: 0 | 1): Vector => (axis === 0 ? [-x, y, z] : [x, -y, z])
  const near = (a: Vector, b: Vector) => {
    for (const [at, value] of a.entries()) expect(value).toBeCloseTo(b[at] ?? 0, 9)
  }

  it("twice gives the cuboid back, and once the mirror image of its heading and of its upright", () => {
    const rotation = fc
      .tuple(angle, angle, angle, angle)
      .filter((parts) => Math.hypot(...parts) > 0.1)
      .map(([x, y, z, w]): Quaternion => {
        const length = Math.hypot(x, y, z, w)
        return [x / length, y / length, z / length, w / length]
      })
    fc.assert(
      fc.property(
        aVector,
        aVector,
        angle,
        fc.option(rotation, { nil: undefined }),
        fc.constantFrom(0 as const, 1 as const),
        (position, center, yaw, turn, axis) => {
          const cuboid = { ...car, position, yaw, rotation: turn }
          const image = mirrorCuboid(cuboid, axis, center)
          near(computeAxes(image)[0], reflected(computeAxes(cuboid)[0], axis))
          near(computeAxes(image)[2], reflected(computeAxes(cuboid)[2], axis))
          near(
            image.position,
            position.with(axis, 2 * (center[axis] ?? 0) - (position[axis] ?? 0)) as unknown as Vector,
          )
          const again = mirrorCuboid(image, axis, center)
          near(again.position, position)
          near(computeAxes(again)[0], computeAxes(cuboid)[0])
        },
      ),
    )
  })

  it("of what is selected is one step", () => {
    const editor = editorOf(1)
    editor.update((now, setting) => mirrorCuboids(now, 1, setting))
    expect(cuboidsIn(editor).get(0)).toMatchObject({ position: car.position, yaw: -0.4 })
    editor.undo()
    expect(cuboidsIn(editor).get(0)?.yaw).toBe(0.4)
  })
})

describe("a copy in several frames", () => {
  it("makes keyframes of the frames, and is one step", () => {
    const editor = editorOf(10)
    editor.show(2)
    editor.update((now, setting) => nudgeCuboids(now, [3, 0, 0], setting))
    const before = getLabel(editor.state)
    editor.update(copyOn)
    expect(editor.state.frame).toBe(2)
    expect(listKeyframes(getLabel(editor.state), "1")).toEqual([0, 2, 3, 4, 5, 6, 7])
    for (const frame of [2, 3, 7, 9]) expect(cuboidsIn(editor).get(frame)?.position[0]).toBe(13)
    editor.undo()
    expect(getLabel(editor.state)).toBe(before)
  })

  it("stays within the sequence, and changes nothing of a locked or a read label", () => {
    const editor = editorOf(3)
    editor.update((now, setting) => copyInto(now, -5, 40, setting))
    expect(listKeyframes(getLabel(editor.state), "1")).toEqual([0, 1, 2])
    editor.undo()
    editor.update((now) => ({ ...now, locked: new Set(["1"]) }))
    const before = getLabel(editor.state)
    editor.update(copyOn)
    editor.update((now, setting) => copyOn({ ...now, locked: new Set(), readOnly: true }, setting))
    expect(getLabel(editor.state)).toBe(before)
  })
})

/** The points on the sides and on the top of a car, and the ground around it. */
const cloudAround = ({ dimensions: [l, w, h], position, yaw }: Cuboid, seed: number): PreparedCloud => {
  const random = seeded(seed)
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  const points: Array<number> = []
  const add = (u: number, v: number, z: number) =>
    points.push(
      position[0] + u * c - v * s,
      position[1] + u * s + v * c,
      position[2] - h / 2 + z + (random() - 0.5) * 0.02,
    )
  for (let left = 3000; left > 0; left -= 1) {
    const [u, v] = [(random() - 0.5) * 12, (random() - 0.5) * 12]
    if (Math.abs(u) > l / 2 || Math.abs(v) > w / 2) add(u, v, 0)
  }
  for (let left = 900; left > 0; left -= 1) {
    const [a, b, z] = [random() - 0.5, random() - 0.5, random() * h]
    const side = left % 5
    if (side === 4) add(a * l, b * w, h)
    else if (side < 2) add((side - 0.5) * l, b * w, z)
    else add(a * l, (side - 2.5) * w, z)
  }
  const cloud: Cloud = {
    count: points.length / 3,
    fileCount: points.length / 3,
    places: undefined,
    origin: [0, 0, 0],
    positions: Float32Array.from(points),
    intensity: undefined,
    colors: undefined,
  }
  return prepare(cloud, undefined)
}

describe("a track that is fitted", () => {
  /** Where the car really is. */
  const truth = (frame: number): Cuboid => ({ ...car, position: [10 + frame * 2, 5 + frame * 0.3, 0.8] })
  const rough = (frame: number): Cuboid => ({
    ...truth(frame),
    position: [10.3 + frame * 2, 5 + frame * 0.3, 0.9],
    dimensions: [4.1, 1.8, 1.5],
  })

  const roughEditor = (): Editor => {
    const editor = editorOf(5, rough(0))
    for (const frame of [2, 4]) {
      editor.show(frame)
      const { position } = rough(frame)
      const now = cuboidsIn(editor).get(frame)?.position ?? position
      const by: Vector = [position[0] - now[0], position[1] - now[1], position[2] - now[2]]
      editor.update((state, setting) => nudgeCuboids(state, by, setting))
    }
    return editor
  }

  const work = (editor: Editor, missing: ReadonlySet<number> = new Set()) =>
    new TrackWork(editor, async (frame) => {
      if (missing.has(frame)) throw new Error("There is no cloud.")
      return cloudAround(truth(frame), frame + 1)
    })

  it("fits each keyframe to the points of its own frame, in one step, and interpolates between", async () => {
    const editor = roughEditor()
    const before = getLabel(editor.state)
    const fits = work(editor)
    await fits.run("fitTrack")
    expect(fits.state.state).toEqual({ kind: "done", key: "1", fitted: 3, total: 3, missing: 0 })
    expect(listKeyframes(getLabel(editor.state), "1")).toEqual([0, 2, 4])
    for (const [frame, { dimensions, position, yaw }] of cuboidsIn(editor)) {
      for (const axis of [0, 1, 2] as const) {
        expect(Math.abs(position[axis] - truth(frame).position[axis])).toBeLessThan(0.06)
        expect(Math.abs(dimensions[axis] - car.dimensions[axis])).toBeLessThan(0.1)
      }
      expect(Math.abs(yaw - car.yaw)).toBeLessThan(0.02)
    }
    editor.undo()
    expect(getLabel(editor.state)).toBe(before)
  })

  it("gets one size in all frames", async () => {
    const editor = roughEditor()
    const fits = work(editor)
    expect(fits.can("sizeTrack")).toBe(true)
    await fits.run("sizeTrack")
    const found = [...cuboidsIn(editor).values()]
    expect(found).toHaveLength(5)
    for (const { dimensions } of found) expect(dimensions).toEqual(found[0]?.dimensions)
    for (const axis of [0, 1, 2] as const)
      expect(Math.abs((found[0]?.dimensions[axis] ?? 0) - car.dimensions[axis])).toBeLessThan(0.1)
  })

  it("says which clouds did not load, and leaves what somebody has edited meanwhile", async () => {
    const editor = roughEditor()
    const fits = work(editor, new Set([2]))
    const running = fits.run("fitTrack")
    editor.show(4)
    editor.update((state, setting) => nudgeCuboids(state, [0, 0, 5], setting))
    const edited = findAnnotation(getLabel(editor.state), 4, "1")?.source
    await running
    expect(fits.state.state).toMatchObject({ kind: "done", total: 3, missing: 1 })
    expect(findAnnotation(getLabel(editor.state), 4, "1")?.source).toBe(edited)
    expect(Math.abs((cuboidsIn(editor).get(0)?.position[0] ?? 0) - 10)).toBeLessThan(0.06)
  })

  it("is as before when it is cancelled, locked or read", async () => {
    const editor = roughEditor()
    const before = getLabel(editor.state)
    const fits = work(editor)
    const running = fits.run("fitTrack")
    fits.cancel()
    await running
    expect(getLabel(editor.state)).toBe(before)
    expect(fits.state.state).toBeUndefined()
    editor.update((state) => ({ ...state, locked: new Set(["1"]) }))
    expect(fits.can("fitTrack")).toBe(false)
    await fits.run("fitTrack")
    expect(getLabel(editor.state)).toBe(before)
  })
})

describe("a crop", () => {
  it("has the points around a place and no others, and of too many an even share", () => {
    const cloud = cloudAround(car, 3)
    const crop = cropCloud(cloud, car.position, 2)
    let inside = 0
    for (let at = 0; at < cloud.count * 3; at += 3)
      if (
        [0, 1, 2].every(
          (axis) => Math.abs((cloud.positions[at + axis] ?? 0) - (car.position[axis] ?? 0)) <= 2,
        )
      )
        inside += 1
    expect(crop.count).toBe(inside)
    expect(inside).toBeGreaterThan(500)
    expect([...crop.positions].every((value) => Math.abs(value) <= 2)).toBe(true)
    expect(cropCloud(cloud, car.position, 2, 100).count).toBe(100)
  })
})
