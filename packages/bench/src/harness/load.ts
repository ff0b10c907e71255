/** A client in its own process that keeps a server busy and counts the responses. */
import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
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

export interface Answers {
  readonly count: number
  readonly perSecond: number
  /** The first unexpected response. */
  readonly wrong: string | undefined
}

/** Responses per second under a load. */
export type Client = (load: Load) => Promise<number>

export const startClient = (stage: Stage): Client => {
  const child = fork(fileURLToPath(new URL("client.js", import.meta.url)))
  stage.defer(() => child.kill())
  return (load) =>
    new Promise((resolve, reject) => {
      const rejectEnded = () => reject(new Error("The client ended."))
      child.once("exit", rejectEnded)
      child.once("message", ({ perSecond, wrong }: Answers) => {
        child.off("exit", rejectEnded)
        if (wrong === undefined) resolve(perSecond)
        else reject(new Error(`Expected ${load.status}: ${wrong}`))
      })
      child.send(load)
    })
}

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
