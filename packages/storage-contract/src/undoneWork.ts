/** WorkunitStore and ClaimStore: work that is taken back. */
import {
  ClaimId,
  ClaimStore,
  generateId,
  type SampleClaimRequest,
  Transaction,
  type Workunit,
  WorkunitStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addPerson, addSample, addSeconds, aWorld, instant, makeWorkunit } from "./fixtures.ts"
import { addQueue } from "./placing.ts"
import { makeSuite } from "./suite.ts"

export const undoneWork = makeSuite("WorkunitStore, undone work", {
  "sums up an undo in the span of the work that it takes back": Effect.gen(function* () {
    const store = yield* WorkunitStore
    const { ann, dataset } = yield* aWorld
    const bob = yield* addPerson("bob")
    const [sample, other] = [yield* addSample(dataset), yield* addSample(dataset, "other")]
    const addWork = (seconds: number, fields: Partial<Workunit>, of = sample) =>
      Effect.flatMap(
        makeWorkunit(of, { createdBy: ann, createdAt: addSeconds(instant, seconds), ...fields }),
        store.insert,
      )
    yield* addWork(10, { action: "submit" })
    // Neither of another person, nor of another sample, nor of another kind.
    yield* addWork(61, { action: "submit", createdBy: bob })
    yield* addWork(61, { action: "submit" }, other)
    yield* addWork(61, { action: "accept", workType: "review", labeler: bob })
    yield* addWork(62, { action: "undo" })
    yield* addWork(62, { action: "undo", workType: "review", labeler: bob })
    yield* addWork(63, { action: "submit" })
    const spans = [
      { start: instant, end: addSeconds(instant, 60) },
      { start: addSeconds(instant, 60), end: addSeconds(instant, 120) },
      { start: addSeconds(instant, 62), end: addSeconds(instant, 63) },
    ]
    const list = (person: typeof ann | null) =>
      Effect.map(store.tally(dataset.id, spans, person), (tallies) =>
        tallies
          .map(({ action, span, user, workType, workunits }) =>
            [span, user, workType, action, workunits].join(" "),
          )
          .toSorted(),
      )
    const annsWork = [
      "0 ann label submit 1",
      "0 ann label undo 1",
      "1 ann label submit 2",
      "1 ann review accept 1",
      "1 ann review undo 1",
    ]
    assert.deepStrictEqual(yield* list(ann), annsWork)
    assert.deepStrictEqual(yield* list(null), [...annsWork, "1 bob label submit 1"].toSorted())
    const reviews = annsWork.filter((line) => line.includes("review"))
    assert.deepStrictEqual(yield* list(bob), [...reviews, "1 bob label submit 1"].toSorted())
  }),

  "gives a sample again to a person who claims it meanwhile too, without a deadlock": Effect.gen(
    function* () {
      const claims = yield* ClaimStore
      const transaction = yield* Transaction
      const { ann, dataset, ids } = yield* addQueue([{}])
      const [sampleId] = ids
      if (sampleId === undefined) return assert.fail()
      const makeRequest = Effect.map(
        generateId(ClaimId),
        (id): SampleClaimRequest => ({
          ...{ datasetId: dataset.id, sampleId, user: ann, queue: "labeling", leaseSeconds: 900 },
          ...{ id, maxOpen: 9 },
        }),
      )
      const takeBack = transaction.run(
        Effect.gen(function* () {
          const request = yield* makeRequest
          yield* claims.takeTurn(request)
          yield* claims.lock(dataset.id, [sampleId])
          yield* Effect.sleep("60 millis")
          return yield* claims.claimSample(request)
        }),
      )
      const claim = Effect.zipRight(
        Effect.sleep("20 millis"),
        Effect.flatMap(makeRequest, claims.claimSample),
      )
      const both = yield* Effect.all([takeBack, claim], { concurrency: "unbounded" })
      const [first, second] = both.map(Option.getOrNull)
      assert.isDefined(first?.id)
      assert.strictEqual(second?.id, first?.id)
    },
  ),
})
