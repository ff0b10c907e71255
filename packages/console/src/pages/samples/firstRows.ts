/** Loads what the samples page reads first, while its own files are still loaded: its rows are there when it is drawn first. */
import type { QueryClient } from "@tanstack/react-query"
import { type DatasetPath, makeDatasetQuery } from "../../api/dataset.ts"
import { computePage, samplePageQuery } from "./calls.ts"
import { readChosenColumns, withImages } from "./columns.ts"
import { computePartStart, type SampleSearch } from "./search.ts"
import { isGridShown } from "./view.ts"

/** Never fails: the page shows why rows are missing. */
export const readFirstRows = async (
  client: QueryClient,
  path: DatasetPath,
  search: SampleSearch,
): Promise<void> => {
  const dataset = await client.ensureQueryData(makeDatasetQuery(path)).catch(() => undefined)
  if (dataset === undefined) return
  const { task_type: taskType } = dataset
  const options = {
    path,
    search,
    withImages: isGridShown(taskType) || withImages(readChosenColumns(taskType)),
  }
  await client.prefetchQuery(samplePageQuery(client, options, computePage(computePartStart(search))))
}
