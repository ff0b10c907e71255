/** A dedicated Postgres for a benchmark, as durable as in production, removed at the end. */
import { rmSync } from "node:fs"
import { findFreePort } from "@annotary/test-support/freePort"
import { makeEmbeddedServer, makeEmbeddedUrl } from "@annotary/test-support/postgres"
import type { Stage } from "./stage.ts"

/** Settings for a server of this size that do not reduce durability. */
const settings = ["shared_buffers=512MB", "max_wal_size=4GB", "wal_compression=on", "max_connections=100"]

/** Returns its URL. */
export const startPostgres = async (stage: Stage): Promise<string> => {
  const port = await findFreePort()
  // Beside the stage's folder: where Postgres runs under a dedicated account, that account may not be able to read the
  // folder.
  const databaseDir = `${stage.folder}-postgres`
  const server = makeEmbeddedServer(databaseDir, port, settings)
  await server.initialise()
  await server.start()
  stage.defer(async () => {
    await server.stop()
    rmSync(databaseDir, { recursive: true, force: true })
  })
  return makeEmbeddedUrl(port)
}
