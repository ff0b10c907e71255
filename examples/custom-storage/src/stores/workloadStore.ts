/** WorkloadStore: what waits and what is in work, counted on read. */
import type { Job, Timestamp } from "@annotary/core"
import { isLeased, queueLoad, toMillis, WorkloadStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { byId, compare, liveDataset } from "../lookups.ts"
import type { Tables } from "../tables.ts"

const queueLoads = (tables: Tables, longest: number) => {
  const all = tables.counts
    .all()
    .filter(({ datasetId }) => liveDataset(tables, datasetId) !== undefined)
    .map((counts) => ({ datasetId: counts.datasetId, ...queueLoad(counts) }))
    .filter(({ labeling, reviewing }) => labeling + reviewing > 0)
    .sort((a, b) => b.labeling + b.reviewing - a.labeling - a.reviewing || compare(a.datasetId, b.datasetId))
  return {
    labeling: all.reduce((sum, { labeling }) => sum + labeling, 0),
    reviewing: all.reduce((sum, { reviewing }) => sum + reviewing, 0),
    longest: all.slice(0, longest),
  }
}

const isOpen = ({ status }: Job): boolean => status === "PENDING" || status === "RUNNING"

export const workloadStore = ({ call, tables }: Database) => {
  const openJobs = (limit: number) =>
    tables.jobs
      .all()
      .filter(({ job }) => isOpen(job))
      .sort((a, b) => byId(a.job, b.job))
      .slice(0, limit)
  return WorkloadStore.of({
    jobs: (limit) =>
      call("WorkloadStore.jobs", (at) => {
        const open = openJobs(limit).map(({ job, lease }) => ({
          job,
          runs: job.status === "RUNNING" && isLeased(toMillis(lease?.until ?? at), toMillis(at)),
        }))
        return [...new Set(open.map(({ job }) => job.kind))].map((kind) => {
          const mine = open.filter(({ job }) => job.kind === kind)
          const waiting = mine.filter(({ runs }) => !runs)
          const ages = waiting.map(({ job }) => job.createdAt).sort(compare)
          return {
            kind,
            waiting: waiting.length,
            running: mine.length - waiting.length,
            oldestWaiting: ages[0] ?? null,
          }
        })
      }),
    queues: (longest) => call("WorkloadStore.queues", () => queueLoads(tables, longest)),
    claims: (limit) =>
      call("WorkloadStore.claims", (at) => {
        const counted = tables.claims.all().slice(0, limit)
        const lasts = ({ expiresAt }: { readonly expiresAt: Timestamp }) => expiresAt > at
        return [...new Set(counted.map(({ queue }) => queue))].map((queue) => {
          const mine = counted.filter((claim) => claim.queue === queue)
          const open = mine.filter(lasts).length
          return { queue, open, expired: mine.length - open }
        })
      }),
    oldestEvent: call("WorkloadStore.oldestEvent", () =>
      Option.map(Option.fromNullable(tables.outbox.after(null, 1)[0]), ({ createdAt }) => createdAt),
    ),
  })
}
