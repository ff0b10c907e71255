/** Loads what the samples page reads first, while its own files are still loaded: its rows are there when it is drawn first. */
import type { QueryClient } from "@tanstack/react-query"
import { type DatasetPath, datasetQuery } from "../../api/dataset.ts"
import { pageOf, samplePageQuery } from "./calls.ts"
import { chosenColumns, withImages } from "./columns.ts"
import { firstOfPart, type SampleSearch } from "./search.ts"

/** Never fails: the page shows why rows are missing. */
export const readFirstRows = async (
  client: QueryClient,
  path: DatasetPath,
  search: SampleSearch,
): Promise<void> => {
  const dataset = await client.ensureQueryData(datasetQuery(path)).catch(() => undefined)
  if (dataset === undefined) return
  const options = { path, search, withImages: withImages(chosenColumns(dataset.task_type)) }
  await client.prefetchQuery(samplePageQuery(client, options, pageOf(firstOfPart(search))))
}
