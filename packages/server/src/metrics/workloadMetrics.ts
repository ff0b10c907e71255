/**
 * Gauges of what waits and what is in work in the database. Every process reports them about the whole database, so queries
 * over several processes take their maximum, not their sum. A dataset is named by its id: the readers of metrics may not be
 * its members.
 */
import { JobKind, type PoolUse, toMillis, type WorkloadReading } from "@annotary/core/effect"
import { Option } from "effect"
import type { Family } from "./family.ts"
import { makeGauges, makeSingle } from "./gauge.ts"

const queues = ["labeling", "reviewing"] as const

/** The families of a reading; without one, only that the database does not answer. */
export const makeWorkloadFamilies = (
  reading: Option.Option<WorkloadReading>,
  nowMillis: number,
): ReadonlyArray<Family> => {
  const up = makeSingle(
    "annotary_database_up",
    "1 when the database has answered the questions behind these gauges.",
    "gauge",
    Option.isSome(reading) ? 1 : 0,
  )
  return Option.isNone(reading)
    ? [up]
    : [
        up,
        ...makeJobFamilies(reading.value, nowMillis),
        ...queueFamilies(reading.value),
        ...claimFamilies(reading.value),
        makeSingle(
          "annotary_outbox_oldest_event_age_seconds",
          "Age of the oldest stored event; retention removes events, so it does not grow for ever. 0 without events.",
          "gauge",
          Option.match(reading.value.oldestEvent, {
            onNone: () => 0,
            onSome: (at) => computeAge(at, nowMillis),
          }),
        ),
      ]
}

/** A value for every kind, so that none disappears with its last job. */
const makeJobFamilies = ({ jobs }: WorkloadReading, nowMillis: number): ReadonlyArray<Family> => {
  const loads = JobKind.literals.map(
    (kind) => jobs.find((one) => one.kind === kind) ?? { kind, waiting: 0, running: 0, oldestWaiting: null },
  )
  return [
    makeGauges(
      "annotary_jobs",
      "Jobs that have not ended, by kind and state; counted up to a limit.",
      loads.flatMap(({ kind, running, waiting }) => [
        { labels: { kind, state: "waiting" }, value: waiting },
        { labels: { kind, state: "running" }, value: running },
      ]),
    ),
    makeGauges(
      "annotary_job_oldest_waiting_age_seconds",
      "Age of the oldest job that a worker could take now, by kind; 0 when none waits.",
      loads.map(({ kind, oldestWaiting }) => ({
        labels: { kind },
        value: oldestWaiting === null ? 0 : computeAge(oldestWaiting, nowMillis),
      })),
    ),
  ]
}

const queueFamilies = ({ queues: loads }: WorkloadReading): ReadonlyArray<Family> => [
  makeGauges(
    "annotary_queued_samples",
    "Samples of all datasets that a queue has not ended, claimed ones included.",
    queues.map((queue) => ({ labels: { queue }, value: loads[queue] })),
  ),
  makeGauges(
    "annotary_dataset_queued_samples",
    "The same of the datasets with the longest queues, by their ids.",
    loads.longest.flatMap((load) =>
      queues.map((queue) => ({ labels: { dataset: load.datasetId, queue }, value: load[queue] })),
    ),
  ),
]

const claimFamilies = ({ claims }: WorkloadReading): ReadonlyArray<Family> => [
  makeGauges(
    "annotary_claims",
    "Claims by queue; an expired one is waiting for a worker to release its sample. Counted up to a limit.",
    queues.flatMap((queue) => {
      const load = claims.find((one) => one.queue === queue)
      return [
        { labels: { queue, state: "open" }, value: load?.open ?? 0 },
        { labels: { queue, state: "expired" }, value: load?.expired ?? 0 },
      ]
    }),
  ),
]

/** The pool of this process; nothing for a storage without one. */
export const makePoolFamilies = (pool: Option.Option<PoolUse>): ReadonlyArray<Family> =>
  Option.match(pool, {
    onNone: () => [],
    onSome: ({ busy, idle, limit, waiting }) => [
      makeGauges("annotary_database_connections", "Connections of this process to the database, by state.", [
        { labels: { state: "busy" }, value: busy },
        { labels: { state: "idle" }, value: idle },
      ]),
      makeSingle(
        "annotary_database_connections_limit",
        "Maximum number of connections of this process.",
        "gauge",
        limit,
      ),
      makeSingle(
        "annotary_database_connection_waiters",
        "Statements and transactions of this process that wait for a connection.",
        "gauge",
        waiting,
      ),
    ],
  })

const computeAge = (at: Parameters<typeof toMillis>[0], nowMillis: number): number =>
  Math.max(0, (nowMillis - toMillis(at)) / 1000)
