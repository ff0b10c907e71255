/** A dataset with labels, and all that it takes to change its configuration under them. */
import {
  ConfigurationChangeStore,
  ConfigurationJobs,
  Configurations,
  castToJsonText,
  Datasets,
  Jobs,
  JobWorker,
  type LabelAction,
  Labels,
  layerJobHandlers,
  type NewConfigurationChange,
  Samples,
  toJsonText,
} from "@annotary/core/effect"
import { Effect, Fiber, Layer, TestClock } from "effect"
import { as, asSystem, cats, named, people, world } from "../world.ts"

export const ref = named("ann", "cats")
export const layer = (settings: Parameters<typeof world>[0] = {}) =>
  Layer.provideMerge(Layer.provideMerge(JobWorker.Default, layerJobHandlers), world(settings))

export const before = {
  categories: [
    { id: 1, name: "car", attributes: [{ name: "color", input_type: "select", values: ["red", "blue"] }] },
    { id: 2, name: "bus" },
  ],
}
export const merged = { categories: [{ id: 2, name: "bus" }] }
export const merge: NewConfigurationChange = {
  configuration: toJsonText(merged),
  configVersion: 1,
  actions: [{ op: "merge_category", category_id: 1, to: 2 }],
}
export const body = (category: number) =>
  castToJsonText(
    `{"annotations":[{"id":1,"category_id":${category},"type":"point","points":[[1,2]],"ns":1606123456789012345}]}`,
  )

/** `ann/cats` with so many labeled samples, every second of them a car. */
export const prepared = (count: number) =>
  Effect.gen(function* () {
    yield* people("ann", "bob")
    const datasets = yield* Datasets
    yield* datasets.create({ ...cats, owner: "ann", taskAttributes: toJsonText(before) }).pipe(asSystem)
    const samples = yield* Samples
    const labels = yield* Labels
    return yield* as("ann")(
      Effect.forEach(
        Array.from({ length: count }, (_, index) => index),
        (index) =>
          Effect.gen(function* () {
            const { sample } = yield* samples.create(ref, { name: `s${index}` })
            yield* labels.put(sample.id, "ground-truth", {
              attributes: body(1 + (index % 2)),
              status: "LABELED",
            })
            return sample.id
          }),
      ),
    )
  })

export const apply = (change: NewConfigurationChange = merge) =>
  as("ann")(Effect.flatMap(Configurations, (configurations) => configurations.apply(ref, change)))
export const preview = (change: NewConfigurationChange) =>
  as("ann")(Effect.flatMap(Configurations, (configurations) => configurations.preview(ref, change)))

/** Works on one job; what it waits for passes at once. */
export const step = Effect.gen(function* () {
  const { step } = yield* JobWorker
  const fiber = yield* Effect.fork(step)
  yield* TestClock.adjust("7 seconds")
  return yield* Fiber.join(fiber)
})
export const allJobs = Effect.repeat(step, { while: (worked) => worked })

export const jobNamed = (id: Parameters<Jobs["get"]>[0]) =>
  as("ann")(Effect.flatMap(Jobs, (jobs) => jobs.get(id)))
export const configuration = as("ann")(Effect.flatMap(Configurations, (all) => all.get(ref)))
export const label = (id: Parameters<Labels["get"]>[0]) =>
  as("ann")(
    Effect.flatMap(Labels, (labels) => Effect.map(labels.get(id, "ground-truth"), (view) => view.label)),
  )
export const actionsOf = (id: Parameters<Labels["history"]>[0]) =>
  as("ann")(
    Effect.flatMap(Labels, (labels) =>
      Effect.map(labels.history(id, "ground-truth"), (all) => all.map(({ action }): LabelAction => action)),
    ),
  )
export const openChanges = Effect.gen(function* () {
  const { dataset } = (yield* as("ann")(Effect.flatMap(Datasets, (datasets) => datasets.get(ref)))).record
  return yield* Effect.flatMap(ConfigurationChangeStore, (store) => store.open(dataset.id))
})

export const handlersOf = Effect.map(ConfigurationJobs, ({ handlers }) => handlers)

export const nth = <A>(all: ReadonlyArray<A>, index: number): A => {
  const found = all[index]
  if (found === undefined) throw new Error(`There is no ${index}.`)
  return found
}
