/** The call of the API for the agreement of a dataset. */
import { api } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { makeQuery } from "../../api/query.ts"

/** Measured by the server with each call, so that it is not asked for again while it is read. */
const freshFor = 60_000

export const makeAgreementQuery = (path: DatasetPath) =>
  makeQuery(
    ["queue", path.owner, path.dataset, "agreement"],
    (signal) => api.GET("/datasets/{owner}/{dataset}/agreement/", { params: { path }, signal }),
    { staleTime: freshFor },
  )
