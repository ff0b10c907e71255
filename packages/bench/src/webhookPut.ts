/** What webhooks cost those who write: the median of a label's PUT, with an endpoint that never answers, against none at all. */
import { mkdirSync } from "node:fs"
import { Agent, request } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { cuboids } from "./harness/labels.ts"
import { startPostgres } from "./harness/postgres.ts"
import { startServerWith, stopLater } from "./harness/processes.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"

const adminKey = `ann_benchkey_${"B".repeat(43)}`
/** In a round. */
const writes = 250
/** As one frame of a point cloud has them. */
const bytes = 4000

type Environment = Readonly<Record<string, string>>

export const benchmark: Benchmark = async (stage) => {
  const sink = await hanging(stage)
  const postgres = await startPostgres(stage)
  const kinds: Readonly<Record<string, (name: string) => Environment>> = {
    SQLite: (name) => ({ ANNOTARY_DATABASE_URL: `sqlite:${join(stage.folder, `${name}.db`)}` }),
    Postgres: (name) => ({ ANNOTARY_DATABASE_URL: postgres, ANNOTARY_DATABASE_SCHEMA: name }),
  }
  for (const [kind, place] of Object.entries(kinds)) {
    const ours = await writer(stage, place("with_webhooks"), `on ${kind}`, sink)
    const peer = await writer(stage, place("without_webhooks"), `off ${kind}`)
    await stage.compare({
      metric: `label PUT on ${kind}, webhooks on and their receiver silent, over webhooks off (p50, ms)`,
      target: { of: "ratio", atMost: 1.1 },
      packages: [],
      rounds: 9,
      ours,
      peer,
    })
  }
}

/** Takes connections and whatever is sent, and never answers. */
const hanging = async (stage: Stage): Promise<string> => {
  const server = createServer((socket) => void socket.on("error", () => {}).resume())
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  stage.defer(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** A server with one sample; each call of the answer writes its label, one time after another. */
const writer = async (
  stage: Stage,
  database: Environment,
  name: string,
  receiver?: string,
): Promise<() => Promise<number>> => {
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
  const ask = (method: string, path: string, body: unknown = {}) => send({ agent, port, method, path, body })
  if (receiver !== undefined) {
    await ask("PUT", "/user/webhooks/")
    await ask("POST", "/user/webhooks/endpoints/", { url: receiver })
  }
  await ask("POST", "/user/datasets/", { name: "bench", category: "other", task_type: "pointcloud-cuboid" })
  const made = await ask("POST", "/datasets/admin/bench/samples/", { name: "one", attributes: { a: 1 } })
  const { uuid } = JSON.parse(made) as { readonly uuid: string }
  const attributes: unknown = JSON.parse(cuboids(bytes))
  let serial = 0
  return async () => {
    const millis: Array<number> = []
    for (let at = 0; at < writes; at++) {
      const body = { label_status: "LABELED", attributes, score: (serial++ % 1000) / 1000 }
      const begun = performance.now()
      await ask("PUT", `/labels/${uuid}/ground-truth/`, body)
      millis.push(performance.now() - begun)
    }
    return millis.toSorted((a, b) => a - b)[writes / 2] ?? Number.NaN
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
    const text = JSON.stringify(body)
    const headers = {
      authorization: `APIKey ${adminKey}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    }
    const asked = request({ agent, port, method, path, headers, host: "127.0.0.1" }, (answer) => {
      let told = ""
      answer.setEncoding("utf8").on("data", (some: string) => {
        told += some
      })
      answer.on("end", () =>
        (answer.statusCode ?? 500) < 300
          ? resolve(told)
          : reject(new Error(`${method} ${path}: ${answer.statusCode} ${told}`)),
      )
    })
    asked.on("error", reject)
    asked.end(text)
  })
