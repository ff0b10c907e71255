/** Requests over kept-alive connections to servers that may be gone: to another one, until one answers. */
import { Agent, request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

export interface Answer {
  readonly status: number
  readonly text: string
  /** From the request to the end of its answer. */
  readonly millis: number
}

/** `away`: nobody listened or would work; what was asked for was not done. `lost`: it was sent, and may have been done. */
type Outcome = Answer | "away" | "lost"

type Ask<A> = (method: string, path: string, key: string, body?: string) => Promise<A>

export interface Wires {
  /** Until a server answers, or an answer is lost. */
  readonly once: Ask<Answer | "lost">
  /** Until a server answers; for what may be asked twice. */
  readonly answer: Ask<Answer>
  readonly count: { away: number; lost: number }
  readonly close: () => void
}

/** A server waits 30 seconds for its database at most. */
const answerMillis = 45_000
const patienceMillis = 120_000

export const makeWires = (
  urls: () => ReadonlyArray<string>,
  random: () => number,
  signal: AbortSignal,
): Wires => {
  const agent = new Agent({ keepAlive: true })
  const count = { away: 0, lost: 0 }
  const once: Wires["once"] = async (method, path, key, body) => {
    const deadline = Date.now() + patienceMillis
    for (let pauseMillis = 20; ; pauseMillis = Math.min(pauseMillis * 2, 400)) {
      const all = urls()
      const url = all[Math.floor(random() * all.length)]
      const outcome = url === undefined ? "away" : await send(agent, `${url}${path}`, method, key, body)
      if (typeof outcome === "string") count[outcome] += 1
      signal.throwIfAborted()
      if (outcome !== "away") return outcome
      if (Date.now() > deadline) throw new Error(`No server answered ${method} ${path}.`)
      await sleep(pauseMillis * random())
    }
  }
  const answer: Wires["answer"] = async (...asked) => {
    const outcome = await once(...asked)
    return outcome === "lost" ? await answer(...asked) : outcome
  }
  return { once, answer, count, close: () => agent.destroy() }
}

const send = (agent: Agent, url: string, method: string, key: string, body?: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const started = performance.now()
    const headers = {
      authorization: `APIKey ${key}`,
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    }
    const sent = request(url, { agent, method, headers }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (part: string) => {
        text += part
      })
      response.on("error", () => resolve("lost"))
      response.on("close", () => {
        if (!response.complete) return resolve("lost")
        const status = response.statusCode ?? 0
        resolve(status === 503 ? "away" : { status, text, millis: performance.now() - started })
      })
    })
    sent.setTimeout(answerMillis, () => sent.destroy())
    sent.on("error", (cause) => resolve("code" in cause && cause.code === "ECONNREFUSED" ? "away" : "lost"))
    sent.end(body)
  })
