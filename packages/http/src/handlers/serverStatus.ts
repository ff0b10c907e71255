/** The state of the server for site admins. */
import {
  type Backlog,
  type FieldsOf,
  type PoolUse,
  Workload,
  type WorkloadReading,
} from "@annotary/core/effect"
import { Effect, Option } from "effect"
import type { ServerStatus } from "../api/records/serverStatus.ts"
import { replyJson } from "./answers.ts"

/** Facts that only the host of the API knows. */
export interface HostReport {
  readonly roles: ReadonlyArray<string>
  /** The kind of the database, such as `postgres`. */
  readonly database: string
  /** The runtime of the process, such as `Node v24.1.0`. */
  readonly runtime: string
  readonly connections: () => Option.Option<PoolUse>
  /** None while the database does not answer. */
  readonly deliveries: Effect.Effect<Option.Option<Backlog>>
}

interface ServerStatusOptions {
  readonly version: string
  readonly ready: Effect.Effect<boolean>
  /** Absent for an embedded API. */
  readonly host: HostReport | undefined
}

export const makeServerStatus = ({ host, ready, version }: ServerStatusOptions) =>
  Effect.map(Workload, (workload) =>
    Effect.gen(function* () {
      const work = yield* workload.report
      const answer: FieldsOf<typeof ServerStatus> = {
        version,
        runtime: host?.runtime ?? null,
        roles: [...(host?.roles ?? [])],
        database: host?.database ?? null,
        ready: yield* Effect.orElseSucceed(
          Effect.catchAllDefect(ready, () => Effect.succeed(false)),
          () => false,
        ),
        work: Option.match(work, { onNone: () => null, onSome: toWorkJson }),
        deliveries: Option.match(host === undefined ? Option.none() : yield* host.deliveries, {
          onNone: () => null,
          onSome: ({ held, lagMillis, leased, pending }) => ({
            pending,
            leased,
            held,
            lag_seconds: Math.round(lagMillis / 1000),
          }),
        }),
        connections: Option.match(host?.connections() ?? Option.none(), {
          onNone: () => null,
          onSome: ({ busy, idle, limit, waiting }) => ({ busy, idle, limit, waiting }),
        }),
      }
      return replyJson(answer)
    }),
  )

const toWorkJson = ({ claims, jobs, oldestEvent, queues }: WorkloadReading) => ({
  jobs: jobs.map(({ kind, oldestWaiting, running, waiting }) => ({
    kind,
    waiting,
    running,
    oldest_waiting_at: oldestWaiting,
  })),
  queues: { labeling: queues.labeling, reviewing: queues.reviewing },
  claims: claims.map(({ expired, open, queue }) => ({ queue, open, expired })),
  oldest_event_at: Option.getOrNull(oldestEvent),
})
