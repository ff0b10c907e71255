/** From an empty database to a reviewed label, by calls of the engine. */
import { type Engine, type LabelStatus, toJsonText } from "@annotary/core"

export const label = async (engine: Engine): Promise<LabelStatus> => {
  await engine.users.create({ username: "ana" })
  const ana = engine.as("ana")

  const { record } = await ana.datasets.create({
    name: "street",
    category: "street_scenery",
    taskType: "bboxes",
  })
  const street = { _tag: "Id", id: record.dataset.id } as const
  await ana.samples.create(street, {
    name: "0001.jpg",
    attributes: toJsonText({ image: { url: "https://example.com/0001.jpg" } }),
  })

  for await (const { claim } of await ana.queue.claim(street, "labeling", { count: 1 })) {
    const annotations = [
      {
        id: 1,
        category_id: 1,
        type: "bbox",
        points: [
          [10, 20],
          [110, 80],
        ],
      },
    ]
    await ana.queue.perform(claim.id, "submit", { attributes: toJsonText({ annotations }), time: 8500 })
  }
  for await (const { claim } of await ana.queue.claim(street, "reviewing", { count: 1 })) {
    await ana.queue.perform(claim.id, "accept", { rating: 5 })
  }

  const list = await ana.samples.list(street, { labelset: "ground-truth" })
  for await (const { label } of list.rows) if (label) return label.status
  throw new Error("The label is missing.")
}
