/** AssetStore: asset records and upload leases. */
import { type Asset, AssetId, AssetStore, DatasetStore, nextId, now } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aDataset, aPerson, instant, oddText, plus } from "./fixtures.ts"
import { interleaved, rolledBackBeside, suite, twenty } from "./suite.ts"

const anAsset = (fields: Partial<Asset> = {}) =>
  Effect.gen(function* () {
    const store = yield* AssetStore
    const asset: Asset = {
      id: yield* nextId(AssetId),
      filename: oddText,
      contentType: null,
      sizeBytes: null,
      createdAt: instant,
      createdBy: yield* aPerson("ann"),
      readDigest: "ab".repeat(32),
      uploadDigest: "cd".repeat(32),
      uploadExpiresAt: plus(instant, 3600),
      uploadedAt: null,
      unreferencedSince: null,
      ...fields,
    }
    yield* store.insert(asset)
    return asset
  })

const read = (asset: Asset) =>
  Effect.flatMap(AssetStore, (store) => Effect.map(store.byId(asset.id), Option.getOrNull))

const lease = (token = "one", at = instant) => ({ token, at, until: plus(at, 60) })

const file = { contentType: "image/png", sizeBytes: 2 ** 40, at: plus(instant, 60) }

/** An asset with a file. */
const aFile = (fields: { readonly at?: typeof instant; readonly createdBy?: Asset["createdBy"] } = {}) =>
  Effect.gen(function* () {
    const store = yield* AssetStore
    const { at = file.at, ...others } = fields
    const asset = yield* anAsset(others)
    yield* store.takeUpload(asset.id, lease())
    yield* store.setUploaded(asset.id, "one", { ...file, at })
    return { ...asset, contentType: file.contentType, sizeBytes: file.sizeBytes, uploadedAt: at } as Asset
  })

/** Marks all assets, in pages. */
const markAll = (at: typeof instant, limit = 100) =>
  Effect.gen(function* () {
    const store = yield* AssetStore
    let after: AssetId | null = null
    do after = yield* store.mark(at, { after, limit })
    while (after !== null)
  })

const markOf = (id: AssetId) =>
  Effect.flatMap(AssetStore, (store) =>
    Effect.map(store.byId(id), (found) => Option.getOrThrow(found).unreferencedSince),
  )

/** The ids of all assets marked before, read in pages. */
const markedIds = (before: typeof instant, limit = 100) =>
  Effect.gen(function* () {
    const store = yield* AssetStore
    const ids: Array<AssetId> = []
    for (;;) {
      const page: ReadonlyArray<Asset> = yield* store.marked(before, { after: ids.at(-1) ?? null, limit })
      ids.push(...page.map(({ id }) => id))
      if (page.length < limit) return ids
    }
  })

