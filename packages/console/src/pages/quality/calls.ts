/** The calls of the API about the warnings of a dataset. */
import { queryOptions } from "@tanstack/react-query"
import { api, readBody } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"

export const makeTotalsKey = ({ dataset, owner }: DatasetPath) => ["warning totals", owner, dataset] as const

/** The numbers of warnings of the ground truth by rule, from the last check of each label. */
export const makeTotalsQuery = (path: DatasetPath) =>
  queryOptions({
    queryKey: makeTotalsKey(path),
    queryFn: ({ signal }) =>
      readBody(api.GET("/datasets/{owner}/{dataset}/warnings/", { params: { path }, signal })),
  })
