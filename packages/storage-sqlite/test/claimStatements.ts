/** The statements of a claim on SQLite, each with the partial index it must read: what the adapter's tests hold it to. */
import type { ClaimRequest } from "@annotary/core/effect"
import type { Query } from "@annotary/storage-sql"
import {
  expireText,
  leaseText,
  makeLeaseNextQuery,
  makeLookQuery,
  makeRenewOldestQuery,
  renewText,
} from "../src/claim/claim.ts"
import {
  makeBestOfEachQuery,
  makeHeadQuery,
  makeRangeQuery,
  type QueueScope,
  type Step,
  stepsToClaim,
} from "../src/claim/steps.ts"

export interface ClaimStatement {
  readonly name: string
  readonly query: Query
  /** Besides the primary key. */
  readonly indexes: ReadonlyArray<string>
  /** Whether rows are sorted: only those of a person, or one of each labeler. */
  readonly sorts: boolean
}

const indexOf = (step: Step): string => (step === "own" ? "q_own" : step === 5 ? "q_rev" : "q_open")

export const claimStatements = (request: Omit<ClaimRequest, "queue">): ReadonlyArray<ClaimStatement> => {
  const { datasetId, user, count } = request
  const [id] = request.ids
  if (id === undefined) return []
  const ranges = (["prelabeling", "labeling", "reviewing"] as const).flatMap((queue) => {
    const scope: QueueScope = { datasetId, user, queue }
    return stepsToClaim[queue]
      .filter((step) => queue !== "reviewing" || step !== 4)
      .map((step) => ({
        name: `${queue} step ${step}`,
        query: makeRangeQuery(scope, step, count, false),
        indexes: [indexOf(step)],
        sorts: false,
      }))
  })
  const reviewer: QueueScope = { datasetId, user, queue: "reviewing" }
  return [
    ...ranges,
    {
      name: "reviewing step 4, its head",
      query: makeHeadQuery(reviewer, 33, false),
      indexes: ["q_open"],
      sorts: false,
    },
    {
      name: "reviewing step 4, each labeler's best",
      query: makeBestOfEachQuery(reviewer, count, false),
      indexes: ["q_rev"],
      sorts: true,
    },
    ...(["prelabeling", "labeling", "reviewing"] as const).map((queue) => ({
      name: `the look before ${queue}`,
      query: makeLookQuery({ datasetId, user, queue }),
      indexes: ["q_lease", "q_open", "q_own"],
      sorts: false,
    })),
    {
      name: "the lease of the next to label",
      query: makeLeaseNextQuery({ ...request, queue: "labeling" }, id),
      indexes: ["q_held", "q_lease", "q_open", "q_own"],
      sorts: false,
    },
    { name: "expiry", query: { text: expireText, params: [datasetId] }, indexes: ["q_lease"], sorts: false },
    {
      name: "renewal of the oldest claim",
      query: makeRenewOldestQuery({ ...request, queue: "labeling" }),
      indexes: ["q_held", "q_lease"],
      sorts: true,
    },
    {
      name: "renewal",
      query: { text: renewText, params: [900_000, user, datasetId, 1, count] },
      indexes: ["q_held"],
      sorts: true,
    },
    {
      name: "the lease",
      query: { text: leaseText, params: [user, id, 1, 4, 900_000, datasetId, id] },
      indexes: [],
      sorts: false,
    },
  ]
}
