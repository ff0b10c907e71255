/** CPU time of Postgres servers on this machine, which other programs on it hardly change. */
import { readdirSync, readFileSync } from "node:fs"
import pg from "pg"

/** Of `USER_HZ`, which is 100 on every Linux. */
const millisPerTick = 10

interface Stat {
  readonly parent: number
  readonly own: number
  /** Of children that have ended. */
  readonly ended: number
}

/** Null for a process that has ended. The name of a process may contain spaces, and ends with a bracket. */
const readStat = (pid: string): Stat | null => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ")
    const readField = (index: number) => Number(fields[index])
    return { parent: readField(1), own: readField(11) + readField(12), ended: readField(13) + readField(14) }
  } catch {
    return null
  }
}

/** The milliseconds that a server has used, given the id of its main process. */
export const readCpuMillis = (postmaster: number): number => {
  const main = readStat(String(postmaster))
  if (main === null) throw new Error(`There is no process ${postmaster}.`)
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readStat(pid) ?? [])
    .filter(({ parent }) => parent === postmaster)
  return millisPerTick * children.reduce((sum, { own }) => sum + own, main.own + main.ended)
}

export interface CitusServers {
  readonly coordinator: number
  readonly workers: ReadonlyArray<number>
}

/** The main processes of the nodes. All run on this machine. */
export const findServers = async (coordinator: string): Promise<CitusServers> => {
  const client = new pg.Client({ connectionString: coordinator })
  await client.connect()
  try {
    const read = "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer AS pid"
    const [own] = (await client.query<{ pid: number }>(read)).rows
    const { rows } = await client.query<{ result: string }>("SELECT result FROM run_command_on_workers($1)", [
      read,
    ])
    if (own === undefined) throw new Error("The coordinator has no main process.")
    return { coordinator: own.pid, workers: rows.map(({ result }) => Number(result)) }
  } finally {
    await client.end()
  }
}
