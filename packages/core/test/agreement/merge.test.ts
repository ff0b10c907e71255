import { assert, describe, it } from "@effect/vitest"
import { compareLabels, type LabelMerge, type MergeOptions, mergeLabels } from "../../src/agreement.ts"
import { box, configuration } from "./makeLabels.ts"

const merge = (labels: ReadonlyArray<string | null>, options?: MergeOptions): LabelMerge => {
  const result = mergeLabels(
    configuration,
    labels.map((label, index) => ({ person: `p${index}`, label })),
    options,
  )
  if (result.refusal !== null) return assert.fail(`is refused: ${result.refusal}`)
  return result
}
const still = (...annotations: ReadonlyArray<object>) => JSON.stringify({ annotations })
const read = ({ label }: LabelMerge) => JSON.parse(label ?? "null")

const cuboid = (id: number, x: number, yaw: number, extra: object = {}) => ({
  id,
  category_id: 1,
  type: "cuboid",
  position: { x, y: 0, z: 0 },
  dimensions: { x: 4, y: 2, z: 2 },
  yaw,
  ...extra,
})

describe("the merge of labels", () => {
  it("has objects of a quorum, the mean of their boxes, and says from whom", () => {
    const merged = merge([
      still(box(1, 1, 0), box(2, 1, 100)),
      still(box(7, 1, 1)),
      still(box(5, 1, 200), box(6, 1, 2)),
    ])
    assert.strictEqual(merged.base, "p1")
    assert.deepStrictEqual(read(merged).annotations, [{ ...box(7, 1, 1) }])
    assert.deepStrictEqual(merged.objects, [
      {
        id: 7,
        sensor: null,
        category: 1,
        geometry: "mean",
        isDisputed: false,
        sources: [
          { person: "p1", id: 7 },
          { person: "p0", id: 1 },
          { person: "p2", id: 6 },
        ],
      },
    ])
    assert.deepStrictEqual(merged.omitted, [[{ person: "p0", id: 2 }], [{ person: "p2", id: 5 }]])
  })

  it("has what one of two has only with a quorum of one", () => {
    const labels = [still(box(1, 1, 0)), still(box(1, 1, 0), box(2, 1, 50))]
    assert.strictEqual(merge(labels).objects.length, 1)
    assert.strictEqual(merge(labels, { quorum: 1 }).objects.length, 2)
  })

  it("keeps the digits, keys and escapes of objects that nobody disputes", () => {
    const object = `{"id":1,"time":1700000000123456789,"category_id":1,"type":"bbox","points":[[0.10,0],[10,1e1]],"n\\u0061me":"\\u00e4"}`
    const other = `{"id":3,"category_id":1,"type":"bbox","points":[[0.1,0],[10,10]]}`
    const first = `{"format_version":"0.10","annotations":[${object}]}`
    const merged = merge([first, first, `{"annotations":[${other}]}`])
    assert.strictEqual(merged.label, first)
    assert.strictEqual(merged.objects[0]?.geometry, "same")
  })

  it("says that a box is a mean also where somebody drew another kind of shape", () => {
    const skeleton = {
      ...box(1, 1, 0),
      type: "polygon",
      points: [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
    }
    const boxes = [still(box(1, 1, 0)), still(box(1, 1, 1))]
    const [object] = merge([...boxes, still(skeleton)]).objects
    assert.deepStrictEqual([object?.geometry, object?.sources.length], ["mean", 3])
    const same = merge([still(box(1, 1, 0)), still(box(1, 1, 0)), still(skeleton)]).objects[0]
    assert.deepStrictEqual([same?.geometry, same?.sources.length], ["member", 3])
  })

  it("decides categories and attributes by majority, and ties by the label that is the most like the others", () => {
    const merged = merge([
      still(box(1, 1, 0, { color: "red", doors: 4, tags: ["a", "b"] })),
      still(box(1, 1, 0, { color: "blue", doors: 4, tags: ["b", "a"] })),
      still(box(1, 2, 0, { color: "blue" })),
      still(box(1, 1, 0, { color: "blue", doors: null })),
    ])
    const [object] = read(merged).annotations
    assert.deepStrictEqual(
      [object.category_id, object.attributes.color, object.attributes.doors],
      [1, "blue", 4],
    )
    assert.isTrue(merged.objects[0]?.isDisputed)
    assert.deepStrictEqual(object.attributes.tags.toSorted(), ["a", "b"])
    const tied = merge([still(box(1, 1, 0)), still(box(1, 2, 0)), still(box(1, 1, 30), box(2, 2, 0))])
    assert.strictEqual(read(tied).annotations.length, 1)
  })

  it("removes a value that most have not filled in", () => {
    const merged = merge([
      still(box(1, 1, 0, { color: "red" })),
      still(box(1, 1, 0, {})),
      still(box(1, 1, 0, { color: null })),
    ])
    assert.isNotOk(read(merged).annotations[0].attributes.color)
  })

  it("weighs votes", () => {
    const labels = [still(box(1, 1, 0)), still(box(1, 2, 0)), still(box(1, 2, 0))]
    const category = (options: MergeOptions) => merge(labels, options).objects[0]?.category
    assert.strictEqual(category({}), 2)
    assert.strictEqual(category({ weights: { p0: 3 } }), 1)
    assert.throws(() => merge(labels, { weights: { p0: 0 } }), RangeError)
  })

  it("gives objects that the base lacks ids that nothing else has", () => {
    const merged = merge([
      still(box(1, 1, 0), box(2, 1, 100)),
      still(box(1, 1, 0), box(9, 1, 200)),
      still(box(4, 1, 0), box(1, 1, 200), box(2, 1, 100)),
      still(box(4, 1, 0), box(7, 1, 100), box(8, 1, 200)),
    ])
    const ids = read(merged).annotations.map(({ id }: { readonly id: number }) => id)
    assert.strictEqual(new Set(ids).size, 3)
    const joined = merge([
      still(box(1, 1, 0), box(2, 1, 100), box(3, 1, 300)),
      still(box(1, 1, 0), box(2, 1, 300), box(9, 1, 200)),
      still(box(1, 1, 0), box(2, 1, 100), box(8, 1, 200)),
    ])
    assert.strictEqual(joined.objects.length, 4)
    assert.isTrue(joined.objects.some(({ id }) => id === 10))
  })

  it("takes the mean of cuboids, and of headings those of one direction", () => {
    const merged = merge([still(cuboid(1, 0, 3.1)), still(cuboid(1, 0.2, -3.1)), still(cuboid(1, 0.1, 0))])
    const [object] = read(merged).annotations
    assert.closeTo(object.position.x, 0.1, 1e-12)
    assert.closeTo(Math.abs(object.yaw), Math.PI, 1e-12)
    assert.deepStrictEqual(object.dimensions, { x: 4, y: 2, z: 2 })
  })

  it("takes the mean of rotations whatever the signs of their quaternions", () => {
    const turn = (angle: number, sign: 1 | -1) => ({
      rotation: { qx: sign * Math.sin(angle / 2), qy: 0, qz: 0, qw: sign * Math.cos(angle / 2) },
    })
    const merged = merge([
      still(cuboid(1, 0, 0, turn(0.1, 1))),
      still(cuboid(1, 0, 0, turn(0.3, -1))),
      still(cuboid(1, 0, 0, turn(0.2, 1))),
    ])
    const { rotation } = read(merged).annotations[0]
    assert.closeTo(Math.abs(rotation.qx), Math.sin(0.1), 1e-12)
    assert.closeTo(Math.abs(rotation.qw), Math.cos(0.1), 1e-12)
    assert.strictEqual(merged.objects[0]?.geometry, "mean")
  })

  it("takes cuboids whose lengths are exchanged from one member instead of a mean that is neither", () => {
    const other = { dimensions: { x: 2, y: 4, z: 2 }, yaw: Math.PI / 2 }
    const merged = merge([still(cuboid(1, 0, 0)), still(cuboid(1, 0, 0, other))])
    assert.strictEqual(merged.objects[0]?.geometry, "member")
    assert.include([0, Math.PI / 2], read(merged).annotations[0].yaw)
  })

  it("takes the mean of joints, and leaves out those that most have not placed", () => {
    const person = (x: number, foot: number | null) => ({
      id: 1,
      category_id: 3,
      type: "point",
      points:
        foot === null
          ? [[x, 10]]
          : [
              [x, 10],
              [foot, 90],
            ],
      shape: {
        type: "skeleton",
        joints: [
          { name: "head", x, y: 10, visibility: 2 },
          { name: "foot", x: foot, y: foot === null ? null : 90, visibility: foot === null ? 0 : 2 },
        ],
        box: [
          [0, 0],
          [100, 100],
        ],
      },
    })
    const merged = merge([still(person(50, null)), still(person(52, 40)), still(person(51, null))], {
      threshold: 0.3,
    })
    const [object] = read(merged).annotations
    assert.deepStrictEqual(object.points, [[51, 10]])
    assert.deepStrictEqual(object.shape.joints, [
      { name: "head", x: 51, y: 10, visibility: 2 },
      { name: "foot", x: null, y: null, visibility: 0 },
    ])
  })

  it("merges polygons to the area that most of three people cover, from the first corner of the one that resembles the others most", () => {
    const rectangle = (left: number, right: number) => ({
      id: 1,
      category_id: 1,
      type: "polygon",
      points: [
        [left, 10],
        [left, 0],
        [right, 0],
        [right, 10],
      ],
    })
    const merged = merge([still(rectangle(0, 100)), still(rectangle(3, 104)), still(rectangle(-2, 102))])
    assert.deepStrictEqual(read(merged).annotations[0].points, rectangle(0, 102).points)
    assert.strictEqual(merged.objects[0]?.geometry, "mean")
  })

  it("takes polygons of two people from the one that comes first", () => {
    const triangle = (size: number) => ({
      id: 1,
      category_id: 1,
      type: "polygon",
      points: [
        [0, 0],
        [size, 0],
        [0, 10],
      ],
    })
    const merged = merge([still(triangle(10)), still(triangle(11))])
    assert.include([10, 11], read(merged).annotations[0].points[1][0])
    assert.strictEqual(merged.objects[0]?.geometry, "member")
  })

  it("takes polygons from the member that resembles the others most", () => {
    const polygon = (size: number) => ({
      id: size,
      category_id: 1,
      type: "polygon",
      points: [
        [0, 0],
        [size, 0],
        [size, size],
        [0, size],
      ],
    })
    const merged = merge([still(polygon(10)), still(polygon(12)), still(polygon(11))])
    assert.strictEqual(read(merged).annotations[0].points[1][0], 11)
    assert.strictEqual(merged.objects[0]?.geometry, "member")
  })

  it("merges tracks frame by frame, and keeps frames in which a quorum has them", () => {
    const sequence = (track: number, ...lefts: ReadonlyArray<number | null>) =>
      JSON.stringify({
        frames: lefts.map((left) => ({
          annotations: left === null ? [] : [{ ...box(track, 1, left), track_id: track }],
        })),
      })
    const merged = merge([sequence(1, 0, 0, null, 0), sequence(2, 1, 1, 1, 0), sequence(3, 2, 2, 2, null)])
    const frames = read(merged).frames.map(
      ({ annotations }: { readonly annotations: ReadonlyArray<unknown> }) =>
        annotations.map((annotation) => Reflect.get(annotation as object, "points")[0][0]),
    )
    assert.deepStrictEqual(frames, [[1], [1], [1.5], [0]])
    const tracks = new Set(
      read(merged).frames.flatMap(({ annotations }: { readonly annotations: ReadonlyArray<object> }) =>
        annotations.map((annotation) => Reflect.get(annotation, "track_id")),
      ),
    )
    assert.deepStrictEqual([...tracks], [merged.objects[0]?.id])
  })

  it("decides the attributes of the image, and writes them where the base has none", () => {
    const rain = JSON.stringify({ annotations: [], image_attributes: { weather: "rain" } })
    assert.deepStrictEqual(read(merge([rain, rain, still()])), JSON.parse(rain))
    assert.strictEqual(read(merge([`{}`, rain, rain])).image_attributes?.weather, "rain")
  })

  it("drops links of the base whose ends are no longer there", () => {
    const linked = JSON.stringify({
      annotations: [box(1, 1, 0), box(2, 1, 100), box(3, 1, 200)],
      links: [
        { from_id: 1, to_id: 2 },
        { from_id: 2, to_id: 3 },
      ],
    })
    const merged = merge([linked, still(box(1, 1, 0), box(2, 1, 100)), still(box(1, 1, 0), box(2, 1, 100))])
    if (merged.base === "p0") assert.deepStrictEqual(read(merged).links, [{ from_id: 1, to_id: 2 }])
    const two = merge([linked, linked, still(box(1, 1, 0), box(2, 1, 100))], { quorum: 3 })
    assert.deepStrictEqual(read(two).links, [{ from_id: 1, to_id: 2 }])
  })

  it("drops links of a frame whose ends left that frame, and keeps those of other frames and of the label", () => {
    const link = { from_id: 1, to_id: 2 }
    const makeFrames = (...hasSecond: ReadonlyArray<boolean>) =>
      JSON.stringify({
        frames: hasSecond.map((has) => ({
          annotations: [1, ...(has ? [2] : [])].map((id) => ({ ...box(id, 1, 100 * id), track_id: id })),
          links: has ? [link] : [],
        })),
        links: [link],
      })
    const merged = merge([makeFrames(true, true), makeFrames(true, true), makeFrames(true, false)], {
      quorum: 3,
    })
    const { frames, links } = read(merged)
    assert.deepStrictEqual(
      frames.map((frame: { readonly links: ReadonlyArray<object> }) => frame.links),
      [[link], []],
    )
    assert.deepStrictEqual(links, [link])
  })

  it("is null where nobody has objects, and starts from a label with text where somebody has", () => {
    assert.strictEqual(merge([null, null]).label, null)
    assert.deepStrictEqual(read(merge([null, null, still(box(1, 1, 0))])), { annotations: [] })
  })

  it("is refused with a reason where a label cannot be merged", () => {
    const refuse = (...labels: ReadonlyArray<string>) =>
      mergeLabels(
        configuration,
        labels.map((label, index) => ({ person: `p${index}`, label })),
      ).refusal
    assert.strictEqual(refuse(still()), "few")
    assert.strictEqual(refuse(still(), still({ id: 1, category_id: 1 })), "segmented")
    assert.strictEqual(refuse(still(), still({ id: "a" })), "malformed")
    const huge = 2 ** 53
    const unsafe = still(box(huge, 1, 0))
    assert.strictEqual(refuse(unsafe, unsafe), "malformed")
    assert.strictEqual(refuse(still(box(1, 1, 0)), still({ ...box(1, 1, 0), track_id: huge })), "malformed")
    const sensors = (...names: ReadonlyArray<string>) =>
      JSON.stringify({
        sensors: ["a", "b"].map((name) => ({
          name,
          task_type: "image-vector-sequence",
          attributes: names.includes(name) ? { frames: [{ annotations: [box(1, 1, 0)] }] } : [],
        })),
      })
    const labels = ["a", "a", "b"].map((name, index) => ({ person: `p${index}`, label: sensors(name) }))
    assert.strictEqual(mergeLabels(configuration, labels).refusal, null)
    assert.strictEqual(mergeLabels(configuration, labels, { quorum: 1 }).refusal, "structure")
  })

  it("resembles every label at least as far as the labels resemble each other", () => {
    const labels = [0, 1, 2].map((left) => still(box(1, 1, left)))
    const merged = merge(labels)
    const compare = (a: string, b: string) =>
      compareLabels(configuration, [
        { person: "a", label: JSON.parse(a) },
        { person: "b", label: JSON.parse(b) },
      ]).agreement ?? 0
    for (const label of labels)
      assert.isAtLeast(compare(label, merged.label ?? ""), compare(labels[0] ?? "", labels[2] ?? ""))
  })
})
