/** GoldStore: known labels of samples, the results of people on them, and their turns. */
import {
  castToJsonText,
  DatasetStore,
  ErasureStore,
  type GoldAnswer,
  type GoldAnswersQuery,
  type GoldLabel,
  GoldStore,
  LabelStore,
  makeOverlap,
  type Overlap,
  type Sample,
  savePlace,
  setLease,
  Transaction,
  Username,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addSeconds, instant, oddJson } from "./fixtures.ts"
import { ann, aWorld, bob, eve, lease, makeOverlapLabel } from "./overlapFixtures.ts"
import { makeSuite, runTwenty } from "./suite.ts"

const [firstVersion, otherVersion] = ["1", "2"].map((digit) =>
  VersionId.make(`0198a000-0000-7000-8000-00000000000${digit}`),
) as [VersionId, VersionId]

/** Other attributes of a known label. */
const otherJson = castToJsonText(`{"annotations":[]}`)

const makeGold = (sample: Sample, np = 0): Overlap => ({ ...makeOverlap(sample, 1), state: "gold", np })

const makeKnown = (sample: Sample, fields: Partial<GoldLabel> = {}): GoldLabel => ({
  ...{ datasetId: sample.datasetId, sampleId: sample.id, attributes: oddJson, configVersion: 3 },
  version: firstVersion,
  ...{ createdAt: instant, createdBy: ann, draw: 0.25 },
  ...fields,
})

const makeAnswer = (sample: Sample, user: Username, fields: Partial<GoldAnswer> = {}): GoldAnswer => ({
  ...{ datasetId: sample.datasetId, sampleId: sample.id, user, score: 0.5, passed: false, at: instant },
  outdated: false,
  counted: true,
  ...fields,
})

const makeQuery = (sample: Sample): GoldAnswersQuery => ({
  ...{ datasetId: sample.datasetId, of: { sampleId: sample.id } },
  ...{ after: null, limit: 9 },
})

/** Three gold samples, the last one first in the queue. */
const aGoldWorld = Effect.gen(function* () {
  const world = yield* aWorld
  const { a, b, c, store } = world
  const gold = yield* GoldStore
  yield* store.put([makeGold(a), makeGold(b), makeGold(c, -1)])
  yield* gold.put(makeKnown(a, { draw: 0.5 }))
  yield* gold.put(makeKnown(b, { draw: 0.9 }))
  yield* gold.put(makeKnown(c, { draw: 0.1 }))
  const name = (rows: ReadonlyArray<{ readonly sampleId: string }>) =>
    rows.map(({ sampleId }) => (sampleId === a.id ? "a" : sampleId === b.id ? "b" : "c")).join("")
  const query = (user: Username, limit = 9) => ({ datasetId: a.datasetId, user, limit })
  const listWaiting = (user: Username, limit?: number) =>
    Effect.map(gold.listWaiting(query(user, limit)), name)
  const listNext = (user: Username, pivot: number, limit?: number) =>
    Effect.map(gold.listNext({ ...query(user, limit), pivot }), name)
  const listNear = (user: Username, head: Pick<Overlap, "np" | "sampleId">, limit?: number) =>
    Effect.map(gold.listNear({ ...query(user, limit), head }), name)
  return { ...world, gold, listNear, listNext, listWaiting, name }
})

