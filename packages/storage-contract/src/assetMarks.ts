/** AssetStore: what a collection of unreferenced assets marks, keeps and discards. */
import { type Asset, AssetId, AssetStore, DatasetStore, generateId, now } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addAsset, addFile, file, lease, read } from "./assetFixtures.ts"
import { addDataset, addPerson, addSeconds, instant } from "./fixtures.ts"
import { makeSuite, runBeside, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

/** Marks all assets, in pages. */
const markAll = (at: typeof instant, limit = 100) =>
  Effect.gen(function* () {
    const store = yield* AssetStore
    let after: AssetId | null = null
    do after = yield* store.mark(at, { after, limit })
    while (after !== null)
  })

const readMark = (id: AssetId) =>
  Effect.flatMap(AssetStore, (store) =>
    Effect.map(store.byId(id), (found) => Option.getOrThrow(found).unreferencedSince),
  )

/** The ids of all assets marked before, read in pages. */
const listMarked = (before: typeof instant, limit = 100) =>
  Effect.gen(function* () {
    const store = yield* AssetStore
    const ids: Array<AssetId> = []
    for (;;) {
      const page: ReadonlyArray<Asset> = yield* store.marked(before, { after: ids.at(-1) ?? null, limit })
      ids.push(...page.map(({ id }) => id))
      if (page.length < limit) return ids
    }
  })

export const assetMarks = makeSuite("AssetStore, marks", {
  "marks one asset with a file, and keeps an earlier mark": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* addAsset()
    assert.isNull(yield* store.markOne(id, instant))
    assert.isNull(yield* readMark(id))
    yield* store.takeUpload(id, lease())
    yield* store.setUploaded(id, "one", file)
    const other = yield* addAsset()
    assert.strictEqual(yield* store.markOne(id, instant), instant)
    assert.strictEqual(yield* store.markOne(id, addSeconds(instant, 60)), instant)
    assert.isNull(yield* store.markOne(yield* generateId(AssetId), instant))
    assert.deepStrictEqual([yield* readMark(id), yield* readMark(other.id)], [instant, null])
  }),

  "marks assets whose file was stored before, page by page, and keeps the first mark": Effect.gen(
    function* () {
      const store = yield* AssetStore
      const [one, two, three] = yield* Effect.all([addFile(), addFile(), addFile()])
      const young = yield* addFile({ at: addSeconds(instant, 7200) })
      const pending = yield* addAsset()
      yield* markAll(addSeconds(instant, 3600), 2)
      yield* markAll(addSeconds(instant, 3700), 1)
      for (const { id } of [one, two, three])
        assert.strictEqual(yield* readMark(id), addSeconds(instant, 3600))
      for (const { id } of [young, pending]) assert.isNull(yield* readMark(id))
      assert.deepStrictEqual(yield* listMarked(addSeconds(instant, 3600)), [])
      assert.deepStrictEqual(
        yield* listMarked(addSeconds(instant, 3601), 2),
        [one.id, two.id, three.id].toSorted(),
      )
      const [first] = yield* store.marked(addSeconds(instant, 3601), { after: null, limit: 1 })
      assert.deepStrictEqual(first, yield* read(first ?? one))
    },
  ),

  "removes marks": Effect.gen(function* () {
    const store = yield* AssetStore
    const [named, other] = yield* Effect.all([addFile(), addFile()])
    yield* markAll(addSeconds(instant, 3600))
    yield* store.keep([named.id, yield* generateId(AssetId)])
    yield* store.keep([])
    assert.deepStrictEqual(yield* listMarked(addSeconds(instant, 7200)), [other.id])
    yield* markAll(addSeconds(instant, 3700))
    assert.strictEqual(yield* readMark(named.id), addSeconds(instant, 3700))
  }),

  "discards assets that are still marked from before, which then are abandoned uploads": Effect.gen(
    function* () {
      const store = yield* AssetStore
      const [old, kept] = yield* Effect.all([addFile(), addFile()])
      yield* markAll(addSeconds(instant, 3600))
      yield* store.keep([kept.id])
      const young = yield* addFile()
      yield* markAll(addSeconds(instant, 3700))
      const all = [old.id, kept.id, young.id]
      assert.deepStrictEqual(yield* store.discard(all, { before: addSeconds(instant, 3600) }), [])
      assert.deepStrictEqual(yield* store.discard(all, { before: addSeconds(instant, 3601) }), [
        { id: old.id, countedFor: null },
      ])
      assert.deepStrictEqual(yield* store.discard([old.id], null), [])
      assert.deepStrictEqual(yield* read(old), {
        ...old,
        uploadedAt: null,
        contentType: null,
        sizeBytes: null,
      })
      assert.isFalse(yield* store.extendUpload(old.id, addSeconds(instant, 7200)))
      assert.deepStrictEqual(yield* store.giveUp(addSeconds(instant, 3601), 10), [old.id])
      yield* store.forget(all)
      assert.isNull(yield* read(old))
      assert.isNotNull(yield* read(young))
    },
  ),

  "discards assets whatever their marks, except uploads without a file": Effect.gen(function* () {
    const store = yield* AssetStore
    const [one, two] = yield* Effect.all([addFile(), addFile()])
    const pending = yield* addAsset()
    yield* markAll(addSeconds(instant, 3600))
    yield* store.keep([two.id])
    const discarded = yield* store.discard([one.id, two.id, pending.id], null)
    assert.sameMembers(
      discarded.map(({ id }) => id),
      [one.id, two.id],
    )
    assert.deepStrictEqual(yield* read(pending), pending)
    assert.deepStrictEqual(yield* store.discard([], null), [])
  }),

  "discards an asset with exactly this mark": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* addFile()
    const at = addSeconds(instant, 3600)
    yield* store.markOne(id, at)
    yield* store.keep([id])
    yield* markAll(addSeconds(instant, 3599))
    assert.deepStrictEqual(yield* store.discard([id], { at }), [])
    assert.deepStrictEqual(yield* store.discard([id], { at: addSeconds(instant, 3599) }), [
      { id, countedFor: null },
    ])
  }),

  "marks an asset after the transactions that keep it, so that what they wrote can be read": Effect.gen(
    function* () {
      const store = yield* AssetStore
      const dataset = yield* addDataset(yield* addPerson("bob"), "cars")
      const count = (id: AssetId) => store.count([id], dataset.id)
      const counted = yield* addFile()
      yield* count(counted.id)
      for (const [{ id }, keep] of [
        [yield* addFile(), (asset: AssetId) => store.keep([asset])],
        [yield* addFile(), count],
        [counted, count],
      ] as const) {
        // The record stands for the text that names the asset.
        const text = yield* generateId(AssetId)
        const [, found] = yield* runBeside(
          Effect.zipLeft(addAsset({ id: text }), keep(id)),
          Effect.zipRight(store.markOne(id, addSeconds(instant, 3600)), store.byId(text)),
        )
        assert.isTrue(Option.isSome(found) || (yield* readMark(id)) === null)
      }
    },
  ),

  "either keeps an asset or discards it, whatever comes first": Effect.gen(function* () {
    const store = yield* AssetStore
    const [one, two, three] = yield* Effect.all([addFile(), addFile(), addFile()])
    yield* markAll(addSeconds(instant, 3600))
    const keep = ({ id }: Asset) => store.keep([id])
    const discard = ({ id }: Asset) => store.discard([id], { before: addSeconds(instant, 3601) })
    const isThere = (asset: Asset) => Effect.map(read(asset), (found) => found?.uploadedAt === file.at)
    const [, afterKeep] = yield* runInterleaved(keep(one), discard(one))
    assert.strictEqual(yield* isThere(one), afterKeep.length === 0)
    const [beforeKeep] = yield* runInterleaved(discard(two), keep(two))
    assert.strictEqual(yield* isThere(two), beforeKeep.length === 0)
    // A write of a text that names it, which fails in the end, keeps nothing.
    assert.deepStrictEqual(yield* runBesideRollback(keep(three), discard(three)), [
      { id: three.id, countedFor: null },
    ])
  }),

  "counts a file for the first live dataset that names it, and removes its mark": Effect.gen(function* () {
    const store = yield* AssetStore
    const owner = yield* addPerson("bob")
    const [cars, cats] = yield* Effect.all([addDataset(owner, "cars"), addDataset(owner, "cats")])
    const [one, two] = yield* Effect.all([addFile(), addFile()])
    const pending = yield* addAsset()
    yield* markAll(addSeconds(instant, 3600))
    const named = [one.id, pending.id, yield* generateId(AssetId)]
    assert.strictEqual(yield* store.count(named, cars.id), file.sizeBytes)
    assert.deepStrictEqual(yield* listMarked(addSeconds(instant, 7200)), [two.id])
    assert.strictEqual(yield* store.count([...named, two.id], cats.id), file.sizeBytes)
    yield* markAll(addSeconds(instant, 3700))
    assert.strictEqual(yield* store.count([one.id, two.id], cars.id), 0)
    assert.deepStrictEqual(yield* listMarked(addSeconds(instant, 7200)), [])
    yield* (yield* DatasetStore).markDeleted(cars.id, yield* now)
    assert.strictEqual(yield* store.count([one.id, two.id], cats.id), file.sizeBytes)
    const countedFor = cats.id
    assert.sameDeepMembers(
      [...(yield* store.discard([one.id, two.id], null))],
      [
        { id: one.id, countedFor },
        { id: two.id, countedFor },
      ],
    )
    assert.strictEqual(yield* store.count([one.id], cats.id), 0)
    assert.strictEqual(yield* store.count([], cats.id), 0)
  }),

  "counts a file once for interleaved and many concurrent callers": Effect.gen(function* () {
    const store = yield* AssetStore
    const owner = yield* addPerson("bob")
    const [cars, cats] = yield* Effect.all([addDataset(owner, "cars"), addDataset(owner, "cats")])
    const [one, two] = yield* Effect.all([addFile(), addFile()])
    const both = yield* runInterleaved(store.count([one.id], cars.id), store.count([one.id], cats.id))
    assert.sameMembers([...both], [file.sizeBytes, 0])
    const all = yield* runTwenty(() => store.count([two.id], cars.id))
    assert.strictEqual(
      all.reduce((sum, bytes) => sum + bytes, 0),
      file.sizeBytes,
    )
  }),

  "remembers the last scan": Effect.gen(function* () {
    const store = yield* AssetStore
    assert.isTrue(Option.isNone(yield* store.scan))
    const begun = { startedAt: instant, after: "" }
    yield* store.saveScan(begun)
    assert.deepStrictEqual(yield* store.scan, Option.some(begun))
    const over = { startedAt: addSeconds(instant, 60), after: null }
    yield* store.saveScan(over)
    assert.deepStrictEqual(yield* store.scan, Option.some(over))
  }),
})
