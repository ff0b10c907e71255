import type { CallbackTime } from "../monotonic.ts"
import type { CheckedUrl } from "../ssrf/checkUrl.ts"
import type { Connecting } from "./connectChecked.ts"
import type { Connection, OpenConnection } from "./connection.ts"

/**
 * The connections of all endpoints. Idle ones are kept by endpoint and origin; the most recently used one is
 * taken first, so that the others can expire.
 */
export const makeConnectionPool = (connecting: Connecting, time: CallbackTime) => {
  const idle = new Map<string, Array<{ readonly connection: Connection; readonly since: number }>>()
  const busy = new Set<Connection>()
  const makeKey = (endpoint: string, target: CheckedUrl) => `${endpoint} ${target.origin}`
  const { idleMillis } = connecting.limits
  let stopSweeping: (() => void) | undefined

  /** Connections close by themselves; this removes their entries. */
  const removeClosed = () => {
    const before = time.now() - idleMillis * 4
    for (const [key, kept] of idle) {
      const young = kept.filter(({ connection, since }) => {
        if (since > before) return true
        connection.destroy()
        return false
      })
      if (young.length > 0) idle.set(key, young)
      else idle.delete(key)
    }
    if (idle.size > 0) return
    stopSweeping?.()
    stopSweeping = undefined
  }
  return {
    take: (endpoint: string, target: CheckedUrl, open: OpenConnection): Connection => {
      const idleConnections = idle.get(makeKey(endpoint, target))
      let connection = idleConnections?.pop()?.connection
      while (connection !== undefined && !connection.isOpen()) connection = idleConnections?.pop()?.connection
      connection ??= open(target, connecting, time)
      busy.add(connection)
      return connection
    },
    giveBack: (endpoint: string, target: CheckedUrl, connection: Connection, reusable: boolean): void => {
      busy.delete(connection)
      if (!reusable || !connection.isYoung()) {
        connection.destroy()
        return
      }
      const key = makeKey(endpoint, target)
      const idleConnections = idle.get(key)
      const entry = { connection, since: time.now() }
      if (idleConnections === undefined) idle.set(key, [entry])
      else idleConnections.push(entry)
      stopSweeping ??= time.every(idleMillis, removeClosed)
    },
    count: (): number => [...idle.values()].reduce((sum, kept) => sum + kept.length, busy.size),
    close: (): void => {
      for (const { connection } of [...idle.values()].flat()) connection.destroy()
      for (const connection of busy) connection.destroy()
      idle.clear()
      stopSweeping?.()
      stopSweeping = undefined
    },
  }
}
