import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  addKafkaTopic,
  countKafkaMessages,
  type KafkaBroker,
  readKafkaTopic,
  startKafkaBroker,
} from "@annotary/test-support/brokers/kafka"
import pg from "pg"
import { afterAll, beforeAll, describe, inject, it } from "vitest"
import { ensureBuilt } from "../support/childServer.ts"
import { adminKey, killBoth, kills } from "./killSuite.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-sinks-"))
const schema = `t_${randomUUID().replaceAll("-", "")}`
const database = () => new pg.Client({ connectionString: inject("postgresUrl") })
let broker: KafkaBroker

beforeAll(async () => {
  await ensureBuilt()
  broker = await startKafkaBroker()
  await addKafkaTopic(broker.address, "annotary")
}, 180_000)
afterAll(async () => {
  await broker.stop()
  await query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  rmSync(folder, { recursive: true, force: true })
})

const query = async (text: string): Promise<ReadonlyArray<{ readonly id: string }>> => {
  const client = database()
  await client.connect()
  try {
    return (await client.query<{ id: string }>(text)).rows
  } finally {
    await client.end()
  }
}

describe("a server on Postgres with the sink of Kafka", () => {
  it(`loses no event through ${kills} kills of itself and ${kills} of the broker`, async () => {
    const count = () => countKafkaMessages(broker.address, "annotary")
    await killBoth({
      environment: {
        ANNOTARY_DATABASE_URL: inject("postgresUrl"),
        ANNOTARY_DATABASE_SCHEMA: schema,
        ANNOTARY_DATA_DIR: folder,
        ANNOTARY_ADMIN_API_KEY: adminKey,
        ANNOTARY_EVENT_SINKS: "@annotary/sink-kafka",
        KAFKA_BROKERS: broker.address,
      },
      broker,
      count,
      read: async () =>
        (await readKafkaTopic(broker.address, "annotary", await count())).map(({ headers, value }) => ({
          id: headers.ce_id,
          text: value,
        })),
      readStoredIds: async () =>
        (await query(`SELECT id FROM ${schema}.outbox ORDER BY id COLLATE "C"`)).map(({ id }) => id),
    })
  }, 7_200_000)
})
