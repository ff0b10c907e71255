/** A client in its own process that keeps a server busy and counts the responses. */
import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { type Calls, type Measured, measureWithCpu } from "./cpu.ts"
import type { Stage } from "./stage.ts"

export interface Load {
  readonly port: number
  /** The whole request as it is sent. A serial mark in it becomes a unique number. */
  readonly request: string
  /** The number of the first mark. By default numbers continue, from a random one. */
  readonly firstSerial?: number
  readonly status: number
  readonly connections: number
  readonly millis: number
}

export interface Answers extends Calls {
  /** The first unexpected response. */
  readonly wrong: string | undefined
}

/** Responses per second under a load, and the CPU time of one in the processes of the server. */
export type Client = (load: Load, processes: ReadonlyArray<number>) => Promise<Measured>

export const startClient = (stage: Stage): Client => {
  const child = fork(fileURLToPath(new URL("client.js", import.meta.url)))
  stage.defer(() => child.kill())
  const run = (load: Load) =>
    new Promise<Calls>((resolve, reject) => {
      const rejectEnded = () => reject(new Error("The client ended."))
      child.once("exit", rejectEnded)
      child.once("message", ({ wrong, ...calls }: Answers) => {
        child.off("exit", rejectEnded)
        if (wrong === undefined) resolve(calls)
        else reject(new Error(`Expected ${load.status}: ${wrong}`))
      })
      child.send(load)
    })
  const warmed = new Set<string>()
  /** Warms a server up once for each request, unless its numbers are counted. */
  const prepareServer = async (load: Load) => {
    const server = `${load.port} ${load.request.slice(0, 100)}`
    if (load.firstSerial !== undefined || warmed.has(server)) return
    warmed.add(server)
    for (let count = 0; count < warmUpRequests; ) count += (await run(load)).count
  }
  return async (load, processes) => {
    await prepareServer(load)
    return await measureWithCpu(processes, () => run(load))
  }
}

/** Requests before the first measurement. On a busy machine, a time would pass with code that is not compiled yet. */
const warmUpRequests = 1500

export interface RequestParts {
  readonly method: string
  readonly path: string
  readonly apiKey?: string
  readonly body?: string
}

export const requestText = ({ method, path, apiKey, body }: RequestParts): string =>
  [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    ...(apiKey === undefined ? [] : [`Authorization: APIKey ${apiKey}`]),
    ...(body === undefined
      ? []
      : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`]),
    "",
    body ?? "",
  ].join("\r\n")
