/** A suite for storages that serve several connections: many people label a dataset with gold samples at the same time. */
import {
  CurrentActor,
  castToJsonText,
  DatasetStore,
  defaultSettings,
  EngineSettings,
  GoldSamples,
  GoldStore,
  Labels,
  layerEngine,
  Queue,
  type SampleId,
  Samples,
  type Storage,
  system,
  Username,
} from "@annotary/core/effect"
import { addDataset, addLabelset, addPerson } from "@annotary/storage-contract"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, Stream } from "effect"

const runAs =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, CurrentActor>> =>
    Effect.provideService(effect, CurrentActor, {
      _tag: "Person",
      username: Username.make(name),
      siteAdmin: false,
      credentialsExpireAt: null,
    })

const attributes = castToJsonText(`{"annotations":[]}`)
const people = ["one", "two", "three", "four", "five"]
const [goldCount, sampleCount] = [8, 80]

/** A dataset whose first samples are gold samples, with five labelers. */
const prepareDataset = Effect.gen(function* () {
  const datasets = yield* DatasetStore
  const owner = yield* addPerson("gold-owner")
  const dataset = yield* addDataset(owner, "streets")
  const settings = { ...dataset.settings, goldRate: 0.25 }
  yield* datasets.update({ ...dataset, settings }, dataset.version)
  yield* addLabelset(dataset)
  for (const name of people) yield* datasets.addCollaborator(dataset.id, yield* addPerson(name), "labeler")
  const ref = { _tag: "Id", id: dataset.id } as const
  const names = Array.from({ length: sampleCount }, (_, index) => ({ name: `${index}` }))
  const { samples } = yield* runAs(owner)(
    Effect.flatMap(Samples, (service) => service.createMany(ref, names)),
  )
  const ids = samples.map(({ sample }) => sample.id)
  const gold = ids.slice(0, goldCount)
  for (const id of gold)
    yield* runAs(owner)(Effect.flatMap(GoldSamples, (service) => service.set(id, { attributes })))
  return { dataset, gold, ordinary: ids.slice(goldCount), owner, ref }
})

export const defineGoldQueueSuite = <E>(storage: Layer.Layer<Storage, E>): void => {
  it.live("gives each person each gold sample once, and every other sample to one person", () =>
    Effect.gen(function* () {
      const { dataset, gold, ordinary, owner, ref } = yield* prepareDataset
      const queue = yield* Queue
      const done: Array<{ readonly person: string; readonly sample: SampleId }> = []
      // Two loops of each person may get the same claim: one of them submits it.
      const labelAll = (person: string) =>
        Effect.gen(function* () {
          for (;;) {
            const rows = yield* Stream.runCollect(yield* queue.claim(ref, "labeling", { count: 1 }))
            const [row] = [...rows]
            if (row === undefined) return
            const { claim } = row
            const work = yield* Effect.either(queue.perform(claim.id, "submit", { attributes }))
            if (Either.isRight(work) && !work.right.repeated) done.push({ person, sample: claim.sampleId })
          }
        }).pipe(runAs(person))
      yield* Effect.forEach([...people, ...people], labelAll, { concurrency: "unbounded", discard: true })

      const labeled = done.filter(({ sample }) => ordinary.includes(sample))
      assert.lengthOf(labeled, ordinary.length)
      assert.lengthOf([...new Set(labeled.map(({ sample }) => sample))], ordinary.length)
      const answered = done.filter(({ sample }) => gold.includes(sample))
      assert.lengthOf(
        [...new Set(answered.map(({ person, sample }) => `${person} ${sample}`))],
        answered.length,
      )
      const store = yield* GoldStore
      const results = (yield* Effect.forEach(gold, (sampleId) =>
        store.listAnswers({ datasetId: dataset.id, of: { sampleId }, after: null, limit: 1000 }),
      )).flat()
      assert.sameMembers(
        results.map(({ sampleId, user }) => `${user} ${sampleId}`),
        answered.map(({ person, sample }) => `${person} ${sample}`),
      )
      assert.isTrue(results.every(({ passed }) => passed === true))
      // Each of the five people has at most eight.
      assert.isAbove(answered.length, 5)
      assert.isBelow(answered.length, 41)
      const truths = yield* Effect.forEach(gold, (id) =>
        runAs(owner)(Effect.flatMap(Labels, (labels) => Effect.either(labels.get(id, "ground-truth")))),
      )
      assert.isTrue(truths.every(Either.isLeft))
    }).pipe(
      Effect.provide(
        layerEngine.pipe(
          Layer.provideMerge(storage),
          Layer.provideMerge(Layer.succeed(EngineSettings, { ...defaultSettings, events: "always" })),
          Layer.provideMerge(Layer.succeed(CurrentActor, system)),
        ),
      ),
    ),
  )
}
