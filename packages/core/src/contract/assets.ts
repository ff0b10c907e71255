/** AssetStore: records of files, uploaded once. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { AssetStore } from "../assets/AssetStore.ts"
import type { Asset } from "../domain/Asset.ts"
import { AssetId, nextId } from "../domain/Ids.ts"
import { aPerson, instant, oddText, plus } from "./fixtures.ts"
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
      ...fields,
    }
    yield* store.insert(asset)
    return asset
  })

const read = (asset: Asset) =>
  Effect.flatMap(AssetStore, (store) => Effect.map(store.byId(asset.id), Option.getOrNull))

const file = { contentType: "image/png", sizeBytes: 2 ** 40, at: plus(instant, 60) }

export const assets = suite("AssetStore", {
  "keeps a record as it was given": Effect.gen(function* () {
    const store = yield* AssetStore
    const asset = yield* anAsset()
    assert.deepStrictEqual(yield* read(asset), asset)
    assert.isTrue(Option.isNone(yield* store.byId(yield* nextId(AssetId))))
  }),

  "gives the right to upload once, and back after a failed upload": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* anAsset()
    assert.isTrue(yield* store.takeUpload(id, instant))
    assert.isFalse(yield* store.takeUpload(id, instant))
    yield* store.returnUpload(id)
    assert.isTrue(yield* store.takeUpload(id, plus(instant, 3599)))
    assert.isFalse(yield* store.takeUpload(yield* nextId(AssetId), instant))
  }),

  "gives no right after it has expired": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* anAsset()
    assert.isFalse(yield* store.takeUpload(id, plus(instant, 3600)))
    assert.isFalse(yield* store.takeUpload(id, plus(instant, 3601)))
  }),

  "gives the right to one of many": Effect.gen(function* () {
    const store = yield* AssetStore
    const [one, two, three] = yield* Effect.all([anAsset(), anAsset(), anAsset()])
    const take = ({ id }: Asset) => store.takeUpload(id, instant)
    assert.sameMembers([...(yield* interleaved(take(one), take(one)))], [true, false])
    assert.isTrue(yield* rolledBackBeside(take(two), take(two)))
    const many = yield* twenty(() => take(three))
    assert.strictEqual(many.filter((taken) => taken).length, 1)
  }),

  "knows the file that was uploaded, and takes no other": Effect.gen(function* () {
    const store = yield* AssetStore
    const asset = yield* anAsset()
    yield* store.takeUpload(asset.id, instant)
    assert.isTrue(yield* store.setUploaded(asset.id, file))
    assert.deepStrictEqual(yield* read(asset), {
      ...asset,
      contentType: "image/png",
      sizeBytes: 2 ** 40,
      uploadedAt: file.at,
    })
    assert.isFalse(yield* store.takeUpload(asset.id, instant))
  }),

  "gives up what was never uploaded, so many at a time, and forgets it": Effect.gen(function* () {
    const store = yield* AssetStore
    const lost = yield* Effect.all([anAsset(), anAsset(), anAsset()])
    const uploaded = yield* anAsset()
    yield* store.takeUpload(uploaded.id, instant)
    yield* store.setUploaded(uploaded.id, file)
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

  "lets no upload come to its end that was given up": Effect.gen(function* () {
    const store = yield* AssetStore
    const { id } = yield* anAsset()
    yield* store.takeUpload(id, instant)
    yield* store.giveUp(plus(instant, 3601), 10)
    assert.isFalse(yield* store.setUploaded(id, file))
    yield* store.returnUpload(id)
    assert.isFalse(yield* store.takeUpload(id, instant))
    assert.isFalse(yield* store.setUploaded(yield* nextId(AssetId), file))
    const other = yield* anAsset()
    const late = Effect.map(store.giveUp(plus(instant, 3601), 10), (ids) => ids.includes(other.id))
    const [done, givenUp] = yield* interleaved(store.setUploaded(other.id, file), late)
    assert.deepStrictEqual([done, givenUp], [true, false])
  }),
})
