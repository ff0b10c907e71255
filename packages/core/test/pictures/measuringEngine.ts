/** An engine in memory that measures pictures by a function of the test, with a dataset of ann. */
import { createEngine, type Formats } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { Effect } from "effect"

export const ref = { _tag: "Name", owner: "ann", name: "cars" } as const

export const makeMeasuringEngine = async (measure: NonNullable<Formats["measure"]>) => {
  const engine = await createEngine({
    storage: memory(),
    formats: {
      list: async () => [],
      write: () => Promise.reject(new Error("Nothing is written.")),
      read: () => Promise.reject(new Error("Nothing is read.")),
      measure,
    },
    worker: false,
    remoteFiles: {
      opensUrls: true,
      mayOpenUrl: () => true,
      openObject: () => Effect.succeed(null),
      openUrl: () => Effect.succeed(null),
    },
  })
  await engine.users.create({ username: "ann" })
  const ann = engine.as("ann")
  const taskType = "image-segmentation-sequence"
  await ann.datasets.create({ owner: "ann", name: "cars", category: "other", taskType })
  return { engine, ann }
}
