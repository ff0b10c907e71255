/** Merges of segmented clouds and of bitmaps: the majority of each point and pixel. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import {
  encodeIds,
  type LabelMerge,
  type LabelText,
  type MergedElements,
  type MergeOptions,
  makeRandom,
  mergeLabels,
} from "../../src/agreement.ts"
import { configuration } from "./makeLabels.ts"

type Ids = ReadonlyArray<number>

const object = (id: number, category_id = 1, attributes: object = {}) => ({ id, category_id, attributes })

const cloud = (point_annotations: Ids, ...annotations: ReadonlyArray<object>) =>
  JSON.stringify({ annotations, point_annotations })

const people = (labels: ReadonlyArray<string>): ReadonlyArray<LabelText> =>
  labels.map((label, index) => ({ person: `p${index}`, label }))

const mergeAll = (labels: ReadonlyArray<LabelText>, options?: MergeOptions): LabelMerge => {
  const result = mergeLabels(configuration, labels, options)
  return result.refusal === null ? result : assert.fail(`is refused: ${result.refusal}`)
}
const merge = (labels: ReadonlyArray<string>, options?: MergeOptions) => mergeAll(people(labels), options)
const read = ({ label }: LabelMerge) => JSON.parse(label ?? "null")

describe("the merge of segmented clouds", () => {
  it("gives each point to the object that most people gave it, under the ids of the base", () => {
    const merged = merge([
      cloud([1, 1, 1, 0, 0], object(1)),
      cloud([5, 5, 0, 5, 0], object(5)),
      cloud([9, 9, 9, 9, 0], object(9)),
    ])
    assert.strictEqual(merged.base, "p2")
    assert.deepStrictEqual(read(merged), {
      annotations: [object(9)],
      point_annotations: [9, 9, 9, 9, 0],
    })
    assert.deepStrictEqual(
      merged.objects.map(({ geometry, sources }) => [geometry, sources.map(({ id }) => id)]),
      [["mean", [9, 1, 5]]],
    )
  })

  it("lets the base decide where as many people say one as another", () => {
    const merged = merge([cloud([1, 1, 1, 0], object(1)), cloud([1, 1, 0, 0], object(1))])
    assert.deepStrictEqual(read(merged).point_annotations, merged.base === "p0" ? [1, 1, 1, 0] : [1, 1, 0, 0])
  })

  it("weighs people", () => {
    const labels = [
      cloud([1, 1, 1, 1, 1, 0], object(1)),
      cloud([1, 1, 1, 1, 0, 0], object(1)),
      cloud([1, 1, 1, 1, 0, 0], object(1)),
    ]
    assert.deepStrictEqual(read(merge(labels)).point_annotations, [1, 1, 1, 1, 0, 0])
    const weighed = merge(labels, { weights: { p0: 3, p1: 1, p2: 1 } })
    assert.deepStrictEqual(read(weighed).point_annotations, [1, 1, 1, 1, 1, 0])
  })

  it("has objects of a quorum alone, and no points of others", () => {
    const merged = merge([
      cloud([1, 1, 2, 2], object(1), object(2)),
      cloud([1, 1, 0, 0], object(1)),
      cloud([1, 1, 0, 0], object(1)),
    ])
    assert.deepStrictEqual(read(merged), { annotations: [object(1)], point_annotations: [1, 1, 0, 0] })
    assert.deepStrictEqual(merged.omitted, [[{ person: "p0", id: 2 }]])
    assert.strictEqual(merged.objects[0]?.geometry, "same")
  })

  it("gives objects that the base lacks ids above all others", () => {
    const merged = merge([
      cloud([1, 1, 1, 1, 7, 7, 7, 7, 0, 0, 0, 0], object(1), object(7)),
      cloud([1, 1, 1, 0, 7, 7, 7, 0, 2, 2, 2, 0], object(1), object(2), object(7)),
      cloud([0, 1, 1, 1, 0, 7, 7, 7, 0, 3, 3, 3], object(1), object(3), object(7)),
    ])
    assert.deepStrictEqual(read(merged), {
      annotations: [object(1), object(7), object(8)],
      point_annotations: [1, 1, 1, 1, 7, 7, 7, 7, 0, 8, 8, 0],
    })
  })

  it("omits an object to which no point is left", () => {
    const merged = merge(
      [cloud([1, 1, 2], object(1), object(2)), cloud([1, 1, 0], object(1)), cloud([1, 1, 0], object(1))],
      { quorum: 1 },
    )
    assert.deepStrictEqual(read(merged), { annotations: [object(1)], point_annotations: [1, 1, 0] })
    assert.deepStrictEqual(merged.omitted, [[{ person: "p0", id: 2 }]])
  })

  it("takes an empty list as points without objects, and refuses other numbers of points", () => {
    const empty = `{"annotations":[],"point_annotations":[]}`
    const labels = [empty, cloud([1, 1, 0], object(1)), cloud([1, 1, 0], object(1))]
    assert.deepStrictEqual(read(merge(labels)).point_annotations, [1, 1, 0])
    const other = mergeLabels(configuration, people([cloud([1], object(1)), cloud([1, 1], object(1))]))
    assert.strictEqual(other.refusal, "structure")
  })

  it("merges each frame and sensor, with tracks", () => {
    const frame = (id: number, ids: Ids) => ({
      annotations: [{ ...object(id), track_id: 4 }],
      point_annotations: ids,
    })
    const sequence = (...frames: ReadonlyArray<object>) =>
      JSON.stringify({
        sensors: [
          { name: "top", task_type: "pointcloud-segmentation-sequence", attributes: { frames } },
          { name: "left", task_type: "pointcloud-segmentation-sequence", attributes: [] },
        ],
      })
    const merged = merge([
      sequence(frame(1, [1, 1, 0]), frame(2, [2, 2, 2])),
      sequence(frame(1, [1, 1, 0]), frame(2, [2, 2, 0])),
      sequence(frame(1, [1, 1, 0]), frame(2, [2, 2, 0])),
    ])
    assert.deepStrictEqual(
      read(merged).sensors[0].attributes.frames.map((one: { readonly point_annotations: Ids }) => [
        one.point_annotations,
      ]),
      [[[1, 1, 0]], [[2, 2, 0]]],
    )
    assert.strictEqual(merged.objects[0]?.geometry, "mean")
  })

  it("is the label that all are, byte by byte, with points of unknown objects", () => {
    const text = `{"annotations": [ {"id":1, "category_id":1} ], "point_annotations": [1, 4, 0]}`
    assert.strictEqual(merge([text, text]).label, text)
  })
})

describe("the merge of bitmaps", () => {
  const bitmap = (person: string, ids: Ids, ...annotations: ReadonlyArray<object>): LabelText => ({
    person,
    label: JSON.stringify({ annotations, segmentation_bitmap: { url: `${person}.png` } }),
    getBitmap: () => encodeIds(ids),
  })

  const inRows = (width: number, label: LabelText): LabelText => ({
    ...label,
    getBitmap: () => ({ ...encodeIds([1, 1, 1, 0, 1, 0]), width }),
  })

  it("is refused where bitmaps have as many pixels in other rows", () => {
    const own = bitmap("p0", [], object(1))
    const options: MergeOptions = { writeElements: () => `{"url":"merged.png"}` }
    const refuse = (...widths: ReadonlyArray<number>) =>
      mergeLabels(
        configuration,
        widths.map((width, index) => inRows(width, { ...own, person: `p${index}` })),
        options,
      ).refusal
    assert.strictEqual(refuse(3, 3), null)
    assert.strictEqual(refuse(3, 2), "structure")
    assert.strictEqual(refuse(3, 3, 2), "structure")
  })

  it("gives each pixel to the object that most people gave it, and asks for the link", () => {
    const written: Array<MergedElements> = []
    const merged = mergeAll(
      [
        bitmap("p0", [1, 1, 1, 0], object(1)),
        bitmap("p1", [2, 2, 0, 2], object(2)),
        bitmap("p2", [3, 3, 3, 3], object(3)),
      ],
      {
        writeElements: (elements) => {
          written.push(elements)
          return `{"url":"merged.png"}`
        },
      },
    )
    assert.deepStrictEqual(read(merged), {
      annotations: [object(3)],
      segmentation_bitmap: { url: "p2.png" },
    })
    assert.deepStrictEqual(written, [])
    const inRows = (label: LabelText): LabelText => ({
      ...label,
      getBitmap: (sensor, frame) => ({ ...(label.getBitmap?.(sensor, frame) ?? encodeIds([])), width: 3 }),
    })
    const other = mergeAll(
      [
        inRows(bitmap("p0", [1, 1, 1, 0, 1, 0], object(1))),
        inRows(bitmap("p1", [2, 2, 0, 2, 2, 0], object(2))),
        inRows(bitmap("p2", [0, 3, 3, 3, 3, 3], object(3))),
      ],
      {
        writeElements: (elements) => {
          written.push(elements)
          return `{"url":"merged.png"}`
        },
      },
    )
    const { annotations, segmentation_bitmap } = read(other)
    const [{ id }] = annotations
    assert.deepStrictEqual(segmentation_bitmap, { url: "merged.png" })
    assert.deepStrictEqual(written, [
      {
        sensor: null,
        frame: 0,
        key: "segmentation_bitmap",
        before: `{"url":"${other.base}.png"}`,
        ids: { ids: [id, 0], lengths: [5, 1], width: 3 },
      },
    ])
  })

  it("gives objects that the base lacks the lowest free ids, which files of bitmaps can have", () => {
    const track = (id: number) => ({ ...object(id), track_id: 2_000_000_000 + id })
    const merged = mergeAll(
      [
        bitmap("p0", [1, 1, 1, 1, 16_777_215, 16_777_215, 0, 0, 0], object(1), track(16_777_215)),
        bitmap("p1", [1, 1, 1, 0, 16_777_215, 0, 2, 2, 2], object(1), object(2), track(16_777_215)),
        bitmap("p2", [0, 1, 1, 1, 0, 16_777_215, 0, 3, 3], object(1), object(3), track(16_777_215)),
      ],
      { writeElements: () => `{"url":"merged.png"}` },
    )
    const ids = read(merged).annotations.map(({ id }: { id: number }) => id)
    assert.strictEqual(ids.length, 3)
    assert.isAtMost(Math.max(...ids), 16_777_215)
    assert.strictEqual(new Set(ids).size, 3)
  })

  it("is refused where the pixels are not known, or nobody writes them", () => {
    const labels = [
      bitmap("p0", [1, 1, 1, 0, 1, 0], object(1)),
      bitmap("p1", [2, 2, 0, 2, 2, 0], object(2)),
      bitmap("p2", [0, 3, 3, 3, 3, 3], object(3)),
    ]
    assert.strictEqual(mergeLabels(configuration, labels).refusal, "segmented")
    const unknown = labels.map(({ label, person }) => ({ label, person }))
    assert.strictEqual(mergeLabels(configuration, unknown).refusal, "segmented")
  })
})

describe("the merge of any segmented clouds", () => {
  /** Labels of the same objects, with the points of each person changed here and there. */
  const makeClouds = (random: () => number) => {
    const truth = Array.from({ length: 40 }, (_, point) => Math.floor(point / 8))
    return Array.from({ length: 2 + Math.floor(random() * 4) }, (_, person) => {
      const shift = 10 * person
      const ids = truth.map((value) => (random() < 0.15 ? Math.floor(random() * 5) : value))
      const present = [1, 2, 3, 4].filter((id) => ids.includes(id) && random() < 0.9)
      return {
        person: `p${person}`,
        shift,
        present,
        ids,
        label: cloud(
          ids.map((id) => (id === 0 ? 0 : id + shift)),
          ...present.map((id) => object(id + shift)),
        ),
      }
    })
  }

  it("gives each point to one of the objects with the most votes", () =>
    checkProperty(
      FastCheck.property(FastCheck.integer({ min: 1, max: 2 ** 31 - 1 }), (seed) => {
        const clouds = makeClouds(makeRandom(seed))
        const merged = mergeAll(clouds)
        const { annotations, point_annotations } = read(merged)
        /** The id of the merged label by person and id of theirs. */
        const ids = new Map(
          merged.objects.flatMap(({ id, sources }) =>
            sources.map((source) => [`${source.person} ${source.id}`, id] as const),
          ),
        )
        for (const [point, winner] of (point_annotations as Ids).entries()) {
          const votes = clouds.map(
            ({ ids: own, person, shift }) => ids.get(`${person} ${(own[point] ?? 0) + shift}`) ?? 0,
          )
          const count = (value: number) => votes.filter((vote) => vote === value).length
          const most = Math.max(...votes.map(count))
          assert.strictEqual(count(winner), most)
        }
        const listed = new Set(annotations.map(({ id }: { readonly id: number }) => id))
        assert.deepStrictEqual(new Set([...point_annotations].filter((id) => id !== 0)), listed)
      }),
      300,
    ))

  it("does not depend on the order of the labels", () =>
    checkProperty(
      FastCheck.property(FastCheck.integer({ min: 1, max: 2 ** 31 - 1 }), (seed) => {
        const clouds = makeClouds(makeRandom(seed))
        assert.strictEqual(mergeAll(clouds).label, mergeAll(clouds.toReversed()).label)
      }),
      100,
    ))
})
