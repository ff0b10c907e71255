/** P3: workers are killed and stopped again and again while they deliver. Nothing is lost, and what comes twice was in somebody's hands. */
import { setTimeout as sleep } from "node:timers/promises"
import type { ChildWorker } from "../support/childServer.ts"
import { openReceiver, timesOf } from "./Receiver.ts"
import type { Stage } from "./Stage.ts"

export interface KillSize {
  readonly events: number
  readonly endpoints: number
  readonly workers: number
  readonly kills: number
  readonly everyMillis: number
  readonly leaseMillis: number
  /** Of the SIGSTOP; longer than the lease. */
  readonly stopMillis: number
  readonly delayMillis: number
}

export interface KillReport {
  readonly events: number
  readonly kills: number
  readonly lost: number
  readonly twice: number
  /** What killed and stopped workers had in their hands: no more may come twice. */
  readonly inHands: number
  /** From a kill to the new delivery of what it had in its hands, at the longest. */
  readonly slowestMillis: number
  /** Attempts of which nobody could tell. */
  readonly unknown: number
  readonly seconds: number
  readonly wrong: ReadonlyArray<string>
}

export const runKills = async (stage: Stage, size: KillSize): Promise<KillReport> => {
  const began = performance.now()
  const receiver = await openReceiver({ delay: () => Math.random() * size.delayMillis })
  const wrong: Array<string> = []
  try {
    const paths = Array.from({ length: size.endpoints }, (_, at) => `/${at}`)
    for (const path of paths) await stage.endpoint(receiver.url(path))
    const ids = new Set<string>()
    const losses = new Map<string, number>()
    let inHands = 0
    let kills = 0
    let workers = await Promise.all(Array.from({ length: size.workers }, () => stage.worker()))

    /** What it has leased now that it can do nothing any more. */
    const note = async (worker: ChildWorker) => {
      const leased = await stage.database.rows(
        `SELECT event_id, endpoint_id FROM webhook_deliveries WHERE token IS NOT NULL AND leased_by LIKE '% ${worker.process.pid}'`,
      )
      inHands += leased.length
      for (const row of leased) losses.set(`${row.event_id} ${row.endpoint_id}`, performance.now())
    }
    const happening = (async () => {
      while (ids.size < size.events) {
        for (const id of await stage.happen(Math.min(20, size.events - ids.size), 20)) ids.add(id)
        // As many as there are kills to come are spread over.
        await sleep(Math.max(5, (size.everyMillis * size.kills * 20) / size.events))
      }
    })()
    const stopped = await stopOne(workers[0], size.stopMillis, note)
    while (kills < size.kills) {
      await sleep(size.everyMillis * (0.5 + Math.random()))
      const victim = workers[Math.floor(Math.random() * workers.length)]
      if (victim === undefined || victim === stopped) continue
      victim.process.kill("SIGKILL")
      await victim.finished
      await note(victim)
      kills += 1
      workers = [...workers.filter((worker) => worker !== victim), await stage.worker()]
    }
    await happening
    await stage.settled(120_000 + size.leaseMillis)
    const times = paths.map((path) => timesOf(receiver.arrivals, path))
    const lost = times.reduce((sum, came) => sum + [...ids].filter((id) => !came.has(id)).length, 0)
    const twice = times.reduce(
      (sum, came) => sum + [...came.values()].reduce((more, n) => more + n - 1, 0),
      0,
    )
    const delivered = await stage.count("SELECT count(*) FROM webhook_deliveries WHERE state = 'delivered'")
    if (delivered !== size.events * size.endpoints) wrong.push(`${delivered} are noted as delivered.`)
    if (lost > 0) wrong.push(`${lost} were lost.`)
    if (twice > inHands) wrong.push(`${twice} came twice, and only ${inHands} were in anybody's hands.`)
    for (const worker of workers) {
      worker.process.kill("SIGTERM")
      const { code } = await worker.finished
      if (code !== 0) wrong.push(`a worker ended with ${code}`)
    }
    return {
      events: size.events,
      kills,
      lost,
      twice,
      inHands,
      slowestMillis: await slowest(stage, receiver.arrivals, losses),
      unknown: await stage.count("SELECT count(*) FROM webhook_attempts WHERE outcome = 'unknown'"),
      seconds: Math.round((performance.now() - began) / 1000),
      wrong: [...wrong, ...receiver.wrong.slice(0, 5)],
    }
  } finally {
    await receiver.close()
  }
}

/** Stopped for longer than its lease, then let go on: it must not tell of what is another's by then. */
const stopOne = async (
  worker: ChildWorker | undefined,
  millis: number,
  note: (worker: ChildWorker) => Promise<void>,
): Promise<ChildWorker | undefined> => {
  if (worker === undefined || millis === 0) return undefined
  await sleep(300)
  worker.process.kill("SIGSTOP")
  await note(worker)
  setTimeout(() => worker.process.kill("SIGCONT"), millis)
  return worker
}

/** The longest that something waited which had been in the hands of a killed worker and came again. */
const slowest = async (
  stage: Stage,
  arrivals: ReadonlyArray<{ readonly id: string; readonly path: string; readonly at: number }>,
  losses: ReadonlyMap<string, number>,
): Promise<number> => {
  const rows = await stage.database.rows("SELECT id, url FROM webhook_endpoints")
  const endpoints = new Map(rows.map(({ id, url }) => [new URL(String(url)).pathname, String(id)]))
  let longest = 0
  const seen = new Set<string>()
  for (const { at, id, path } of arrivals) {
    const key = `${id} ${endpoints.get(path)}`
    const lostAt = losses.get(key)
    if (lostAt === undefined || at < lostAt || seen.has(key)) continue
    seen.add(key)
    longest = Math.max(longest, at - lostAt)
  }
  return Math.round(longest)
}
