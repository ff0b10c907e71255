/** Test data: samples with places in the queues, set as the engine does. By default, everybody may work. */
import {
  type Claim,
  ClaimId,
  ClaimStore,
  type Dataset,
  generateIds,
  type Label,
  LabelStore,
  type QueueName,
  queueKey,
  type Sample,
  type Username,
  type Workers,
} from "@annotary/core/effect"
import { Effect } from "effect"
import { addLabelset, addSamples, aWorld, makeLabel } from "./fixtures.ts"

export const everybody: Workers = {
  mayLabel: () => true,
  mayReview: () => true,
  mayPrelabel: () => true,
}

export const placeSamples = (
  dataset: Dataset,
  samples: ReadonlyArray<Pick<Sample, "id">>,
  workers: Workers = everybody,
) =>
  Effect.gen(function* () {
    const claims = yield* ClaimStore
    for (let i = 0; i < samples.length; i += 1000) {
      const ids = samples.slice(i, i + 1000).map(({ id }) => id)
      const facts = yield* claims.facts(dataset.id, ids)
      yield* claims.place(
        dataset.id,
        facts.map((each) => queueKey(each, workers)),
      )
    }
  })

/** Claims with a lease of 15 minutes. */
export const take = (
  dataset: Dataset,
  user: Username,
  queue: QueueName = "labeling",
  count = 1,
  leaseSeconds = 900,
) =>
  Effect.gen(function* () {
    const claims = yield* ClaimStore
    const ids = yield* generateIds(ClaimId, count)
    return yield* claims.claim({ datasetId: dataset.id, user, queue, count, leaseSeconds, ids })
  })

export const listSampleIds = (claims: ReadonlyArray<Claim>) => claims.map(({ sampleId }) => sampleId)

export interface Waiting {
  readonly sample?: Partial<Sample>
  readonly label?: Partial<Label>
}

/** A dataset of `ann` with these samples and labels in the queues. */
export const addQueue = (all: ReadonlyArray<Waiting>) =>
  Effect.gen(function* () {
    const world = yield* aWorld
    const model = yield* addLabelset(world.dataset, "model")
    const labels = yield* LabelStore
    const samples = yield* addSamples(
      world.dataset,
      all.map(({ sample = {} }) => sample),
    )
    for (const [i, sample] of samples.entries()) {
      const label = all[i]?.label
      if (label !== undefined) yield* labels.writeNew([yield* makeLabel(sample, world.truth, label)], "write")
    }
    yield* placeSamples(world.dataset, samples)
    return { ...world, model, samples, ids: samples.map(({ id }) => id) }
  })
