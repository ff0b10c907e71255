/** What is done to a database while it is written to. Each begins, lasts, and ends; what was broken is mended at the end. */
import { setTimeout as sleep } from "node:timers/promises"
import type { OwnServer } from "@annotary/test-support/postgres"
import pg from "pg"

export interface Trouble {
  readonly name: string
  /** Whether `/readyz` must say at least once that the database is away. */
  readonly away: boolean
  readonly run: (server: OwnServer, lastsMillis: number) => Promise<void>
}

/** The engine's tables are in the schema `public`. */
export const troubles: ReadonlyArray<Trouble> = [
  {
    name: "the server is killed and started again",
    away: true,
    run: async (server, lasts) => {
      await server.kill()
      await sleep(lasts)
      await server.start()
    },
  },
  {
    name: "every session is ended five times a second",
    away: false,
    run: async (server, lasts) => {
      await asked(server, async (client) => {
        for (const end = Date.now() + lasts; Date.now() < end; await sleep(200)) await endSessions(client)
      })
    },
  },
  {
    name: "others hold the rows for longer than a statement may take, so that all connections wait",
    away: false,
    run: async (server, lasts) => {
      await asked(server, async (client) => {
        await client.query("BEGIN")
        await client.query("LOCK TABLE labels, label_versions, samples IN EXCLUSIVE MODE")
        // Beyond the statement timeout, and that of waiting for a connection.
        await sleep(lasts + 1500)
        await client.query("ROLLBACK")
      })
    },
  },
  {
    name: "others have taken all connections",
    away: true,
    run: async (server, lasts) => {
      const others: Array<pg.Client> = []
      await asked(server, async (client) => {
        for (let round = 0; round < 10; round++) {
          await endSessions(client)
          while (await another(server, others));
          await sleep(20)
        }
        await sleep(lasts)
      })
      for (const other of others) await other.end()
    },
  },
  {
    name: "the server takes no writes, as a standby",
    away: false,
    run: async (server, lasts) => {
      await asked(server, async (client) => {
        await client.query("ALTER SYSTEM SET default_transaction_read_only = on")
        await client.query("SELECT pg_reload_conf()")
        await sleep(lasts)
        await client.query("SET default_transaction_read_only = off")
        await client.query("ALTER SYSTEM RESET default_transaction_read_only")
        await client.query("SELECT pg_reload_conf()")
      })
    },
  },
  {
    name: "the disk is full",
    away: false,
    run: async (server, lasts) => {
      await asked(server, async (client) => {
        await client.query(`CREATE OR REPLACE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
          $$BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END$$`)
        await client.query(
          "CREATE TRIGGER disk_full BEFORE INSERT ON label_versions EXECUTE FUNCTION disk_full()",
        )
        await sleep(lasts)
        await client.query("DROP TRIGGER disk_full ON label_versions")
      })
    },
  },
]

/** Stops all its processes without a word, as a machine that hangs does: longer than a connection waits for an answer. */
export const frozen: Trouble = {
  name: "the server hangs",
  away: true,
  run: async (server, lasts) => {
    const processes = await asked(server, async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
      )
      return rows.map(({ pid }) => pid)
    })
    const all = [server.postmaster(), ...processes]
    for (const process_ of all) signal(process_, "SIGSTOP")
    await sleep(Math.max(lasts, 8000))
    for (const process_ of all) signal(process_, "SIGCONT")
  },
}

const signal = (process_: number, name: NodeJS.Signals): void => {
  try {
    process.kill(process_, name)
  } catch {
    // It has ended meanwhile.
  }
}

const asked = async <A>(server: OwnServer, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: server.url, application_name: "trouble" })
  client.on("error", () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Of the engine; not of those who make the trouble. */
const endSessions = (client: pg.Client) =>
  client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND application_name NOT IN ('trouble', 'other')`,
  )

const another = async (server: OwnServer, others: Array<pg.Client>): Promise<boolean> => {
  const client = new pg.Client({ connectionString: server.url, application_name: "other" })
  client.on("error", () => {})
  try {
    await client.connect()
    others.push(client)
    return true
  } catch {
    return false
  }
}
