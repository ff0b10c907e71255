/** DatasetStore: deletion and purge of a dataset. */
import {
  ArchiveStore,
  ClaimId,
  ClaimStore,
  castToJsonText,
  DatasetStore,
  generateIds,
  IssueStore,
  LabelStore,
  LabelsetStore,
  PictureSizeStore,
  ReleaseStore,
  SampleStore,
  SnapshotStore,
  WorkunitStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  addDataset,
  addLabelset,
  addPerson,
  addSamples,
  addSeconds,
  instant,
  makeDataset,
  makeIssue,
  makeLabel,
  makeRelease,
  makeWorkunit,
} from "./fixtures.ts"
import { placeSamples } from "./placing.ts"
import { makeSuite, runInterleaved } from "./suite.ts"

/** A dataset with rows of every kind. */
const addFilled = (owner: Parameters<typeof addDataset>[0], name: string) =>
  Effect.gen(function* () {
    const dataset = yield* addDataset(owner, name)
    const truth = yield* addLabelset(dataset)
    const samples = yield* addSamples(
      dataset,
      [0, 1, 2, 3, 4].map(() => ({ metadata: castToJsonText(`{"a":1,"b":2}`) })),
    )
    const [sample] = samples
    if (sample === undefined) return yield* Effect.dieMessage("no sample")
    const label = yield* makeLabel(sample, truth, { attributes: castToJsonText("{}") })
    yield* Effect.flatMap(LabelStore, (store) => store.writeNew([label], "write"))
    const sizes = [{ sampleId: sample.id, version: sample.version, pictures: castToJsonText("[]") }]
    yield* Effect.flatMap(PictureSizeStore, (store) => store.save(dataset.id, sizes))
    const issue = yield* makeIssue(sample)
    yield* Effect.flatMap(IssueStore, (store) => store.insert(issue))
    const release = yield* makeRelease(dataset, "v1", { status: "SUCCEEDED" })
    yield* Effect.flatMap(ReleaseStore, (store) => store.insert(release))
    yield* placeSamples(dataset, samples)
    const claims = yield* ClaimStore
    const [claim] = yield* claims.claim({
      datasetId: dataset.id,
      user: owner,
      queue: "labeling",
      count: 1,
      leaseSeconds: 900,
      ids: yield* generateIds(ClaimId, 1),
    })
    if (claim === undefined) return yield* Effect.dieMessage("no claim")
    const unit = yield* makeWorkunit(sample, { claimId: claim.id })
    yield* Effect.flatMap(WorkunitStore, (store) => store.insert(unit))
    return { dataset, truth, samples, sample, label, issue, release, claim, unit }
  })

type Filled = Effect.Effect.Success<ReturnType<typeof addFilled>>

