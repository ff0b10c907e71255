/** The call of the API for the agreement of a dataset. */
import { api } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { makeQuery } from "../../api/query.ts"

/** The server measures it with each call: it is read once, until the page is opened again after this time. */
const freshFor = 60_000

export const makeAgreementQuery = (path: DatasetPath) =>
  makeQuery(
    ["agreement", path.owner, path.dataset],
    (signal) => api.GET("/datasets/{owner}/{dataset}/agreement/", { params: { path }, signal }),
    { staleTime: freshFor, refetchOnWindowFocus: false },
  )
