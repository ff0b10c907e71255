import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { countObjects, formatObjectTotals, type ObjectTotals } from "../../src/placement/countObjects.ts"

const count = (label: unknown, spaces?: number): ObjectTotals =>
  countObjects(castToJsonText(JSON.stringify(label, null, spaces)))

const format = (label: unknown): string => formatObjectTotals(count(label))

const makeFrames = (...frames: ReadonlyArray<ReadonlyArray<object>>) => ({
  frames: frames.map((annotations) => ({ annotations })),
})

describe("the objects of a label", () => {
  it("are the annotations of an image", () => {
    const annotations = [1, 2, 1].map((category_id, id) => ({ id, category_id, type: "bbox" }))
    assert.strictEqual(format({ annotations }), '{"1":2,"2":1,"objects":3}')
    assert.strictEqual(format({ annotations: [] }), '{"objects":0}')
    assert.strictEqual(format({}), '{"objects":0}')
  })

  it("are the tracks of a sequence, in each category that they have", () => {
    const label = makeFrames(
      [
        { id: 1, track_id: 7, category_id: 1 },
        { id: 2, track_id: 8, category_id: 1 },
      ],
      [
        { id: 1, track_id: 7, category_id: 1 },
        { id: 3, track_id: 8, category_id: 2 },
      ],
    )
    assert.strictEqual(format(label), '{"1":2,"2":1,"objects":2}')
    const sensors = [
      { name: "a", attributes: label },
      { name: "b", attributes: makeFrames([{ id: 9, track_id: 7, category_id: 1 }]) },
    ]
    assert.strictEqual(format({ sensors }), '{"1":2,"2":1,"objects":2}')
  })

  it("of a sequence are annotations where these have no track", () => {
    const label = makeFrames([{ id: 1, category_id: 1 }], [{ id: 1, category_id: 1 }])
    assert.strictEqual(format(label), '{"1":2,"objects":2}')
  })

  it("do not come from attributes, texts or keys with escapes", () => {
    const attributes = { category_id: 5, track_id: 6, note: 'has "category_id": 7' }
    const annotation = { id: 1, category_id: 1, attributes }
    assert.strictEqual(format({ annotations: [annotation] }), '{"1":1,"objects":1}')
    assert.strictEqual(format({ image_attributes: { category_id: 5 }, annotations: [] }), '{"objects":0}')
    assert.strictEqual(format(makeFrames([{ ...annotation, track_id: 3 }])), '{"1":1,"objects":1}')
    const escaped = castToJsonText('{"annotations":[{"id":1,"\\u0063ategory_id":4}]}')
    assert.strictEqual(formatObjectTotals(countObjects(escaped)), '{"4":1,"objects":1}')
  })

  it("are those of a count over the parsed label, for any order of members and any whitespace", () => {
    const annotation = FastCheck.record({
      id: FastCheck.nat(1000),
      category: FastCheck.integer({ min: -3, max: 5 }),
      track: FastCheck.nat(4),
      isReversed: FastCheck.boolean(),
      attribute: FastCheck.option(FastCheck.constantFrom("category_id", "track_id", "color"), {
        nil: undefined,
      }),
    })
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.array(annotation, { maxLength: 5 }), { maxLength: 4 }),
        FastCheck.boolean(),
        FastCheck.constantFrom(undefined, 2),
        (frames, isSequence, spaces) => {
          const scenes = frames.map((annotations) =>
            annotations.map(({ attribute, category, id, isReversed, track }) => {
              const members = [
                ["id", id],
                ["category_id", category],
                ...(isSequence ? [["track_id", track]] : []),
                ...(attribute === undefined ? [] : [["attributes", { [attribute]: 1 }]]),
              ]
              return Object.fromEntries(isReversed ? members.reverse() : members)
            }),
          )
          const label = isSequence ? makeFrames(...scenes) : { annotations: scenes.flat() }
          const expected = new Map<number, Set<unknown>>()
          const objects = new Set<unknown>()
          for (const [index, { category, track }] of frames.flat().entries()) {
            const object = isSequence ? track : `${index}`
            objects.add(object)
            expected.set(category, (expected.get(category) ?? new Set()).add(object))
          }
          const totals = count(label, spaces)
          assert.strictEqual(totals.all, objects.size)
          assert.deepStrictEqual(
            [...totals.byCategory].sort(),
            [...expected].map(([category, all]): [number, number] => [category, all.size]).sort(),
          )
        },
      ),
      { numRuns: 500 },
    )
  })
})
