/** JobStore: background jobs. A job is leased to one worker at a time. */
import type { Job } from "@annotary/core"
import { isLeased, JobStore, type LeasedJob, toMillis } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { byId, later } from "../lookups.ts"

export const jobStore = ({ call, tables: { jobs } }: Database) => {
  /** Returns the row if the job is leased with this token. */
  const leased = ({ job, token }: LeasedJob) => {
    const row = jobs.get(job.id)
    return row?.lease?.token === token ? row : undefined
  }
  /** Stores the outcome of the job and ends its lease. */
  const end = (mine: LeasedJob, change: (job: Job) => Partial<Job>): boolean => {
    const row = leased(mine)
    if (row === undefined) return false
    jobs.put(row.job.id, { job: { ...row.job, ...change(row.job) }, lease: null })
    return true
  }
  return JobStore.of({
    insert: (job) => call("JobStore.insert", () => jobs.put(job.id, { job, lease: null })),
    byId: (id) => call("JobStore.byId", () => Option.fromNullable(jobs.get(id)?.job)),
    lease: ({ dataset, kinds, leaseSeconds, token }) =>
      call("JobStore.lease", (at) => {
        const [oldest] = jobs
          .all()
          .filter(({ job }) => kinds.includes(job.kind))
          .filter(({ job }) => dataset === undefined || job.datasetId === dataset)
          .filter(({ job, lease }) =>
            job.status === "RUNNING"
              ? !isLeased(toMillis(lease?.until ?? at), toMillis(at))
              : job.status === "PENDING",
          )
          .map(({ job }) => job)
          .sort(byId)
        if (oldest === undefined) return Option.none()
        const job: Job = { ...oldest, status: "RUNNING", attempts: oldest.attempts + 1 }
        jobs.put(job.id, { job, lease: { token, until: later(at, leaseSeconds) } })
        return Option.some({ job, token })
      }),
    progress: (mine, { done, error, leaseSeconds, total }) =>
      call("JobStore.progress", (at) => {
        const row = leased(mine)
        if (row === undefined) return false
        const lease = { token: mine.token, until: later(at, leaseSeconds) }
        jobs.put(row.job.id, {
          job: { ...row.job, done, total, ...(error !== undefined && { error }) },
          lease,
        })
        return true
      }),
    replaceError: ({ id }, from, to) =>
      call("JobStore.replaceError", () => {
        const row = jobs.get(id)
        if (row?.job.status !== "RUNNING" || row.job.error !== from) return false
        jobs.put(id, { ...row, job: { ...row.job, error: to } })
        return true
      }),
    finish: (mine, { error, status }) => call("JobStore.finish", () => end(mine, () => ({ status, error }))),
    list: ({ before, limit, status }) =>
      call("JobStore.list", () =>
        jobs
          .all()
          .map(({ job }) => job)
          .filter((job) => (status === null || job.status === status) && (before === null || job.id < before))
          .sort((a, b) => byId(b, a))
          .slice(0, limit),
      ),
    retry: ({ id }) =>
      call("JobStore.retry", () => {
        const row = jobs.get(id)
        if (row?.job.status !== "FAILED") return false
        jobs.put(id, { job: { ...row.job, status: "PENDING", attempts: 0, error: null }, lease: null })
        return true
      }),
    forgetEnded: (before, limit) =>
      call("JobStore.forgetEnded", () => {
        const ended = jobs
          .all()
          .map(({ job }) => job)
          .filter(({ status }) => status === "SUCCEEDED" || status === "FAILED")
          .filter(({ createdAt }) => createdAt < before)
        return ended.slice(0, limit).filter(({ id }) => jobs.delete(id)).length
      }),
    giveBack: (mine) =>
      call("JobStore.giveBack", () => {
        end(mine, ({ attempts }) => ({ status: "PENDING", attempts: attempts - 1, error: null }))
      }),
  })
}
