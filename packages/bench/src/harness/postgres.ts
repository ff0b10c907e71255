/** A Postgres of a benchmark's own, as durable as in production, gone at the end. */
import { rmSync } from "node:fs"
import { createServer } from "node:net"
import { EmbeddedPostgres } from "./embedded.ts"
import type { Stage } from "./stage.ts"

/** What a server of this size would have; nothing that makes it less safe. */
const settings = ["shared_buffers=512MB", "max_wal_size=4GB", "wal_compression=on", "max_connections=100"]

/** Answers its URL. */
export const startPostgres = async (stage: Stage): Promise<string> => {
  const port = await freePort()
  // Beside the stage's folder: where Postgres runs under an account of its own, that one may not look into the folder.
  const databaseDir = `${stage.folder}-postgres`
  const server = new EmbeddedPostgres({
    databaseDir,
    user: "postgres",
    password: "postgres",
    port,
    persistent: true,
    // Postgres refuses to run as root, so root lends it an account.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  stage.defer(async () => {
    await server.stop()
    rmSync(databaseDir, { recursive: true, force: true })
  })
  return `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === "object" && address !== null
          ? resolve(address.port)
          : reject(new Error("No port.")),
      )
    })
  })
