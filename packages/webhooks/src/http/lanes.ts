/** The connections of all endpoints, each endpoint with its own. */
import type { CheckedUrl } from "../ssrf/checkUrl.ts"
import type { Connecting } from "./connectChecked.ts"
import { type Lane, openLane } from "./openLane.ts"

/** The lanes that nothing is on, by endpoint and origin; the one used last is taken first, so that the others can grow old. */
export const makeLanes = (connecting: Connecting) => {
  const idle = new Map<string, Array<{ readonly lane: Lane; readonly since: number }>>()
  const busy = new Set<Lane>()
  const keyOf = (endpoint: string, target: CheckedUrl) => `${endpoint} ${target.origin}`
  const { idleMillis } = connecting.limits
  let sweeping: ReturnType<typeof setInterval> | undefined

  /** Connections close by themselves; what is left of them is cleared away. */
  const sweep = () => {
    const before = performance.now() - idleMillis * 4
    for (const [key, kept] of idle) {
      const young = kept.filter(({ lane, since }) => {
        if (since > before) return true
        lane.destroy()
        return false
      })
      if (young.length > 0) idle.set(key, young)
      else idle.delete(key)
    }
    if (idle.size > 0) return
    clearInterval(sweeping)
    sweeping = undefined
  }
  return {
    take: (endpoint: string, target: CheckedUrl): Lane => {
      const kept = idle.get(keyOf(endpoint, target))
      let lane = kept?.pop()?.lane
      while (lane !== undefined && !lane.isOpen()) lane = kept?.pop()?.lane
      lane ??= openLane(target, connecting)
      busy.add(lane)
      return lane
    },
    giveBack: (endpoint: string, target: CheckedUrl, lane: Lane, reusable: boolean): void => {
      busy.delete(lane)
      if (!reusable || !lane.isYoung()) {
        lane.destroy()
        return
      }
      const key = keyOf(endpoint, target)
      const kept = idle.get(key)
      const entry = { lane, since: performance.now() }
      if (kept === undefined) idle.set(key, [entry])
      else kept.push(entry)
      sweeping ??= setInterval(sweep, idleMillis).unref()
    },
    count: (): number => [...idle.values()].reduce((sum, kept) => sum + kept.length, busy.size),
    close: (): void => {
      for (const { lane } of [...idle.values()].flat()) lane.destroy()
      for (const lane of busy) lane.destroy()
      idle.clear()
      clearInterval(sweeping)
      sweeping = undefined
    },
  }
}
