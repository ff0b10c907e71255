/** Races between transactions that read and decide: the result must be as if they had run in sequence. */
import {
  ClaimStore,
  type DatasetId,
  DatasetName,
  DatasetStore,
  generateId,
  ReleaseStore,
  SampleStore,
  Transaction,
  type Username,
  UserStore,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addPerson, addSample, aWorld, instant, makeRelease, makeSample } from "./fixtures.ts"
import { makeSuite, runBeside, runInterleaved, runTwenty } from "./suite.ts"

const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(effect))

const listConcerning = (datasetId: DatasetId, user: Username) =>
  Effect.flatMap(ClaimStore, (claims) => claims.concerning({ datasetId, user, after: null, limit: 10 }))

/** Purges a deleted dataset completely. */
const purge = (id: DatasetId) =>
  Effect.flatMap(DatasetStore, (store) => Effect.repeat(store.purge(id, 100), { while: (gone) => gone > 0 }))

/** Disables a person on behalf of somebody who must be enabled. */
const disable = (by: Username, user: Username) =>
  Effect.gen(function* () {
    const store = yield* UserStore
    const users = yield* store.findForUpdate([by, user])
    if (users.find(({ username }) => username === by)?.disabledAt !== null) return false
    return yield* store.update(user, { disabledAt: instant })
  })

const roleChanges = makeSuite("", {
  "does not assign a user whose role is removed concurrently": Effect.gen(function* () {
    const [datasets, samples] = yield* Effect.all([DatasetStore, SampleStore])
    const { dataset } = yield* aWorld
    const bob = yield* addPerson("bob")
    const sample = yield* addSample(dataset)
    yield* datasets.addCollaborator(dataset.id, bob, "labeler")
    const assign = Effect.gen(function* () {
      const roles = yield* datasets.rolesOf(dataset.id, [bob])
      if (!roles.has(bob)) return false
      const version = yield* generateId(VersionId)
      yield* samples.update({ ...sample, assignedLabeler: bob, version }, sample.version)
      return true
    })
    const remove = Effect.zipRight(
      datasets.removeCollaborator(dataset.id, bob),
      listConcerning(dataset.id, bob),
    )
    const [assigned, found] = yield* runInterleaved(assign, remove)
    assert.deepStrictEqual(found, assigned ? [sample.id] : [])
  }),

  "changes the current role of a user, not a former one": Effect.gen(function* () {
    const store = yield* DatasetStore
    const { dataset } = yield* aWorld
    const bob = yield* addPerson("bob")
    yield* store.addCollaborator(dataset.id, bob, "labeler")
    const role = Effect.map(store.collaborator(dataset.id, bob), (found) => Option.getOrThrow(found).role)
    const move = Effect.flatMap(role, (before) =>
      before === "labeler" ? store.setCollaborator(dataset.id, bob, "reviewer") : Effect.succeed(false),
    )
    yield* runInterleaved(Effect.zipRight(role, store.setCollaborator(dataset.id, bob, "admin")), move)
    assert.strictEqual(yield* role, "admin")
  }),

  "keeps one of two users who disable each other concurrently": Effect.gen(function* () {
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    assert.sameMembers([...(yield* runInterleaved(disable(ann, bob), disable(bob, ann)))], [true, false])
  }),
})

const deletions = makeSuite("", {
  "leaves no data that is added to a dataset while it is deleted and purged": Effect.gen(function* () {
    const [datasets, releases] = yield* Effect.all([DatasetStore, ReleaseStore])
    const { dataset } = yield* aWorld
    const { id } = dataset
    const add = Effect.gen(function* () {
      if (Option.isNone(yield* datasets.access({ _tag: "Id", id }, null))) return
      yield* releases.insert(yield* makeRelease(dataset, "v1", { status: "SUCCEEDED" }))
    })
    yield* runBeside(add, Effect.zipRight(datasets.markDeleted(id, instant), purge(id)))
    assert.deepStrictEqual(yield* releases.list(id), [])
  }),
})

const names = makeSuite("", {
  "assigns a name to one of two datasets renamed concurrently": Effect.gen(function* () {
    const store = yield* DatasetStore
    const { ann, dataset } = yield* aWorld
    const other = yield* addDataset(ann, "other")
    const rename = (which: typeof dataset) =>
      Effect.flatMap(generateId(VersionId), (version) =>
        store.update({ ...which, name: DatasetName.make("new"), version }, which.version),
      )
    assert.sameMembers([...(yield* runInterleaved(rename(dataset), rename(other)))], ["updated", "taken"])
  }),

  "adds each name once when twenty callers add the same names in different orders": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const names = Array.from({ length: 60 }, (_, i) => `s${i}`)
    const added = yield* runTwenty((i) =>
      Effect.gen(function* () {
        const shifted = [...names.slice(i * 3), ...names.slice(0, i * 3)]
        const samples = yield* Effect.forEach(shifted, (name) => makeSample(dataset, name))
        return (yield* run(store.insert(samples))).size
      }),
    )
    assert.strictEqual(
      added.reduce((sum, some) => sum + some, 0),
      names.length,
    )
    assert.strictEqual(yield* store.count({ datasetId: dataset.id }, 100), names.length)
  }),
})

export const races = makeSuite("Storage, two at once", {
  ...roleChanges.tests,
  ...deletions.tests,
  ...names.tests,
})