export const gold = makeSuite("GoldStore", {
  "stores a known label, which goes with the overlap, and which counts as a label of the dataset": Effect.gen(
    function* () {
      const { a, b, dataset, store } = yield* aWorld
      const [goldStore, labels] = yield* Effect.all([GoldStore, LabelStore])
      yield* store.put([makeGold(a), makeGold(b)])
      assert.isFalse(yield* labels.anyIn(dataset.id))
      yield* goldStore.put(makeKnown(a))
      assert.isTrue(yield* labels.anyIn(dataset.id))
      assert.deepStrictEqual(yield* goldStore.find(dataset.id, a.id), Option.some(makeKnown(a)))
      assert.strictEqual(yield* goldStore.count(dataset.id), 1)
      assert.isTrue(Option.isNone(yield* goldStore.find(dataset.id, b.id)))
      assert.deepStrictEqual((yield* store.find(dataset.id, [a.id])).get(a.id), makeGold(a))
      yield* store.remove(dataset.id, [a.id])
      assert.isTrue(Option.isNone(yield* goldStore.find(dataset.id, a.id)))
      assert.strictEqual(yield* goldStore.count(dataset.id), 0)
    },
  ),

  "replaces a known label, whose draw stays": Effect.gen(function* () {
    const { a, dataset, gold: goldStore } = yield* aGoldWorld
    const next = makeKnown(a, {
      version: otherVersion,
      createdAt: addSeconds(instant, 1),
      createdBy: bob,
      configVersion: 4,
      draw: 0.7,
    })
    yield* goldStore.put(next)
    assert.deepStrictEqual(yield* goldStore.find(dataset.id, a.id), Option.some({ ...next, draw: 0.5 }))
  }),

  "lists what a person has not answered in the order of the queue, and of draws from a pivot on": Effect.gen(
    function* () {
      const { a, c, gold: goldStore, listNext, listWaiting } = yield* aGoldWorld
      assert.strictEqual(yield* listWaiting(bob), "cab")
      assert.strictEqual(yield* listWaiting(bob, 2), "ca")
      assert.strictEqual(yield* listNext(bob, 0), "cab")
      assert.strictEqual(yield* listNext(bob, 0.5), "abc")
      assert.strictEqual(yield* listNext(bob, 0.6), "bca")
      assert.strictEqual(yield* listNext(bob, 0.95), "cab")
      assert.strictEqual(yield* listNext(bob, 0.6, 1), "b")
      assert.strictEqual(yield* listNext(bob, 0.6, 2), "bc")
      assert.strictEqual(yield* listWaiting(ann), "", "made by this person")
      yield* goldStore.addAnswer(makeAnswer(a, bob, { score: null, passed: null }))
      assert.strictEqual(yield* listWaiting(bob), "cb")
      assert.strictEqual(yield* listNext(bob, 0.5), "bc")
      assert.strictEqual(yield* listWaiting(eve), "cab")
      const [first] = yield* goldStore.listWaiting({ datasetId: c.datasetId, user: bob, limit: 1 })
      assert.deepStrictEqual(first, { sampleId: c.id, np: -1, draw: 0.1 })
    },
  ),

  "lists what is next to a place in the order of the queue, on both sides": Effect.gen(function* () {
    const { a, b, c, gold: goldStore, listNear } = yield* aGoldWorld
    const makePlace = (np: number, sample: Sample) => ({ np, sampleId: sample.id })
    assert.strictEqual(yield* listNear(bob, makePlace(0, a)), "cab")
    assert.strictEqual(yield* listNear(bob, makePlace(-1, b)), "cab")
    assert.strictEqual(yield* listNear(bob, makePlace(0, b), 1), "ab")
    assert.strictEqual(yield* listNear(bob, makePlace(0, a), 1), "ca")
    assert.strictEqual(yield* listNear(bob, makePlace(-0.5, c), 1), "ca")
    assert.strictEqual(yield* listNear(bob, makePlace(-2, c), 1), "c")
    assert.strictEqual(yield* listNear(bob, makePlace(1, a), 2), "ab")
    assert.strictEqual(yield* listNear(ann, makePlace(0, a)), "", "made by this person")
    yield* goldStore.addAnswer(makeAnswer(a, bob))
    assert.strictEqual(yield* listNear(bob, makePlace(0, a), 1), "cb")
  }),

  "leaves out what a person has, and gives nobody its places": Effect.gen(function* () {
    const { a, b, dataset, listNext, listWaiting, store } = yield* aGoldWorld
    yield* lease(a, bob, "wait")
    assert.strictEqual(yield* listWaiting(bob), "cb")
    assert.strictEqual(yield* listNext(bob, 0.5), "bc")
    assert.strictEqual(yield* listWaiting(eve), "cab")
    const list = (user: Username, isPerStep: boolean) =>
      Effect.map(
        store.listWaiting({ datasetId: dataset.id, user, queue: "labeling", limit: 9, isPerStep }),
        (rows) => rows.map(({ step }) => step),
      )
    yield* lease(b, bob, "wait", 0)
    assert.strictEqual(yield* listWaiting(bob), "cb", "the lease has ended")
    for (const user of [ann, bob, eve])
      for (const isPerStep of [false, true]) assert.deepStrictEqual(yield* list(user, isPerStep), [])
    const stored = (yield* store.find(dataset.id, [b.id])).get(b.id)
    if (stored === undefined) return yield* Effect.dieMessage("No overlap.")
    const saved = setLease(
      savePlace(stored, stored.places[0]?.place ?? 0, bob, 0),
      stored.places[0]?.place ?? 0,
      null,
    )
    yield* store.put([saved])
    assert.deepStrictEqual((yield* store.find(dataset.id, [b.id])).get(b.id), saved)
    for (const isPerStep of [false, true]) {
      assert.deepStrictEqual(yield* list(bob, isPerStep), [1])
      assert.deepStrictEqual(yield* list(eve, isPerStep), [])
    }
    assert.strictEqual(yield* listWaiting(bob), "c", "saved work")
    yield* store.addLabel(yield* makeOverlapLabel(a, bob))
    assert.deepStrictEqual(yield* store.listComplete(dataset.id, null, 9), [])
  }),

  "counts one answer of a person to a sample, and those that were compared alone": Effect.gen(function* () {
    const { a, b, c, dataset, gold: goldStore, store } = yield* aGoldWorld
    const answers = yield* runTwenty(() =>
      goldStore.addAnswer(makeAnswer(a, bob, { score: 1, passed: true })),
    )
    assert.deepStrictEqual(
      answers.filter((counts) => counts !== null),
      [{ answers: 1, passed: 1 }],
    )
    assert.isNull(yield* goldStore.addAnswer(makeAnswer(a, bob, { score: 0, passed: false })))
    const skipped = makeAnswer(b, bob, { score: null, passed: false, at: addSeconds(instant, 2) })
    assert.deepStrictEqual(yield* goldStore.addAnswer(skipped), { answers: 2, passed: 1 })
    const bitmap = makeAnswer(c, bob, { score: null, passed: null })
    assert.deepStrictEqual(yield* goldStore.addAnswer(bitmap), { answers: 2, passed: 1 })
    yield* goldStore.addAnswer(makeAnswer(b, ann))
    assert.deepStrictEqual(yield* goldStore.listAnswers(makeQuery(b)), [skipped, makeAnswer(b, ann)])
    const turn = { datasetId: dataset.id, user: ann, rate: 0, countdown: 0, pivot: 0 }
    assert.deepStrictEqual(yield* goldStore.findTurn(dataset.id, ann), Option.some(turn))
    const figures = { answers: 2, passed: 1, notCompared: 1, meanScore: 1 }
    const counted = { answers: 2, passed: 1 }
    const ofAnn = { user: ann, answers: 1, passed: 0, notCompared: 0, meanScore: 0.5 }
    const people = [
      { user: bob, ...figures, counted },
      { ...ofAnn, counted: { answers: 1, passed: 0 } },
    ]
    assert.deepStrictEqual(yield* goldStore.listPeople(dataset.id, null, 9), people)
    const countPassed = Effect.map(goldStore.countAnswers(dataset.id, [bob, ann, eve]), (found) =>
      [bob, ann, eve].map((user) => [found.get(user)?.answers ?? 0, found.get(user)?.passed ?? 0]),
    )
    const passed = [
      [2, 1],
      [1, 0],
      [0, 0],
    ]
    assert.deepStrictEqual(yield* countPassed, passed)
    assert.strictEqual((yield* goldStore.countAnswers(dataset.id, [])).size, 0)
    assert.isFalse((yield* goldStore.countAnswers(dataset.id, [ann])).has(bob))
    yield* goldStore.resetCounts(dataset.id, bob)
    yield* goldStore.resetCounts(dataset.id, eve)
    assert.deepStrictEqual(yield* countPassed, passed)
    const [reset] = yield* goldStore.listPeople(dataset.id, null, 9)
    assert.deepStrictEqual(reset, { user: bob, ...figures, counted: { answers: 0, passed: 0 } })
    yield* store.remove(dataset.id, [c.id])
    assert.deepStrictEqual(yield* goldStore.addAnswer(makeAnswer(c, eve)), { answers: 1, passed: 0 })
  }),

  "counts answers of a person that come at once: the last one counts all": Effect.gen(function* () {
    const { a, b, c, gold: goldStore } = yield* aGoldWorld
    const transaction = yield* Transaction
    const counts = yield* Effect.forEach(
      [a, b, c],
      (sample) => transaction.run(goldStore.addAnswer(makeAnswer(sample, bob, { passed: true }))),
      { concurrency: "unbounded" },
    )
    assert.sameMembers(
      counts.map((one) => one?.answers),
      [1, 2, 3],
    )
  }),

  "lists gold samples by id with the figures of their answers": Effect.gen(function* () {
    const { a, b, c, dataset, gold: goldStore, name } = yield* aGoldWorld
    yield* goldStore.addAnswer(makeAnswer(b, bob, { score: 1, passed: true }))
    yield* goldStore.addAnswer(makeAnswer(b, eve, { score: 0.5 }))
    yield* goldStore.addAnswer(makeAnswer(b, ann, { score: null, passed: null }))
    assert.strictEqual(name(yield* goldStore.list(dataset.id, null, 9)), "abc")
    assert.strictEqual(name(yield* goldStore.list(dataset.id, null, 2)), "ab")
    assert.strictEqual(name(yield* goldStore.list(dataset.id, b.id, 9)), "c")
    const [first, second] = yield* goldStore.list(dataset.id, null, 2)
    const made = { createdAt: instant, createdBy: ann }
    const none = { answers: 0, passed: 0, notCompared: 0, meanScore: null }
    assert.deepStrictEqual(first, { sampleId: a.id, ...made, ...none })
    const figures = { answers: 2, passed: 1, notCompared: 1, meanScore: 0.75 }
    assert.deepStrictEqual(second, { sampleId: b.id, ...made, ...figures })
    assert.strictEqual(c.datasetId, dataset.id)
  }),

  "counts no answer to a known label that was replaced since, whatever the clock says": Effect.gen(
    function* () {
      const { a, b, c, dataset, gold: goldStore, store } = yield* aGoldWorld
      const next = { attributes: otherJson, createdAt: addSeconds(instant, -1) }
      yield* goldStore.addAnswer(makeAnswer(a, bob, { score: 0, passed: false }))
      yield* goldStore.addAnswer(makeAnswer(b, bob, { score: 1, passed: true }))
      yield* goldStore.put(makeKnown(a, next))
      yield* goldStore.addAnswer(makeAnswer(a, eve, { score: 1, passed: true, at: addSeconds(instant, -2) }))
      const [first, second] = yield* goldStore.list(dataset.id, null, 2)
      const figures = { answers: 1, passed: 1, notCompared: 0, meanScore: 1 }
      assert.deepInclude(first, { ...figures, notCompared: 1 })
      assert.deepInclude(second, figures)
      const counted = { answers: 1, passed: 1 }
      const ofBob = { user: bob, ...figures, notCompared: 1, counted }
      const ofEve = { user: eve, ...figures, counted }
      const people = [ofBob, ofEve]
      assert.deepStrictEqual(yield* goldStore.listPeople(dataset.id, null, 9), people)
      const list = Effect.map(goldStore.listAnswers(makeQuery(a)), (answers) =>
        answers.map(({ outdated, passed, user }) => [user, passed, outdated]),
      )
      const answers = [
        [bob, false, true],
        [eve, true, false],
      ]
      assert.deepStrictEqual(yield* list, answers)
      yield* goldStore.put(makeKnown(a, { ...next, createdAt: addSeconds(instant, 9), configVersion: 4 }))
      assert.deepStrictEqual(yield* list, answers, "the same attributes")
      assert.deepStrictEqual(yield* goldStore.addAnswer(makeAnswer(c, eve)), { answers: 2, passed: 1 })
      yield* goldStore.put(makeKnown(c, next))
      yield* store.remove(dataset.id, [a.id])
      assert.deepStrictEqual(
        yield* goldStore.listPeople(dataset.id, null, 9),
        [ofBob, { ...ofEve, notCompared: 1 }],
        "no gold sample any more",
      )
      yield* goldStore.resetCounts(dataset.id, bob)
      const counts = yield* goldStore.addAnswer(makeAnswer(c, bob, { score: 1, passed: true }))
      assert.deepStrictEqual(counts, { answers: 1, passed: 1 }, "those before the pause do not count")
      assert.deepStrictEqual(yield* list, answers)
      yield* store.put([makeGold(a)])
      yield* goldStore.put(makeKnown(a, next))
      assert.deepStrictEqual(
        yield* list,
        [
          [bob, false, true],
          [eve, true, true],
        ],
        "a gold sample anew: nobody knows which label the answers were compared with",
      )
    },
  ),

  "lists answers to a sample and of a person in pages, the latest first": Effect.gen(function* () {
    const { a, b, c, dataset, gold: goldStore } = yield* aGoldWorld
    const first = makeAnswer(a, bob, { at: addSeconds(instant, 5) })
    const [second, third] = [makeAnswer(b, bob), makeAnswer(c, bob)]
    const ofAnn = makeAnswer(a, ann, { at: addSeconds(instant, 5) })
    for (const answer of [first, second, third, ofAnn]) yield* goldStore.addAnswer(answer)
    const ofPerson = { datasetId: dataset.id, of: { user: bob } }
    const list = (after: GoldAnswer | null, limit: number) =>
      goldStore.listAnswers({ ...ofPerson, after, limit })
    assert.deepStrictEqual(yield* list(null, 9), [first, third, second])
    assert.deepStrictEqual(yield* list(null, 2), [first, third])
    assert.deepStrictEqual(yield* list(third, 2), [second])
    assert.deepStrictEqual(yield* list(second, 2), [])
    assert.deepStrictEqual(yield* goldStore.listAnswers(makeQuery(a)), [ofAnn, first])
    assert.deepStrictEqual(yield* goldStore.listAnswers({ ...makeQuery(a), after: ofAnn }), [first])
    assert.deepStrictEqual(Option.getOrNull(yield* goldStore.findAnswer(dataset.id, a.id, bob)), first)
    assert.isTrue(Option.isNone(yield* goldStore.findAnswer(dataset.id, b.id, ann)))
    const listNames = (after: Username | null, limit: number) =>
      Effect.map(goldStore.listPeople(dataset.id, after, limit), (rows) => rows.map(({ user }) => user))
    const sorted = [ann, bob].toSorted()
    assert.deepStrictEqual(yield* listNames(null, 9), sorted)
    assert.deepStrictEqual(yield* listNames(null, 1), sorted.slice(0, 1))
    assert.deepStrictEqual(yield* listNames(sorted[0] ?? null, 9), sorted.slice(1))
  }),

  "keeps the turn of a person beside their counts": Effect.gen(function* () {
    const { a, dataset, gold: goldStore } = yield* aGoldWorld
    assert.isTrue(Option.isNone(yield* goldStore.findTurn(dataset.id, bob)))
    const turn = { datasetId: dataset.id, user: bob, rate: 0.125, countdown: 7, pivot: 0.3 }
    yield* goldStore.putTurn(turn)
    assert.deepStrictEqual(yield* goldStore.findTurn(dataset.id, bob), Option.some(turn))
    const counts = { answers: 1, passed: 1 }
    assert.deepStrictEqual(yield* goldStore.addAnswer(makeAnswer(a, bob, { passed: true })), counts)
    yield* goldStore.putTurn({ ...turn, countdown: 6, pivot: 0.4 })
    assert.deepStrictEqual(
      yield* goldStore.findTurn(dataset.id, bob),
      Option.some({ ...turn, countdown: 6, pivot: 0.4 }),
    )
    const [person] = yield* goldStore.listPeople(dataset.id, null, 9)
    assert.deepStrictEqual(person?.counted, counts)
  }),

  "names the pseudonym of a person who is removed": Effect.gen(function* () {
    const { a, dataset, gold: goldStore } = yield* aGoldWorld
    const erasure = yield* ErasureStore
    yield* goldStore.addAnswer(makeAnswer(a, bob))
    yield* goldStore.putTurn({ datasetId: dataset.id, user: bob, rate: 0.5, countdown: 1, pivot: 0 })
    const to = Username.make("deleted-user-1")
    yield* erasure.rename({ from: bob, to }, dataset.id)
    yield* erasure.rename({ from: ann, to: Username.make("deleted-user-2") }, dataset.id)
    const label = Option.getOrNull(yield* goldStore.find(dataset.id, a.id))
    assert.strictEqual(label?.createdBy, "deleted-user-2")
    assert.deepStrictEqual(yield* goldStore.listAnswers(makeQuery(a)), [makeAnswer(a, to)])
    assert.isNull(yield* goldStore.addAnswer(makeAnswer(a, to)))
    assert.isTrue(Option.isNone(yield* goldStore.findTurn(dataset.id, bob)))
    assert.strictEqual(Option.getOrNull(yield* goldStore.findTurn(dataset.id, to))?.countdown, 1)
  }),

  "goes with the dataset": Effect.gen(function* () {
    const { a, dataset, gold: goldStore, listWaiting } = yield* aGoldWorld
    const datasets = yield* DatasetStore
    yield* goldStore.addAnswer(makeAnswer(a, bob))
    yield* datasets.markDeleted(dataset.id, instant)
    assert.isTrue(Option.isNone(yield* goldStore.find(dataset.id, a.id)))
    assert.strictEqual(yield* listWaiting(eve), "")
    assert.deepStrictEqual(yield* goldStore.list(dataset.id, null, 9), [])
    assert.deepStrictEqual(yield* goldStore.listPeople(dataset.id, null, 9), [])
    while ((yield* datasets.purge(dataset.id, 100)) > 0);
  }),
})
