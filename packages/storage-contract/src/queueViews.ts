/** ClaimStore: views of a person's queue, which claim nothing. */
import { ClaimStore, type Dataset, type QueueName, Transaction, type Username } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { addPerson } from "./fixtures.ts"
import { addQueue, listSampleIds, take, type Waiting } from "./placing.ts"
import { makeSuite } from "./suite.ts"

const view = (dataset: Dataset, user: Username, queue: QueueName, limit = 100, cap = 1000) =>
  Effect.flatMap(ClaimStore, (store) => store.view({ datasetId: dataset.id, user, queue, limit, cap }))

/** Samples of every status, assignment and person, in three priorities. */
const everything = Effect.gen(function* () {
  const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
  const statuses = [
    "PRELABELED",
    "LABELING_IN_PROGRESS",
    "LABELED",
    "REVIEWING_IN_PROGRESS",
    "REJECTED",
    "REVIEWED",
  ] as const
  const people = [null, ann, bob]
  const all = [null, ...statuses].flatMap((status) =>
    people.flatMap((worker) =>
      people.map((assignee, i): Waiting => {
        const sample = { priority: i, assignedLabeler: assignee, assignedReviewer: assignee }
        if (status === null) return { sample }
        const second = worker === ann ? bob : ann
        return {
          sample,
          label: { status, labeler: worker, reviewer: worker, rejecter: assignee === null ? second : null },
        }
      }),
    ),
  )
  const world = yield* addQueue(all)
  return { ...world, ann, bob }
})

export const queueViews = makeSuite("ClaimStore, views", {
  "shows the samples that the next claim returns": Effect.gen(function* () {
    const transaction = yield* Transaction
    const { ann, bob, dataset } = yield* everything
    for (const user of [ann, bob]) {
      for (const queue of ["labeling", "reviewing"] as const) {
        const steps = yield* view(dataset, user, queue)
        const taken = yield* Effect.flip(
          transaction.run(Effect.flatMap(take(dataset, user, queue, 1000), (claims) => Effect.fail(claims))),
        )
        assert.isAbove(taken.length, 5)
        assert.deepStrictEqual(
          steps.flatMap(({ samples }) => samples),
          listSampleIds(taken),
        )
        assert.deepStrictEqual(
          steps.flatMap(({ step, samples }) => samples.map(() => step)),
          taken.map(({ step }) => step),
        )
      }
    }
  }),

  "lists every step, including empty ones": Effect.gen(function* () {
    const { ann, dataset } = yield* addQueue([])
    const makeEmpty = (step: number) => ({ step, waiting: 0, capped: false, samples: [] })
    assert.deepStrictEqual<unknown>(yield* view(dataset, ann, "labeling"), [1, 2, 3, 4].map(makeEmpty))
    assert.deepStrictEqual<unknown>(yield* view(dataset, ann, "reviewing"), [1, 2, 3, 4, 5].map(makeEmpty))
  }),

  "counts up to the cap, and lists up to the limit": Effect.gen(function* () {
    const { ann, dataset, ids } = yield* addQueue([{}, {}, {}, {}])
    const viewPool = (limit: number, cap: number) =>
      Effect.map(view(dataset, ann, "labeling", limit, cap), (steps) => steps[3])
    assert.deepStrictEqual(yield* viewPool(2, 10), {
      step: 4,
      waiting: 4,
      capped: false,
      samples: ids.slice(0, 2),
    })
    assert.deepStrictEqual(yield* viewPool(2, 4), {
      step: 4,
      waiting: 4,
      capped: false,
      samples: ids.slice(0, 2),
    })
    assert.deepStrictEqual(yield* viewPool(1, 3), {
      step: 4,
      waiting: 3,
      capped: true,
      samples: ids.slice(0, 1),
    })
  }),

  "leaves out claimed samples, including the user's own, and treats ended leases as free": Effect.gen(
    function* () {
      const { ann, dataset, ids } = yield* addQueue([{}, {}])
      const bob = yield* addPerson("bob")
      const waiting = Effect.map(view(dataset, ann, "labeling"), (steps) =>
        steps.flatMap(({ samples }) => samples),
      )
      const store = yield* ClaimStore
      const [claim] = yield* take(dataset, bob)
      assert.deepStrictEqual(yield* waiting, ids.slice(1))
      yield* store.release(dataset.id, claim === undefined ? [] : [claim.sampleId], "released")
      yield* take(dataset, bob, "labeling", 1, -1)
      assert.deepStrictEqual(yield* waiting, ids)
      yield* take(dataset, ann)
      assert.deepStrictEqual(yield* waiting, ids.slice(1))
    },
  ),
})
