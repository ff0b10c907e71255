/** ReleaseStore: release records. */
import { nextId, type Release, ReleaseId, ReleaseStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aDataset, aPerson, aWorld, instant, oddText, someRelease } from "./fixtures.ts"
import { interleaved, rolledBackBeside, suite, twenty } from "./suite.ts"

const read = (release: Release) =>
  Effect.flatMap(ReleaseStore, (store) => Effect.map(store.byId(release.id), Option.getOrNull))

export const releases = suite("ReleaseStore", {
  "stores a release unchanged": Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { dataset } = yield* aWorld
    const bob = yield* aPerson("Bob")
    const bare = yield* someRelease(dataset, "v1")
    const full = yield* someRelease(dataset, "V2.0", {
      description: oddText,
      status: "FAILED",
      statusInfo: oddText,
      samplesCount: 3,
      samplesDone: 2,
      sha256: "ab".repeat(32),
      sizeBytes: 2 ** 40,
      samplesSha256: "cd".repeat(32),
      fileKey: "releases/a-b.json",
      createdAt: instant,
      createdBy: bob,
    })
    for (const each of [bare, full]) {
      assert.isTrue(yield* store.insert(each))
      assert.deepStrictEqual(yield* read(each), each)
    }
    assert.deepStrictEqual(yield* store.byName(dataset.id, "v2.0"), Option.some(full))
    assert.isTrue(Option.isNone(yield* store.byName(dataset.id, "v2")))
    assert.isTrue(Option.isNone(yield* store.byId(yield* nextId(ReleaseId))))
  }),

  "lists a dataset's releases, newest first": Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { ann, dataset } = yield* aWorld
    const other = yield* aDataset(ann, "other")
    const [z, a, theirs] = yield* Effect.all([
      someRelease(dataset, "z"),
      someRelease(dataset, "a"),
      someRelease(other, "a"),
    ])
    for (const each of [z, a, theirs]) assert.isTrue(yield* store.insert(each))
    assert.deepStrictEqual(yield* store.list(dataset.id), [a, z])
  }),

  "assigns a name to exactly one of many concurrent callers": Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { dataset } = yield* aWorld
    const make = (name: string) => Effect.flatMap(someRelease(dataset, name), store.insert)
    assert.sameMembers([...(yield* interleaved(make("v1"), make("V1")))], [true, false])
    assert.isTrue(yield* rolledBackBeside(make("v2"), make("v2")))
    const many = yield* twenty(() => make("v3"))
    assert.strictEqual(many.filter((made) => made).length, 1)
    assert.isFalse(yield* make("V3"))
  }),

  "replaces all fields while the release exists": Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { dataset } = yield* aWorld
    const release = yield* someRelease(dataset, "v1")
    yield* store.insert(release)
    const done: Release = {
      ...release,
      status: "SUCCEEDED",
      samplesCount: 9,
      samplesDone: 9,
      sha256: "ab",
      sizeBytes: 1,
      samplesSha256: "cd",
      fileKey: "k",
    }
    assert.isTrue(yield* store.update(done))
    assert.deepStrictEqual(yield* read(release), done)
    assert.isTrue(yield* store.remove(release.id))
    assert.isFalse(yield* store.remove(release.id))
    assert.isFalse(yield* store.update(done))
    assert.isNull(yield* read(release))
    assert.deepStrictEqual(yield* store.list(dataset.id), [])
    assert.isTrue(yield* store.insert(yield* someRelease(dataset, "V1")))
  }),
})
