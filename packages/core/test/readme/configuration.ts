import { type DatasetRef, type Engine, toJsonText } from "@annotary/core"

export const mergeCategories = async (engine: Engine, dataset: DatasetRef) => {
  const { configVersion } = await engine.configurations.get(dataset)
  const change = {
    configuration: toJsonText({ categories: [{ id: 2, name: "vehicle" }] }),
    configVersion,
    actions: [{ op: "merge_category", category_id: 1, to: 2 }],
  } as const
  const { labels, affected, effects } = await engine.configurations.preview(dataset, change)
  console.log(`${affected} of ${labels} labels`, effects)
  return engine.configurations.apply(dataset, change)
}
