/** WorkloadStore in memory. */
import { HashMap, Option, RedBlackTree } from "effect"
import type { Job } from "../domain/Job.ts"
import { isLeased } from "../kernel/longestLease.ts"
import { queueLoad } from "../workload/queueLoad.ts"
import { type ClaimLoad, type JobLoad, type QueueLoads, WorkloadStore } from "../workload/WorkloadStore.ts"
import type { Database } from "./Database.ts"
import { findQueueRow } from "./queueRows.ts"
import type { State } from "./State.ts"
import { compareAscii } from "./sorted.ts"

export const makeWorkloadStore = (db: Database): typeof WorkloadStore.Service =>
  WorkloadStore.of({
    jobs: (limit) => db.read((state, now) => listJobLoads(state, now, limit)),
    queues: (longest) => db.read((state) => queueLoads(state, longest)),
    claims: (limit) => db.read((state, now) => claimLoads(state, now, limit)),
    oldestEvent: db.read(({ outbox }) =>
      Option.map(RedBlackTree.first(outbox), ([, { createdAt }]) => createdAt),
    ),
  })

const hasEnded = ({ status }: Job): boolean => status === "SUCCEEDED" || status === "FAILED"

const listJobLoads = (state: State, now: number, limit: number): ReadonlyArray<JobLoad> => {
  const loads = new Map<string, JobLoad>()
  const open = [...HashMap.values(state.jobs)]
    .filter(({ job }) => !hasEnded(job))
    .sort((a, b) => compareAscii(a.job.id, b.job.id))
  for (const { job, leaseUntil } of open.slice(0, limit)) {
    const { kind } = job
    const load = loads.get(kind) ?? { kind, waiting: 0, running: 0, oldestWaiting: null }
    if (job.status === "RUNNING" && isLeased(leaseUntil, now))
      loads.set(kind, { ...load, running: load.running + 1 })
    else {
      const { oldestWaiting } = load
      const oldest = oldestWaiting === null || job.createdAt < oldestWaiting ? job.createdAt : oldestWaiting
      loads.set(kind, { ...load, waiting: load.waiting + 1, oldestWaiting: oldest })
    }
  }
  return [...loads.values()]
}

const queueLoads = (state: State, longest: number): QueueLoads => {
  const all = [...HashMap.values(state.datasets)]
    .map(({ counts, dataset }) => ({ datasetId: dataset.id, ...queueLoad(counts) }))
    .filter(({ labeling, reviewing }) => labeling + reviewing > 0)
    .sort(
      (a, b) =>
        b.labeling + b.reviewing - (a.labeling + a.reviewing) || compareAscii(a.datasetId, b.datasetId),
    )
  return {
    labeling: all.reduce((sum, { labeling }) => sum + labeling, 0),
    reviewing: all.reduce((sum, { reviewing }) => sum + reviewing, 0),
    longest: all.slice(0, longest),
  }
}

const claimLoads = (state: State, now: number, limit: number): ReadonlyArray<ClaimLoad> => {
  const loads = new Map<string, ClaimLoad>()
  let counted = 0
  for (const sample of HashMap.values(state.queue.claims)) {
    const lease = findQueueRow(state.queue, sample)?.lease
    if (lease === undefined || lease === null) continue
    if (counted === limit) break
    counted += 1
    const { queue } = lease.claim
    const load = loads.get(queue) ?? { queue, open: 0, expired: 0 }
    const lasts = lease.until > now
    loads.set(queue, {
      queue,
      open: load.open + (lasts ? 1 : 0),
      expired: load.expired + (lasts ? 0 : 1),
    })
  }
  return [...loads.values()]
}