/** Whether each read finds something of the dataset. */
const readPresence = ({ dataset, truth, sample, issue, release, claim }: Filled) =>
  Effect.gen(function* () {
    const [samples, labels, issues] = yield* Effect.all([SampleStore, LabelStore, IssueStore])
    const [claims, workunits, releases] = yield* Effect.all([ClaimStore, WorkunitStore, ReleaseStore])
    const sizes = yield* PictureSizeStore
    const [datasets, labelsets, snapshots] = yield* Effect.all([DatasetStore, LabelsetStore, SnapshotStore])
    const owner = dataset.owner
    const isSome = Effect.map((found: Option.Option<unknown>) => Option.isSome(found))
    const any = Effect.map((all: ReadonlyArray<unknown>) => all.length > 0)
    const query = { datasetId: dataset.id, descending: false, offset: 0, limit: 10 }
    return yield* Effect.all({
      byId: isSome(datasets.access({ _tag: "Id", id: dataset.id }, owner)),
      byName: isSome(datasets.access({ _tag: "Name", owner, name: dataset.name }, owner)),
      bySample: isSome(datasets.access({ _tag: "Sample", id: sample.id }, owner)),
      byIssue: isSome(datasets.access({ _tag: "Issue", id: issue.id }, owner)),
      owned: any(datasets.listOwned({ owner, viewer: null, offset: 0, limit: 10 })),
      listed: any(datasets.listOf({ user: owner, shared: true, offset: 0, limit: 10 })),
      labelsets: any(labelsets.list(dataset.id)),
      sample: isSome(samples.byId(sample.id)),
      named: any(samples.byNames(dataset.id, [sample.name])),
      page: any(
        samples.page({
          filter: { datasetId: dataset.id },
          sort: { key: "name", descending: false },
          start: { offset: 0 },
          limit: 9,
        }),
      ),
      count: Effect.map(samples.count({ datasetId: dataset.id }, 10), (n) => n > 0),
      label: isSome(labels.get(sample.id, truth.id)),
      history: any(labels.history(sample.id, truth.id, { before: null, limit: 10 })),
      issue: isSome(issues.byId(issue.id)),
      issues: any(issues.ofDataset(dataset.id, { after: null, limit: 10 })),
      sizes: Effect.map(sizes.find(dataset.id, [sample.id]), ({ size }) => size > 0),
      claim: isSome(claims.find(claim.id)),
      mine: any(claims.ofUser(owner)),
      claimed: any(claims.ofDataset(dataset.id, 10)),
      workunits: any(workunits.list(query)),
      release: isSome(releases.byId(release.id)),
      released: isSome(releases.byName(dataset.id, "v1")),
      snapshot: Effect.map(snapshots.open(dataset.id), (snapshot) => snapshot !== null),
    })
  })

const expectEvery = (answer: boolean) => (all: Record<string, boolean>) =>
  assert.deepStrictEqual(all, Object.fromEntries(Object.keys(all).map((key) => [key, answer])))

