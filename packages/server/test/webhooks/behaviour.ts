/** P6 to P9 and P17: order, slow endpoints, rates, and workers that are asked to stop. */
import { setTimeout as sleep } from "node:timers/promises"
import { openReceiver, percentile, timesOf } from "./Receiver.ts"
import type { Stage } from "./Stage.ts"

export interface OrderReport {
  readonly events: number
  readonly requests: number
  readonly kills: number
  readonly wrong: ReadonlyArray<string>
}

/** P6: a third of the requests fails, workers are killed, and still the first success of each event comes in the order of the events. */
export const runOrder = async (
  stage: Stage,
  size: {
    readonly events: number
    readonly endpoints: number
    readonly workers: number
    readonly kills: number
  },
): Promise<OrderReport> => {
  const wrong: Array<string> = []
  const succeeded = new Map<string, Array<string>>()
  const busy = new Map<string, number>()
  const receiver = await openReceiver({
    delay: () => 2,
    status: (path, nth) => {
      busy.set(path, (busy.get(path) ?? 1) - 1)
      if (nth % 10 === 0) return 500
      const { id = "" } = receiver.arrivals[nth - 1] ?? {}
      const before = succeeded.get(path) ?? []
      if (!before.includes(id)) before.push(id)
      succeeded.set(path, before)
      return 200
    },
    heard: ({ path }) => {
      const now = (busy.get(path) ?? 0) + 1
      busy.set(path, now)
      if (now > 1 && kills === 0) wrong.push(`${path} had ${now} requests at once.`)
    },
  })
  let kills = 0
  try {
    const paths = Array.from({ length: size.endpoints }, (_, at) => `/${at}`)
    for (const path of paths) await stage.endpoint(receiver.url(path), { fifo: true })
    let workers = await Promise.all(Array.from({ length: size.workers }, () => stage.worker()))
    const ids = await stage.happen(size.events, 10)
    while (kills < size.kills) {
      await sleep(700)
      const [victim, ...others] = workers
      victim?.process.kill("SIGKILL")
      kills += 1
      workers = [...others, await stage.worker()]
    }
    await stage.settled(300_000)
    for (const path of paths) {
      const order = succeeded.get(path) ?? []
      if (order.length !== ids.length) wrong.push(`${path} got ${order.length} of ${ids.length}.`)
      const at = order.findIndex((id, index) => id !== ids[index])
      if (at >= 0) wrong.push(`${path} got another event than the ${at}th at its place.`)
    }
    return { events: ids.length * paths.length, requests: receiver.arrivals.length, kills, wrong }
  } finally {
    await receiver.close()
  }
}

export interface FairReport {
  readonly baseline: { readonly p50: number; readonly p99: number }
  readonly beside: { readonly p50: number; readonly p99: number }
  readonly hanging: number
}

/** P7: how soon events come to endpoints that are well, before and while others never answer. */
export const runFair = async (
  stage: Stage,
  size: {
    readonly endpoints: number
    readonly perSecond: number
    readonly seconds: number
    readonly hanging: number
  },
): Promise<FairReport> => {
  const committedAt = new Map<string, number>()
  let hangs = false
  const bad = (path: string) => Number(path.slice(1)) < size.hanging
  const receiver = await openReceiver({ verifies: false, delay: (path) => (hangs && bad(path) ? null : 0) })
  try {
    for (let at = 0; at < size.endpoints; at++) await stage.endpoint(receiver.url(`/${at}`))
    await stage.worker()
    const round = async () => {
      const from = receiver.arrivals.length
      const rounds = size.seconds * size.perSecond
      for (let at = 0; at < rounds; at++) {
        const began = performance.now()
        const [id = ""] = await stage.happen(1)
        committedAt.set(id, performance.now())
        await sleep(Math.max(1, 1000 / size.perSecond - (performance.now() - began)))
      }
      await sleep(2000)
      const waits = receiver.arrivals
        .slice(from)
        .filter(({ path }) => !bad(path))
        .map(({ at, id }) => at - (committedAt.get(id) ?? at))
      return { p50: percentile(waits, 50), p99: percentile(waits, 99) }
    }
    await round()
    const baseline = await round()
    hangs = true
    const beside = await round()
    return { baseline, beside, hanging: size.hanging }
  } finally {
    await receiver.close()
  }
}

