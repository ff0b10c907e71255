import { describe, expect, it } from "vitest"
import { Editor } from "../../../src/workbench/editor/Editor.ts"
import { type EditorState, getLabel, openState } from "../../../src/workbench/editor/EditorState.ts"
import { copyInto, copyToNext } from "../../../src/workbench/editor/edits/copies.ts"
import type { Setting } from "../../../src/workbench/editor/edits/edit.ts"
import { parse, print } from "../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../src/workbench/editor/json/value.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"
import { listAnnotations } from "../../../src/workbench/editor/label/frames.ts"
import { withAttribute } from "../../../src/workbench/editor/label/objects.ts"
import { withPasted, withPoints } from "../../../src/workbench/editor/label/shapes.ts"
import { withKeyframe } from "../../../src/workbench/editor/label/tracks/keyframes.ts"

const settings = { interpolates: true, extrapolates: true }
const read = (source: string): JsonObject => {
  const value = parse(source)
  if (!isObject(value)) throw new Error("not an object")
  return value
}

const sha256 = "26eac3ee4244d34ee9fbdbc7a0a162008720899bba587749d1c54435e65c8778"
const corners: ReadonlyArray<readonly [number, number]> = [
  [40, 40],
  [60, 40],
  [60, 50],
  [40, 50],
]
const box = `"shape":{"type":"rotated_box","center":[50,45.000000000000000001],"size":[20,10],"angle":0,"sha256":"${sha256}"}`
const boxed = (id: number, more = "") =>
  `{"id":${id},"category_id":1,${more}"type":"polygon","points":${JSON.stringify(corners)},${box}}`
const still = `{"annotations":[${boxed(1)},${boxed(2)}]}`

const shapeOf = (label: JsonObject, frame = 0, index = 0) =>
  listAnnotations(label, frame)[index]?.source.shape

describe("the exact shape of an object", () => {
  it("stays, byte for byte, where another object or an attribute is edited", () => {
    const moved = withPoints(read(still), 0, "2", [[1, 1], ...corners.slice(1)], settings)
    expect(print(moved)).toContain(boxed(1))
    const painted = withAttribute(read(still), {
      key: "1",
      frame: 0,
      name: "a",
      value: "b",
      trackLevel: false,
    })
    expect(print(painted)).toContain(box)
  })

  it("moves with all points of its object, without the digest of the old ones", () => {
    const label = withPoints(
      read(still),
      0,
      "1",
      corners.map(([x, y]) => [x + 5, y - 2] as const),
      settings,
    )
    expect(shapeOf(label)).toEqual({ type: "rotated_box", center: [55, 43], size: [20, 10], angle: 0 })
  })

  it("is removed where a point of its object goes another way", () => {
    const label = withPoints(read(still), 0, "1", [[1, 1], ...corners.slice(1)], settings)
    expect(listAnnotations(label, 0)[0]?.source).not.toHaveProperty("shape")
    const fewer = withPoints(read(still), 0, "1", corners.slice(1), settings)
    expect(listAnnotations(fewer, 0)[0]?.source).not.toHaveProperty("shape")
  })

  it("goes with a copy beside its original", () => {
    const label = read(still)
    const [first] = listAnnotations(label, 0)
    if (first === undefined) throw new Error("no annotation")
    const pasted = withPasted(label, 0, [first], settings).label
    expect(shapeOf(pasted, 0, 2)).toMatchObject({ center: [60, 55] })
  })

  it("stays as it is where it cannot be read", () => {
    const label = read(still.replaceAll('"rotated_box"', '"star"'))
    const moved = withPoints(
      label,
      0,
      "2",
      corners.map(([x, y]) => [x + 1, y] as const),
      settings,
    )
    expect(shapeOf(moved)).toMatchObject({ type: "star" })
    expect(listAnnotations(moved, 0)[1]?.source).not.toHaveProperty("shape")
  })
})

describe("the exact shape of a track", () => {
  const frame = (...annotations: ReadonlyArray<string>) => `{"annotations":[${annotations.join(",")}]}`
  const track = '"track_id":1,"is_keyframe":true,'
  const turned = (angle: number, more = "") =>
    boxed(1, track)
      .replace('"angle":0,', `"angle":${angle},`)
      .replace(/,"sha256":"\w+"/, more)

  it("turns along the shorter arc between keyframes, and its points with it", () => {
    const label = read(`{"frames":[${frame(turned(3))},${frame()},${frame()}]}`)
    const last = listAnnotations(read(`{"frames":[${frame(turned(-3))}]}`), 0)[0]
    if (last === undefined) throw new Error("no annotation")
    const filled = withKeyframe(label, 2, "1", last.source, settings)
    const between = listAnnotations(filled, 1)[0]
    expect(between?.source.shape).toMatchObject({ type: "rotated_box", size: [20, 10] })
    const shape = between?.source.shape
    expect(Math.abs(isObject(shape) ? Number(shape.angle) : Number.NaN)).toBeCloseTo(Math.PI, 9)
    expect(between?.points[0]?.[0]).toBeCloseTo(60, 9)
    expect(between?.isKeyframe).toBe(false)
  })

  it("stays as in the keyframe before where the one behind has none", () => {
    const plain = `{"id":1,"category_id":1,${track}"type":"polygon","points":${JSON.stringify(corners.map(([x, y]) => [x + 10, y]))}}`
    const label = read(`{"frames":[${frame(boxed(1, track))},${frame()},${frame()}]}`)
    const last = listAnnotations(read(`{"frames":[${frame(plain)}]}`), 0)[0]
    if (last === undefined) throw new Error("no annotation")
    const filled = withKeyframe(label, 2, "1", last.source, settings)
    expect(listAnnotations(filled, 1)[0]?.points).toEqual(corners)
    expect(shapeOf(filled, 1)).toEqual(shapeOf(label))
    expect(listAnnotations(filled, 2)[0]?.source).not.toHaveProperty("shape")
  })

  it.each([
    ["the next frame", copyToNext],
    ["some frames", (state: EditorState, setting: Setting) => copyInto(state, 1, 1, setting)],
  ])("goes into %s where the object is there already, with its type", (_, copy) => {
    const other = `{"id":1,"category_id":1,${track}"type":"bbox","points":[[1,1],[9,9]]}`
    const label = read(`{"frames":[${frame(turned(1))},${frame(other)},${frame(turned(2))}]}`)
    const setting = { configuration: readConfiguration({ categories: [] }), tracks: settings }
    for (const at of [0, 2]) {
      const editor = new Editor({ ...openState(label, 1), frame: at, selected: new Set(["1"]) }, setting)
      editor.update(at === 2 ? (state) => copyInto(state, 1, 1, setting) : copy)
      const copied = listAnnotations(getLabel(editor.state), 1)[0]
      const original = listAnnotations(label, at)[0]
      expect(copied?.source.shape).toEqual(original?.source.shape)
      expect(copied?.type).toBe("polygon")
      expect(copied?.points).toEqual(original?.points)
    }
  })
})
