/** Several `annotary serve` on one database, some of which are killed now and then and started again. */
import { type ChildServer, type Environment, startServer } from "../support/childServer.ts"

interface Slot {
  /** Where it listens, or did until it was killed. */
  url: string
  /** Absent while it is being started again. */
  server: ChildServer | undefined
}

export interface Fleet {
  readonly urls: () => ReadonlyArray<string>
  /** SIGKILL for one that listens; false when no more than so many do. It is started again at once. */
  readonly kill: (spared: number) => boolean
  readonly kills: () => number
  readonly restarts: () => number
  /** Waits until all listen. */
  readonly whole: () => Promise<void>
  /** Asks all to stop, and answers what was wrong with their lives. */
  readonly stop: () => Promise<ReadonlyArray<string>>
  /** Whatever happened: none of them stays. */
  readonly end: () => void
}

/** All start at the same time, on a database that may be empty. */
export const startFleet = async (
  count: number,
  environment: Environment,
  random: () => number,
): Promise<Fleet> => {
  const wrong: Array<string> = []
  const started = new Set<ChildServer>()
  let kills = 0
  let restarts = 0
  let ended = false
  let starting: ReadonlyArray<Promise<void>> = []

  const start = async (): Promise<ChildServer> => {
    const server = await startServer(environment)
    started.add(server)
    void server.finished.then(({ signal, stderr }) => {
      started.delete(server)
      if (signal !== "SIGKILL" && !ended) wrong.push(`a server ended by itself: ${stderr.slice(-2000)}`)
      const complaint = /^\S+ (?:ERROR|FATAL) .*/ms.exec(stderr)?.[0]
      if (complaint !== undefined) wrong.push(`a server complained: ${complaint.slice(0, 2000)}`)
    })
    if (ended) server.process.kill("SIGKILL")
    return server
  }

  const slots: ReadonlyArray<Slot> = (await Promise.all(Array.from({ length: count }, start))).map(
    (server) => ({
      server,
      url: server.url,
    }),
  )

  const restart = async (slot: Slot): Promise<void> => {
    try {
      const server = await start()
      slot.server = server
      slot.url = server.url
      restarts += 1
    } catch (cause) {
      if (!ended) wrong.push(String(cause))
    }
  }

  return {
    urls: () => slots.map(({ url }) => url),
    kill: (spared) => {
      const listening = slots.filter(({ server }) => server !== undefined)
      if (listening.length <= spared) return false
      const slot = listening[Math.floor(random() * listening.length)]
      if (slot?.server === undefined) return false
      const { server } = slot
      slot.server = undefined
      server.process.kill("SIGKILL")
      kills += 1
      starting = [...starting, server.finished.then(() => restart(slot))]
      return true
    },
    kills: () => kills,
    restarts: () => restarts,
    whole: async () => {
      await Promise.all(starting)
    },
    stop: async () => {
      await Promise.all(starting)
      ended = true
      const stopped = await Promise.all([...started].map((server) => server.stop()))
      return [
        ...wrong,
        ...stopped.filter(({ code }) => code !== 0).map(({ code }) => `a server ended with ${code}`),
      ]
    },
    end: () => {
      ended = true
      for (const { process } of started) process.kill("SIGKILL")
    },
  }
}
