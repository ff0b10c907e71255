/** ClaimStore: the facts of a sample's place, and the people that it concerns. */
import {
  ClaimStore,
  type Dataset,
  generateId,
  LabelStore,
  SampleId,
  SampleStore,
  type Username,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { addPerson, instant, makeLabel } from "./fixtures.ts"
import { addQueue } from "./placing.ts"
import { makeSuite } from "./suite.ts"

const listConcerning = (dataset: Dataset, user: Username, after: SampleId | null = null, limit = 100) =>
  Effect.flatMap(ClaimStore, (store) => store.concerning({ datasetId: dataset.id, user, after, limit }))

export const queueFacts = makeSuite("ClaimStore, facts", {
  "reports priority, assignees and the state of the ground truth": Effect.gen(function* () {
    const store = yield* ClaimStore
    const labels = yield* LabelStore
    const [ann, bob, cid] = yield* Effect.all([addPerson("ann"), addPerson("Bob"), addPerson("cid")])
    const { dataset, model, samples, ids } = yield* addQueue([
      { sample: { priority: 2.5, assignedLabeler: bob, assignedReviewer: cid } },
      { label: { status: "REJECTED", labeler: ann, reviewer: bob, rejecter: cid } },
    ])
    const [first] = samples
    if (first === undefined) return assert.fail()
    yield* labels.writeNew([yield* makeLabel(first, model, { status: "REVIEWED", labeler: ann })], "write")
    const nobody = {
      labeler: null,
      reviewer: null,
      rejecter: null,
      assignedLabeler: null,
      assignedReviewer: null,
    }
    assert.sameDeepMembers<unknown>(
      [...(yield* store.facts(dataset.id, [...ids, yield* generateId(SampleId)]))],
      [
        {
          ...nobody,
          sampleId: ids[0],
          priority: 2.5,
          status: null,
          assignedLabeler: bob,
          assignedReviewer: cid,
        },
        {
          ...nobody,
          sampleId: ids[1],
          priority: 0,
          status: "REJECTED",
          labeler: ann,
          reviewer: bob,
          rejecter: cid,
        },
      ],
    )
    assert.deepStrictEqual(yield* store.facts(dataset.id, []), [])
  }),

  "finds the samples that concern a user, ordered by id": Effect.gen(function* () {
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const { dataset, ids } = yield* addQueue([
      { sample: { assignedLabeler: bob } },
      { sample: { assignedReviewer: bob } },
      { sample: { assignedLabeler: ann }, label: { status: "REVIEWED", labeler: bob, reviewer: bob } },
      { label: { status: "LABELED", reviewer: bob } },
      { label: { status: "LABELED", rejecter: bob } },
      { label: { status: "LABELED", labeler: ann } },
      {},
    ])
    assert.deepStrictEqual(yield* listConcerning(dataset, bob), ids.slice(0, 5))
    assert.deepStrictEqual(yield* listConcerning(dataset, bob, null, 2), ids.slice(0, 2))
    assert.deepStrictEqual(yield* listConcerning(dataset, bob, ids[1], 2), ids.slice(2, 4))
    assert.deepStrictEqual(yield* listConcerning(dataset, bob, ids[4]), [])
    yield* Effect.flatMap(SampleStore, (store) => store.markDeleted(dataset.id, ids.slice(0, 1), instant))
    assert.deepStrictEqual(yield* listConcerning(dataset, bob), ids.slice(1, 5))
  }),
})
