/** The agreement of labels of which the attributes of objects and of images differ. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { type Configuration, compareLabels, encodeIds, type PersonLabel } from "../../src/agreement.ts"
import { box, compare, configuration, still } from "./makeLabels.ts"

const image = (person: string, image_attributes: object, ...annotations: ReadonlyArray<object>) => ({
  person,
  label: { annotations, image_attributes },
})

const sequence = (person: string, ...frames: ReadonlyArray<object>): PersonLabel => ({
  person,
  label: { frames },
})

const getAgreement = (...labels: ReadonlyArray<PersonLabel>): number => compare(...labels).agreement ?? -1

describe("the agreement of attributes of images", () => {
  it("is the share of those that one or the other fills in, where there are no objects", () => {
    const agree = (a: object, b: object) => getAgreement(image("ana", a), image("ben", b))
    assert.strictEqual(agree({ weather: "sun" }, { weather: "sun" }), 1)
    assert.strictEqual(agree({ weather: "sun" }, { weather: "rain" }), 0)
    assert.strictEqual(agree({ weather: "sun" }, {}), 0)
    assert.strictEqual(agree({}, { weather: "" }), 1)
    assert.strictEqual(getAgreement(image("ana", { weather: "sun" }), { person: "ben", label: null }), 0)
  })

  it("counts each of them as one object", () => {
    const labels = (weather: string) => [
      image("ana", { weather: "sun" }, box(1, 1, 0), box(2, 1, 50)),
      image("ben", { weather }, box(9, 1, 2)),
    ]
    // One pair with an IoU of 8 / 12, half an object, and the attribute.
    assert.closeTo(getAgreement(...labels("sun")), (8 / 12 + 1) / 2.5, 1e-12)
    assert.closeTo(getAgreement(...labels("rain")), 8 / 12 / 2.5, 1e-12)
  })

  it("is that of each sensor by itself, as the share of its frames", () => {
    const sensors = (person: string, front: ReadonlyArray<string>, rear: string): PersonLabel => ({
      person,
      label: {
        sensors: [["front", front] as const, ["rear", [rear]] as const, ["left", [""]] as const].map(
          ([name, weathers]) => ({
            name,
            task_type: "image-vector-sequence",
            attributes: {
              frames: weathers.map((weather) => ({ annotations: [], image_attributes: { weather } })),
            },
          }),
        ),
      },
    })
    const ana = sensors("ana", ["sun", "sun", "sun", ""], "rain")
    assert.closeTo(
      getAgreement(ana, sensors("ben", ["sun", "sun", "rain", ""], "rain")),
      (2 / 3 + 1) / 2,
      1e-12,
    )
    // A frame that a label lacks is not filled in there.
    assert.closeTo(getAgreement(ana, sensors("ben", ["sun"], "rain")), (1 / 3 + 1) / 2, 1e-12)
  })

  it("leaves out attributes that the configuration does not have, or not for such sensors", () => {
    const only3D: Configuration = {
      categories: [],
      image_attributes: [{ name: "weather", input_type: "select", values: ["sun", "rain"], sensors: "3D" }],
    }
    const front = (person: string, weather: string): PersonLabel => ({
      person,
      label: {
        sensors: [
          {
            name: "front",
            task_type: "image-vector-sequence",
            attributes: { frames: [{ annotations: [], image_attributes: { weather } }] },
          },
        ],
      },
    })
    assert.strictEqual(compareLabels(only3D, [front("ana", "sun"), front("ben", "rain")]).agreement, 1)
    assert.strictEqual(getAgreement(image("ana", { source: "a" }), image("ben", { source: "b" })), 1)
  })
})

describe("the agreement of attributes of objects", () => {
  it("is the share of equal answers, of which the category is one", () => {
    const agree = (a: object, b: object) =>
      getAgreement(still("ana", box(1, 1, 0, a)), still("ben", box(1, 1, 2, b)))
    const similarity = 8 / 12
    assert.closeTo(agree({ color: "red" }, { color: "red" }), similarity, 1e-12)
    assert.closeTo(agree({ color: "red" }, { color: "blue" }), similarity / 2, 1e-12)
    assert.closeTo(
      agree({ color: "red", doors: "4" }, { color: "blue", doors: 4 }),
      (similarity * 2) / 3,
      1e-12,
    )
    assert.closeTo(agree({ color: "red", doors: 4 }, { color: "red" }), (similarity * 2) / 3, 1e-12)
    assert.closeTo(agree({ tags: ["a", "b"] }, { tags: ["b", "a"] }), similarity, 1e-12)
    assert.closeTo(agree({ source: 1 }, { source: 2 }), similarity, 1e-12)
  })

  it("is taken over the frames that both tracks have", () => {
    const at = (color: string, frame: number) => ({
      annotations: [{ ...box(1, 1, frame, { color }), track_id: 1 }],
    })
    const ana = sequence("ana", at("red", 0), at("red", 5), at("", 10), at("red", 15))
    // Equal are three categories and one of two colors; the track is lost in one of four frames.
    const ben = sequence("ben", at("red", 0), at("blue", 5), at("", 10), { annotations: [] })
    assert.closeTo(getAgreement(ana, ben), ((3 / 4) * 4) / 5, 1e-12)
  })

  it("has an unequal answer in each frame whose category differs, with and without attributes", () => {
    const at = (category: number, attributes: object = {}) => ({
      annotations: [{ ...box(1, category, 0, attributes), track_id: 1 }],
    })
    const agree = (a: ReadonlyArray<object>, b: ReadonlyArray<object>) =>
      getAgreement(sequence("ana", ...a), sequence("ben", ...b))
    for (const [category, other] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const same = [at(category), at(category), at(category)]
      const changed = [at(category), at(category), at(other)]
      assert.closeTo(agree(same, changed), 2 / 3, 1e-12)
      assert.strictEqual(agree(changed, changed), 1)
    }
  })

  it("counts for objects of bitmaps and of segmented clouds", () => {
    const object = (color: string) => ({ id: 7, category_id: 1, attributes: { color } })
    const bitmap = (person: string, color: string): PersonLabel => ({
      ...image(person, { weather: color === "red" ? "sun" : "rain" }, object(color)),
      getBitmap: () => encodeIds([7, 7, 0]),
    })
    assert.strictEqual(getAgreement(bitmap("ana", "red"), bitmap("ben", "red")), 1)
    assert.strictEqual(getAgreement(bitmap("ana", "red"), bitmap("ben", "blue")), 1 / 4)
    const cloud = (person: string, color: string): PersonLabel => ({
      person,
      label: { annotations: [object(color)], point_annotations: [7, 7, 0] },
    })
    assert.strictEqual(getAgreement(cloud("ana", "red"), cloud("ben", "blue")), 1 / 2)
  })

  it("decides between objects at the same place", () => {
    const [red, blue] = [box(1, 1, 0, { color: "red" }), box(2, 1, 0, { color: "blue" })]
    const { agreement, pairs } = compare(still("ana", red, blue), still("ben", blue, red))
    assert.strictEqual(agreement, 1)
    assert.deepStrictEqual(pairs[0]?.matches, [
      [0, 1, 1],
      [1, 0, 1],
    ])
  })

  it("leaves the figures of shapes and categories as they are", () => {
    const labels = (color: string) =>
      compare(still("ana", box(1, 1, 0, { color: "red" })), still("ben", box(1, 1, 2, { color })))
    const [same, other] = [labels("red"), labels("blue")]
    assert.deepStrictEqual(other.pairs[0]?.matches, same.pairs[0]?.matches)
    assert.deepStrictEqual(other.groups, same.groups)
    assert.strictEqual(other.objectAlpha, same.objectAlpha)
  })
})

const values = {
  color: FastCheck.constantFrom("red", "blue", ""),
  doors: FastCheck.constantFrom(2, 4, "4", null),
  tags: FastCheck.subarray(["a", "b"]),
}

const anObject = FastCheck.record({
  left: FastCheck.integer({ min: 0, max: 30 }),
  category: FastCheck.constantFrom(1, 2),
  attributes: FastCheck.record(values),
})

const aLabel = FastCheck.record({
  objects: FastCheck.array(anObject, { maxLength: 5 }),
  weather: FastCheck.constantFrom("sun", "rain", ""),
})

type DrawnLabel = typeof aLabel extends FastCheck.Arbitrary<infer A> ? A : never

const toLabel = (person: string, { objects, weather }: DrawnLabel): PersonLabel =>
  image(
    person,
    { weather },
    ...objects.map(({ attributes, category, left }, index) => box(index + 1, category, left, attributes)),
  )

describe("the agreement of any two labels", () => {
  it("is between 0 and 1, the same from both sides, and 1 with itself", () =>
    checkProperty(
      FastCheck.property(aLabel, aLabel, (a, b) => {
        const agreement = getAgreement(toLabel("ana", a), toLabel("ben", b))
        assert.closeTo(agreement, getAgreement(toLabel("ana", b), toLabel("ben", a)), 1e-7)
        assert.isAtLeast(agreement, 0)
        assert.isAtMost(agreement, 1)
        assert.closeTo(getAgreement(toLabel("ana", a), toLabel("ben", a)), 1, 1e-12)
      }),
      1000,
    ))

  it("is below 1 when one attribute is changed", () =>
    checkProperty(
      FastCheck.property(aLabel, FastCheck.nat(), (label, choice) => {
        const cars = label.objects.flatMap(({ category }, index) => (category === 1 ? [index] : []))
        const place = choice % (cars.length + 1)
        const toOther = (color: string) => (color === "red" ? "blue" : "red")
        const changed =
          place === cars.length
            ? { ...label, weather: label.weather === "sun" ? "rain" : "sun" }
            : {
                ...label,
                objects: label.objects.map((object, index) =>
                  index === cars[place]
                    ? {
                        ...object,
                        attributes: { ...object.attributes, color: toOther(object.attributes.color) },
                      }
                    : object,
                ),
              }
        const agreement = getAgreement(toLabel("ana", label), toLabel("ben", changed))
        assert.isBelow(agreement, 1 - 1e-3)
        assert.isAtLeast(agreement, 0)
      }),
      1000,
    ))

  it("is that of shapes and categories alone where no attribute is filled in", () =>
    checkProperty(
      FastCheck.property(aLabel, aLabel, (a, b) => {
        const strip = ({ objects }: DrawnLabel): DrawnLabel => ({
          objects: objects.map((object) => ({ ...object, attributes: { color: "", doors: null, tags: [] } })),
          weather: "",
        })
        const labels = [toLabel("ana", strip(a)), toLabel("ben", strip(b))]
        const { objects, pairs } = compare(...labels)
        const [first = [], second = []] = objects
        let sum = 0
        for (const [i, j, similarity] of pairs[0]?.matches ?? [])
          if (first[i]?.category === second[j]?.category) sum += similarity
        const count = first.length + second.length
        assert.strictEqual(pairs[0]?.quality, count === 0 ? 1 : (2 * sum) / count)
        const plain = compareLabels({ ...configuration, image_attributes: [], categories: [] }, labels)
        assert.strictEqual(plain.agreement, pairs[0]?.quality)
      }),
      1000,
    ))
})
