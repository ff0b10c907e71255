/** The objects that differ between two versions of a label, against a count from the objects themselves. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { castToJsonText, type JsonText } from "../../src/domain/JsonText.ts"
import { countObjectChanges } from "../../src/placement/countObjectChanges.ts"

const count = (before: object | null, after: object | null): unknown => {
  const text = (label: object | null): JsonText | null =>
    label === null ? null : castToJsonText(JSON.stringify(label))
  return countTexts(text(before), text(after))
}

const countTexts = (before: JsonText | null, after: JsonText | null): unknown => {
  const steps = countObjectChanges(before, after)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return JSON.parse(step.value)
  }
}

const box = (
  id: number,
  category = 1,
  points: ReadonlyArray<ReadonlyArray<number>> = [
    [0, 0],
    [9, 9],
  ],
) => ({
  id,
  category_id: category,
  type: "bbox",
  points,
})
const track = (trackId: number, id: number, category = 1, yaw = 0) => ({
  id,
  track_id: trackId,
  category_id: category,
  type: "cuboid",
  yaw,
})

describe("the objects of a piece of work", () => {
  it("are those that were created, changed and removed, by category", () => {
    const before = { annotations: [box(1), box(2), box(3, 2)] }
    const after = {
      annotations: [
        box(1),
        box(2, 1, [
          [0, 0],
          [8, 9],
        ]),
        box(4, 5),
      ],
    }
    assert.deepStrictEqual(count(before, after), { 1: [0, 1, 0], 2: [0, 0, 1], 5: [1, 0, 0] })
    assert.deepStrictEqual(count(null, after), { 1: [2, 0, 0], 5: [1, 0, 0] })
    assert.deepStrictEqual(count(after, null), { 1: [0, 0, 2], 5: [0, 0, 1] })
    assert.deepStrictEqual(count(after, after), {})
  })

  it("change with their category, and then count in the new one", () => {
    assert.deepStrictEqual(count({ annotations: [box(1)] }, { annotations: [box(1, 2)] }), { 2: [0, 1, 0] })
  })

  it("stay the same where only the text differs", () => {
    const before = castToJsonText(
      '{"annotations":[{"id":1,"category_id":1,"points":[[1,2]],"attributes":{"a":1}}]}',
    )
    const after = castToJsonText(
      '{ "annotations" : [ {"category_id":1,"id":1.0,"attributes":{"a":1.0},"points":[[1.0, 2]]} ] }',
    )
    assert.deepStrictEqual(countTexts(before, after), {})
  })

  it("are tracks in sequences, whatever the number of their frames and sensors", () => {
    const frames = (...lists: ReadonlyArray<ReadonlyArray<object>>) =>
      lists.map((annotations) => ({ annotations }))
    const before = { frames: frames([track(1, 1), track(2, 2)], [track(1, 1)]) }
    const moved = { frames: frames([track(1, 1), track(2, 2)], [track(1, 1, 1, 0.5)]) }
    assert.deepStrictEqual(count(null, before), { 1: [2, 0, 0] })
    assert.deepStrictEqual(count(before, moved), { 1: [0, 1, 0] })
    const longer = { frames: frames([track(1, 1)], [track(1, 1), track(2, 2)]) }
    assert.deepStrictEqual(count(before, longer), { 1: [0, 1, 0] })
    const sensors = (...of: ReadonlyArray<object>) => ({
      sensors: of.map((attributes, index) => ({
        name: `s${index}`,
        task_type: "pointcloud-cuboid-sequence",
        attributes,
      })),
    })
    assert.deepStrictEqual(count(null, sensors(before, moved)), { 1: [2, 0, 0] })
    assert.deepStrictEqual(count(sensors(before, moved), sensors(before, before)), { 1: [0, 1, 0] })
  })

  it("change with the points that belong to them", () => {
    const label = (...ids: ReadonlyArray<number>) => ({
      annotations: [
        { id: 1, category_id: 1 },
        { id: 2, category_id: 2 },
        { id: 3, category_id: 3 },
      ],
      point_annotations: ids,
    })
    assert.deepStrictEqual(count(label(0, 1, 2, 3), label(1, 1, 2, 3)), { 1: [0, 1, 0] })
    assert.deepStrictEqual(count(label(0, 1, 2, 3), label(0, 1, 3, 3)), { 2: [0, 1, 0], 3: [0, 1, 0] })
    assert.deepStrictEqual(count(label(0, 1), label(0, 1, 2)), { 2: [0, 1, 0] })
  })

  it("are none in labels that cannot be read", () => {
    assert.deepStrictEqual(count({ annotations: [7, { id: "1" }, null] }, { frames: 3 }), {})
  })

  it("are the difference of any two sets of objects", () => {
    const objects = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 6 }),
        category_id: fc.integer({ min: 0, max: 3 }),
        points: fc.array(fc.tuple(fc.integer(), fc.integer()), { maxLength: 2 }),
      }),
      { selector: ({ id }) => id, maxLength: 6 },
    )
    return checkProperty(
      fc.property(objects, objects, (before, after) => {
        const expected = new Map<number, [number, number, number]>()
        const add = (category: number, at: 0 | 1 | 2) => {
          const counts = expected.get(category) ?? [0, 0, 0]
          counts[at] += 1
          expected.set(category, counts)
        }
        for (const object of after) {
          const old = before.find(({ id }) => id === object.id)
          if (old === undefined) add(object.category_id, 0)
          else if (JSON.stringify(old) !== JSON.stringify(object)) add(object.category_id, 1)
        }
        for (const { category_id, id } of before)
          if (!after.some((object) => object.id === id)) add(category_id, 2)
        assert.deepStrictEqual(
          count({ annotations: before }, { annotations: after }),
          Object.fromEntries(expected),
        )
      }),
      4000,
    )
  })

  it("are the same where all of both texts is read, which spaces in them need", () => {
    const annotation = fc.record(
      {
        id: fc.integer({ min: 1, max: 12 }),
        track_id: fc.integer({ min: 1, max: 12 }),
        category_id: fc.integer({ min: 0, max: 2 }),
        attributes: fc.record({ note: fc.constantFrom("", '"id":1,', '"track_id":1}', "]}") }),
        points: fc.array(fc.integer({ max: 2, min: 0 }), { maxLength: 2 }),
      },
      { requiredKeys: ["id", "category_id"] },
    )
    const scene = fc.record(
      {
        annotations: fc.array(annotation, { maxLength: 5 }),
        point_annotations: fc.array(fc.integer({ max: 3, min: 0 }), { maxLength: 3 }),
        image_attributes: fc.record({ n: fc.integer({ max: 1, min: 0 }) }),
      },
      { requiredKeys: ["annotations"] },
    )
    const sequence = fc.record({ frames: fc.array(scene, { maxLength: 4 }) })
    const sensors = fc.record({
      sensors: fc.array(
        fc.record({
          name: fc.constantFrom("a", "b"),
          task_type: fc.constant("image-vector-sequence"),
          attributes: sequence,
        }),
        { maxLength: 2 },
      ),
    })
    const label = fc.oneof(scene, sequence, sensors)
    // Most of a label stays as it was: a few scenes are those of another label.
    const edit = (before: object, other: object, at: number): object => {
      const [own, theirs] = [Object.entries(before), new Map(Object.entries(other))]
      return Object.fromEntries(
        own.map(([key, value]) => {
          const replacement: unknown = theirs.get(key)
          if (!Array.isArray(value) || !Array.isArray(replacement)) return [key, value]
          return [key, value.map((item, index) => (index === at ? (replacement[index] ?? item) : item))]
        }),
      )
    }
    const spaced = (value: object) => castToJsonText(JSON.stringify(value, null, 1))
    return checkProperty(
      fc.property(label, label, fc.nat({ max: 4 }), fc.boolean(), (before, other, at, isEdited) => {
        const after = isEdited ? edit(before, other, at) : other
        assert.deepStrictEqual(count(before, after), countTexts(spaced(before), spaced(after)))
      }),
      4000,
    )
  })

  it("are others after a digit was inserted into an id or taken out of one", () => {
    const label = (id: number) => ({ annotations: [{ category_id: 1, id }] })
    assert.deepStrictEqual(count(label(12), label(1)), { 1: [1, 0, 1] })
    assert.deepStrictEqual(count(label(1), label(12)), { 1: [1, 0, 1] })
    const tracks = (...ids: ReadonlyArray<number>) => ({
      frames: ids.map((id, index) => ({ annotations: [{ id: index, category_id: 1, track_id: id }] })),
    })
    assert.deepStrictEqual(count(tracks(1, 12), tracks(1, 1)), { 1: [0, 1, 1] })
    assert.deepStrictEqual(count(tracks(1, 1), tracks(1, 12)), { 1: [1, 1, 0] })
  })

  it("are the same where one number of a label changed, however it is spelled", () => {
    const id = fc.constantFrom("1", "2", "11", "12", "112", "1.0", "2e0")
    const spelled = (ids: ReadonlyArray<readonly [string, string]>, space: string) =>
      castToJsonText(
        `{"frames":[${ids
          .map(
            ([own, trackId]) =>
              `{"annotations":[{"category_id":${space}1,"id":${own},"track_id":${trackId}${space}}]}`,
          )
          .join(",")}]}`,
      )
    return checkProperty(
      fc.property(
        fc.array(fc.tuple(id, id), { minLength: 1, maxLength: 4 }),
        fc.nat({ max: 3 }),
        fc.tuple(id, id),
        (before, at, replacement) => {
          const after = before.map((pair, index) => (index === at ? replacement : pair))
          const expected = countTexts(spelled(before, " "), spelled(after, " "))
          assert.deepStrictEqual(countTexts(spelled(before, ""), spelled(after, "")), expected)
        },
      ),
      4000,
    )
  })

  it("are the same where members beside the scenes changed, whatever they contain", () => {
    const note = fc.constantFrom(1, 12, "a", "annotations", { annotations: [box(7)] }, [box(7)], null)
    const member = fc.tuple(fc.constantFrom("note", "note2", "links", "annotation"), note)
    const label = fc.tuple(
      fc.array(member, { maxLength: 2 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
      fc.array(member, { maxLength: 2 }),
    )
    const format = (
      [first, ids, last]: readonly [
        ReadonlyArray<[string, unknown]>,
        ReadonlyArray<number>,
        ReadonlyArray<[string, unknown]>,
      ],
      indent: number,
    ) => {
      const annotations = ids.map((id) => box(id))
      const entries: ReadonlyArray<readonly [string, unknown]> = [
        ...first,
        ["annotations", annotations],
        ...last,
      ]
      return castToJsonText(JSON.stringify(Object.fromEntries(entries), null, indent))
    }
    return checkProperty(
      fc.property(label, label, fc.boolean(), (before, [first, ids, last], isBeside) => {
        const after = [first, isBeside ? before[1] : ids, last] as const
        const expected = countTexts(format(before, 1), format(after, 1))
        assert.deepStrictEqual(countTexts(format(before, 0), format(after, 0)), expected)
        if (isBeside) assert.deepStrictEqual(expected, {})
      }),
      4000,
    )
  })

  it("are found in a long label without reading the annotations that stay the same", () => {
    const boxes = Array.from({ length: 500 }, (_, index) => box(index + 1, 1 + (index % 2)))
    const moved = boxes.map((one) => (one.id === 250 ? { ...one, points: [[1, 1]] } : one))
    assert.deepStrictEqual(count({ annotations: boxes }, { annotations: moved }), { 2: [0, 1, 0] })
    const shorter = boxes.filter(({ id }) => id !== 250)
    assert.deepStrictEqual(count({ annotations: boxes }, { annotations: shorter }), { 2: [0, 0, 1] })
    assert.deepStrictEqual(count({ annotations: shorter }, { annotations: boxes }), { 2: [1, 0, 0] })
    const again = [...shorter, box(250, 2)]
    assert.deepStrictEqual(count({ annotations: boxes }, { annotations: again }), {})
  })
})
