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
  type Throughput,
  type WaitingSample,
  type WorkAction,
  type WorkInput,
  WorkStatistics,
  Workunits,
  workunitJson,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { ClaimsApi, QueueApi } from "../api/groups/queue.ts"
import type { WorkBody } from "../api/payloads/sample.ts"
import type { ClaimedSample as ClaimedSampleRecord, ListedClaim } from "../api/records/work.ts"
import { bytes, json, noContent } from "../transport/reply/reply.ts"
import { list, listed, tree } from "./answers.ts"
import { shownSample } from "./bucketUrls.ts"
import { datasetRef, group } from "./group.ts"
import { csvName, figuresJson, statisticsCsv, statisticsJson, statisticsQuery } from "./statistics.ts"
import { sessionJson, workunitQuery } from "./workunits.ts"

export const queue = Effect.gen(function* () {
  const service = yield* Queue
  const workunits = yield* Workunits
  const statistics = yield* WorkStatistics
  return group<typeof QueueApi>({
    claim: ({ path, payload }) =>
      Effect.map(
        service.claim(datasetRef(path), path.queue, {
          count: payload.count,
          leaseSeconds: payload.lease_seconds,
        }),
        (claims) => listed(mapReady(claims, claimed)),
      ),
    stats: ({ path, urlParams }) =>
      Effect.map(service.stats(datasetRef(path), urlParams), (stats) => tree(statsJson(stats))),
    throughput: ({ path, urlParams }) =>
      Effect.map(service.throughput(datasetRef(path), urlParams), (found) => tree(throughputJson(found))),
    view: ({ path, urlParams }) =>
      Effect.map(service.view(datasetRef(path), path.queue, urlParams), (steps) => list(steps, stepJson)),
    explain: ({ path, urlParams }) =>
      Effect.map(service.explain(datasetRef(path), path.queue, urlParams), (found) =>
        tree(explanationJson(found)),
      ),
    claims: ({ path }) =>
      Effect.map(service.ofDataset(datasetRef(path)), (claims) => listed(mapReady(claims, shortly))),
    statistics: ({ path, urlParams }) =>
      Effect.map(statistics.figures(datasetRef(path), statisticsQuery(urlParams)), (found) =>
        tree(statisticsJson(found)),
      ),
    statisticsCsv: ({ path, urlParams }) =>
      Effect.map(statistics.figures(datasetRef(path), statisticsQuery(urlParams)), (found) =>
        bytes(statisticsCsv(found), "text/csv; charset=utf-8", {
          headers: { "content-disposition": `attachment; filename="${csvName(path)}"` },
        }),
      ),
    workunits: ({ path, urlParams: { include_session_time_metrics: sessions, ...page } }) =>
      sessions === true
        ? Effect.map(workunits.sessions(datasetRef(path), workunitQuery(page)), (found) =>
            list(found, sessionJson),
          )
        : Effect.map(workunits.list(datasetRef(path), workunitQuery(page)), (found) =>
            list(found, workunitJson),
          ),
  })
})

export const claims = Effect.gen(function* () {
  const service = yield* Queue
  const perform = (action: WorkAction) => (request: Performed) =>
    Effect.map(service.perform(request.path.claim, action, inputOf(request.payload)), ({ answer }) =>
      json(answer),
    )
  return group<typeof ClaimsApi>({
    mine: () => Effect.map(service.mine(), (found) => listed(mapReady(found, shortly))),
    get: ({ path }) => Effect.map(service.get(path.claim), (row) => tree(claimed(row))),
    renew: ({ path, payload }) =>
      Effect.map(service.renew(path.claim, payload.lease_seconds), (claim) => tree(claimJson(claim))),
    save: perform("save"),
    submit: perform("submit"),
    skip: perform("skip"),
    accept: perform("accept"),
    reject: perform("reject"),
    giveBack: ({ path }) => Effect.as(service.giveBack(path.claim), noContent),
  })
})

interface Performed {
  readonly path: { readonly claim: Parameters<Queue["perform"]>[0] }
  readonly payload: typeof WorkBody.Type
}

const inputOf = ({ inactive_time, time_since, ...rest }: typeof WorkBody.Type): WorkInput => ({
  ...rest,
  inactiveTime: inactive_time,
  timeSince: time_since,
})

const claimed = ({
  claim,
  context,
  dataset,
  label,
  long,
  sample,
}: ClaimedSample): FieldsOf<typeof ClaimedSampleRecord> => ({
  ...claimJson(claim),
  sample: shownSample(sample, { dataset, long }),
  label: label === null ? null : labelJson(label, context, long?.label),
})

const shortly = ({ claim, dataset, label, long, sample }: ClaimedSample): FieldsOf<typeof ListedClaim> => ({
  ...claimJson(claim),
  sample: shownSample(sample, { dataset, long }),
  label: label === null ? null : labelSummaryJson(label),
})

const waitingJson = (sample: WaitingSample): JsonTree => ({
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
  samples: samples.map(waitingJson),
})

const explanationJson = ({ next, obstacles, queue, steps, user }: Explanation): JsonTree => ({
  queue,
  user,
  next:
    next === null
      ? null
      : {
          sample: waitingJson(next.sample),
          step: next.step,
          reason: next.reason,
          claim_id: next.claim === null ? null : next.claim.id,
        },
  steps: steps.map(stepJson),
  obstacles: obstacles.map(({ code, count, message, samples }) => ({
    code,
    message,
    count,
    samples: samples.map(({ sampleId, until, user: holder }) => ({
      sample_uuid: sampleId,
      user: holder,
      until,
    })),
  })),
})

const throughputJson = ({ days, end, start }: Throughput): JsonTree => ({
  start,
  end,
  days: days.map(({ workType, ...row }) => ({ ...row, work_type: workType })),
})

const statsJson = ({ end, people, start }: QueueStats): JsonTree => ({
  start,
  end,
  people: people.map((row) => ({
    user: row.user,
    work_type: row.workType,
    ...figuresJson(row),
  })),
})
