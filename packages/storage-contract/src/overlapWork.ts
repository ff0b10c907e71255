/** Work of several people on one sample, through the services of the engine. */
import {
  ClaimStore,
  Collaborators,
  Datasets,
  ErasureStore,
  generateIds,
  Labels,
  makeOverlap,
  Overlaps,
  Queue,
  SampleId,
  Samples,
  savePlace,
  Username,
  updatePlaces,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { instant } from "./fixtures.ts"
import { overlapRaces } from "./overlapRaces.ts"
import { claim, findState, getFirst, label, labelers, makeWorld, runAs } from "./overlapWorld.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

export const overlapWork = makeSuite("OverlapStore, work", {
  ...overlapRaces,

  "hands each sample to as many people as are to label it while many people work at once": Effect.gen(
    function* () {
      const world = yield* makeWorld(3)
      const { dataset, sampleIds, store } = world
      yield* Effect.forEach(labelers, (name) => Effect.repeatN(Effect.asVoid(label(world, name)), 3), {
        concurrency: "unbounded",
      })
      for (const id of sampleIds) {
        const labels = yield* store.listLabels(dataset.id, id)
        assert.lengthOf(new Set(labels.map(({ labeler }) => labeler)), 3)
        for (const { attributes, labeler } of labels) assert.include(attributes, `"by":"${labeler}"`)
        const overlap = (yield* store.find(dataset.id, [id])).get(id)
        assert.deepStrictEqual([overlap?.state, overlap?.labelers.length], ["adjudicating", 3])
      }
    },
  ),

  "lists a person's claims of samples with and without overlap, oldest first": Effect.gen(function* () {
    const world = yield* makeWorld(2)
    const [a, b, c] = world.sampleIds
    if (a === undefined || b === undefined || c === undefined) return assert.fail("has no samples")
    yield* runAs("man")(Effect.flatMap(Overlaps, (overlaps) => overlaps.set(b, { overlap: 1 })))
    const person = Username.make("person0")
    for (const count of [1, 2, 3]) {
      yield* runAs(person)(claim(world, "labeling", count))
      yield* Effect.sleep("2 millis")
    }
    yield* runAs("person1")(claim(world, "labeling", 2))
    const claims = yield* world.store.listAllClaims(person)
    assert.deepStrictEqual(
      claims.map(({ sampleId }) => sampleId),
      [a, b, c],
    )
    const withoutOverlap = yield* Effect.flatMap(ClaimStore, (store) => store.ofUser(person))
    assert.deepStrictEqual(claims, [
      ...(yield* world.store.listClaims({ user: person })).slice(0, 1),
      ...withoutOverlap,
      ...(yield* world.store.listClaims({ user: person })).slice(1),
    ])
    assert.deepStrictEqual(yield* world.store.listAllClaims(Username.make("person2")), [])
  }),

  "finds the next sample behind many that the person has labeled, whoever else has, also under a name of somebody else before":
    Effect.gen(function* () {
      const { dataset, store } = yield* makeWorld(1)
      const [ann, bob] = [Username.make("person0"), Username.make("person1")]
      const ids = yield* generateIds(SampleId, 73)
      const versions = [...(yield* generateIds(VersionId, 200))]
      const [z, y, x, ...labeled] = ids
      if (x === undefined || y === undefined || z === undefined) return assert.fail("has no ids")
      const addSample = (id: SampleId, np: number, people: ReadonlyArray<Username>) =>
        Effect.gen(function* () {
          for (const labeler of people)
            yield* store.addLabel({
              ...{ datasetId: dataset.id, sampleId: id, labeler, status: "LABELED", attributes: null },
              ...{ score: null, rating: null, comment: null, configVersion: 1, createdAt: instant },
              ...{ time: null, inactiveTime: null },
              version: versions.pop() ?? assert.fail("has no versions"),
            })
          const key = { np, labeler: null, reviewer: null, status: null }
          const open = updatePlaces(makeOverlap({ datasetId: dataset.id, id }, 3), key, 0)
          return updatePlaces({ ...open, labelers: people }, key, 0)
        })
      const findFirst = Effect.map(
        store.listWaiting({ datasetId: dataset.id, user: ann, queue: "labeling", limit: 9 }),
        ([first]) => first?.sampleId,
      )
      yield* store.put([yield* addSample(z, 0, [ann])])
      yield* Effect.flatMap(ErasureStore, (erasure) =>
        erasure.rename({ from: ann, to: Username.make("gone") }, dataset.id),
      )
      yield* store.put(
        yield* Effect.forEach(labeled, (id, index) =>
          addSample(id, -5, index % 2 === 0 ? [ann] : [bob, ann]),
        ),
      )
      assert.strictEqual(yield* findFirst, z)
      yield* store.put([yield* addSample(y, -1, [bob]), yield* addSample(x, -2, [])])
      assert.strictEqual(yield* findFirst, x)
      yield* store.remove(dataset.id, [x])
      assert.strictEqual(yield* findFirst, y)
      yield* store.remove(dataset.id, [y, z])
      assert.strictEqual(yield* findFirst, undefined)
    }),

  "opens a decision again when the ground truth that it wrote is rejected": Effect.gen(function* () {
    const world = yield* makeWorld(2)
    const sample = getFirst(world)
    yield* label(world, "person0")
    yield* label(world, "person1")
    const decide = runAs("man")(
      Effect.gen(function* () {
        const claims = yield* claim(world, "reviewing")
        const queue = yield* Queue
        for (const { id } of claims) yield* queue.perform(id, "accept", { overlapLabel: "B" })
        return claims.map(({ sampleId }) => sampleId)
      }),
    )
    assert.deepStrictEqual(yield* decide, [sample])
    assert.strictEqual(yield* findState(world, sample), "decided")
    yield* runAs("man")(
      Effect.flatMap(Labels, (labels) => labels.put(sample, "ground-truth", { status: "REJECTED" })),
    )
    assert.strictEqual(yield* findState(world, sample), "adjudicating")
    const claims = yield* runAs("person1")(claim(world, "labeling", 9))
    assert.notInclude(
      claims.map(({ sampleId }) => sampleId),
      sample,
    )
    assert.deepStrictEqual(yield* decide, [sample])
    assert.strictEqual(yield* findState(world, sample), "decided")
  }),

  "gives a person one sample who asks for the next one many times at once": Effect.gen(function* () {
    const world = yield* makeWorld(2)
    const { store } = world
    const claims = yield* runTwenty(() => runAs("person0")(claim(world, "labeling")))
    assert.lengthOf(yield* store.listClaims({ user: Username.make("person0") }), 1)
    assert.lengthOf(new Set(claims.map(([one]) => one?.id)), 1)
    const both = yield* runInterleaved(
      runAs("person1")(claim(world, "labeling", 2)),
      runAs("person1")(claim(world, "labeling", 2)),
    )
    assert.lengthOf(yield* store.listClaims({ user: Username.make("person1") }), 2)
    assert.deepStrictEqual(
      both.map((some) => some.length),
      [2, 2],
    )
  }),

  "refuses the write of a labeler that waits while the sample gets its first overlap": Effect.gen(
    function* () {
      const world = yield* makeWorld(1)
      const sample = getFirst(world)
      yield* runAs("man")(
        Effect.flatMap(Samples, (samples) => samples.update(sample, { assignedLabeler: "person0" })),
      )
      const [view, error] = yield* runInterleaved(
        runAs("man")(Effect.flatMap(Overlaps, (overlaps) => overlaps.set(sample, { overlap: 2 }))),
        runAs("person0")(
          Effect.flip(
            Effect.flatMap(Labels, (labels) => labels.put(sample, "ground-truth", { status: "LABELED" })),
          ),
        ),
      )
      assert.strictEqual(view.state, "labeling")
      assert.deepInclude(error, { _tag: "Conflict", code: "overlap_open" })
    },
  ),

  "deletes the overlap that a sample gets while its deletion waits": Effect.gen(function* () {
    const world = yield* makeWorld(1)
    const sample = getFirst(world)
    yield* runInterleaved(
      runAs("man")(Effect.flatMap(Overlaps, (overlaps) => overlaps.set(sample, { overlap: 2 }))),
      runAs("ann")(Effect.flatMap(Samples, (samples) => samples.remove(sample))),
    )
    assert.strictEqual(yield* findState(world, sample), undefined)
  }),

  "ends claims in an archived dataset, and keeps what was saved": Effect.gen(function* () {
    const world = yield* makeWorld(2)
    const { ref, store } = world
    const [openClaim] = yield* runAs("person0")(claim(world, "labeling"))
    const id = openClaim?.id ?? assert.fail("has no claim")
    yield* runAs("person0")(Effect.flatMap(Queue, (queue) => queue.perform(id, "save", { score: 0.5 })))
    const setArchived = (archived: boolean) =>
      runAs("ann")(Effect.flatMap(Datasets, (datasets) => datasets.update(ref, { archived })))
    yield* setArchived(true)
    assert.deepStrictEqual(yield* store.listClaims({ user: Username.make("person0") }), [])
    const error = yield* runAs("person0")(Effect.flip(Effect.flatMap(Queue, (queue) => queue.get(id))))
    assert.deepInclude(error, { _tag: "Conflict", code: "stale_claim", claimEnd: "withdrawn" })
    yield* setArchived(false)
    const [again] = yield* runAs("person0")(claim(world, "labeling"))
    assert.deepStrictEqual([again?.sampleId, again?.step], [openClaim?.sampleId, 1])
  }),

  "frees all places of a person who loses their role, however many there are": Effect.gen(function* () {
    const { dataset, ref, store } = yield* makeWorld(2)
    const user = Username.make("person0")
    const ids = yield* generateIds(SampleId, 1100)
    for (const chunk of [ids.slice(0, 600), ids.slice(600)])
      yield* store.put(
        chunk.map((id) =>
          savePlace(
            updatePlaces(
              makeOverlap({ datasetId: dataset.id, id }, 1),
              { np: 0, labeler: null, reviewer: null, status: null },
              0,
            ),
            1,
            user,
            0,
          ),
        ),
      )
    yield* runAs("ann")(Effect.flatMap(Collaborators, (people) => people.remove(ref, "person0")))
    assert.deepStrictEqual(
      yield* store.listOwn({ datasetId: dataset.id, user, queues: ["labeling"], limit: 2 }),
      [],
    )
  }),
})
