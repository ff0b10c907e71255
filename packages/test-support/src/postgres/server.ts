/** Postgres servers for tests: one that a single test controls, and the one of a test run. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { findFreePort } from "../freePort.ts"
import { makeEmbeddedServer, makeEmbeddedUrl } from "./embeddedServer.ts"

/** A server of a single test, which may change its settings and files, kill it, and start it again. */
export interface OwnServer {
  readonly url: string
  readonly port: number
  /** The data folder, which belongs to the account under which the server runs. */
  readonly folder: string
  readonly owner: { readonly uid: number; readonly gid: number }
  /** The id of the server's main process. */
  readonly postmaster: () => number
  /** Kills all processes of the server, like a power failure. */
  readonly kill: () => Promise<void>
  /** Starts the server again after `kill` or `halt`, with other settings if given. */
  readonly start: (settings?: ReadonlyArray<string>) => Promise<void>
  /** Stops the server like `pg_ctl stop -m fast`. */
  readonly halt: () => Promise<void>
  /** Stops the server and removes its data. */
  readonly stop: () => Promise<void>
}

/** Starts a server from npm with its own data. */
export const startOwnServer = async (settings: ReadonlyArray<string> = []): Promise<OwnServer> => {
  const folder = mkdtempSync(join(tmpdir(), "annotary-postgres-"))
  const port = await findFreePort()
  let server = makeEmbeddedServer(folder, port, settings)
  let running = true
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error("Postgres did not start", { cause })
  }
  const readPostmaster = () => Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0])
  const stopServer = async () => {
    if (running) await server.stop()
    running = false
  }
  return {
    url: makeEmbeddedUrl(port),
    port,
    folder,
    owner: statSync(folder),
    halt: stopServer,
    postmaster: readPostmaster,
    kill: async () => {
      process.kill(readPostmaster(), "SIGKILL")
      running = false
    },
    start: async (others = settings) => {
      for (let attempt = 1; !running; attempt++) {
        server = makeEmbeddedServer(folder, port, others)
        try {
          await server.start()
          running = true
        } catch (cause) {
          // After a kill, the processes of sessions take a moment to end.
          if (attempt > 50) throw new Error("Postgres did not start again", { cause })
          await sleep(100)
        }
      }
    },
    stop: async () => {
      await stopServer()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface TestServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Settings for speed without durability, which no test of this server checks. */
const quick = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=300",
  "shared_buffers=256MB",
]

/** Starts the server of a test run: the one from npm, or the one that `TEST_POSTGRES_URL` names. */
export const startServer = async (settings: ReadonlyArray<string> = quick): Promise<TestServer> => {
  const named = process.env["TEST_POSTGRES_URL"]
  if (named !== undefined && named !== "") return { url: named, stop: async () => {} }
  return await startOwnServer(settings)
}
