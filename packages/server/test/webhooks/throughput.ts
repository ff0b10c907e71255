/** P4, P10 and P11: nothing twice without faults, how fast a backlog goes, and how soon an event arrives in quiet. */
import { setTimeout as sleep } from "node:timers/promises"
import { apiOf, expectStatus, textMember } from "../support/api.ts"
import { type ChildWorker, startServer } from "../support/childServer.ts"
import { openReceiver, percentile, timesOf } from "./Receiver.ts"
import { adminKey, type Stage } from "./Stage.ts"

const until = async (holds: () => boolean, millis: number): Promise<void> => {
  const deadline = Date.now() + millis
  while (!holds()) {
    if (Date.now() > deadline) throw new Error("That never came.")
    await sleep(5)
  }
}

/** Asked to stop; answers the codes that they ended with. */
const stopped = async (workers: ReadonlyArray<ChildWorker>): Promise<ReadonlyArray<number | null>> => {
  for (const { process } of workers) process.kill("SIGTERM")
  return await Promise.all(workers.map(async ({ finished }) => (await finished).code))
}

export interface ExactReport {
  readonly deliveries: number
  readonly lost: number
  readonly twice: number
  readonly seconds: number
  readonly wrong: ReadonlyArray<string>
}

/** P4: what was received is what was committed, each once, by several workers and a receiver that is slow at random. */
export const runExact = async (
  stage: Stage,
  size: {
    readonly events: number
    readonly endpoints: number
    readonly workers: number
    readonly delayMillis: number
  },
): Promise<ExactReport> => {
  const receiver = await openReceiver({ delay: () => Math.random() * size.delayMillis })
  try {
    const paths = Array.from({ length: size.endpoints }, (_, at) => `/${at}`)
    for (const path of paths) await stage.endpoint(receiver.url(path))
    const workers = await Promise.all(Array.from({ length: size.workers }, () => stage.worker()))
    const began = performance.now()
    const ids = new Set(await stage.happen(size.events, 100))
    await stage.settled(600_000)
    const seconds = Math.round((performance.now() - began) / 100) / 10
    const times = paths.map((path) => timesOf(receiver.arrivals, path))
    const lost = times.reduce((sum, came) => sum + [...ids].filter((id) => !came.has(id)).length, 0)
    const twice = times.reduce((sum, came) => sum + [...came.values()].filter((n) => n > 1).length, 0)
    const codes = await stopped(workers)
    const wrong = codes.filter((code) => code !== 0).map((code) => `a worker ended with ${code}`)
    return {
      deliveries: size.events * size.endpoints,
      lost,
      twice,
      seconds,
      wrong: [...receiver.wrong, ...wrong],
    }
  } finally {
    await receiver.close()
  }
}

export interface BacklogReport {
  readonly deliveries: number
  readonly seconds: number
  readonly perSecond: number
}

/** P10: what has piled up, and the time until the last of it was answered. The receiver does nothing. */
export const runBacklog = async (
  stage: Stage,
  size: { readonly events: number; readonly endpoints: number; readonly workers: number },
): Promise<BacklogReport> => {
  const receiver = await openReceiver({ verifies: false })
  try {
    for (let at = 0; at < size.endpoints; at++) await stage.endpoint(receiver.url(`/${at}`))
    await stage.happen(size.events)
    const deliveries = size.events * size.endpoints
    const workers = await Promise.all(Array.from({ length: size.workers }, () => stage.worker()))
    await until(() => receiver.arrivals.length > 0, 30_000)
    const began = receiver.arrivals[0]?.at ?? 0
    await until(() => receiver.arrivals.length >= deliveries, 600_000)
    const millis = (receiver.arrivals.at(-1)?.at ?? 0) - began
    await stage.settled(60_000)
    await stopped(workers)
    return {
      deliveries,
      seconds: Math.round(millis / 100) / 10,
      perSecond: Math.round((deliveries * 1000) / millis),
    }
  } finally {
    await receiver.close()
  }
}

export interface LatencyReport {
  readonly events: number
  readonly p50: number
  readonly p99: number
}

/**
 * P11: from the answer of the commit to the receiver, one event at a time in quiet. The events are committed by this process,
 * another than the worker's: on Postgres it is woken, on SQLite it looks by itself.
 */
export const runLatency = async (stage: Stage, size: { readonly events: number }): Promise<LatencyReport> => {
  const heardAt = new Map<string, number>()
  const receiver = await openReceiver({ verifies: false, heard: ({ at, id }) => void heardAt.set(id, at) })
  try {
    await stage.endpoint(receiver.url("/0"))
    const worker = await stage.worker()
    const millis: Array<number> = []
    for (let at = 0; at < size.events; at++) {
      const [id = ""] = await stage.happen(1)
      const committed = performance.now()
      await until(() => heardAt.has(id), 10_000)
      millis.push(Math.max(0, (heardAt.get(id) ?? 0) - committed))
      await sleep(20 + Math.random() * 30)
    }
    await stopped([worker])
    return { events: size.events, p50: percentile(millis, 50), p99: percentile(millis, 99) }
  } finally {
    await receiver.close()
  }
}

/** The same within one process that answers requests and delivers: from the answer of a request to the receiver. */
export const runLatencyInside = async (
  stage: Stage,
  size: { readonly events: number },
): Promise<LatencyReport> => {
  let heardAt = 0
  const receiver = await openReceiver({
    verifies: false,
    heard: ({ at }) => {
      heardAt = at
    },
  })
  const server = await startServer(stage.environment)
  try {
    const api = apiOf(server.url, adminKey)
    const ask = async (method: string, path: string, body?: unknown) =>
      expectStatus(await api.call(method, path, body), 200, 201, 204)
    await ask("PUT", "/user/webhooks/")
    await ask("POST", "/user/datasets/", { name: "quick", category: "other", task_type: "vector" })
    const made = await ask("POST", "/datasets/admin/quick/samples/", { name: "one", attributes: { a: 1 } })
    await ask("POST", "/user/webhooks/endpoints/", { url: receiver.url("/0") })
    const millis: Array<number> = []
    for (let at = 0; at < size.events; at++) {
      heardAt = 0
      await ask("PATCH", `/samples/${textMember(made.json(), "uuid")}/`, { priority: at + 1 })
      const answered = performance.now()
      await until(() => heardAt > 0, 10_000)
      millis.push(Math.max(0, heardAt - answered))
      await sleep(20 + Math.random() * 30)
    }
    await server.stop()
    return { events: size.events, p50: percentile(millis, 50), p99: percentile(millis, 99) }
  } finally {
    server.process.kill("SIGKILL")
    await receiver.close()
  }
}
