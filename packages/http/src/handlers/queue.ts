/** The queues: claims, work on claims, and views of a queue. */
import {
  type ClaimedSample,
  claimJson,
  type Explanation,
  type FieldsOf,
  type JsonTree,
  labelJson,
  labelSummaryJson,
  mapReady,
  Queue,
  type QueueStats,
  type QueueStepView,
  type ReviewDraw,
  ReviewDraws,
  type Throughput,
  toWorkunitJson,
  type WaitingSample,
  type WorkAction,
  type WorkInput,
  WorkStatistics,
  Workunits,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { ClaimsApi, QueueApi } from "../api/groups/queue.ts"
import type { WorkBody } from "../api/payloads/sample.ts"
import type { ClaimedSample as ClaimedSampleRecord, ListedClaim } from "../api/records/work.ts"
import { noContent, replyContent, replyText } from "../transport/reply/reply.ts"
import { replyJson, replyList, replyStream } from "./answers.ts"
import { toSampleJson } from "./bucketUrls.ts"
import { group, toDatasetRef } from "./group.ts"
import {
  formatCsvName,
  formatStatisticsCsv,
  toFiguresJson,
  toStatisticsJson,
  toStatisticsQuery,
} from "./statistics.ts"
import { toSessionWorkunitJson, toWorkunitQuery } from "./workunits.ts"

export const queue = Effect.gen(function* () {
  const service = yield* Queue
  const workunits = yield* Workunits
  const statistics = yield* WorkStatistics
  const reviewDraws = yield* ReviewDraws
  return group<typeof QueueApi>({
    claim: ({ path, payload }) =>
      Effect.map(
        service.claim(toDatasetRef(path), path.queue, {
          count: payload.count,
          leaseSeconds: payload.lease_seconds,
        }),
        (claims) => replyStream(mapReady(claims, toClaimedJson)),
      ),
    claimSample: ({ path, payload }) =>
      Effect.map(
        service.claimSample(toDatasetRef(path), path.queue, path.sample, {
          leaseSeconds: payload.lease_seconds,
        }),
        (claimed) => replyJson(toClaimedJson(claimed)),
      ),
    stats: ({ path, urlParams }) =>
      Effect.map(service.stats(toDatasetRef(path), urlParams), (stats) => replyJson(toStatsJson(stats))),
    throughput: ({ path, urlParams }) =>
      Effect.map(service.throughput(toDatasetRef(path), urlParams), (found) =>
        replyJson(toThroughputJson(found)),
      ),
    view: ({ path, urlParams }) =>
      Effect.map(service.view(toDatasetRef(path), path.queue, urlParams), (steps) =>
        replyList(steps, stepJson),
      ),
    explain: ({ path, urlParams }) =>
      Effect.map(service.explain(toDatasetRef(path), path.queue, urlParams), (found) =>
        replyJson(toExplanationJson(found)),
      ),
    reviewDraw: ({ path }) =>
      Effect.map(reviewDraws.get(path.sample), (found) => replyJson(toReviewDrawJson(found))),
    claims: ({ path }) =>
      Effect.map(service.ofDataset(toDatasetRef(path)), (claims) =>
        replyStream(mapReady(claims, toListedClaimJson)),
      ),
    statistics: ({ path, urlParams }) =>
      Effect.map(statistics.figures(toDatasetRef(path), toStatisticsQuery(urlParams)), (found) =>
        replyJson(toStatisticsJson(found)),
      ),
    statisticsCsv: ({ path, urlParams }) =>
      Effect.map(statistics.figures(toDatasetRef(path), toStatisticsQuery(urlParams)), (found) =>
        replyContent(formatStatisticsCsv(found), "text/csv; charset=utf-8", {
          headers: { "content-disposition": `attachment; filename="${formatCsvName(path)}"` },
        }),
      ),
    workunits: ({ path, urlParams: { include_session_time_metrics: sessions, ...page } }) =>
      sessions === true
        ? Effect.map(workunits.sessions(toDatasetRef(path), toWorkunitQuery(page)), (found) =>
            replyList(found, toSessionWorkunitJson),
          )
        : Effect.map(workunits.list(toDatasetRef(path), toWorkunitQuery(page)), (found) =>
            replyList(found, toWorkunitJson),
          ),
  })
})

const toReviewDrawJson = ({ draw, isDrawn, rate, sampleId }: ReviewDraw): JsonTree => ({
  sample_uuid: sampleId,
  review_rate: rate,
  draw,
  drawn: isDrawn,
})

export const claims = Effect.gen(function* () {
  const service = yield* Queue
  const perform = (action: WorkAction) => (request: Performed) =>
    Effect.map(service.perform(request.path.claim, action, toWorkInput(request.payload)), ({ answer }) =>
      replyText(answer),
    )
  return group<typeof ClaimsApi>({
    mine: () => Effect.map(service.mine(), (found) => replyStream(mapReady(found, toListedClaimJson))),
    get: ({ path }) => Effect.map(service.get(path.claim), (row) => replyJson(toClaimedJson(row))),
    renew: ({ path, payload }) =>
      Effect.map(service.renew(path.claim, payload.lease_seconds), (claim) => replyJson(claimJson(claim))),
    save: perform("save"),
    submit: perform("submit"),
    skip: perform("skip"),
    accept: perform("accept"),
    reject: perform("reject"),
    undo: ({ path, payload }) =>
      Effect.map(service.undo(path.claim, { leaseSeconds: payload.lease_seconds }), ({ claimed, workunit }) =>
        replyJson({
          claim: claimed === null ? null : toClaimedJson(claimed),
          workunit: toWorkunitJson(workunit),
        }),
      ),
    giveBack: ({ path }) => Effect.as(service.giveBack(path.claim), noContent),
  })
})

interface Performed {
  readonly path: { readonly claim: Parameters<Queue["perform"]>[0] }
  readonly payload: typeof WorkBody.Type
}

const toWorkInput = ({
  inactive_time,
  overlap_label,
  time_since,
  ...rest
}: typeof WorkBody.Type): WorkInput => ({
  ...rest,
  overlapLabel: overlap_label,
  inactiveTime: inactive_time,
  timeSince: time_since,
})

const toClaimedJson = ({
  claim,
  context,
  dataset,
  label,
  long,
  sample,
}: ClaimedSample): FieldsOf<typeof ClaimedSampleRecord> => ({
  ...claimJson(claim),
  sample: toSampleJson(sample, { dataset, long }),
  label: label === null ? null : labelJson(label, context, long?.label),
})

const toListedClaimJson = ({
  claim,
  dataset,
  label,
  long,
  sample,
}: ClaimedSample): FieldsOf<typeof ListedClaim> => ({
  ...claimJson(claim),
  sample: toSampleJson(sample, { dataset, long }),
  label: label === null ? null : labelSummaryJson(label),
})

const toWaitingJson = (sample: WaitingSample): JsonTree => ({
  uuid: sample.id,
  name: sample.name,
  priority: sample.priority,
  assigned_labeler: sample.assignedLabeler,
  assigned_reviewer: sample.assignedReviewer,
  created_at: sample.createdAt,
})

const stepJson = ({ samples, ...step }: QueueStepView): JsonTree => ({
  step: step.step,
  waiting: step.waiting,
  capped: step.capped,
  samples: samples.map(toWaitingJson),
})

const toExplanationJson = ({ next, obstacles, queue, steps, user }: Explanation): JsonTree => ({
  queue,
  user,
  next:
    next === null
      ? null
      : {
          sample: toWaitingJson(next.sample),
          step: next.step,
          reason: next.reason,
          claim_id: next.claim === null ? null : next.claim.id,
        },
  steps: steps.map(stepJson),
  obstacles: obstacles.map(({ code, count, message, reason, samples }) => ({
    code,
    message,
    reason,
    count,
    samples: samples.map(({ sampleId, until, user: holder }) => ({
      sample_uuid: sampleId,
      user: holder,
      until,
    })),
  })),
})

const toThroughputJson = ({ days, end, start }: Throughput): JsonTree => ({
  start,
  end,
  days: days.map(({ workType, ...row }) => ({ ...row, work_type: workType })),
})

const toStatsJson = ({ end, people, start }: QueueStats): JsonTree => ({
  start,
  end,
  people: people.map((row) => ({
    user: row.user,
    work_type: row.workType,
    ...toFiguresJson(row),
  })),
})
