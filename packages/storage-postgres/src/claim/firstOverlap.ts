/** The common claim where several people label a sample is one call of `lease_first_overlap` (see ddl.ts). */
import type { FirstOverlapRequest } from "@annotary/core/effect"
import { claims, type Query } from "@annotary/storage-sql"

const firstText = `SELECT ${claims.select("p")} FROM lease_first_overlap($1, $2, $3, $4) p`

/** Returns the claim; no row where the steps of the queue need a search. */
export const makeFirstOverlapQuery = ({ datasetId, id, leaseSeconds, user }: FirstOverlapRequest): Query => ({
  text: firstText,
  params: [datasetId, user, id, Math.round(leaseSeconds * 1000)],
})
