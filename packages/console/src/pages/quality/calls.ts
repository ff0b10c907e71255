/** The calls of the API about the warnings of a dataset. */
import { api } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { makeQuery } from "../../api/query.ts"

export const makeTotalsKey = ({ dataset, owner }: DatasetPath) => ["warning totals", owner, dataset] as const

/** The numbers of warnings of the ground truth by rule, from the last check of each label. */
export const makeTotalsQuery = (path: DatasetPath) =>
  makeQuery(makeTotalsKey(path), (signal) =>
    api.GET("/datasets/{owner}/{dataset}/warnings/", { params: { path }, signal }),
  )
