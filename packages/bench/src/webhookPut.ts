/**
 * The cost of webhooks for writers: the median time of a label's PUT with an endpoint that never responds, against
 * webhooks off.
 */
import { mkdirSync } from "node:fs"
import { Agent, request } from "node:http"
import { createServer } from "node:net"
import { join } from "node:path"
import { makeCuboids } from "./harness/labels.ts"
import { startPostgres } from "./harness/postgres.ts"
import { startServerWith, stopLater } from "./harness/processes.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { computeMedian, type Round } from "./harness/summary.ts"

const adminKey = `ann_benchkey_${"B".repeat(43)}`
const rounds = 9
/** Per round and side. */
const writes = 250
/** Short alternation: a machine may be half as fast a second later. */
const inARow = 10
/** About one frame of a point cloud. */
const bytes = 4000

type Environment = Readonly<Record<string, string>>

export const runBenchmark: Benchmark = async (stage) => {
  const sink = await startHangingServer(stage)
  const postgres = await startPostgres(stage)
  const kinds: Readonly<Record<string, (name: string) => Environment>> = {
    SQLite: (name) => ({ ANNOTARY_DATABASE_URL: `sqlite:${join(stage.folder, `${name}.db`)}` }),
    Postgres: (name) => ({ ANNOTARY_DATABASE_URL: postgres, ANNOTARY_DATABASE_SCHEMA: name }),
  }
  for (const [kind, place] of Object.entries(kinds)) {
    const ours = await makeWriter(stage, place("with_webhooks"), `on ${kind}`, sink)
    const peer = await makeWriter(stage, place("without_webhooks"), `off ${kind}`)
    await measureRound(ours, peer)
    const measured: Array<Round> = []
    for (let at = 0; at < rounds; at++) measured.push(await measureRound(ours, peer))
    stage.report(
      {
        metric: `label PUT on ${kind}, webhooks on and their receiver silent, over webhooks off (p50, ms)`,
        target: { of: "ratio", atMost: 1.05 },
        packages: [],
      },
      measured,
    )
  }
}

const measureRound = async (ours: Writer, peer: Writer): Promise<Round> => {
  const sides = { ours, peer }
  const millis: Record<keyof typeof sides, Array<number>> = { ours: [], peer: [] }
  for (let at = 0; at < writes / inARow; at++)
    for (const side of at % 2 === 0 ? (["peer", "ours"] as const) : (["ours", "peer"] as const))
      for (let n = 0; n < inARow; n++) millis[side].push(await sides[side]())
  return { ours: computeMedian(millis.ours), peer: computeMedian(millis.peer) }
}

/** Accepts connections and data, and never responds. */
const startHangingServer = async (stage: Stage): Promise<string> => {
  const server = createServer((socket) => void socket.on("error", () => {}).resume())
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  stage.defer(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.")
  return `http://127.0.0.1:${address.port}/`
}

/** Writes the label once. Returns the milliseconds. */
type Writer = () => Promise<number>

/** A writer to a dedicated server with one sample. */
const makeWriter = async (
  stage: Stage,
  database: Environment,
  name: string,
  receiver?: string,
): Promise<Writer> => {
  const folder = join(stage.folder, name)
  mkdirSync(folder)
  const environment = {
    ...database,
    ANNOTARY_ADMIN_API_KEY: adminKey,
    ANNOTARY_WEBHOOK_ALLOW: "127.0.0.1/32",
    ANNOTARY_RATE_LIMIT: "0",
  }
  const { port } = stopLater(stage, await startServerWith(folder, environment))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  stage.defer(() => agent.destroy())
  const call = (method: string, path: string, body: unknown = {}) => send({ agent, port, method, path, body })
  if (receiver !== undefined) {
    await call("PUT", "/user/webhooks/")
    await call("POST", "/user/webhooks/endpoints/", { url: receiver })
  }
  await call("POST", "/user/datasets/", { name: "bench", category: "other", task_type: "pointcloud-cuboid" })
  const made = await call("POST", "/datasets/admin/bench/samples/", { name: "one", attributes: { a: 1 } })
  const { uuid }: { readonly uuid: string } = JSON.parse(made)
  const attributes: unknown = JSON.parse(makeCuboids(bytes))
  let serial = 0
  return async () => {
    const body = { label_status: "LABELED", attributes, score: (serial++ % 1000) / 1000 }
    const begun = performance.now()
    await call("PUT", `/labels/${uuid}/ground-truth/`, body)
    return performance.now() - begun
  }
}

interface Sent {
  readonly agent: Agent
  readonly port: number
  readonly method: string
  readonly path: string
  readonly body: unknown
}

const send = ({ agent, port, method, path, body }: Sent): Promise<string> =>
  new Promise((resolve, reject) => {
    const payload = JSON.stringify(body)
    const headers = {
      authorization: `APIKey ${adminKey}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(payload),
    }
    const outgoing = request({ agent, port, method, path, headers, host: "127.0.0.1" }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (some: string) => {
        text += some
      })
      response.on("end", () =>
        (response.statusCode ?? 500) < 300
          ? resolve(text)
          : reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`)),
      )
    })
    outgoing.on("error", reject)
    outgoing.end(payload)
  })
