/** What webhooks cost those who write: the median of a label's PUT, with an endpoint that never answers, against none at all. */
import { mkdirSync } from "node:fs"
import { Agent, request } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { cuboids } from "./harness/labels.ts"
import { startPostgres } from "./harness/postgres.ts"
import { startServerWith, stopLater } from "./harness/processes.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { median, type Round } from "./harness/summary.ts"

const adminKey = `ann_benchkey_${"B".repeat(43)}`
const rounds = 9
/** In a round, of each side. */
const writes = 250
/** One side after the other: a machine may be half as fast a second later. */
const inARow = 10
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
    await roundOf(ours, peer)
    const measured: Array<Round> = []
    for (let at = 0; at < rounds; at++) measured.push(await roundOf(ours, peer))
    stage.tell(
      {
        metric: `label PUT on ${kind}, webhooks on and their receiver silent, over webhooks off (p50, ms)`,
        target: { of: "ratio", atMost: 1.1 },
        packages: [],
      },
      measured,
    )
  }
}

const roundOf = async (ours: Writer, peer: Writer): Promise<Round> => {
  const sides = { ours, peer }
  const millis: Record<keyof typeof sides, Array<number>> = { ours: [], peer: [] }
  for (let at = 0; at < writes / inARow; at++)
    for (const side of at % 2 === 0 ? (["peer", "ours"] as const) : (["ours", "peer"] as const))
      for (let n = 0; n < inARow; n++) millis[side].push(await sides[side]())
  return { ours: median(millis.ours), peer: median(millis.peer) }
}

/** Takes connections and whatever is sent, and never answers. */
const hanging = async (stage: Stage): Promise<string> => {
  const server = createServer((socket) => void socket.on("error", () => {}).resume())
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  stage.defer(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Writes the label once; answers how many milliseconds that took. */
type Writer = () => Promise<number>

/** For a server of its own with one sample. */
const writer = async (
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
    const body = { label_status: "LABELED", attributes, score: (serial++ % 1000) / 1000 }
    const begun = performance.now()
    await ask("PUT", `/labels/${uuid}/ground-truth/`, body)
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
