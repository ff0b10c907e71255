/** The statements of a claim on Postgres, each with the indexes it must read: what the adapter's tests hold it to. */
import { ClaimId, type ClaimRequest, SampleId } from "@annotary/core/effect"
import type { ListQuery, Query } from "@annotary/storage-sql"
import {
  bestOfEachQuery,
  claimNextQuery,
  countOthersQuery,
  expireQuery,
  headQuery,
  leaseQuery,
  lockOthersQuery,
  type QueueScope,
  rangeQuery,
  renewQuery,
  theStart,
  turnQuery,
  window,
} from "../src/claim/statements.ts"
import { steps } from "../src/claim/steps.ts"
import { claimTogetherQuery } from "../src/claim/togetherStatement.ts"

export interface ClaimStatement {
  readonly name: string
  readonly query: ListQuery
  readonly indexes: ReadonlyArray<string>
  /** Whether rows are sorted: only those of a person, or one of each labeler. */
  readonly sorts: boolean
}

/** The common claim by itself. */
export const nextClaim = (request: ClaimRequest): Query => {
  const [id = ClaimId.make("00000000-0000-7000-8000-000000000000")] = request.ids
  return claimNextQuery(request, id)
}

/** The primary key's of the queue, by which a row that was found is leased. */
const byKey = "sample_queue_pkey"

export const claimStatements = (request: Omit<ClaimRequest, "queue">): ReadonlyArray<ClaimStatement> => {
  const { datasetId, user, count, ids } = request
  const [id] = ids
  if (id === undefined) return []
  const reviewer: QueueScope = { datasetId, user, queue: "reviewing" }
  const sample = SampleId.make("01a1f9ba-42ec-7003-afa4-5bf69f3e0263")
  return [
    {
      name: "the next to label",
      query: claimNextQuery({ ...request, queue: "labeling" }, id),
      indexes: ["q_open", "q_own", byKey],
      sorts: false,
    },
    {
      name: "the next to review",
      query: claimNextQuery({ ...request, queue: "reviewing" }, id),
      indexes: ["q_open", "q_own", byKey],
      sorts: false,
    },
    {
      name: "the next of several users",
      query: claimTogetherQuery([
        {
          request: { ...request, queue: "labeling" },
          id,
          from: { held: theStart, assigned: theStart, pool: theStart },
        },
      ]),
      indexes: ["q_open", "q_own", byKey],
      sorts: true,
    },
    ...(["labeling", "reviewing"] as const).flatMap((queue) =>
      steps(queue)
        .filter((step) => queue === "labeling" || step !== 4)
        .map((step) => ({
          name: `${queue} step ${step}`,
          query: rangeQuery({ datasetId, user, queue }, step, count),
          indexes: [step < 3 ? "q_own" : step === 5 ? "q_rev" : "q_open"],
          sorts: false,
        })),
    ),
    {
      name: "reviewing step 4, its head",
      query: headQuery(reviewer, count + window),
      indexes: ["q_open"],
      sorts: false,
    },
    {
      name: "reviewing step 4, each labeler's best",
      query: bestOfEachQuery(reviewer, count),
      indexes: ["q_rev"],
      sorts: true,
    },
    {
      name: "reviewing step 4, locked",
      query: lockOthersQuery(reviewer, [sample]),
      indexes: [byKey],
      sorts: false,
    },
    {
      name: "reviewing step 4, counted",
      query: countOthersQuery(reviewer, 1001),
      indexes: ["q_rev"],
      sorts: false,
    },
    { name: "the turn", query: turnQuery({ datasetId, user, queue: "labeling" }), indexes: [], sorts: false },
    {
      name: "expiry",
      query: expireQuery(datasetId, "2026-01-01"),
      indexes: ["q_lease", byKey],
      sorts: false,
    },
    {
      name: "renewal",
      query: renewQuery({ ...request, queue: "labeling" }),
      indexes: ["q_held", byKey],
      sorts: true,
    },
    {
      name: "the lease",
      query: leaseQuery({ ...request, queue: "labeling" }, [{ sample, step: 4 }], ids),
      indexes: [byKey],
      sorts: false,
    },
  ]
}
