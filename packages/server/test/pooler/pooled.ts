/** A Postgres with a role as `docs/database.md` makes it, and Debian's PgBouncer before it with the file of `deploy/proxy`. */
import { spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { findFreePort } from "@annotary/test-support/freePort"
import { startOwnServer } from "@annotary/test-support/postgres"
import pg from "pg"
import { configured } from "../proxies/RunningProxy.ts"
import type { StormDatabase } from "../storm/databases.ts"
import type { Row } from "../storm/stored.ts"
import { systemPath } from "../support/debian.ts"

export interface Pooled extends StormDatabase {
  /** The URL of Postgres itself, as superuser. */
  readonly directUrl: string
  /** What PgBouncer wrote. */
  readonly log: () => string
  /** Rows of a command such as `SHOW POOLS` of PgBouncer's console. */
  readonly console: (command: string) => Promise<ReadonlyArray<Row>>
}

const password = "a-password"

/** The statements of `docs/database.md`. */
const setup = [
  `CREATE ROLE annotary LOGIN PASSWORD '${password}'`,
  "CREATE DATABASE annotary OWNER annotary",
  "ALTER ROLE annotary SET search_path = public",
  "ALTER ROLE annotary SET statement_timeout = '60s'",
  "ALTER ROLE annotary SET idle_in_transaction_session_timeout = '60s'",
]

export const pooledDatabase = async (
  replacements: ReadonlyArray<readonly [string, string]> = [],
): Promise<Pooled> => {
  const folder = mkdtempSync(join(tmpdir(), "annotary-pooler-"))
  const server = await startOwnServer(["fsync=off", "max_connections=60"])
  const direct = new pg.Client({ connectionString: server.url })
  await direct.connect()
  for (const statement of setup) await direct.query(statement)
  await direct.end()
  const client = new pg.Client({ connectionString: server.url.replace(/postgres$/, "annotary") })
  await client.connect()
  const port = await findFreePort()
  const bouncer = await startPgBouncer(folder, port, server.port, replacements)
  return {
    name: "postgres behind PgBouncer",
    environment: {
      ANNOTARY_DATABASE_URL: `postgres://annotary:${password}@127.0.0.1:${port}/annotary`,
      ANNOTARY_DATABASE_PREPARE: "off",
      ANNOTARY_DATA_DIR: join(folder, "data"),
    },
    directUrl: server.url.replace(/postgres$/, "annotary"),
    log: bouncer.log,
    rows: async (sql) => (await client.query<Row>(sql)).rows,
    console: async (command) => {
      const connectionString = `postgres://annotary:${password}@127.0.0.1:${port}/pgbouncer`
      const asking = new pg.Client({ connectionString })
      await asking.connect()
      try {
        return (await asking.query<Row>(command)).rows
      } finally {
        await asking.end()
      }
    },
    remove: async () => {
      await client.end()
      await bouncer.stop()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const startPgBouncer = async (
  folder: string,
  port: number,
  postgresPort: number,
  replacements: ReadonlyArray<readonly [string, string]>,
) => {
  const text = configured("pgbouncer.ini", [
    ["port=5432", `port=${postgresPort}`],
    ["listen_port = 6432", `listen_port = ${port}`],
    ["/etc/pgbouncer", folder],
    ...replacements,
  ])
  // Who may read the console of statistics; the test's own question.
  writeFileSync(join(folder, "pgbouncer.ini"), `${text}\nstats_users = annotary\n`)
  writeFileSync(join(folder, "userlist.txt"), `"annotary" "${password}"\n`)
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const other = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const child = spawn("pgbouncer", [join(folder, "pgbouncer.ini")], {
    env: systemPath,
    stdio: ["ignore", "pipe", "pipe"],
    ...other,
  })
  let log = ""
  let ended = false
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (more: string) => {
      log += more
    })
  child.on("error", (error) => {
    log += error.message
    ended = true
  })
  child.on("close", () => {
    ended = true
  })
  while (!ended && !(await accepts(port))) await sleep(20)
  if (ended) throw new Error(`PgBouncer did not start:\n${log}`)
  return {
    log: () => log,
    stop: async () => {
      child.kill("SIGTERM")
      while (!ended) await sleep(10)
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("error", () => resolve(false))
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
  })
