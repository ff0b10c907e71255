/** CPU time of servers on this machine, which other programs on it hardly change. */
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

/** The milliseconds that a server has used with its child processes, given the id of its main process. Of this process: without them. */
export const readCpuMillis = (pid: number): number => {
  if (pid === process.pid) {
    const { system, user } = process.cpuUsage()
    return (user + system) / 1000
  }
  const main = readStat(String(pid))
  if (main === null) throw new Error(`There is no process ${pid}.`)
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readStat(pid) ?? [])
    .filter(({ parent }) => parent === pid)
  return millisPerTick * children.reduce((sum, { own }) => sum + own, main.own + main.ended)
}

/** The milliseconds that the ended child processes of this process used. */
export const readEndedCpuMillis = (): number => {
  const stat = readStat(String(process.pid))
  if (stat === null) throw new Error("This process has no /proc.")
  return millisPerTick * stat.ended
}

/** One measurement of a side: a figure in the benchmark's unit, and the CPU time of a call in all processes that work for it. */
export interface Measured {
  readonly value: number
  readonly cpuMillis: number
}

/** Calls in some time. */
export interface Calls {
  readonly count: number
  readonly perSecond: number
}

/** Measures calls per second and their CPU time in the processes of these ids. */
export const measureWithCpu = async (
  pids: ReadonlyArray<number>,
  makeCalls: () => Promise<Calls>,
): Promise<Measured> => {
  const readAll = () => pids.reduce((sum, pid) => sum + readCpuMillis(pid), 0)
  const before = readAll()
  const { count, perSecond } = await makeCalls()
  return { value: perSecond, cpuMillis: (readAll() - before) / count }
}

/** Measures a work of some calls as `measureWithCpu` does. */
export const measureWork = (
  pids: ReadonlyArray<number>,
  count: number,
  work: () => unknown,
): Promise<Measured> =>
  measureWithCpu(pids, async () => {
    const begun = performance.now()
    await work()
    return { count, perSecond: count / ((performance.now() - begun) / 1000) }
  })

/** The id of the main process of a Postgres on this machine. */
export const findPostmaster = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await readPostmaster(client)
  } finally {
    await client.end()
  }
}

const pidText = "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer AS pid"

const readPostmaster = async (client: pg.Client): Promise<number> => {
  const [row] = (await client.query<{ pid: number }>(pidText)).rows
  if (row === undefined) throw new Error("Postgres has no main process.")
  return row.pid
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
    const own = await readPostmaster(client)
    const { rows } = await client.query<{ result: string }>("SELECT result FROM run_command_on_workers($1)", [
      pidText,
    ])
    return { coordinator: own, workers: rows.map(({ result }) => Number(result)) }
  } finally {
    await client.end()
  }
}
