import { Effect } from "effect"
import type { QueueName } from "../domain/Claim.ts"
import type { Dataset } from "../domain/Dataset.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { ClaimStore, type QueueView } from "../placement/ClaimStore.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import type { Waiting } from "../placement/ordering.ts"
import { poolStep } from "../placement/queuePlace.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { makeEmptySteps, type QueueStepView, type WaitingSample } from "./explanation.ts"
import { type GoldTurnRequest, makeGoldTurns } from "./gold/makeGoldTurns.ts"
import { makeModelSamples } from "./makeModelSamples.ts"
import { omitBodies } from "./omitBodies.ts"

/** The limit for counts. */
const cap = 1000

/** The samples that wait for a person who may work in a queue, by step. */
export const makeQueueSteps = Effect.gen(function* () {
  const claims = yield* ClaimStore
  const overlaps = yield* OverlapStore
  const samples = yield* SampleReader
  const modelSamples = yield* makeModelSamples
  const goldTurns = yield* makeGoldTurns

  /** Reads the samples that nobody has. */
  const readFree = Effect.fnUntraced(function* (
    { id: dataset, settings }: Dataset,
    user: Username,
    queue: QueueName,
    limit: number,
  ) {
    const isMixed = settings.usesOverlap && settings.goldRate > 0 && queue === "labeling"
    // The first sample decides which gold samples are shown.
    const shown = isMixed ? Math.max(limit, 1) : limit
    const others = yield* claims.view({ datasetId: dataset, user, queue, limit: shown, cap })
    if (!settings.usesOverlap) return yield* showSteps(others)
    const request = { datasetId: dataset, user, queue, limit: cap + 1, isPerStep: true }
    const waiting = yield* overlaps.listWaiting(request)
    const steps = (yield* showSteps(addWaiting(others, waiting, shown))).map((step) => ({
      ...step,
      samples: sortByPriority(step.samples),
    }))
    const mixed = isMixed
      ? yield* addGold({ datasetId: dataset, user, rate: settings.goldRate }, steps, shown)
      : steps
    return mixed.map((step) => ({ ...step, samples: step.samples.slice(0, limit) }))
  })

  /**
   * Shows gold samples as samples of everybody: the one that the person gets next first, and those that they have not met yet in the order of
   * the queue. Those that the others have overtaken are not shown, as if somebody had claimed them.
   */
  const addGold = Effect.fnUntraced(function* (
    gold: GoldTurnRequest,
    steps: ReadonlyArray<QueueStepView>,
    shown: number,
  ) {
    const pool = steps.find(({ step }) => step === poolStep)
    const [first] = pool?.samples ?? []
    if (first === undefined) return steps
    const head = { np: -first.priority, sampleId: first.id }
    const isNext = steps.every(({ samples: ofStep, step }) => step >= poolStep || ofStep.length === 0)
    const [due] = isNext ? yield* goldTurns.listDue(gold, head) : []
    const later = (yield* goldTurns.listAfter(gold, head, cap + 1)).filter(
      ({ sampleId }) => sampleId !== due?.sampleId,
    )
    const ids = [...(due === undefined ? [] : [due]), ...later.slice(0, shown)].map(
      ({ sampleId }) => sampleId,
    )
    const summaries = (yield* samples.listSummaries(ids)).map(omitBodies)
    return steps.map((view): QueueStepView => {
      if (view !== pool) return view
      const waiting = view.waiting + later.length + (due === undefined ? 0 : 1)
      const sorted = sortByPriority([...view.samples, ...summaries])
      return {
        step: view.step,
        waiting: Math.min(waiting, cap),
        capped: view.capped || waiting > cap,
        samples: [
          ...sorted.filter(({ id }) => id === due?.sampleId),
          ...sorted.filter(({ id }) => id !== due?.sampleId),
        ],
      }
    })
  })

  /** Reads the samples to label that models have. A person gets them after all free ones, whatever their steps. */
  const readOfModels = Effect.fnUntraced(function* (
    { id: dataset }: Dataset,
    user: Username,
    queue: QueueName,
    limit: number,
  ) {
    const waiting = queue === "labeling" ? yield* modelSamples.listForPerson(dataset, user) : []
    if (waiting.length === 0) return []
    return yield* showSteps(addWaiting(makeEmptySteps(queue), waiting, limit))
  })

  /** Reads both. */
  const readAll = Effect.fnUntraced(function* (
    dataset: Dataset,
    user: Username,
    queue: QueueName,
    limit: number,
  ) {
    const free = yield* readFree(dataset, user, queue, limit)
    return joinSteps(free, yield* readOfModels(dataset, user, queue, limit), limit)
  })

  const showSteps = Effect.fnUntraced(function* (views: ReadonlyArray<QueueView>) {
    const ids = views.flatMap((view) => view.samples)
    const byId = new Map<SampleId, WaitingSample>()
    for (const sample of yield* samples.listSummaries(ids)) byId.set(sample.id, omitBodies(sample))
    return views.map(
      (view): QueueStepView => ({ ...view, samples: view.samples.flatMap((id) => byId.get(id) ?? []) }),
    )
  })

  return { readFree, readOfModels, readAll }
})

/** Adds samples to the steps of others: counts, and the first ones that are shown. */
const addWaiting = (
  views: ReadonlyArray<QueueView>,
  waiting: ReadonlyArray<Waiting>,
  shown: number,
): ReadonlyArray<QueueView> =>
  views.map((view) => {
    const ids = waiting.filter(({ step }) => step === view.step).map(({ sampleId }) => sampleId)
    const count = view.waiting + ids.length
    return {
      step: view.step,
      waiting: Math.min(count, cap),
      capped: view.capped || count > cap,
      samples: [...view.samples, ...ids.slice(0, shown)],
    }
  })

/** Joins the samples that nobody has with those of models, which come later in each step. */
export const joinSteps = (
  free: ReadonlyArray<QueueStepView>,
  ofModels: ReadonlyArray<QueueStepView>,
  shown: number,
): ReadonlyArray<QueueStepView> =>
  free.map((view) => {
    const held = ofModels.find(({ step }) => step === view.step)
    if (held === undefined) return view
    const count = view.waiting + held.waiting
    return {
      step: view.step,
      waiting: Math.min(count, cap),
      capped: view.capped || held.capped || count > cap,
      samples: [...view.samples, ...held.samples].slice(0, shown),
    }
  })

const sortByPriority = (samples: ReadonlyArray<WaitingSample>): ReadonlyArray<WaitingSample> =>
  samples.toSorted((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1))
