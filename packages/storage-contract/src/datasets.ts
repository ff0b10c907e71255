/** DatasetStore: records, names, lists and counts. */
import {
  type Dataset,
  type DatasetFilter,
  DatasetId,
  DatasetName,
  type DatasetRef,
  DatasetStore,
  IssueStore,
  nextId,
  SampleStore,
  UserStore,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  aDataset,
  anOrganization,
  aPerson,
  aSample,
  aWorld,
  instant,
  oddJson,
  oddText,
  plus,
  someDataset,
  someIssue,
} from "./fixtures.ts"
import { interleaved, rolledBackBeside, suite, twenty } from "./suite.ts"

const read = (ref: DatasetRef) =>
  Effect.flatMap(DatasetStore, (store) =>
    Effect.map(store.access(ref, null), (found) => Option.getOrNull(found)?.dataset ?? null),
  )

const byId = (dataset: Dataset) => read({ _tag: "Id", id: dataset.id })
const byName = (owner: string, name: string) => read({ _tag: "Name", owner, name })

/** The dataset with changed fields and a new version. */
const changed = (dataset: Dataset, fields: Partial<Dataset>) =>
  Effect.map(nextId(VersionId), (version): Dataset => ({ ...dataset, ...fields, version }))

export const datasets = suite("DatasetStore", {
  "stores a dataset unchanged": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob] = yield* Effect.all([aPerson("Ann"), aPerson("bob")])
    const bare = yield* someDataset(ann, "bare")
    const full: Dataset = {
      ...(yield* someDataset(ann, "Full_1.0")),
      description: oddText,
      readme: oddText,
      category: "é",
      taskType: "multisensor-sequence",
      dataType: "MULTISENSOR",
      public: true,
      archived: true,
      settings: {
        ...bare.settings,
        labelingInactivityTimeoutSeconds: 7,
        enableSkipReviewing: true,
        enable3dCuboidRotation: true,
      },
      metadata: oddJson,
      regionOfInterest: oddJson,
      taskAttributes: oddJson,
      configVersion: 42,
      clonedFrom: "Bob/streets",
      createdAt: instant,
      createdBy: bob,
      updatedAt: plus(instant, 1),
    }
    for (const each of [bare, full]) assert.isTrue(yield* store.insert(each))
    assert.deepStrictEqual(yield* byId(bare), bare)
    assert.deepStrictEqual(yield* byId(full), full)
  }),

  "finds a dataset by its name, case-insensitively, and by its contents": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const sample = yield* aSample(dataset)
    const issue = yield* someIssue(sample)
    yield* Effect.flatMap(IssueStore, (issues) => issues.insert(issue))
    assert.deepStrictEqual(yield* byName("ANN", "Streets"), dataset)
    assert.deepStrictEqual(yield* read({ _tag: "Sample", id: sample.id }), dataset)
    assert.deepStrictEqual(yield* read({ _tag: "Issue", id: issue.id }), dataset)
    assert.isNull(yield* byName("ann", "street"))
    assert.isNull(yield* byName("bob", "streets"))
    assert.isNull(yield* read({ _tag: "Id", id: yield* nextId(DatasetId) }))
    yield* Effect.flatMap(SampleStore, (samples) => samples.markDeleted(dataset.id, [sample.id], instant))
    assert.isNull(yield* read({ _tag: "Sample", id: sample.id }))
    assert.isNull(yield* read({ _tag: "Issue", id: issue.id }))
  }),

  "refuses a name that the owner already uses": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    const first = yield* aDataset(ann, "Streets")
    assert.isFalse(yield* store.insert(yield* someDataset(ann, "streetS")))
    assert.isTrue(yield* store.insert(yield* someDataset(bob, "streets")))
    assert.deepStrictEqual(yield* byName("ann", "streets"), first)
  }),

  "assigns a name to exactly one of two concurrent callers": Effect.gen(function* () {
    const store = yield* DatasetStore
    const ann = yield* aPerson("ann")
    const [a, b, c, d] = yield* Effect.all([
      someDataset(ann, "one"),
      someDataset(ann, "ONE"),
      someDataset(ann, "two"),
      someDataset(ann, "two"),
    ])
    assert.sameMembers([...(yield* interleaved(store.insert(a), store.insert(b)))], [true, false])
    assert.isTrue(yield* rolledBackBeside(store.insert(c), store.insert(d)))
    const many = yield* twenty(() => Effect.flatMap(someDataset(ann, "three"), store.insert))
    assert.strictEqual(many.filter((made) => made).length, 1)
  }),

  "replaces all fields when the version is the expected one": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    const dataset = yield* aDataset(ann)
    const next = yield* changed(dataset, {
      name: DatasetName.make("roads"),
      owner: bob,
      description: "new",
      public: true,
      metadata: oddJson,
      regionOfInterest: oddJson,
      configVersion: 2,
      updatedAt: instant,
    })
    assert.strictEqual(yield* store.update(next, dataset.version), "updated")
    assert.deepStrictEqual(yield* byName("bob", "roads"), next)
    assert.isNull(yield* byName("ann", "streets"))
    assert.isTrue(yield* store.insert(yield* someDataset(ann, "streets")))
  }),

  "refuses an update of another version": Effect.gen(function* () {
    const store = yield* DatasetStore
    const dataset = yield* aDataset(yield* aPerson("ann"))
    const next = yield* changed(dataset, { description: "new" })
    assert.strictEqual(yield* store.update(next, next.version), "stale")
    assert.deepStrictEqual(yield* byId(dataset), dataset)
    yield* store.markDeleted(dataset.id, instant)
    assert.strictEqual(yield* store.update(next, dataset.version), "stale")
  }),

  "refuses an update to a taken name": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    const dataset = yield* aDataset(ann, "streets")
    yield* aDataset(ann, "roads")
    yield* aDataset(bob, "streets")
    assert.strictEqual(
      yield* store.update(yield* changed(dataset, { name: DatasetName.make("Roads") }), dataset.version),
      "taken",
    )
    assert.strictEqual(yield* store.update(yield* changed(dataset, { owner: bob }), dataset.version), "taken")
    assert.deepStrictEqual(yield* byId(dataset), dataset)
    const respelled = yield* changed(dataset, { name: DatasetName.make("STREETS") })
    assert.strictEqual(yield* store.update(respelled, dataset.version), "updated")
    assert.strictEqual((yield* byName("ann", "streets"))?.name, "STREETS")
  }),

  "accepts one of two concurrent updates of the same version": Effect.gen(function* () {
    const store = yield* DatasetStore
    const dataset = yield* aDataset(yield* aPerson("ann"))
    const one = yield* changed(dataset, { description: "one" })
    const other = yield* changed(dataset, { description: "other" })
    const outcomes = yield* interleaved(
      store.update(one, dataset.version),
      store.update(other, dataset.version),
    )
    assert.sameMembers([...outcomes], ["updated", "stale"])
    assert.deepStrictEqual(yield* byId(dataset), outcomes[0] === "updated" ? one : other)
  }),

  "lists an account's datasets that the viewer can see, newest first": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    const secret = yield* aDataset(ann, "b", { createdAt: instant })
    const open = yield* aDataset(ann, "c", { createdAt: plus(instant, 1), public: true })
    const shared = yield* aDataset(ann, "a", { createdAt: plus(instant, 2) })
    yield* aDataset(bob, "own")
    yield* store.addCollaborator(shared.id, bob, "reviewer")
    const list = (viewer: typeof ann | null, offset = 0, limit = 10) =>
      store.listOwned({ owner: ann, viewer, offset, limit })
    const ids = Effect.map((all: ReadonlyArray<{ dataset: Dataset }>) => all.map(({ dataset }) => dataset.id))
    assert.deepStrictEqual(yield* ids(list(null)), [shared.id, open.id, secret.id])
    assert.deepStrictEqual(yield* ids(list(ann)), [shared.id, open.id, secret.id])
    assert.deepStrictEqual(yield* ids(list(bob)), [shared.id, open.id])
    assert.deepStrictEqual(yield* ids(list(null, 1, 1)), [open.id])
    assert.deepStrictEqual(
      (yield* list(bob)).map(({ role }) => role),
      ["reviewer", null],
    )
    assert.deepStrictEqual(
      (yield* list(ann)).map(({ role }) => role),
      ["owner", "owner", "owner"],
    )
  }),

  "lists a user's own datasets and those shared with the user": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob, acme] = yield* Effect.all([aPerson("ann"), aPerson("bob"), anOrganization("acme")])
    const own = yield* aDataset(bob, "own", { createdAt: instant })
    const shared = yield* aDataset(ann, "shared", { createdAt: plus(instant, 1) })
    const team = yield* aDataset(acme, "team", { createdAt: plus(instant, 2) })
    yield* aDataset(ann, "open", { public: true })
    yield* store.addCollaborator(shared.id, bob, "labeler")
    yield* Effect.flatMap(UserStore, (users) =>
      users.putMember({ organization: acme, user: bob, role: "manager" }),
    )
    const list = (shared: boolean, offset = 0, limit = 10) =>
      Effect.map(store.listOf({ user: bob, shared, offset, limit }), (all) =>
        all.map(({ dataset, role }) => [dataset.id, role]),
      )
    assert.deepStrictEqual(yield* list(false), [[own.id, "owner"]])
    assert.deepStrictEqual(yield* list(true), [
      [team.id, "manager"],
      [shared.id, "labeler"],
      [own.id, "owner"],
    ])
    assert.deepStrictEqual(yield* list(true, 1, 1), [[shared.id, "labeler"]])
  }),

  "lists the datasets that a filter describes": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob, acme, corp] = yield* Effect.all([
      aPerson("ann"),
      aPerson("bob"),
      anOrganization("acme"),
      anOrganization("corp"),
    ])
    const make = (owner: typeof ann, name: string, seconds: number) =>
      aDataset(owner, name, { createdAt: plus(instant, seconds) })
    yield* make(bob, "Own_1", 0)
    const both = yield* make(acme, "both", 1)
    const labeled = yield* make(ann, "own-21", 2)
    yield* make(corp, "led", 3)
    yield* store.addCollaborator(both.id, bob, "reviewer")
    yield* store.addCollaborator(labeled.id, bob, "labeler")
    yield* Effect.flatMap(UserStore, (users) =>
      Effect.zipRight(
        users.putMember({ organization: acme, user: bob, role: "labeler" }),
        users.putMember({ organization: corp, user: bob, role: "admin" }),
      ),
    )
    const list = (filter: DatasetFilter) =>
      Effect.map(store.listOf({ user: bob, shared: true, filter, offset: 0, limit: 10 }), (all) =>
        all.map(({ dataset }) => String(dataset.name)),
      )
    assert.deepStrictEqual(yield* list({}), ["led", "own-21", "both", "Own_1"])
    assert.deepStrictEqual(yield* list({ text: "OWN" }), ["own-21", "Own_1"])
    assert.deepStrictEqual(yield* list({ text: "n_" }), ["Own_1"])
    assert.deepStrictEqual(yield* list({ text: "%" }), [])
    assert.deepStrictEqual(yield* list({ text: "ME/BO" }), ["both"])
    assert.deepStrictEqual(yield* list({ text: "!" }), [])
    assert.deepStrictEqual(yield* list({ owner: "Ann" }), ["own-21"])
    assert.deepStrictEqual(yield* list({ owner: "nobody" }), [])
    assert.deepStrictEqual(yield* list({ role: "owner" }), ["led", "Own_1"])
    assert.deepStrictEqual(yield* list({ role: "reviewer" }), ["both"])
    assert.deepStrictEqual(yield* list({ role: "labeler" }), ["own-21"])
    assert.deepStrictEqual(yield* list({ role: "admin" }), [])
    assert.deepStrictEqual(yield* list({ text: "own", role: "owner", owner: "bob" }), ["Own_1"])
  }),

  "starts counts at zero and adds differences": Effect.gen(function* () {
    const store = yield* DatasetStore
    const ann = yield* aPerson("ann")
    const [one, other] = yield* Effect.all([aDataset(ann, "one"), aDataset(ann, "two")])
    yield* store.addCollaborator(one.id, yield* aPerson("bob"), "labeler")
    yield* store.addCounts(one.id, { samples: 5, byStatus: { LABELED: 3, REJECTED: 1 } })
    yield* store.addCounts(one.id, { samples: -1, byStatus: { LABELED: -2, VERIFIED: 2 } })
    const details = yield* store.details([one.id, other.id, yield* nextId(DatasetId)])
    assert.strictEqual(details.size, 2)
    const [ours, theirs] = [details.get(one.id), details.get(other.id)]
    const { LABELED, REJECTED, VERIFIED, SKIPPED } = ours?.counts.byStatus ?? {}
    assert.deepStrictEqual([LABELED, REJECTED, VERIFIED, SKIPPED ?? 0], [1, 1, 2, 0])
    assert.deepStrictEqual([ours?.counts.samples, ours?.collaborators], [4, 1])
    assert.deepStrictEqual([theirs?.counts.samples, theirs?.collaborators], [0, 0])
    assert.strictEqual(theirs?.counts.byStatus.LABELED ?? 0, 0)
    assert.strictEqual((yield* store.details([])).size, 0)
  }),

  "loses no difference when many are added concurrently": Effect.gen(function* () {
    const store = yield* DatasetStore
    const { id } = yield* aDataset(yield* aPerson("ann"))
    const add = store.addCounts(id, { samples: 1, byStatus: { LABELED: 2 } })
    yield* interleaved(add, add)
    yield* twenty(() => add)
    const counts = (yield* store.details([id])).get(id)?.counts
    assert.deepStrictEqual([counts?.samples, counts?.byStatus.LABELED], [22, 44])
  }),
})
