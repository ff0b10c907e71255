/** A dataset of any size on Postgres: created through the engine, its samples and people written by SQL. */
import { createEngine } from "@annotary/core"
import { postgres } from "@annotary/storage-postgres"
import pg from "pg"
import { sampleInserts } from "./sampleInserts.ts"
import { configuration } from "./world.ts"

export interface BulkPlan {
  readonly url: string
  readonly schema: string
  readonly samples: number
  /** Labelers with an API key each, see `makeKey`. */
  readonly people: number
  /** Whether the keys were used within this minute: otherwise their first use is recorded. */
  readonly keysUsed?: boolean
}

export interface BulkWorld {
  readonly url: string
  readonly schema: string
  readonly owner: string
  readonly dataset: string
  readonly datasetId: string
  readonly labelsetId: string
}

const owner = "owner"
const secret = "B".repeat(43)
const at = "2026-11-20T13:25:01.123456Z"

/** The API key of the labeler with a number of eight digits. */
export const makeKey = (number: string): string => `ann_${number}_${secret}`

/** The samples wait for labelers. */
export const makeBulkWorld = async (plan: BulkPlan): Promise<BulkWorld> => {
  const { keysUsed = false, people, samples, schema, url } = plan
  const engine = await createEngine({ storage: postgres({ url, schema }), worker: false })
  await engine.users.create({ username: owner })
  const me = engine.as(owner)
  const { record } = await me.datasets.create({
    name: "bench",
    category: "other",
    taskType: "pointcloud-cuboid",
    taskAttributes: configuration,
  })
  const { dataset } = record
  const [labelset] = await me.labelsets.list({ _tag: "Name", owner, name: dataset.name })
  if (labelset === undefined) throw new Error("The dataset has no ground truth.")
  await engine.close()
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
  await client.connect()
  await addPeople(client, dataset.id, people, keysUsed)
  await addSamples(client, dataset.id, samples)
  await client.query("VACUUM ANALYZE")
  await client.end()
  return { url, schema, owner, dataset: dataset.name, datasetId: dataset.id, labelsetId: labelset.id }
}

const minuteMillis = 60_000

const number = "lpad(i::text, 8, '0')"

const addPeople = async (
  client: pg.Client,
  datasetId: string,
  count: number,
  keysUsed: boolean,
): Promise<void> => {
  const people = "FROM generate_series(0, $1::int - 1) i"
  await client.query(
    `INSERT INTO users (username_key, username, is_organization, site_admin, webhooks_enabled, created_at)
      SELECT 'labeler-' || ${number}, 'labeler-' || ${number}, 0, 0, 0, '${at}' ${people}`,
    [count],
  )
  await client.query(
    `INSERT INTO api_keys (id, username, digest, description, created_at, last_used_at)
      SELECT ${number}, 'labeler-' || ${number},
        encode(sha256(convert_to('ann_' || ${number} || '_${secret}', 'UTF8')), 'hex'), '', '${at}', $2 ${people}`,
    [count, keysUsed ? new Date(Date.now() + minuteMillis).toISOString() : null],
  )
  await client.query(
    `INSERT INTO collaborators (dataset_id, username, role) SELECT $2, 'labeler-' || ${number}, 'labeler' ${people}`,
    [count, datasetId],
  )
}

const addSamples = async (client: pg.Client, datasetId: string, count: number): Promise<void> => {
  const words = {
    number,
    hex: "lpad(to_hex(i), 12, '0')",
    from: `generate_series(1, ${count}) i`,
  }
  for (const insert of sampleInserts(words, { datasetId, owner, count })) await client.query(insert)
}
