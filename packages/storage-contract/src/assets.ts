/** AssetStore: asset records and upload leases. */
import { type Asset, AssetId, AssetStore, generateId } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addAsset, addFile, file, lease, read } from "./assetFixtures.ts"
import { addPerson, addSeconds, instant } from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

export const assets = makeSuite("AssetStore", {
  "stores a record unchanged": Effect.gen(function* () {
    const store = yield* AssetStore
    const asset = yield* addAsset()
    assert.deepStrictEqual(yield* read(asset), asset)
    assert.isTrue(Option.isNone(yield* store.byId(yield* generateId(AssetId))))
  }),

  "leases an upload once, and again after a failed upload": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* addAsset()
    assert.isTrue(yield* store.takeUpload(id, lease()))
    assert.isFalse(yield* store.takeUpload(id, lease("two")))
    yield* store.returnUpload(id, "two")
    assert.isFalse(yield* store.takeUpload(id, lease("two")))
    yield* store.returnUpload(id, "one")
    assert.isTrue(yield* store.takeUpload(id, lease("two", addSeconds(instant, 3599))))
    assert.isFalse(yield* store.takeUpload(yield* generateId(AssetId), lease()))
  }),

  "leases an upload again when the lease has expired, and rejects the former holder": Effect.gen(
    function* () {
      const store = yield* AssetStore
      const asset = yield* addAsset()
      const { id } = asset
      assert.isTrue(yield* store.takeUpload(id, lease("one")))
      assert.isFalse(yield* store.takeUpload(id, lease("two", addSeconds(instant, 59))))
      assert.isTrue(yield* store.renewUpload(id, { token: "one", until: addSeconds(instant, 120) }))
      assert.isFalse(yield* store.takeUpload(id, lease("two", addSeconds(instant, 119))))
      assert.isTrue(yield* store.takeUpload(id, lease("two", addSeconds(instant, 120))))
      assert.isFalse(yield* store.renewUpload(id, { token: "one", until: addSeconds(instant, 240) }))
      assert.isFalse(yield* store.setUploaded(id, "one", file))
      yield* store.returnUpload(id, "one")
      assert.isFalse(yield* store.takeUpload(id, lease("three", addSeconds(instant, 121))))
      assert.deepStrictEqual(yield* read(asset), asset)
      assert.isTrue(yield* store.setUploaded(id, "two", file))
      assert.isFalse(yield* store.renewUpload(id, { token: "two", until: addSeconds(instant, 240) }))
    },
  ),

  "leases an upload again when the lease ends more than a day ahead, because the clock was set back":
    Effect.gen(function* () {
      const store = yield* AssetStore
      const { id } = yield* addAsset()
      assert.isTrue(
        yield* store.takeUpload(id, { ...lease("one"), until: addSeconds(instant, 24 * 3600 + 1) }),
      )
      assert.isTrue(yield* store.takeUpload(id, lease("two")))
    }),

  "leases no upload after its expiry": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* addAsset()
    assert.isFalse(yield* store.takeUpload(id, lease("one", addSeconds(instant, 3600))))
    assert.isFalse(yield* store.takeUpload(id, lease("one", addSeconds(instant, 3601))))
  }),

  "extends an upload until a file is stored, or it was abandoned": Effect.gen(function* () {
    const store = yield* AssetStore
    const asset = yield* addAsset()
    const later = addSeconds(instant, 7200)
    assert.isTrue(yield* store.extendUpload(asset.id, later))
    assert.deepStrictEqual(yield* read(asset), { ...asset, uploadExpiresAt: later })
    assert.isTrue(yield* store.takeUpload(asset.id, lease("one", addSeconds(instant, 3601))))
    assert.deepStrictEqual(yield* store.giveUp(addSeconds(instant, 3601), 10), [])
    assert.isTrue(yield* store.setUploaded(asset.id, "one", file))
    assert.isFalse(yield* store.extendUpload(asset.id, later))
    const lost = yield* addAsset()
    const giveUp = store.giveUp(addSeconds(instant, 3601), 10)
    const [extended, givenUp] = yield* runInterleaved(store.extendUpload(lost.id, later), giveUp)
    assert.strictEqual(extended, givenUp.length === 0)
    const abandoned = yield* addAsset()
    yield* giveUp
    assert.isFalse(yield* store.extendUpload(abandoned.id, later))
    assert.isFalse(yield* store.extendUpload(yield* generateId(AssetId), later))
  }),

  "leases an upload to one of many concurrent callers": Effect.gen(function* () {
    const store = yield* AssetStore
    const [one, two, three] = yield* Effect.all([addAsset(), addAsset(), addAsset()])
    const take = ({ id }: Asset, token: string) => store.takeUpload(id, lease(token))
    assert.sameMembers([...(yield* runInterleaved(take(one, "a"), take(one, "b")))], [true, false])
    assert.isTrue(yield* runBesideRollback(take(two, "a"), take(two, "b")))
    const many = yield* runTwenty((i) => take(three, `${i}`))
    assert.strictEqual(many.filter((taken) => taken).length, 1)
  }),

  "records the uploaded file, and accepts no second one": Effect.gen(function* () {
    const store = yield* AssetStore
    const asset = yield* addAsset()
    yield* store.takeUpload(asset.id, lease())
    assert.isTrue(yield* store.setUploaded(asset.id, "one", file))
    assert.deepStrictEqual(yield* read(asset), {
      ...asset,
      contentType: "image/png",
      sizeBytes: 2 ** 40,
      uploadedAt: file.at,
    })
    assert.isFalse(yield* store.takeUpload(asset.id, lease("two", addSeconds(instant, 120))))
  }),

  "lists the files of a person, newest first and page by page": Effect.gen(function* () {
    const store = yield* AssetStore
    const [oldest, middle, newest] = [yield* addFile(), yield* addFile(), yield* addFile()]
    yield* addAsset()
    const other = yield* addFile({ createdBy: yield* addPerson("bob") })
    const ann = oldest.createdBy
    assert.deepStrictEqual(yield* store.ofCreator(ann, { before: null, limit: 2 }), [newest, middle])
    assert.deepStrictEqual(yield* store.ofCreator(ann, { before: middle.id, limit: 2 }), [oldest])
    assert.deepStrictEqual(yield* store.ofCreator(ann, { before: oldest.id, limit: 2 }), [])
    assert.deepStrictEqual(yield* store.ofCreator(other.createdBy, { before: null, limit: 2 }), [other])
    yield* store.discard([newest.id], null)
    assert.deepStrictEqual(yield* store.ofCreator(ann, { before: null, limit: 1 }), [middle])
  }),

  "abandons expired uploads in batches, the oldest first": Effect.gen(function* () {
    const store = yield* AssetStore
    const latest = yield* addAsset({ uploadExpiresAt: addSeconds(instant, 3600.5) })
    const lost = [yield* addAsset(), yield* addAsset(), latest]
    const uploaded = yield* addAsset()
    yield* store.takeUpload(uploaded.id, lease())
    yield* store.setUploaded(uploaded.id, "one", file)
    const waiting = yield* addAsset({ uploadExpiresAt: addSeconds(instant, 7200) })
    const giveUp = store.giveUp(addSeconds(instant, 3601), 2)
    const first = yield* giveUp
    assert.sameMembers([...first], [lost[0]?.id, lost[1]?.id])
    assert.sameMembers([...(yield* giveUp)], [...first])
    yield* store.forget([...first, uploaded.id, waiting.id])
    const second = yield* giveUp
    yield* store.forget(second)
    assert.deepStrictEqual([first.length, second.length, (yield* giveUp).length], [2, 1, 0])
    assert.sameMembers(
      [...first, ...second],
      lost.map(({ id }) => id),
    )
    for (const lostId of lost) assert.isNull(yield* read(lostId))
    assert.isNotNull(yield* read(uploaded))
    assert.deepStrictEqual(yield* read(waiting), waiting)
  }),

  "refuses to complete an abandoned upload": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* addAsset()
    yield* store.takeUpload(id, lease())
    yield* store.giveUp(addSeconds(instant, 3601), 10)
    assert.isFalse(yield* store.setUploaded(id, "one", file))
    assert.isFalse(yield* store.renewUpload(id, { token: "one", until: addSeconds(instant, 120) }))
    yield* store.returnUpload(id, "one")
    assert.isFalse(yield* store.takeUpload(id, lease()))
    assert.isFalse(yield* store.setUploaded(yield* generateId(AssetId), "one", file))
    const other = yield* addAsset()
    yield* store.takeUpload(other.id, lease())
    const late = Effect.map(store.giveUp(addSeconds(instant, 3601), 10), (ids) => ids.includes(other.id))
    const [done, givenUp] = yield* runInterleaved(store.setUploaded(other.id, "one", file), late)
    assert.deepStrictEqual([done, givenUp], [true, false])
  }),
})
