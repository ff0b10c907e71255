/** A SQLite file with one dataset, created through the engine, and a copy of it for the peer. */
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { createEngine, type Engine, type JsonText, reveal, toJsonText } from "@annotary/core"
import { sqlite } from "@annotary/storage-sqlite"

export interface World {
  readonly filename: string
  /** The same data, without open connections. */
  readonly copy: string
  readonly apiKey: string
  readonly owner: string
  readonly dataset: string
  readonly datasetId: string
  readonly labelsetId: string
  readonly sampleIds: ReadonlyArray<string>
}

export interface WorldPlan {
  readonly samples: number
  /** Stored as the ground truth of the first sample. */
  readonly label?: JsonText
  /** Adds further data to both files. */
  readonly more?: (engine: Engine, world: World) => Promise<void>
}

const owner = "owner"
/** The configuration for {@link cuboids}: a valid label, which is checked without warnings. */
export const configuration = toJsonText({
  categories: [1, 2, 3, 4, 5].map((id) => ({
    id,
    name: `category ${id}`,
    attributes: [
      { name: "moving", input_type: "checkbox" },
      { name: "source", input_type: "text" },
    ],
  })),
})
/** Samples per request. */
const batchSize = 10_000

export const makeWorld = async (folder: string, plan: WorldPlan): Promise<World> => {
  const filename = join(folder, "ours.db")
  const engine = await createEngine({ storage: sqlite({ filename, synchronous: "normal" }), worker: false })
  await engine.users.create({ username: owner })
  const { secret } = await engine.apiKeys.create({ user: owner })
  const me = engine.as(owner)
  const { record } = await me.datasets.create({
    name: "bench",
    category: "other",
    taskType: "pointcloud-cuboid",
    taskAttributes: configuration,
  })
  const { dataset } = record
  const ref = { _tag: "Name", owner, name: dataset.name } as const
  const [labelset] = await me.labelsets.list(ref)
  if (labelset === undefined) throw new Error("The dataset has no ground truth.")
  const sampleIds: Array<string> = []
  for (let from = 0; from < plan.samples; from += batchSize) {
    const inputs = Array.from({ length: Math.min(batchSize, plan.samples - from) }, (_, i) =>
      sampleInput(from + i),
    )
    const { samples } = await me.samples.createMany(ref, inputs)
    sampleIds.push(...samples.map(({ sample }) => sample.id))
    const [first] = samples
    if (from === 0 && first !== undefined && plan.label !== undefined)
      await me.labels.put(first.sample.id, labelset.name, { status: "LABELED", attributes: plan.label })
  }
  const world: World = {
    filename,
    copy: join(folder, "peer.db"),
    apiKey: reveal(secret),
    owner,
    dataset: dataset.name,
    datasetId: dataset.id,
    labelsetId: labelset.id,
    sampleIds,
  }
  await plan.more?.(engine, world)
  await engine.close()
  copyFileSync(filename, world.copy)
  return world
}

/** The sample with a number, as it is sent. */
export const sampleInput = (number: number) => ({
  name: `frame-${String(number).padStart(8, "0")}`,
  attributes: toJsonText({
    image: { url: `https://images.example/drive-17/${number}.jpg` },
    timestamp: number,
  }),
})
