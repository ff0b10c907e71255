import { describe, expect, it } from "vitest"
import { computeExtent } from "../../../../src/workbench/documents/points/extent.ts"
import { markChanges, pointChanges } from "../../../../src/workbench/documents/points/pointChanges.ts"
import { makeColors, writeColors } from "../../../../src/workbench/documents/points/pointColors.ts"
import { openEditor } from "../../../../src/workbench/session/openEditor.ts"
import { cloudOf } from "../cloud/scan.ts"

const editor = () =>
  openEditor(
    {
      task_type: "pointcloud-segmentation",
      task_attributes: {
        categories: [
          { id: 1, name: "road", color: [200, 40, 10], has_instances: false },
          { id: 2, name: "car", color: [20, 30, 240] },
        ],
      },
    },
    {},
    {
      annotations: [
        { id: 1, category_id: 1 },
        { id: 2, category_id: 2 },
        { id: 3, category_id: 2 },
      ],
    },
  )

const cloud = cloudOf([
  [0, 0, 0],
  [9, 0, 0],
  [0, 9, 0],
  [9, 9, 4],
  [5, 5, 2],
])
const ids = Uint32Array.from([1, 2, 3, 0, 77])

/** The color of each point of the file. */
const colorsIn = (of: ReturnType<typeof editor>): ReadonlyArray<ReadonlyArray<number>> => {
  const bytes = new Uint8Array(cloud.count * 4)
  writeColors(cloud, ids, makeColors(of, 0), bytes)
  const byPlace = new Map([...cloud.order].map((place, point) => [place, point]))
  return [...ids.keys()].map((place) => {
    const at = (byPlace.get(place) ?? 0) * 4
    return [...bytes.subarray(at, at + 4)]
  })
}

const brightness = ([red = 0, green = 0, blue = 0]: ReadonlyArray<number> = []) => red + green + blue

describe("the colors of points", () => {
  it("are those of their objects, in the order in which the points are drawn", () => {
    const [road, car, other, none, unknown] = colorsIn(editor())
    expect(road).toEqual([200, 40, 10, 255])
    // Two objects of one category are distinguished.
    expect(car).not.toEqual(other)
    expect(new Set([road, car, other, none, unknown].map(String)).size).toBe(5)
  })

  it("make the selected object the brightest, and leave out hidden ones", () => {
    const plain = colorsIn(editor())
    const selecting = editor()
    selecting.select(new Set(["2"]))
    const selected = colorsIn(selecting)
    expect(brightness(selected[1])).toBeGreaterThan(brightness(plain[1]))
    expect(brightness(selected[0])).toBeLessThan(brightness(plain[0]))
    const hiding = editor()
    hiding.update((state) => ({ ...state, hidden: new Set(["3"]) }))
    expect(colorsIn(hiding).map(([, , , shown]) => shown)).toEqual([255, 255, 0, 255, 255])
  })
})

describe("the extent of objects", () => {
  it("is what their points take, and nothing for objects without points", () => {
    expect(computeExtent(cloud, ids, new Set([2, 3, 77]))).toEqual({
      position: [4.5, 4.5, 1],
      dimensions: [9, 9, 2],
      yaw: 0,
      rotation: undefined,
    })
    expect(computeExtent(cloud, ids, new Set([5]))).toBeUndefined()
  })
})

describe("the points that differ from an earlier version", () => {
  const before = Uint32Array.from([1, 0, 2, 3, 77])

  it("are counted by what happened to them", () => {
    expect(pointChanges(before, ids)).toEqual({ added: 1, removed: 1, changed: 1 })
    expect(pointChanges(ids, ids)).toEqual({ added: 0, removed: 0, changed: 0 })
    expect(pointChanges(before, new Uint32Array(4))).toBeUndefined()
  })

  it("have the colors of the list of changes, and the others are darker than they were", () => {
    const words = makeColors(editor(), 0)
    const [plain, marked] = [new Uint8Array(cloud.count * 4), new Uint8Array(cloud.count * 4)]
    writeColors(cloud, ids, words, plain)
    writeColors(cloud, ids, words, marked)
    markChanges(cloud, before, ids, marked)
    for (const [point, place] of cloud.order.entries()) {
      const of = (bytes: Uint8Array) => [...bytes.subarray(point * 4, point * 4 + 4)]
      const kinds = [undefined, [0x69, 0xdb, 0x7c, 255], [255, 255, 255, 255], [0xff, 0x6b, 0x6b, 255]]
      const changed = kinds[place]
      if (changed !== undefined) expect(of(marked)).toEqual(changed)
      else {
        expect(of(marked)[3]).toBe(255)
        expect(brightness(of(marked))).toBeLessThan(brightness(of(plain)))
      }
    }
  })
})
