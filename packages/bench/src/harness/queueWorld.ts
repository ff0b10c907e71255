/** A queue of any size on Postgres, filled by SQL: a dedicated schema with one dataset, whose samples wait for labelers. */
import {
  ClaimId,
  ClaimStore,
  DatasetId,
  generateIds,
  makeMonotonicUuids,
  type Transaction,
  Username,
} from "@annotary/core/effect"
import { layer } from "@annotary/storage-postgres/effect"
import { Effect, Layer, ManagedRuntime } from "effect"
import pg from "pg"
import type { Stage } from "./stage.ts"

export interface QueuePlan {
  readonly url: string
  readonly schema: string
  /** Samples that nobody has claimed. */
  readonly open: number
  /** Samples that others have claimed, for hours. */
  readonly held?: number
  readonly connections: number
}

export interface QueueWorld {
  readonly datasetId: DatasetId
  readonly runtime: ManagedRuntime.ManagedRuntime<ClaimStore | Transaction, never>
  /** Milliseconds of a claim by a person without open claims. */
  readonly claim: () => Promise<number>
}

const leaseSeconds = 900

/** Each world has its own memory and connections, like a process. Spans are off, as in the server. */
export const makeQueueWorld = async (stage: Stage, plan: QueuePlan): Promise<QueueWorld> => {
  const { connections, schema, url } = plan
  const storage = layer({ url, schema, maxConnections: connections })
  const runtime = ManagedRuntime.make(Layer.merge(storage, Layer.setTracerEnabled(false)))
  stage.defer(() => runtime.dispose())
  await runtime.runPromise(Effect.void)
  const datasetId = DatasetId.make(makeMonotonicUuids().next(Date.now()))
  await fill(plan, datasetId)
  let people = 0
  const claimOne = Effect.gen(function* () {
    const store = yield* ClaimStore
    const user = Username.make(`labeler-${++people}`)
    const ids = yield* generateIds(ClaimId, 1)
    const claimedSamples = yield* store.claim({
      datasetId,
      user,
      queue: "labeling",
      count: 1,
      leaseSeconds,
      ids,
    })
    if (claimedSamples.length !== 1) return yield* Effect.dieMessage("The queue is empty.")
  })
  const claim = async () => {
    const begun = performance.now()
    await runtime.runPromise(claimOne)
    return performance.now() - begun
  }
  return { datasetId, runtime, claim }
}

const fill = async ({ held = 0, open, schema, url }: QueuePlan, dataset: DatasetId): Promise<void> => {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
  await client.connect()
  await client.query(
    `INSERT INTO datasets (id, owner, owner_key, name, name_key, description, readme, category, task_type, data_type, public,
      archived, settings, metadata, task_attributes, config_version, created_at, created_by, updated_at, version)
    VALUES ($1, 'owner', 'owner', 'bench', 'bench', '', '', 'other', 'bboxes', 'IMAGE', 0, 0, '{}', '{}', '{}', 1, '', 'owner', '', '')`,
    [dataset],
  )
  const makeIdSql = (digit: number) => `'01a1f9ba-42ec-7003-afa${digit}-' || lpad(to_hex(i), 12, '0')`
  const columns = "dataset_id, sample_id, np, open_step, open_user, labeler"
  const place = `$1, ${makeIdSql(4)}, 0, 4, '', ''`
  await client.query(
    `INSERT INTO sample_queue (${columns}) SELECT ${place} FROM generate_series($2::int + 1, $2 + $3::int) i`,
    [dataset, held, open],
  )
  await client.query(
    `INSERT INTO sample_queue (${columns}, holder, claim_id, queue, step, claimed_at, lease_until)
      SELECT ${place}, 'holder-' || i, ${makeIdSql(5)}, 1, 4, now, now + 36e5
      FROM generate_series(1, $2::int) i, CAST(extract(epoch FROM now()) * 1000 AS bigint) now`,
    [dataset, held],
  )
  await client.query("VACUUM ANALYZE sample_queue")
  await client.end()
}
