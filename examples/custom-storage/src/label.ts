/** Creates a dataset with two samples, labels one of them, and creates a release. */
import { type Engine, jsonText } from "@annotary/core"

export const label = async (engine: Engine): Promise<void> => {
  await engine.users.create({ username: "ana" })
  const ana = engine.as("ana")
  const { record } = await ana.datasets.create({
    name: "street",
    category: "street_scenery",
    taskType: "bboxes",
  })
  const street = { _tag: "Id", id: record.dataset.id } as const
  const sample = (name: string, priority: number) => ({
    name,
    priority,
    attributes: jsonText({ image: { url: `https://example.com/${name}` } }),
  })
  await ana.samples.createMany(street, [sample("0001.jpg", 0), sample("0002.jpg", 10)])
  for await (const { claim } of await ana.queue.claim(street, "labeling", { count: 1 })) {
    const car = {
      id: 1,
      category_id: 1,
      type: "bbox",
      points: [
        [10, 20],
        [110, 80],
      ],
    }
    await ana.queue.perform(claim.id, "submit", { attributes: jsonText({ annotations: [car] }), time: 8500 })
  }
  await ana.releases.create(street, { name: "v1.0" })
  while ((await ana.releases.get(street, "v1.0")).status === "PENDING")
    await new Promise((go) => setTimeout(go, 20))
}

/** Returns one line for each sample and one for the release. */
export const summary = async (engine: Engine): Promise<ReadonlyArray<string>> => {
  const ana = engine.as("ana")
  const street = { _tag: "Name", owner: "ana", name: "street" } as const
  const lines: Array<string> = []
  const list = await ana.samples.list(street, {
    labelset: "ground-truth",
    sort: { key: "name", descending: false },
  })
  for await (const { label, sample } of list.rows)
    lines.push(`${sample.name} ${label?.status ?? "UNLABELED"}`)
  const release = await ana.releases.get(street, "v1.0")
  return [...lines, `release ${release.name} ${release.status}: ${release.samplesCount} samples`]
}