export const assets = suite("AssetStore", {
  "marks one asset with a file, and keeps an earlier mark": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* anAsset()
    yield* store.markOne(id, instant)
    assert.isNull(yield* markOf(id))
    yield* store.takeUpload(id, lease())
    yield* store.setUploaded(id, "one", file)
    const other = yield* anAsset()
    yield* store.markOne(id, instant)
    yield* store.markOne(id, plus(instant, 60))
    assert.deepStrictEqual([yield* markOf(id), yield* markOf(other.id)], [instant, null])
  }),

  "stores a record unchanged": Effect.gen(function* () {
    const store = yield* AssetStore
    const asset = yield* anAsset()
    assert.deepStrictEqual(yield* read(asset), asset)
    assert.isTrue(Option.isNone(yield* store.byId(yield* nextId(AssetId))))
  }),

  "leases an upload once, and again after a failed upload": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* anAsset()
    assert.isTrue(yield* store.takeUpload(id, lease()))
    assert.isFalse(yield* store.takeUpload(id, lease("two")))
    yield* store.returnUpload(id, "two")
    assert.isFalse(yield* store.takeUpload(id, lease("two")))
    yield* store.returnUpload(id, "one")
    assert.isTrue(yield* store.takeUpload(id, lease("two", plus(instant, 3599))))
    assert.isFalse(yield* store.takeUpload(yield* nextId(AssetId), lease()))
  }),

  "leases an upload again when the lease has expired, and rejects the former holder": Effect.gen(
    function* () {
      const store = yield* AssetStore
      const asset = yield* anAsset()
      const { id } = asset
      assert.isTrue(yield* store.takeUpload(id, lease("one")))
      assert.isFalse(yield* store.takeUpload(id, lease("two", plus(instant, 59))))
      assert.isTrue(yield* store.renewUpload(id, { token: "one", until: plus(instant, 120) }))
      assert.isFalse(yield* store.takeUpload(id, lease("two", plus(instant, 119))))
      assert.isTrue(yield* store.takeUpload(id, lease("two", plus(instant, 120))))
      assert.isFalse(yield* store.renewUpload(id, { token: "one", until: plus(instant, 240) }))
      assert.isFalse(yield* store.setUploaded(id, "one", file))
      yield* store.returnUpload(id, "one")
      assert.isFalse(yield* store.takeUpload(id, lease("three", plus(instant, 121))))
      assert.deepStrictEqual(yield* read(asset), asset)
      assert.isTrue(yield* store.setUploaded(id, "two", file))
      assert.isFalse(yield* store.renewUpload(id, { token: "two", until: plus(instant, 240) }))
    },
  ),

  "leases an upload again when the lease ends more than a day ahead, because the clock was set back":
    Effect.gen(function* () {
      const store = yield* AssetStore
      const { id } = yield* anAsset()
      assert.isTrue(yield* store.takeUpload(id, { ...lease("one"), until: plus(instant, 24 * 3600 + 1) }))
      assert.isTrue(yield* store.takeUpload(id, lease("two")))
    }),

  "leases no upload after its expiry": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* anAsset()
    assert.isFalse(yield* store.takeUpload(id, lease("one", plus(instant, 3600))))
    assert.isFalse(yield* store.takeUpload(id, lease("one", plus(instant, 3601))))
  }),

  "extends an upload until a file is stored, or it was abandoned": Effect.gen(function* () {
    const store = yield* AssetStore
    const asset = yield* anAsset()
    const later = plus(instant, 7200)
    assert.isTrue(yield* store.extendUpload(asset.id, later))
    assert.deepStrictEqual(yield* read(asset), { ...asset, uploadExpiresAt: later })
    assert.isTrue(yield* store.takeUpload(asset.id, lease("one", plus(instant, 3601))))
    assert.deepStrictEqual(yield* store.giveUp(plus(instant, 3601), 10), [])
    assert.isTrue(yield* store.setUploaded(asset.id, "one", file))
    assert.isFalse(yield* store.extendUpload(asset.id, later))
    const lost = yield* anAsset()
    const giveUp = store.giveUp(plus(instant, 3601), 10)
    const [extended, givenUp] = yield* interleaved(store.extendUpload(lost.id, later), giveUp)
    assert.strictEqual(extended, givenUp.length === 0)
    const abandoned = yield* anAsset()
    yield* giveUp
    assert.isFalse(yield* store.extendUpload(abandoned.id, later))
    assert.isFalse(yield* store.extendUpload(yield* nextId(AssetId), later))
  }),

  "leases an upload to one of many concurrent callers": Effect.gen(function* () {
    const store = yield* AssetStore
    const [one, two, three] = yield* Effect.all([anAsset(), anAsset(), anAsset()])
    const take = ({ id }: Asset, token: string) => store.takeUpload(id, lease(token))
    assert.sameMembers([...(yield* interleaved(take(one, "a"), take(one, "b")))], [true, false])
    assert.isTrue(yield* rolledBackBeside(take(two, "a"), take(two, "b")))
    const many = yield* twenty((i) => take(three, `${i}`))
    assert.strictEqual(many.filter((taken) => taken).length, 1)
  }),

  "records the uploaded file, and accepts no second one": Effect.gen(function* () {
    const store = yield* AssetStore
    const asset = yield* anAsset()
    yield* store.takeUpload(asset.id, lease())
    assert.isTrue(yield* store.setUploaded(asset.id, "one", file))
    assert.deepStrictEqual(yield* read(asset), {
      ...asset,
      contentType: "image/png",
      sizeBytes: 2 ** 40,
      uploadedAt: file.at,
    })
    assert.isFalse(yield* store.takeUpload(asset.id, lease("two", plus(instant, 120))))
  }),

  "lists the files of a person, newest first and page by page": Effect.gen(function* () {
    const store = yield* AssetStore
    const [oldest, middle, newest] = [yield* aFile(), yield* aFile(), yield* aFile()]
    yield* anAsset()
    const other = yield* aFile({ createdBy: yield* aPerson("bob") })
    const ann = oldest.createdBy
    assert.deepStrictEqual(yield* store.ofCreator(ann, { before: null, limit: 2 }), [newest, middle])
    assert.deepStrictEqual(yield* store.ofCreator(ann, { before: middle.id, limit: 2 }), [oldest])
    assert.deepStrictEqual(yield* store.ofCreator(ann, { before: oldest.id, limit: 2 }), [])
    assert.deepStrictEqual(yield* store.ofCreator(other.createdBy, { before: null, limit: 2 }), [other])
    yield* store.discard([newest.id], null)
    assert.deepStrictEqual(yield* store.ofCreator(ann, { before: null, limit: 1 }), [middle])
  }),

  "abandons expired uploads in batches, and deletes their records": Effect.gen(function* () {
    const store = yield* AssetStore
    const lost = yield* Effect.all([anAsset(), anAsset(), anAsset()])
    const uploaded = yield* anAsset()
    yield* store.takeUpload(uploaded.id, lease())
    yield* store.setUploaded(uploaded.id, "one", file)
    const waiting = yield* anAsset({ uploadExpiresAt: plus(instant, 7200) })
    const giveUp = store.giveUp(plus(instant, 3601), 2)
    const first = yield* giveUp
    assert.sameMembers([...(yield* giveUp)], [...first])
    yield* store.forget([...first, uploaded.id, waiting.id])
    const second = yield* giveUp
    yield* store.forget(second)
    assert.deepStrictEqual([first.length, second.length, (yield* giveUp).length], [2, 1, 0])
    assert.sameMembers(
      [...first, ...second],
      lost.map(({ id }) => id),
    )
    for (const each of lost) assert.isNull(yield* read(each))
    assert.isNotNull(yield* read(uploaded))
    assert.deepStrictEqual(yield* read(waiting), waiting)
  }),

  "refuses to complete an abandoned upload": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* anAsset()
    yield* store.takeUpload(id, lease())
    yield* store.giveUp(plus(instant, 3601), 10)
    assert.isFalse(yield* store.setUploaded(id, "one", file))
    assert.isFalse(yield* store.renewUpload(id, { token: "one", until: plus(instant, 120) }))
    yield* store.returnUpload(id, "one")
    assert.isFalse(yield* store.takeUpload(id, lease()))
    assert.isFalse(yield* store.setUploaded(yield* nextId(AssetId), "one", file))
    const other = yield* anAsset()
    yield* store.takeUpload(other.id, lease())
    const late = Effect.map(store.giveUp(plus(instant, 3601), 10), (ids) => ids.includes(other.id))
    const [done, givenUp] = yield* interleaved(store.setUploaded(other.id, "one", file), late)
    assert.deepStrictEqual([done, givenUp], [true, false])
  }),

  "marks assets whose file was stored before, page by page, and keeps the first mark": Effect.gen(
    function* () {
      const store = yield* AssetStore
      const [one, two, three] = yield* Effect.all([aFile(), aFile(), aFile()])
      const young = yield* aFile({ at: plus(instant, 7200) })
      const pending = yield* anAsset()
      yield* markAll(plus(instant, 3600), 2)
      yield* markAll(plus(instant, 3700), 1)
      for (const { id } of [one, two, three]) assert.strictEqual(yield* markOf(id), plus(instant, 3600))
      for (const { id } of [young, pending]) assert.isNull(yield* markOf(id))
      assert.deepStrictEqual(yield* markedIds(plus(instant, 3600)), [])
      assert.deepStrictEqual(yield* markedIds(plus(instant, 3601), 2), [one.id, two.id, three.id].toSorted())
      const [first] = yield* store.marked(plus(instant, 3601), { after: null, limit: 1 })
      assert.deepStrictEqual(first, yield* read(first ?? one))
    },
  ),

  "removes marks": Effect.gen(function* () {
    const store = yield* AssetStore
    const [named, other] = yield* Effect.all([aFile(), aFile()])
    yield* markAll(plus(instant, 3600))
    yield* store.keep([named.id, yield* nextId(AssetId)])
    yield* store.keep([])
    assert.deepStrictEqual(yield* markedIds(plus(instant, 7200)), [other.id])
    yield* markAll(plus(instant, 3700))
    assert.strictEqual(yield* markOf(named.id), plus(instant, 3700))
  }),

  "discards assets that are still marked from before, which then are abandoned uploads": Effect.gen(
    function* () {
      const store = yield* AssetStore
      const [old, kept] = yield* Effect.all([aFile(), aFile()])
      yield* markAll(plus(instant, 3600))
      yield* store.keep([kept.id])
      const young = yield* aFile()
      yield* markAll(plus(instant, 3700))
      const all = [old.id, kept.id, young.id]
      assert.deepStrictEqual(yield* store.discard(all, plus(instant, 3600)), [])
      assert.deepStrictEqual(yield* store.discard(all, plus(instant, 3601)), [
        { id: old.id, countedFor: null },
      ])
      assert.deepStrictEqual(yield* store.discard([old.id], null), [])
      assert.deepStrictEqual(yield* read(old), {
        ...old,
        uploadedAt: null,
        contentType: null,
        sizeBytes: null,
      })
      assert.isFalse(yield* store.extendUpload(old.id, plus(instant, 7200)))
      assert.deepStrictEqual(yield* store.giveUp(plus(instant, 3601), 10), [old.id])
      yield* store.forget(all)
      assert.isNull(yield* read(old))
      assert.isNotNull(yield* read(young))
    },
  ),

  "discards assets whatever their marks, except uploads without a file": Effect.gen(function* () {
    const store = yield* AssetStore
    const [one, two] = yield* Effect.all([aFile(), aFile()])
    const pending = yield* anAsset()
    yield* markAll(plus(instant, 3600))
    yield* store.keep([two.id])
    const discarded = yield* store.discard([one.id, two.id, pending.id], null)
    assert.sameMembers(
      discarded.map(({ id }) => id),
      [one.id, two.id],
    )
    assert.deepStrictEqual(yield* read(pending), pending)
    assert.deepStrictEqual(yield* store.discard([], null), [])
  }),

  "either keeps an asset or discards it, whatever comes first": Effect.gen(function* () {
    const store = yield* AssetStore
    const [one, two, three] = yield* Effect.all([aFile(), aFile(), aFile()])
    yield* markAll(plus(instant, 3600))
    const keep = ({ id }: Asset) => store.keep([id])
    const discard = ({ id }: Asset) => store.discard([id], plus(instant, 3601))
    const isThere = (asset: Asset) => Effect.map(read(asset), (found) => found?.uploadedAt === file.at)
    const [, afterKeep] = yield* interleaved(keep(one), discard(one))
    assert.strictEqual(yield* isThere(one), afterKeep.length === 0)
    const [beforeKeep] = yield* interleaved(discard(two), keep(two))
    assert.strictEqual(yield* isThere(two), beforeKeep.length === 0)
    // A write of a text that names it, which fails in the end, keeps nothing.
    assert.deepStrictEqual(yield* rolledBackBeside(keep(three), discard(three)), [
      { id: three.id, countedFor: null },
    ])
  }),

  "counts a file for the first live dataset that names it, and removes its mark": Effect.gen(function* () {
    const store = yield* AssetStore
    const owner = yield* aPerson("bob")
    const [cars, cats] = yield* Effect.all([aDataset(owner, "cars"), aDataset(owner, "cats")])
    const [one, two] = yield* Effect.all([aFile(), aFile()])
    const pending = yield* anAsset()
    yield* markAll(plus(instant, 3600))
    const named = [one.id, pending.id, yield* nextId(AssetId)]
    assert.strictEqual(yield* store.count(named, cars.id), file.sizeBytes)
    assert.deepStrictEqual(yield* markedIds(plus(instant, 7200)), [two.id])
    assert.strictEqual(yield* store.count([...named, two.id], cats.id), file.sizeBytes)
    yield* markAll(plus(instant, 3700))
    assert.strictEqual(yield* store.count([one.id, two.id], cars.id), 0)
    assert.deepStrictEqual(yield* markedIds(plus(instant, 7200)), [])
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
    const owner = yield* aPerson("bob")
    const [cars, cats] = yield* Effect.all([aDataset(owner, "cars"), aDataset(owner, "cats")])
    const [one, two] = yield* Effect.all([aFile(), aFile()])
    const both = yield* interleaved(store.count([one.id], cars.id), store.count([one.id], cats.id))
    assert.sameMembers([...both], [file.sizeBytes, 0])
    const all = yield* twenty(() => store.count([two.id], cars.id))
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
    const over = { startedAt: plus(instant, 60), after: null }
    yield* store.saveScan(over)
    assert.deepStrictEqual(yield* store.scan, Option.some(over))
  }),
})
