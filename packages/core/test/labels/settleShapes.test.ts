import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { computeContractDigest } from "../../src/domain/exactShape/contractDigest.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { resolveShapes } from "../../src/labels/settleShapes.ts"
import { Work } from "../../src/queue/Work.ts"
import { aSample, as, engine, nextClaim, world } from "../queue/world.ts"

const points = [
  [40, 40],
  [60, 40],
  [60, 50],
  [40, 50],
]
const box = { type: "rotated_box", center: [50, 45], size: [20, 10], angle: 0 }
const sha256 = computeContractDigest({ type: "polygon", points })
const other = "0".repeat(64)

const polygon = (more: object = {}, id = 1) => ({ id, category_id: 1, type: "polygon", points, ...more })
const label = (...annotations: ReadonlyArray<object>) => castToJsonText(JSON.stringify({ annotations }))
const settle = (sent: string, before: string | null = null) =>
  resolveShapes(castToJsonText(sent), before === null ? null : castToJsonText(before), "vector")

describe("the shape of an annotation", () => {
  it("has the digest of its points, which a reader can compute", () => {
    // sha256 of {"points":[[40,40],[60,40],[60,50],[40,50]],"type":"polygon"}
    assert.strictEqual(sha256, "26eac3ee4244d34ee9fbdbc7a0a162008720899bba587749d1c54435e65c8778")
  })

  it("gets the digest of its points where it has none", () => {
    const { advice, attributes } = settle(label(polygon({ shape: box })))
    assert.deepStrictEqual(JSON.parse(attributes).annotations[0].shape, { ...box, sha256 })
    assert.deepStrictEqual(advice, [])
  })

  it("stays as it was sent, digit by digit, where its digest is that of the points", () => {
    const sent = `{"annotations":[{"shape":{"angle":0.10,"type":"rotated_box","center":[50,45],"size":[20,10],"sha256":"${sha256}"},"id":1,"category_id":1,"points":[[40.0,4e1],[60,40],[60,50.00],[40,50]],"type":"polygon"}],"z":1.0}`
    assert.strictEqual(settle(sent).attributes, sent)
  })

  it("is dropped with advice where it was made from other points", () => {
    for (const stale of [
      polygon({ shape: { ...box, sha256: other } }),
      { shape: { ...box, sha256: other }, ...polygon() },
      polygon({ type: "polyline", shape: { ...box, sha256 } }),
      polygon({ shape: { ...box, sha256: null } }),
    ]) {
      const { advice, attributes } = settle(label(polygon({}, 7), stale))
      const { shape: _, ...rest } = stale as { readonly shape?: unknown }
      assert.deepStrictEqual(JSON.parse(attributes).annotations, [polygon({}, 7), rest])
      assert.deepStrictEqual(
        advice.map(({ pointer }) => pointer),
        ["/attributes/annotations/1/shape"],
      )
    }
  })

  it("comes back from the stored label where a client left it out and the points are the same", () => {
    const stored = settle(label(polygon({ shape: box }, 1), polygon({ shape: box }, 2))).attributes
    const sent = label(polygon({ attributes: { color: "red" } }, 2), polygon({}, 3))
    const { advice, attributes } = settle(sent, stored)
    assert.deepStrictEqual(JSON.parse(attributes).annotations, [
      polygon({ attributes: { color: "red" }, shape: { ...box, sha256 } }, 2),
      polygon({}, 3),
    ])
    assert.deepStrictEqual(advice, [])
  })

  it("comes back where the client wrote the same numbers with other digits", () => {
    const stored = settle(label(polygon({ shape: box }))).attributes
    const sent =
      '{"annotations":[{"id":1,"category_id":1,"points":[[40.0,40.0],[60.0,40.0],[60.0,50.0],[40.0,50.0]],"type":"polygon","attributes":null}],"format_version":null}'
    assert.deepStrictEqual(JSON.parse(settle(sent, stored).attributes).annotations[0].shape, {
      ...box,
      sha256,
    })
  })

  it("does not come back where the points changed, the id is another, or null says that it is not wanted", () => {
    const stored = settle(label(polygon({ shape: box }))).attributes
    const moved = points.map(([x = 0, y = 0]) => [x + 1, y])
    for (const sent of [
      label(polygon({ points: moved })),
      label(polygon({}, 2)),
      label(polygon({ shape: null })),
      label(polygon({ type: "polyline" })),
    ])
      assert.strictEqual(settle(sent, stored).attributes, sent)
  })

  it("comes back into its frame and its sensor alone", () => {
    const frame = (...annotations: ReadonlyArray<object>) => ({ annotations })
    const sensor = (name: string, ...frames: ReadonlyArray<object>) => ({
      name,
      task_type: "image-vector-sequence",
      attributes: { frames },
    })
    const shaped = polygon({ shape: { ...box, sha256 } })
    const stored = JSON.stringify({
      sensors: [sensor("left", frame(), frame(shaped)), sensor("right", frame())],
    })
    const sent = JSON.stringify({
      sensors: [
        sensor("right", frame(), frame(polygon())),
        sensor("left", frame(polygon()), frame(polygon())),
      ],
    })
    const { attributes } = resolveShapes(castToJsonText(sent), castToJsonText(stored), "multisensor-sequence")
    assert.deepStrictEqual(JSON.parse(attributes), {
      sensors: [sensor("right", frame(), frame(polygon())), sensor("left", frame(polygon()), frame(shaped))],
    })
  })

  it("is an unknown key on annotations of point clouds and in labels without shapes of images", () => {
    const sent = label(polygon({ shape: { ...box, sha256: other } }))
    for (const type of ["pointcloud-vector", "segmentation-bitmap", "pointcloud-cuboid-sequence"] as const)
      assert.strictEqual(resolveShapes(sent, null, type).attributes, sent)
    const cloud = JSON.stringify({
      sensors: [
        {
          name: "lidar",
          task_type: "pointcloud-vector-sequence",
          attributes: { frames: [{ annotations: [polygon({ shape: { sha256: other } })] }] },
        },
      ],
    })
    assert.strictEqual(resolveShapes(castToJsonText(cloud), null, "multisensor-sequence").attributes, cloud)
  })

  it("is left to the check of the structure where it or its points are malformed", () => {
    for (const sent of [
      label(polygon({ shape: "round" })),
      label(polygon({ shape: {} })),
      label(polygon({ points: [[1, "a"]], shape: box })),
      label(7 as never, null as never),
      '{"annotations":{"shape":1}}',
      '{"frames":[null,{"annotations":[{"shape":{"type":1}}]}]}',
    ])
      assert.strictEqual(settle(sent).attributes, sent)
  })

  it("is recognised by its key, however that is written", () => {
    const sent = label(polygon({ shape: { ...box, sha256: other } })).replace('"shape"', '"\\u0073hape"')
    assert.strictEqual(settle(sent).attributes, label(polygon()))
  })
})