export const purge = makeSuite("DatasetStore, deletion", {
  "hides a deleted dataset from every read at once, and frees its name": Effect.gen(function* () {
    const store = yield* DatasetStore
    const releases = yield* ReleaseStore
    const ann = yield* addPerson("ann")
    const world = yield* addFilled(ann, "streets")
    expectEvery(true)(yield* readPresence(world))
    assert.isTrue(yield* store.markDeleted(world.dataset.id, instant))
    expectEvery(false)(yield* readPresence(world))
    assert.isFalse(yield* releases.update({ ...world.release, status: "SUCCEEDED" }))
    assert.isFalse(yield* store.markDeleted(world.dataset.id, instant))
    assert.isTrue(yield* store.insert(yield* makeDataset(ann, "Streets")))
  }),

  "deletes a dataset for one of two concurrent callers": Effect.gen(function* () {
    const store = yield* DatasetStore
    const { id } = yield* addDataset(yield* addPerson("ann"))
    assert.sameMembers(
      [...(yield* runInterleaved(store.markDeleted(id, instant), store.markDeleted(id, instant)))],
      [true, false],
    )
  }),

  "purges a deleted dataset completely in batches, and nothing else": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const [doomed, other] = yield* Effect.all([addFilled(ann, "streets"), addFilled(bob, "roads")])
    yield* store.markDeleted(doomed.dataset.id, instant)
    const batches: Array<number> = []
    for (let gone = -1; gone !== 0 && batches.length < 100; ) {
      gone = yield* store.purge(doomed.dataset.id, 3)
      batches.push(gone)
    }
    assert.strictEqual(batches.at(-1), 0)
    assert.isAbove(batches.length, 2)
    assert.isAtMost(Math.max(...batches), 3)
    expectEvery(false)(yield* readPresence(doomed))
    expectEvery(true)(yield* readPresence(other))
  }),

  "keeps the workunits of a deleted dataset, and nothing else of it, until their time has come": Effect.gen(
    function* () {
      const [store, workunits] = yield* Effect.all([DatasetStore, WorkunitStore])
      const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
      const [kept, gone] = yield* Effect.all([addFilled(ann, "streets"), addFilled(ann, "roads")])
      const other = yield* addFilled(bob, "paths")
      const until = addSeconds(instant, 3600)
      const page = { owner: ann, descending: true, offset: 0, limit: 10 }
      yield* store.markDeleted(kept.dataset.id, instant, until)
      yield* store.markDeleted(gone.dataset.id, instant)
      yield* store.markDeleted(other.dataset.id, instant, until)
      for (const id of [kept.dataset.id, gone.dataset.id])
        yield* Effect.repeat(store.purge(id, 3), { while: (n) => n > 0 })
      expectEvery(false)(yield* readPresence(kept))
      const workunit = { ...kept.unit, answer: null }
      const dataset = `${kept.dataset.owner}/${kept.dataset.name}`
      assert.deepStrictEqual(yield* workunits.ofDeleted(page), [
        { workunit: workunit, datasetId: kept.dataset.id, dataset, deletedAt: instant },
      ])
      for (const none of [
        { ...page, user: bob },
        { ...page, end: workunit.createdAt },
        { ...page, offset: 1 },
      ])
        assert.deepStrictEqual(yield* workunits.ofDeleted(none), [])
      const pageOfWorkunit = { ...page, start: workunit.createdAt, user: workunit.createdBy }
      assert.lengthOf(yield* workunits.ofDeleted(pageOfWorkunit), 1)
      assert.deepStrictEqual(yield* workunits.endKept({ until: instant, limit: 10 }), [])
      assert.deepStrictEqual(yield* workunits.endKept({ id: kept.dataset.id, owner: bob }), [])
      const ended = yield* workunits.endKept({ until, limit: 10 })
      assert.sameMembers(
        ended.map(({ id }) => id),
        [kept.dataset.id, other.dataset.id],
      )
      assert.deepStrictEqual(yield* workunits.endKept({ until, limit: 10 }), [])
      assert.deepStrictEqual(yield* workunits.ofDeleted(page), [])
      assert.isAbove(yield* store.purge(kept.dataset.id, 10), 0)
      assert.strictEqual(yield* store.purge(kept.dataset.id, 10), 0)
    },
  ),

  "no longer keeps the workunits of one dataset for its owner": Effect.gen(function* () {
    const [store, workunits] = yield* Effect.all([DatasetStore, WorkunitStore])
    const ann = yield* addPerson("ann")
    const { dataset } = yield* addFilled(ann, "streets")
    yield* store.markDeleted(dataset.id, instant, addSeconds(instant, 3600))
    const [ended] = yield* workunits.endKept({ id: dataset.id, owner: ann })
    assert.deepInclude(ended, { id: dataset.id, owner: ann })
    yield* Effect.repeat(store.purge(dataset.id, 100), { while: (n) => n > 0 })
    assert.strictEqual(yield* (yield* ArchiveStore).begin(dataset, instant), "begun")
  }),

  "purges nothing while a release is being created, because it may still read the data": Effect.gen(
    function* () {
      const store = yield* DatasetStore
      const releases = yield* ReleaseStore
      const world = yield* addFilled(yield* addPerson("ann"), "streets")
      const pending = yield* makeRelease(world.dataset, "v2", { status: "PENDING" })
      yield* releases.insert(pending)
      yield* store.markDeleted(world.dataset.id, instant)
      assert.strictEqual(yield* store.purge(world.dataset.id, 100), 0)
      assert.lengthOf(yield* releases.list(world.dataset.id), 2)
      assert.isTrue(yield* releases.remove(pending.id))
      assert.isAbove(yield* store.purge(world.dataset.id, 1000), 5)
      assert.lengthOf(yield* releases.list(world.dataset.id), 0)
    },
  ),

  "purges nothing of a dataset that is not deleted": Effect.gen(function* () {
    const store = yield* DatasetStore
    const world = yield* addFilled(yield* addPerson("ann"), "streets")
    assert.strictEqual(yield* store.purge(world.dataset.id, 100), 0)
    expectEvery(true)(yield* readPresence(world))
  }),
})
