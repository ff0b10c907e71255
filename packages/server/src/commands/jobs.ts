/** The commands for jobs. */
import { isId, type Job, JobId, JobRetries, JobStatus, type JsonTree, NotFound } from "@annotary/core/effect"
import { Effect, Schema } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { formatTable, printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

/** `annotary job list [--status STATUS]`: by default those that failed. */
export const list = ({ options, settings }: CommandInput) => {
  const status = options.status?.toUpperCase() ?? "FAILED"
  if (status !== "ALL" && !Schema.is(JobStatus)(status))
    return new UsageError({ sentence: `--status must be one of: ${JobStatus.literals.join(", ")}, ALL.` })
  const limit = options.limit === undefined ? 100 : Number(options.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    return new UsageError({ sentence: "--limit must be a whole number from 1 to 1000." })
  return withEngine(
    settings,
    Effect.gen(function* () {
      const retries = yield* JobRetries
      const jobs = yield* retries.list({ status: status === "ALL" ? undefined : status, limit })
      yield* printResult(
        () => jobs.map(toJobJson),
        () => formatTable(["id", "kind", "status", "created at", "by", "attempts", "error"], jobs.map(toRow)),
      )
    }),
  )
}

const toRow = (job: Job): ReadonlyArray<string> => [
  job.id,
  job.kind,
  job.status,
  job.createdAt,
  job.createdBy,
  String(job.attempts),
  job.error ?? "",
]

const toJobJson = (job: Job): JsonTree => ({
  uuid: job.id,
  kind: job.kind,
  dataset_uuid: job.datasetId,
  status: job.status,
  samples_done: job.done,
  samples_total: job.total,
  attempts: job.attempts,
  error: job.error,
  created_at: job.createdAt,
  created_by: job.createdBy,
})

/** `annotary job retry ID` */
export const retry = ({ positionals: [id = ""], settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      if (!isId(id)) return yield* new NotFound({ resource: "job" })
      const job = yield* (yield* JobRetries).retry(JobId.make(id))
      yield* printResult(
        () => toJobJson(job),
        () => `job ${job.id} waits for a worker`,
      )
    }),
  )
