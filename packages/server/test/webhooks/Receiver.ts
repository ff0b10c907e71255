/** A receiver as a customer would have one, that keeps the books: what came, how often, when, in what order, and whether it was always the same. */
import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import { secretText } from "./Stage.ts"

export interface Arrival {
  /** The path that it came to. */
  readonly path: string
  readonly id: string
  readonly at: number
}

export interface Receiver {
  readonly url: (path: string) => string
  readonly arrivals: ReadonlyArray<Arrival>
  /** Requests that are not answered yet. */
  readonly open: () => number
  /** Sentences about what must not be. */
  readonly wrong: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

export interface Behaviour {
  /** How long an answer takes; null: it never comes. */
  readonly delay?: (path: string) => number | null
  readonly status?: (path: string, nth: number) => number
  /** Whether signatures are verified, and bodies compared. */
  readonly verifies?: boolean
  /** Called with each, before it is answered. */
  readonly heard?: (arrival: Arrival, body: Buffer, request: IncomingMessage) => void
}

export const openReceiver = async (behaviour: Behaviour = {}): Promise<Receiver> => {
  const { delay = () => 0, heard, status = () => 200, verifies = true } = behaviour
  const arrivals: Array<Arrival> = []
  const wrong: Array<string> = []
  const digests = new Map<string, string>()
  const verifier = new Webhook(secretText)
  let open = 0

  const check = (id: string, body: Buffer, request: IncomingMessage) => {
    const digest = createHash("sha1").update(body).digest("base64")
    if ((digests.get(id) ?? digest) !== digest) wrong.push(`${id} came with another body.`)
    digests.set(id, digest)
    try {
      verifier.verify(body, plain(request))
    } catch (error) {
      wrong.push(`${id} does not verify: ${String(error)}`)
    }
  }
  const answer = (response: ServerResponse, path: string, nth: number) => {
    const millis = delay(path)
    if (millis === null) return
    const end = () => {
      open -= 1
      response.writeHead(status(path, nth), { "content-length": 0 }).end()
    }
    if (millis === 0) end()
    else setTimeout(end, millis)
  }
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    open += 1
    request.on("data", (chunk: Buffer) => void chunks.push(chunk))
    request.on("end", () => {
      const id = String(request.headers["webhook-id"])
      const path = request.url ?? ""
      const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
      const arrival = { path, id, at: performance.now() }
      arrivals.push(arrival)
      if (verifies) check(id, body, request)
      heard?.(arrival, body, request)
      answer(response, path, arrivals.length)
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    arrivals,
    open: () => open,
    wrong,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const plain = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** How often each came to a path. */
export const timesOf = (arrivals: ReadonlyArray<Arrival>, path?: string): ReadonlyMap<string, number> => {
  const times = new Map<string, number>()
  for (const arrival of arrivals)
    if (path === undefined || arrival.path === path) times.set(arrival.id, (times.get(arrival.id) ?? 0) + 1)
  return times
}

export const percentile = (numbers: ReadonlyArray<number>, at: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  return (
    Math.round(
      (sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * at) / 100))] ?? Number.NaN) * 10,
    ) / 10
  )
}