export interface RateReport {
  readonly events: number
  readonly limit: number
  /** Attempts that began in the fullest second that there is. */
  readonly peak: number
  readonly seconds: number
  readonly attemptsBeyondOne: number
  readonly twice: number
}

/** P8 and P9: several workers keep one endpoint's rate, and to wait for it costs no attempt. */
export const runRate = async (
  stage: Stage,
  size: { readonly events: number; readonly limit: number; readonly workers: number },
): Promise<RateReport> => {
  const receiver = await openReceiver()
  try {
    await stage.endpoint(receiver.url("/0"), { rateLimit: size.limit })
    await stage.happen(size.events)
    await Promise.all(Array.from({ length: size.workers }, () => stage.worker()))
    await stage.settled(((size.events / size.limit) * 3 + 60) * 1000)
    const times = await stage.begun()
    const peak = times.reduce(
      (most, from, index) => Math.max(most, times.slice(index).filter((at) => at < from + 1000).length),
      0,
    )
    return {
      events: size.events,
      limit: size.limit,
      peak,
      seconds: Math.round(((times.at(-1) ?? 0) - (times[0] ?? 0)) / 100) / 10,
      attemptsBeyondOne: await stage.count("SELECT count(*) FROM webhook_deliveries WHERE attempts > 1"),
      twice: [...timesOf(receiver.arrivals).values()].filter((n) => n > 1).length,
    }
  } finally {
    await receiver.close()
  }
}

export interface DrainReport {
  readonly events: number
  readonly restarts: number
  readonly lost: number
  readonly twice: number
  readonly slowestStopMillis: number
  readonly wrong: ReadonlyArray<string>
}

/** P17: workers are asked to stop and started again under load; nothing comes twice, nothing is lost. */
export const runDrain = async (
  stage: Stage,
  size: { readonly events: number; readonly restarts: number; readonly delayMillis: number },
): Promise<DrainReport> => {
  const receiver = await openReceiver({ delay: () => Math.random() * size.delayMillis })
  const wrong: Array<string> = []
  let slowestStopMillis = 0
  try {
    await stage.endpoint(receiver.url("/0"))
    await stage.endpoint(receiver.url("/1"))
    const ids = await stage.happen(size.events)
    let worker = await stage.worker()
    for (let restart = 0; restart < size.restarts; restart++) {
      const before = receiver.arrivals.length
      for (let waited = 0; receiver.arrivals.length < before + 10 && waited < 5000; waited += 5)
        await sleep(5)
      const began = performance.now()
      worker.process.kill("SIGTERM")
      const { code, stderr } = await worker.finished
      slowestStopMillis = Math.max(slowestStopMillis, performance.now() - began)
      if (code !== 0) wrong.push(`a worker ended with ${code}: ${stderr.slice(-500)}`)
      const leased = await stage.count("SELECT count(*) FROM webhook_deliveries WHERE token IS NOT NULL")
      if (leased > 0) wrong.push(`${leased} were still leased after a stop.`)
      worker = await stage.worker()
    }
    await stage.settled(120_000)
    const times = ["/0", "/1"].map((path) => timesOf(receiver.arrivals, path))
    return {
      events: ids.length * 2,
      restarts: size.restarts,
      lost: times.reduce((sum, came) => sum + ids.filter((id) => !came.has(id)).length, 0),
      twice: times.reduce((sum, came) => sum + [...came.values()].filter((n) => n > 1).length, 0),
      slowestStopMillis: Math.round(slowestStopMillis),
      wrong: [...wrong, ...receiver.wrong.slice(0, 5)],
    }
  } finally {
    await receiver.close()
  }
}
