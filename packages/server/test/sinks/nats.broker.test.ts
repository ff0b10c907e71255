import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  addNatsStream,
  countNatsMessages,
  type NatsServer,
  readNatsStream,
  startNatsServer,
} from "@annotary/test-support/brokers/nats"
import Sqlite from "better-sqlite3"
import { afterAll, beforeAll, describe, it } from "vitest"
import { ensureBuilt } from "../support/childServer.ts"
import { adminKey, killBoth, kills } from "./killSuite.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-sinks-"))
const database = join(folder, "labels.db")
let broker: NatsServer

beforeAll(async () => {
  await ensureBuilt()
  broker = await startNatsServer()
  await addNatsStream(broker.url, "annotary", "annotary")
}, 120_000)
afterAll(async () => {
  await broker.stop()
  rmSync(folder, { recursive: true, force: true })
})

const readStoredIds = async (): Promise<ReadonlyArray<string>> => {
  const opened = new Sqlite(database, { readonly: true })
  try {
    const rows = opened.prepare<[], { id: string }>("SELECT id FROM outbox ORDER BY id").all()
    return rows.map(({ id }) => id)
  } finally {
    opened.close()
  }
}

describe("a server on SQLite with the sink of NATS", () => {
  it(`loses no event through ${kills} kills of itself and ${kills} of the broker`, async () => {
    await killBoth({
      environment: {
        ANNOTARY_DATABASE_URL: `sqlite:${database}`,
        ANNOTARY_DATA_DIR: folder,
        ANNOTARY_ADMIN_API_KEY: adminKey,
        ANNOTARY_EVENT_SINKS: "@annotary/sink-nats",
        NATS_URL: broker.url,
      },
      broker,
      count: () => countNatsMessages(broker.url, "annotary"),
      read: async () =>
        (await readNatsStream(broker.url, "annotary")).map((message) => ({
          id: message.header.get("Nats-Msg-Id"),
          text: message.string(),
        })),
      readStoredIds,
    })
  }, 3_600_000)
})