const gt = "ground-truth"

/** A dataset of shapes in images. */
const imageWorld = Effect.gen(function* () {
  const { dataset } = yield* world({ enableSaveButton: true })
  const datasets = yield* DatasetStore
  yield* datasets.update({ ...dataset, taskType: "vector" }, dataset.version)
})

describe("a written label", () => {
  const read = (attributes: string | null) => JSON.parse(attributes ?? "null").annotations[0]

  it.effect("says which shapes it lost, and keeps those that the SDK strips", () =>
    Effect.gen(function* () {
      yield* imageWorld
      const labels = yield* Labels
      const id = yield* aSample()
      const first = yield* labels.put(id, gt, { attributes: label(polygon({ shape: box })) })
      assert.deepStrictEqual(read(first.label.attributes).shape, { ...box, sha256 })
      assert.deepStrictEqual(first.advice, [])
      const stripped = yield* labels.put(id, gt, { attributes: label(polygon({ attributes: { a: 1 } })) })
      assert.deepStrictEqual(read(stripped.label.attributes).shape, { ...box, sha256 })
      const moved = polygon({ points: [[1, 1], ...points.slice(1)], shape: { ...box, sha256 } })
      const changed = yield* labels.patch(id, gt, { attributes: label(moved) })
      assert.notProperty(read(changed.label.attributes), "shape")
      assert.deepStrictEqual(
        changed.advice?.map(({ pointer }) => pointer),
        ["/attributes/annotations/0/shape"],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps them where it is longer than what is checked within a transaction", () =>
    Effect.gen(function* () {
      yield* imageWorld
      const labels = yield* Labels
      const id = yield* aSample()
      const others = Array.from({ length: 400 }, (_, i) => polygon({}, i + 2))
      yield* labels.put(id, gt, { attributes: label(polygon({ shape: box }), ...others) })
      const { check, label: after } = yield* labels.put(id, gt, {
        attributes: label(polygon(), ...others.slice(1)),
      })
      assert.deepStrictEqual(read(after.attributes).shape, { ...box, sha256 })
      assert.isUndefined(check?.error)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("does the same in a queue", () =>
    Effect.gen(function* () {
      yield* imageWorld
      const id = yield* aSample()
      yield* (yield* Labels).put(id, gt, { attributes: label(polygon({ shape: box })) })
      const claim = yield* nextClaim("lab", "labeling")
      const work = yield* Work
      const saved = yield* as("lab")(work.perform(claim.id, "save", { attributes: label(polygon()) }))
      assert.deepStrictEqual(read(saved.label?.attributes ?? null).shape, { ...box, sha256 })
      const stale = label(polygon({ shape: { ...box, sha256: other } }))
      const done = yield* as("lab")(work.perform(claim.id, "submit", { attributes: stale }))
      assert.include(done.answer, '"advice":[{"pointer":"/attributes/annotations/0/shape"')
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused where the shape is malformed, with its place", () =>
    Effect.gen(function* () {
      yield* imageWorld
      const labels = yield* Labels
      const id = yield* aSample()
      const refused = yield* Effect.flip(
        labels.put(id, gt, { attributes: label(polygon({ shape: { ...box, size: [1, -1] } })) }),
      )
      assert.deepStrictEqual(refused._tag === "InvalidInput" ? refused.errors : refused, [
        {
          pointer: "/attributes/annotations/0/shape/size",
          message: "must be two finite numbers that are not negative",
        },
      ])
    }).pipe(Effect.provide(engine())),
  )
})
