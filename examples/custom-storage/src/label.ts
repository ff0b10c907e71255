/** Calls of the engine as an application makes them. */
import { type Engine, toJsonText } from "@annotary/core"

const street = { _tag: "Name", owner: "ana", name: "street" } as const

/** Creates a dataset with one sample. */
export const createStreet = async (engine: Engine): Promise<void> => {
  await engine.users.create({ username: "ana" })
  const ana = engine.as("ana")
  await ana.datasets.create({ name: "street", category: "street_scenery", taskType: "bboxes" })
  const attributes = toJsonText({ image: { url: "https://example.com/0001.jpg" } })
  await ana.samples.createMany(street, [{ name: "0001.jpg", attributes }])
}

/** Claims the sample and submits its label. A claim that is still open is given again. */
export const label = async (engine: Engine): Promise<void> => {
  const { queue } = engine.as("ana")
  const points = [
    [10, 20],
    [110, 80],
  ]
  const attributes = toJsonText({ annotations: [{ id: 1, category_id: 1, type: "bbox", points }] })
  for await (const { claim } of await queue.claim(street, "labeling", { count: 1 }))
    await queue.perform(claim.id, "submit", { attributes, time: 8500 })
}

/** Creates a release and reads its file. */
export const release = async (engine: Engine): Promise<string> => {
  const { releases } = engine.as("ana")
  await releases.create(street, { name: "v1.0" })
  while ((await releases.get(street, "v1.0")).status === "PENDING")
    await new Promise((go) => setTimeout(go, 20))
  const { name, samplesCount, status } = await releases.get(street, "v1.0")
  return `release ${name} ${status}: ${samplesCount} sample`
}

/** One line for each sample. */
export const summarize = async (engine: Engine): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  const { rows } = await engine.as("ana").samples.list(street, { labelset: "ground-truth" })
  for await (const { label, sample } of rows) lines.push(`${sample.name} ${label?.status ?? "UNLABELED"}`)
  return lines
}
