/** JobStore in memory. */
import { HashMap, Option } from "effect"
import type { JobId } from "../domain/Ids.ts"
import type { Job } from "../domain/Job.ts"
import { JobStore, type LeasedJob } from "../jobs/JobStore.ts"
import { isLeased } from "../kernel/longestLease.ts"
import type { Database } from "./Database.ts"
import type { JobRow, State } from "./State.ts"
import { cacheByKey, listKeys } from "./sorted.ts"

export const makeJobStore = (db: Database): typeof JobStore.Service =>
  JobStore.of({
    insert: (job) => db.write((state) => [undefined, put(state, { job, token: null, leaseUntil: 0 })]),
    byId: (id) => db.read((state) => Option.map(HashMap.get(state.jobs, id), ({ job }) => job)),
    lease: ({ dataset, kinds, leaseSeconds, token }) =>
      db.write((state, now) => {
        for (const id of jobIds(state.jobs)) {
          const row = Option.getOrUndefined(HashMap.get(state.jobs, id))
          if (row === undefined || !kinds.includes(row.job.kind) || !isDue(row, now)) continue
          if (dataset !== undefined && row.job.datasetId !== dataset) continue
          const job = { ...row.job, status: "RUNNING" as const, attempts: row.job.attempts + 1 }
          return [
            Option.some({ job, token }),
            put(state, { job, token, leaseUntil: now + leaseSeconds * 1000 }),
          ]
        }
        return [Option.none(), state]
      }),
    progress: (leased, { done, error, total, leaseSeconds }) =>
      db.write((state, now) =>
        changeAsHolder(state, leased, (row) => ({
          ...row,
          job: { ...row.job, done, total, ...(error !== undefined && { error }) },
          leaseUntil: now + leaseSeconds * 1000,
        })),
      ),
    replaceError: ({ id }, from, to) =>
      db.write((state) => {
        const row = Option.getOrUndefined(HashMap.get(state.jobs, id))
        if (row === undefined || row.job.status !== "RUNNING" || row.job.error !== from) return [false, state]
        return [true, put(state, { ...row, job: { ...row.job, error: to } })]
      }),
    finish: (leased, outcome) =>
      db.write((state) =>
        changeAsHolder(state, leased, (row) => ({ ...row, token: null, job: { ...row.job, ...outcome } })),
      ),
    giveBack: (leased) =>
      db.write((state) => {
        const toPending = (row: JobRow): JobRow => ({
          ...row,
          token: null,
          job: { ...row.job, status: "PENDING", attempts: row.job.attempts - 1, error: null },
        })
        return [undefined, changeAsHolder(state, leased, toPending)[1]]
      }),
    list: ({ before, limit, status }) =>
      db.read(({ jobs }) =>
        [...HashMap.values(jobs)]
          .map(({ job }) => job)
          .filter((job) => (status === null || job.status === status) && (before === null || job.id < before))
          .sort((a, b) => (a.id > b.id ? -1 : 1))
          .slice(0, limit),
      ),
    retry: ({ id }) =>
      db.write((state) => {
        const row = Option.getOrUndefined(HashMap.get(state.jobs, id))
        if (row === undefined || row.job.status !== "FAILED") return [false, state]
        const job: Job = { ...row.job, status: "PENDING", attempts: 0, error: null }
        return [true, put(state, { job, token: null, leaseUntil: 0 })]
      }),
    forgetEnded: (before, limit) =>
      db.write((state) => {
        const ended = [...HashMap.values(state.jobs)].filter(
          ({ job }) => (job.status === "SUCCEEDED" || job.status === "FAILED") && job.createdAt < before,
        )
        const ids = ended.slice(0, limit).map(({ job }) => job.id)
        return [ids.length, { ...state, jobs: HashMap.removeMany(state.jobs, ids) }]
      }),
  })

const jobIds = cacheByKey(listKeys<JobId, JobRow>)

const isDue = ({ job, leaseUntil }: JobRow, now: number): boolean =>
  job.status === "PENDING" || (job.status === "RUNNING" && !isLeased(leaseUntil, now))

const put = (state: State, row: JobRow): State => ({
  ...state,
  jobs: HashMap.set(state.jobs, row.job.id, row),
})

/** Only the worker that leased it last may change a running job. */
const changeAsHolder = (
  state: State,
  { job, token }: LeasedJob,
  change: (row: JobRow) => JobRow,
): readonly [boolean, State] => {
  const row = Option.getOrUndefined(HashMap.get(state.jobs, job.id))
  return row === undefined || row.token !== token ? [false, state] : [true, put(state, change(row))]
}
