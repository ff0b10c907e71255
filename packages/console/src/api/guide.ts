/** The calls of the API about the labeling guide of a dataset. */
import { queryOptions } from "@tanstack/react-query"
import { type Api, readBody } from "./client.ts"
import type { DatasetPath } from "./dataset.ts"

/** The key of the cached guide. */
export const makeGuideKey = ({ dataset, owner }: DatasetPath) => ["guide", owner, dataset] as const

/** Read again with each return to the page, so that a change is seen while somebody labels. */
export const makeGuideQuery = (api: Api, { dataset, owner }: DatasetPath) =>
  queryOptions({
    queryKey: makeGuideKey({ dataset, owner }),
    queryFn: ({ signal }) =>
      readBody(
        api.GET("/datasets/{owner}/{dataset}/guide/", { params: { path: { owner, dataset } }, signal }),
      ),
    staleTime: 60_000,
  })

/** Records that the person has read the version. */
export const acknowledgeGuide = (api: Api, path: DatasetPath, version: string) =>
  readBody(
    api.PUT("/datasets/{owner}/{dataset}/guide/acknowledgement/", { params: { path }, body: { version } }),
  )
