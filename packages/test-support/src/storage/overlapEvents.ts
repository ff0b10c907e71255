/** A suite for storages: the events of samples whose labels by several people are all in, when these people submit at the same time. */
import {
  CurrentActor,
  castToJsonText,
  DatasetStore,
  defaultSettings,
  EngineSettings,
  layerEngine,
  Outbox,
  parseJson,
  Queue,
  Samples,
  type Storage,
  system,
  Username,
} from "@annotary/core/effect"
import { addDataset, addLabelset, addPerson } from "@annotary/storage-contract"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"

const runAs =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, CurrentActor>> =>
    Effect.provideService(effect, CurrentActor, {
      _tag: "Person",
      username: Username.make(name),
      siteAdmin: false,
      credentialsExpireAt: null,
    })

const people = ["overlap-one", "overlap-two", "overlap-three"]

/** Labels of samples with even numbers are equal, others are at different places. */
const makeLabel = (sample: string, person: number) =>
  castToJsonText(
    `{"annotations":[{"id":1,"category_id":1,"type":"cuboid","position":{"x":${Number(sample) % 2 === 0 ? 0 : person * 50},"y":0,"z":0},"dimensions":{"x":10,"y":10,"z":10},"yaw":0}]}`,
  )

/** A dataset whose samples three people label; labels that agree are merged. */
const prepareDataset = Effect.gen(function* () {
  const datasets = yield* DatasetStore
  const owner = yield* addPerson("overlap-owner")
  const dataset = yield* addDataset(owner, "streets")
  const settings = {
    ...dataset.settings,
    ...({ overlap: 3, overlapDecision: "merge", usesOverlap: true } as const),
  }
  yield* datasets.update({ ...dataset, settings }, dataset.version)
  yield* addLabelset(dataset)
  for (const name of people) yield* datasets.addCollaborator(dataset.id, yield* addPerson(name), "labeler")
  const ref = { _tag: "Id", id: dataset.id } as const
  const names = Array.from({ length: 6 }, (_, index) => ({ name: `${index}` }))
  yield* runAs(owner)(Effect.flatMap(Samples, (service) => service.createMany(ref, names)))
  return { owner, ref }
})

export const defineOverlapEventsSuite = <E>(storage: Layer.Layer<Storage, E>): void => {
  it.scopedLive(
    "reports each sample once, as merged or disputed, when three people label at the same time",
    () =>
      Effect.gen(function* () {
        const { owner, ref } = yield* prepareDataset
        const queue = yield* Queue
        const labelAll = (person: string, place: number) =>
          Effect.gen(function* () {
            for (;;) {
              const rows = yield* Stream.runCollect(yield* queue.claim(ref, "labeling", { count: 1 }))
              const [row] = [...rows]
              if (row === undefined) return
              const attributes = makeLabel(row.sample.name, place)
              yield* queue.perform(row.claim.id, "submit", { attributes })
            }
          }).pipe(runAs(person))
        yield* Effect.forEach(people, labelAll, { concurrency: "unbounded" })
        const events = yield* (yield* Outbox).read({ after: null, limit: 1000 })
        const reported = events.flatMap(({ object, type }) => {
          if (type !== "sample.agreed" && type !== "sample.disputed") return []
          const { labels, name, state } = parseJson(object) as Record<string, unknown>
          return [`${name} ${type} ${state} ${labels}`]
        })
        assert.deepStrictEqual(
          reported.toSorted(),
          ["0", "1", "2", "3", "4", "5"].map((name) =>
            Number(name) % 2 === 0
              ? `${name} sample.agreed decided 3`
              : `${name} sample.disputed adjudicating 3`,
          ),
        )
        const lists = yield* Samples
        const find = (state: "adjudicating" | "decided") =>
          Effect.gen(function* () {
            const { rows } = yield* lists.list(ref, { overlapStates: [state], overlap: true })
            return [...(yield* Stream.runCollect(rows))].map(
              ({ overlap, sample }) => `${sample.name} ${overlap?.accepted}`,
            )
          }).pipe(runAs(owner))
        assert.deepStrictEqual(yield* find("decided"), ["0 merged", "2 merged", "4 merged"])
        assert.deepStrictEqual(yield* find("adjudicating"), ["1 null", "3 null", "5 null"])
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
