/** The statements of a claim on Postgres, each with the indexes it must read: what the adapter's tests hold it to. */
import { ClaimId, type ClaimRequest, queueSteps, SampleId, toStepName } from "@annotary/core/effect"
import type { ListQuery, Query } from "@annotary/storage-sql"
import {
  makeBestOfEachQuery,
  makeClaimNextQuery,
  makeCountOthersQuery,
  makeExpireQuery,
  makeHeadQuery,
  makeLeaseQuery,
  makeLockOthersQuery,
  makeRangeQuery,
  makeRenewQuery,
  makeTurnQuery,
  others,
  type QueueScope,
  theStart,
  window,
} from "../src/claim/statements.ts"
import { makeClaimTogetherQuery } from "../src/claim/togetherStatement.ts"

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
  return makeClaimNextQuery(request, id)
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
      query: makeClaimNextQuery({ ...request, queue: "labeling" }, id),
      indexes: ["q_open", "q_own", byKey],
      sorts: false,
    },
    {
      name: "the next of a model",
      query: makeClaimNextQuery({ ...request, queue: "prelabeling" }, id),
      indexes: ["q_own", byKey],
      sorts: false,
    },
    {
      name: "the next to review",
      query: makeClaimNextQuery({ ...request, queue: "reviewing" }, id),
      indexes: ["q_open", "q_own", byKey],
      sorts: false,
    },
    {
      name: "the next of several users",
      query: makeClaimTogetherQuery([
        {
          request: { ...request, queue: "labeling" },
          id,
          from: { held: theStart, assigned: theStart, pool: theStart },
        },
      ]),
      indexes: ["q_open", "q_own", byKey],
      sorts: true,
    },
    ...(["prelabeling", "labeling", "reviewing"] as const).flatMap((queue) =>
      queueSteps[queue].flatMap((step) => {
        const name = toStepName(queue, step)
        if (name === others) return []
        return {
          name: `${queue} step ${step}`,
          query: makeRangeQuery({ datasetId, user }, name, count),
          indexes: [step < 3 ? "q_own" : step === 5 ? "q_rev" : "q_open"],
          sorts: false,
        }
      }),
    ),
    {
      name: "reviewing step 4, its head",
      query: makeHeadQuery(reviewer, count + window),
      indexes: ["q_open"],
      sorts: false,
    },
    {
      name: "reviewing step 4, each labeler's best",
      query: makeBestOfEachQuery(reviewer, count),
      indexes: ["q_rev"],
      sorts: true,
    },
    {
      name: "reviewing step 4, locked",
      query: makeLockOthersQuery(reviewer, [sample]),
      indexes: [byKey],
      sorts: false,
    },
    {
      name: "reviewing step 4, counted",
      query: makeCountOthersQuery(reviewer, 1001),
      indexes: ["q_rev"],
      sorts: false,
    },
    {
      name: "the turn",
      query: makeTurnQuery({ datasetId, user, queue: "labeling" }),
      indexes: [],
      sorts: false,
    },
    {
      name: "expiry",
      query: makeExpireQuery(datasetId, "2026-01-01"),
      indexes: ["q_lease", byKey],
      sorts: false,
    },
    {
      name: "renewal",
      query: makeRenewQuery({ ...request, queue: "labeling" }),
      indexes: ["q_held", byKey],
      sorts: true,
    },
    {
      name: "the lease",
      query: makeLeaseQuery({ ...request, queue: "labeling" }, [{ sample, step: 4 }], ids),
      indexes: [byKey],
      sorts: false,
    },
  ]
}
