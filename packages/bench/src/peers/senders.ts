/** F1's peers: graphile-worker with a task that signs and sends, and a loop that only sends, with the same HTTP client. */
import { createHmac } from "node:crypto"
import { type RunnerOptions, run } from "graphile-worker"
import pg from "pg"
import { Pool } from "undici"
import { silent } from "./graphile.ts"

type Stop = () => Promise<unknown>

const key = Buffer.alloc(32, 5)

export interface GraphileSender {
  readonly url: string
  readonly receiver: string
  readonly inFlight: number
  /** The jobs that its local queue takes at once; none without. */
  readonly ahead?: number
}

export const startGraphileSender = async ({
  ahead,
  inFlight,
  receiver,
  url,
}: GraphileSender): Promise<Stop> => {
  const pool = new Pool(new URL(receiver).origin, { connections: inFlight })
  const pgPool = new pg.Pool({ connectionString: url, max: 12 })
  pgPool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}))
  const sendJob = async (payload: unknown, { job }: { readonly job: { readonly id: string } }) => {
    const body = Buffer.from(JSON.stringify(payload))
    const seconds = String(Math.trunc(Date.now() / 1000))
    const signature = createHmac("sha256", key).update(`${job.id}.${seconds}.`).update(body).digest("base64")
    const headers = {
      "content-type": "application/json",
      "webhook-id": job.id,
      "webhook-timestamp": seconds,
      "webhook-signature": `v1,${signature}`,
    }
    const response = await pool.request({ method: "POST", path: "/", headers, body })
    await response.body.dump()
    if (response.statusCode >= 300) throw new Error(`The receiver answered ${response.statusCode}.`)
  }
  const options: RunnerOptions = {
    pgPool,
    logger: silent,
    noHandleSignals: true,
    taskList: { work: sendJob },
    ...(ahead === undefined
      ? { concurrency: inFlight }
      : { preset: { worker: { concurrentJobs: inFlight, localQueue: { size: ahead } } } }),
  }
  const runner = await run(options)
  return async () => {
    await runner.stop()
    await Promise.all([pgPool.end(), pool.close()])
  }
}

/** Sends the same body again and again. */
export const postLoop = async (receiver: string, inFlight: number, body: Buffer): Promise<Stop> => {
  const pool = new Pool(new URL(receiver).origin, { connections: inFlight })
  let open = true
  const runLoop = async () => {
    while (open) {
      const headers = { "content-type": "application/json" }
      const response = await pool.request({ method: "POST", path: "/", headers, body })
      await response.body.dump()
    }
  }
  const loops = Array.from({ length: inFlight }, runLoop)
  return async () => {
    open = false
    await Promise.all(loops)
    await pool.close()
  }
}
