/** graphile-worker's own way to take a job, on a queue of any size that SQL fills. */
import { Logger, type RunnerOptions, runMigrations } from "graphile-worker"
import { getUtilsAndReleasersFromOptions } from "graphile-worker/dist/lib.js"
import { batchGetJobs } from "graphile-worker/dist/sql/getJobs.js"
import pg from "pg"
import type { Stage } from "../harness/stage.ts"

const task = "work"
const schema = "graphile_worker"

export const silent = new Logger(() => () => {})

/** Jobs that are due, with a payload each. */
export const fillGraphile = async (
  url: string,
  jobs: number,
  payload: object = { sample: 1 },
): Promise<void> => {
  await runMigrations({ connectionString: url, schema, logger: silent })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`INSERT INTO ${schema}._private_tasks (identifier) VALUES ('${task}')`)
  await client.query(
    `INSERT INTO ${schema}._private_jobs (task_id, payload)
      SELECT t.id, $2 FROM ${schema}._private_tasks t, generate_series(1, $1::int)`,
    [jobs, payload],
  )
  await client.query(`VACUUM ANALYZE ${schema}._private_jobs`)
  await client.end()
}

/** Takes one job, as a worker without local queue does. */
export const getGraphileJob = async (
  stage: Stage,
  url: string,
  connections: number,
): Promise<() => Promise<void>> => {
  const pgPool = new pg.Pool({ connectionString: url, max: connections })
  // graphile-worker wants to see a handler on the pool and its clients.
  pgPool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}))
  stage.defer(() => pgPool.end())
  const tasks = { [task]: () => {} }
  const options: RunnerOptions = { pgPool, schema, logger: silent, taskList: tasks }
  const [compiled, release] = await getUtilsAndReleasersFromOptions(options)
  stage.defer(() => release())
  return async () => {
    const jobs = await batchGetJobs(compiled, compiled.withPgClient, tasks, "bench", null, 1)
    if (jobs.length !== 1) throw new Error("No job was due.")
  }
}
