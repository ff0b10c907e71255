/** DatasetStore: records, names, lists and counts. */
import {
  type Dataset,
  type DatasetFilter,
  DatasetId,
  DatasetName,
  type DatasetRef,
  DatasetStore,
  generateId,
  IssueStore,
  SampleStore,
  UserStore,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  addDataset,
  addOrganization,
  addPerson,
  addSample,
  addSeconds,
  aWorld,
  instant,
  makeDataset,
  makeIssue,
  oddJson,
  oddText,
} from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const read = (ref: DatasetRef) =>
  Effect.flatMap(DatasetStore, (store) =>
    Effect.map(store.access(ref, null), (found) => Option.getOrNull(found)?.dataset ?? null),
  )

const findById = (dataset: Dataset) => read({ _tag: "Id", id: dataset.id })
const findByName = (owner: string, name: string) => read({ _tag: "Name", owner, name })

/** The dataset with changed fields and a new version. */
const makeChanged = (dataset: Dataset, fields: Partial<Dataset>) =>
  Effect.map(generateId(VersionId), (version): Dataset => ({ ...dataset, ...fields, version }))

export const datasets = makeSuite("DatasetStore", {
  "stores a dataset unchanged": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob] = yield* Effect.all([addPerson("Ann"), addPerson("bob")])
    const bare = yield* makeDataset(ann, "bare")
    const full: Dataset = {
      ...(yield* makeDataset(ann, "Full_1.0")),
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
      updatedAt: addSeconds(instant, 1),
    }
    for (const dataset of [bare, full]) assert.isTrue(yield* store.insert(dataset))
    assert.deepStrictEqual(yield* findById(bare), bare)
    assert.deepStrictEqual(yield* findById(full), full)
  }),

  "finds a dataset by its name, case-insensitively, and by its contents": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const sample = yield* addSample(dataset)
    const issue = yield* makeIssue(sample)
    yield* Effect.flatMap(IssueStore, (issues) => issues.insert(issue))
    assert.deepStrictEqual(yield* findByName("ANN", "Streets"), dataset)
    assert.deepStrictEqual(yield* read({ _tag: "Sample", id: sample.id }), dataset)
    assert.deepStrictEqual(yield* read({ _tag: "Issue", id: issue.id }), dataset)
    assert.isNull(yield* findByName("ann", "street"))
    assert.isNull(yield* findByName("bob", "streets"))
    assert.isNull(yield* read({ _tag: "Id", id: yield* generateId(DatasetId) }))
    yield* Effect.flatMap(SampleStore, (samples) => samples.markDeleted(dataset.id, [sample.id], instant))
    assert.isNull(yield* read({ _tag: "Sample", id: sample.id }))
    assert.isNull(yield* read({ _tag: "Issue", id: issue.id }))
  }),

  "refuses a name that the owner already uses": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const first = yield* addDataset(ann, "Streets")
    assert.isFalse(yield* store.insert(yield* makeDataset(ann, "streetS")))
    assert.isTrue(yield* store.insert(yield* makeDataset(bob, "streets")))
    assert.deepStrictEqual(yield* findByName("ann", "streets"), first)
  }),

  "assigns a name to exactly one of two concurrent callers": Effect.gen(function* () {
    const store = yield* DatasetStore
    const ann = yield* addPerson("ann")
    const [a, b, c, d] = yield* Effect.all([
      makeDataset(ann, "one"),
      makeDataset(ann, "ONE"),
      makeDataset(ann, "two"),
      makeDataset(ann, "two"),
    ])
    assert.sameMembers([...(yield* runInterleaved(store.insert(a), store.insert(b)))], [true, false])
    assert.isTrue(yield* runBesideRollback(store.insert(c), store.insert(d)))
    const many = yield* runTwenty(() => Effect.flatMap(makeDataset(ann, "three"), store.insert))
    assert.strictEqual(many.filter((made) => made).length, 1)
  }),

  "replaces all fields when the version is the expected one": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const dataset = yield* addDataset(ann)
    const next = yield* makeChanged(dataset, {
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
    assert.deepStrictEqual(yield* findByName("bob", "roads"), next)
    assert.isNull(yield* findByName("ann", "streets"))
    assert.isTrue(yield* store.insert(yield* makeDataset(ann, "streets")))
  }),

  "refuses an update of another version": Effect.gen(function* () {
    const store = yield* DatasetStore
    const dataset = yield* addDataset(yield* addPerson("ann"))
    const next = yield* makeChanged(dataset, { description: "new" })
    assert.strictEqual(yield* store.update(next, next.version), "stale")
    assert.deepStrictEqual(yield* findById(dataset), dataset)
    yield* store.markDeleted(dataset.id, instant)
    assert.strictEqual(yield* store.update(next, dataset.version), "stale")
  }),

  "refuses an update to a taken name": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const dataset = yield* addDataset(ann, "streets")
    yield* addDataset(ann, "roads")
    yield* addDataset(bob, "streets")
    assert.strictEqual(
      yield* store.update(yield* makeChanged(dataset, { name: DatasetName.make("Roads") }), dataset.version),
      "taken",
    )
    assert.strictEqual(
      yield* store.update(yield* makeChanged(dataset, { owner: bob }), dataset.version),
      "taken",
    )
    assert.deepStrictEqual(yield* findById(dataset), dataset)
    const respelled = yield* makeChanged(dataset, { name: DatasetName.make("STREETS") })
    assert.strictEqual(yield* store.update(respelled, dataset.version), "updated")
    assert.strictEqual((yield* findByName("ann", "streets"))?.name, "STREETS")
  }),

  "accepts one of two concurrent updates of the same version": Effect.gen(function* () {
    const store = yield* DatasetStore
    const dataset = yield* addDataset(yield* addPerson("ann"))
    const described = yield* makeChanged(dataset, { description: "one" })
    const other = yield* makeChanged(dataset, { description: "other" })
    const outcomes = yield* runInterleaved(
      store.update(described, dataset.version),
      store.update(other, dataset.version),
    )
    assert.sameMembers([...outcomes], ["updated", "stale"])
    assert.deepStrictEqual(yield* findById(dataset), outcomes[0] === "updated" ? described : other)
  }),

  "lists an account's datasets that the viewer can see, newest first": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const secret = yield* addDataset(ann, "b", { createdAt: instant })
    const open = yield* addDataset(ann, "c", { createdAt: addSeconds(instant, 1), public: true })
    const shared = yield* addDataset(ann, "a", { createdAt: addSeconds(instant, 2) })
    yield* addDataset(bob, "own")
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
    const [ann, bob, acme] = yield* Effect.all([addPerson("ann"), addPerson("bob"), addOrganization("acme")])
    const own = yield* addDataset(bob, "own", { createdAt: instant })
    const shared = yield* addDataset(ann, "shared", { createdAt: addSeconds(instant, 1) })
    const team = yield* addDataset(acme, "team", { createdAt: addSeconds(instant, 2) })
    yield* addDataset(ann, "open", { public: true })
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
      addPerson("ann"),
      addPerson("bob"),
      addOrganization("acme"),
      addOrganization("corp"),
    ])
    const make = (owner: typeof ann, name: string, seconds: number) =>
      addDataset(owner, name, { createdAt: addSeconds(instant, seconds) })
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
    const ann = yield* addPerson("ann")
    const [one, other] = yield* Effect.all([addDataset(ann, "one"), addDataset(ann, "two")])
    yield* store.addCollaborator(one.id, yield* addPerson("bob"), "labeler")
    yield* store.addCounts(one.id, { samples: 5, byStatus: { LABELED: 3, REJECTED: 1 } })
    yield* store.addCounts(one.id, { samples: -1, byStatus: { LABELED: -2, VERIFIED: 2 } })
    const details = yield* store.details([one.id, other.id, yield* generateId(DatasetId)])
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
    const { id } = yield* addDataset(yield* addPerson("ann"))
    const add = store.addCounts(id, { samples: 1, byStatus: { LABELED: 2 } })
    yield* runInterleaved(add, add)
    yield* runTwenty(() => add)
    const counts = (yield* store.details([id])).get(id)?.counts
    assert.deepStrictEqual([counts?.samples, counts?.byStatus.LABELED], [22, 44])
  }),
})
