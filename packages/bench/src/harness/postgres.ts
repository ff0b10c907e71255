/** A Postgres of a benchmark's own, as durable as in production, gone at the end. */
import { rmSync } from "node:fs"
import { embeddedServer, embeddedUrl, freePort } from "@annotary/test-support/postgres"
import type { Stage } from "./stage.ts"

/** What a server of this size would have; nothing that makes it less safe. */
const settings = ["shared_buffers=512MB", "max_wal_size=4GB", "wal_compression=on", "max_connections=100"]

/** Answers its URL. */
export const startPostgres = async (stage: Stage): Promise<string> => {
  const port = await freePort()
  // Beside the stage's folder: where Postgres runs under an account of its own, that one may not look into the folder.
  const databaseDir = `${stage.folder}-postgres`
  const server = embeddedServer(databaseDir, port, settings)
  await server.initialise()
  await server.start()
  stage.defer(async () => {
    await server.stop()
    rmSync(databaseDir, { recursive: true, force: true })
  })
  return embeddedUrl(port)
}
