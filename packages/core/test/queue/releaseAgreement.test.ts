/** Agreement of the labels of two releases, and of two labelsets of one release. */
import { type TestEngine, testEngine } from "@annotary/core/testing"
import { Effect, Stream } from "effect"
import { assert, describe, it } from "vitest"
import { BlobStore } from "../../src/storage/BlobStore.ts"
import { findCode, ref, release } from "../audits/world.ts"

const box = (x: number, score?: number) => ({
  id: 1,
  category_id: 1,
  type: "bbox",
  points: [
    [x, 0],
    [x + 10, 10],
  ],
  ...(score !== undefined && { score }),
})

/** Three samples; a model has predicted two of them. Ann releases them, moves a box, and releases them again. */
const makeWorld = async (): Promise<TestEngine> => {
  const test = await testEngine()
  const { engine } = test
  for (const username of ["ann", "bob"]) await engine.users.create({ username })
  const ann = engine.as("ann")
  await ann.datasets.create({
    owner: "ann",
    name: "cars",
    category: "other",
    taskType: "vector",
    taskAttributes: { format_version: "0.1", categories: [{ id: 1, name: "car" }] },
  })
  await ann.collaborators.add(ref, { user: "bob", role: "labeler" })
  await ann.labelsets.create(ref, { name: "model-1" })
  for (const index of [0, 1, 2]) {
    const { sample } = await ann.samples.create(ref, {
      name: `frame ${index}`,
      attributes: { image: { url: `https://example.com/${index}.png` } },
    })
    await ann.labels.put(sample.id, "ground-truth", {
      attributes: { annotations: [box(0)] },
      status: "LABELED",
    })
    if (index > 0)
      await ann.labels.put(sample.id, "model-1", {
        attributes: { annotations: [box(index === 1 ? 0 : 500, 0.9)] },
        status: "PRELABELED",
      })
    if (index !== 2) continue
    await release(test, "v1")
    await ann.labels.put(sample.id, "ground-truth", {
      attributes: { annotations: [box(5)] },
      status: "LABELED",
    })
    await release(test, "v2")
  }
  return test
}

describe("the agreement of two releases", () => {
  it("is that of their labels, whatever the dataset has now", async () => {
    await using test = await makeWorld()
    const ann = test.engine.as("ann")
    const figures = await ann.agreementStatistics.figures(ref, { releases: ["v1", "v2"] })
    assert.deepInclude(figures, {
      labelsets: null,
      release: null,
      labelset: "ground-truth",
      complete: 3,
      notCompared: 0,
    })
    assert.deepStrictEqual(figures.releases, ["v1", "v2"])
    assert.closeTo(figures.summary.agreement.value ?? 0, 2 / 3, 1e-9)
    assert.deepStrictEqual(figures.summary.pairs[0]?.people, ["v1", "v2"])
    assert.deepStrictEqual(
      figures.lowest.map(({ name }) => name),
      ["frame 2"],
    )
    assert.isNull(figures.precision)
    const same = await ann.agreementStatistics.figures(ref, { releases: ["v1", "v2"], labelset: "model-1" })
    assert.deepInclude(same, { labelset: "model-1", complete: 2 })
    assert.strictEqual(same.summary.agreement.value, 1)
  })

  it("can be that of two labelsets in one release, with the average precision of a model", async () => {
    await using test = await makeWorld()
    const ann = test.engine.as("ann")
    const request = { release: "v1", labelsets: ["ground-truth", "model-1"] } as const
    const figures = await ann.agreementStatistics.figures(ref, request)
    assert.deepInclude(figures, { release: "v1", releases: null, complete: 2 })
    assert.deepStrictEqual(figures.labelsets, ["ground-truth", "model-1"])
    assert.closeTo(figures.summary.agreement.value ?? 0, 1 / 2, 1e-9)
    assert.deepInclude(figures.precision, { predictions: 1, samples: 2, nuscenes: null })
    assert.closeTo(figures.precision?.coco?.precision ?? 0, 51 / 101, 1e-9)
    const today = await ann.agreementStatistics.figures(ref, { labelsets: ["ground-truth", "model-1"] })
    assert.deepInclude(today, { release: null, complete: 2 })
    assert.deepStrictEqual(today.precision?.coco?.categories.length, 1)
  })

  it("refuses unknown releases and labelsets, equal ones, and options that exclude one another", async () => {
    await using test = await makeWorld()
    const { agreementStatistics } = test.engine.as("ann")
    const code = (request: Parameters<typeof agreementStatistics.figures>[1]) =>
      findCode(agreementStatistics.figures(ref, request))
    assert.strictEqual(await code({ releases: ["v1", "v3"] }), "release_not_found")
    assert.strictEqual(await code({ releases: ["v1", "v2"], labelset: "none" }), "labelset_not_found")
    assert.strictEqual(
      await code({ release: "v1", labelsets: ["ground-truth", "none"] }),
      "labelset_not_found",
    )
    assert.strictEqual(await code({ releases: ["v1", "V1"] }), "invalid")
    assert.strictEqual(await code({ release: "v1", labelsets: ["model-1", "model-1"] }), "invalid")
    assert.strictEqual(await code({ release: "v1" }), "invalid")
    assert.strictEqual(await code({ labelset: "model-1" }), "invalid")
    assert.strictEqual(
      await code({ releases: ["v1", "v2"], labelsets: ["ground-truth", "model-1"] }),
      "invalid",
    )
    const bob = test.engine.as("bob").agreementStatistics
    assert.strictEqual(await findCode(bob.figures(ref, { releases: ["v1", "v2"] })), "permission_denied")
  })

  it("refuses a release file whose first line is damaged, and leaves out damaged lines", async () => {
    await using test = await makeWorld()
    const { agreementStatistics, releases } = test.engine.as("ann")
    const key = (await releases.get(ref, "v2")).fileKey ?? ""
    const run = <A>(read: (blobs: typeof BlobStore.Service) => Effect.Effect<A>) =>
      test.engine.runtime.runPromise(Effect.flatMap(BlobStore, read))
    const text = await run((blobs) => Stream.mkString(Stream.decodeText(blobs.get(key))))
    /** Changes bytes of the file, but not its size. */
    const damage = (part: string, damaged: string) => {
      assert.include(text, part)
      assert.lengthOf(damaged, part.length)
      const bytes = new TextEncoder().encode(text.replace(part, damaged))
      return run((blobs) => Effect.asVoid(blobs.put(key, Stream.make(bytes))))
    }
    const request = { releases: ["v1", "v2"] } as const
    await damage('"label_status":"LABELED"', '"label_status":"LABEL D,')
    assert.deepInclude(await agreementStatistics.figures(ref, request), { complete: 2, notCompared: 0 })
    await damage('{"annotations":[{"id":1', '{"annotations":[{"id"_1')
    assert.deepInclude(await agreementStatistics.figures(ref, request), { complete: 3, notCompared: 1 })
    await damage('"dataset"', " dataset ")
    assert.strictEqual(await findCode(agreementStatistics.figures(ref, request)), "file_gone")
  })
})
