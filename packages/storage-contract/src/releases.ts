/** ReleaseStore: release records. */
import { generateId, maxStatements, type Release, ReleaseId, ReleaseStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addPerson, aWorld, instant, makeRelease, oddText } from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const read = (release: Release) =>
  Effect.flatMap(ReleaseStore, (store) => Effect.map(store.byId(release.id), Option.getOrNull))

export const releases = makeSuite("ReleaseStore", {
  "stores a release unchanged": Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { dataset } = yield* aWorld
    const bob = yield* addPerson("Bob")
    const bare = yield* makeRelease(dataset, "v1")
    const full = yield* makeRelease(dataset, "V2.0", {
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
    for (const release of [bare, full]) {
      assert.isTrue(yield* store.insert(release))
      assert.deepStrictEqual(yield* read(release), release)
    }
    assert.deepStrictEqual(yield* store.byName(dataset.id, "v2.0"), Option.some(full))
    assert.isTrue(Option.isNone(yield* store.byName(dataset.id, "v2")))
    assert.isTrue(Option.isNone(yield* store.byId(yield* generateId(ReleaseId))))
  }),

  "lists a dataset's releases, newest first": Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { ann, dataset } = yield* aWorld
    const other = yield* addDataset(ann, "other")
    const [z, a, theirs] = yield* Effect.all([
      makeRelease(dataset, "z"),
      makeRelease(dataset, "a"),
      makeRelease(other, "a"),
    ])
    for (const release of [z, a, theirs]) assert.isTrue(yield* store.insert(release))
    assert.deepStrictEqual(yield* store.list(dataset.id), [a, z])
  }),

  "assigns a name to exactly one of many concurrent callers": Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { dataset } = yield* aWorld
    const make = (name: string) => Effect.flatMap(makeRelease(dataset, name), store.insert)
    assert.sameMembers([...(yield* runInterleaved(make("v1"), make("V1")))], [true, false])
    assert.isTrue(yield* runBesideRollback(make("v2"), make("v2")))
    const many = yield* runTwenty(() => make("v3"))
    assert.strictEqual(many.filter((made) => made).length, 1)
    assert.isFalse(yield* make("V3"))
  }),

  "replaces all fields while the release exists": Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { dataset } = yield* aWorld
    const release = yield* makeRelease(dataset, "v1")
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
    assert.isTrue(yield* store.insert(yield* makeRelease(dataset, "V1")))
  }),

  "appends statements in order, keeps them when the release changes, and deletes them with it": Effect.gen(
    function* () {
      const store = yield* ReleaseStore
      const { dataset } = yield* aWorld
      const release = yield* makeRelease(dataset, "v1")
      const other = yield* makeRelease(dataset, "v2")
      yield* store.insert(release)
      yield* store.insert(other)
      assert.deepStrictEqual(yield* store.statements(release), [])
      const odd = JSON.stringify({ text: oddText })
      assert.isTrue(yield* store.appendStatements(release, ['{"a":1}', odd]))
      assert.isTrue(yield* store.update({ ...release, description: "changed" }))
      assert.isTrue(yield* store.appendStatements(release, ['{"b":2}']))
      assert.deepStrictEqual(yield* store.statements(release), ['{"a":1}', odd, '{"b":2}'])
      assert.deepStrictEqual(yield* store.statements(other), [])
      assert.deepStrictEqual(yield* read(release), { ...release, description: "changed" })
      yield* store.remove(release.id)
      assert.deepStrictEqual(yield* store.statements(release), [])
      assert.isFalse(yield* store.appendStatements(release, ["{}"]))
    },
  ),

  "keeps no more statements than a release may have, also of concurrent callers": Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { dataset } = yield* aWorld
    const release = yield* makeRelease(dataset, "v1")
    yield* store.insert(release)
    assert.isTrue(
      yield* store.appendStatements(
        release,
        Array.from({ length: maxStatements - 3 }, () => "1"),
      ),
    )
    assert.isFalse(yield* store.appendStatements(release, ["2", "2", "2", "2"]))
    const appended = yield* runTwenty(() => store.appendStatements(release, ["3"]))
    assert.lengthOf(
      appended.filter((isAppended) => isAppended),
      3,
    )
    assert.lengthOf(yield* store.statements(release), maxStatements)
  }),

  "locks the statements with an append of nothing, until the transaction ends": Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { dataset } = yield* aWorld
    const release = yield* makeRelease(dataset, "v1")
    yield* store.insert(release)
    const appendNumber = Effect.gen(function* () {
      assert.isTrue(yield* store.appendStatements(release, []))
      const { length } = yield* store.statements(release)
      assert.isTrue(yield* store.appendStatements(release, [`${length}`]))
    })
    yield* runInterleaved(appendNumber, appendNumber)
    assert.deepStrictEqual(yield* store.statements(release), ["0", "1"])
  }),

  "keeps the statements of concurrent callers": Effect.gen(function* () {
    const store = yield* ReleaseStore
    const { dataset } = yield* aWorld
    const release = yield* makeRelease(dataset, "v1")
    yield* store.insert(release)
    yield* runInterleaved(store.appendStatements(release, ["1"]), store.appendStatements(release, ["2"]))
    yield* runTwenty(() => store.appendStatements(release, ["3"]))
    assert.sameMembers(
      [...(yield* store.statements(release))],
      ["1", "2", ...Array.from({ length: 20 }, () => "3")],
    )
  }),
})
