/** A receiver of webhooks in its own process, which only counts. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Stage } from "./stage.ts"

export interface Received {
  readonly count: number
  /** Since the first of them arrived. */
  readonly millis: number
}

export interface Receiver {
  readonly url: string
  /** Requests per second from the first arrival on, while `sender` runs. */
  readonly rate: (millis: number, sender: () => Promise<() => Promise<unknown>>) => Promise<number>
}

/** The time limit of the first arrival. */
const patienceMillis = 10_000

export const startReceiver = async (stage: Stage): Promise<Receiver> => {
  const child = fork(fileURLToPath(new URL("receiverProcess.js", import.meta.url)))
  stage.defer(() => child.kill())
  const [port]: Array<number> = await once(child, "message")
  const resetCount = async (): Promise<Received> => {
    const answer = once(child, "message")
    child.send("restart")
    const [received]: Array<Received> = await answer
    return received ?? { count: 0, millis: 0 }
  }
  return {
    url: `http://127.0.0.1:${port}/`,
    rate: async (millis, sender) => {
      await resetCount()
      const stop = await sender()
      const deadline = performance.now() + patienceMillis
      // The start of the sender is not measured.
      while ((await resetCount()).count === 0) {
        if (performance.now() > deadline) throw new Error("Nothing was delivered.")
        await sleep(20)
      }
      await sleep(millis)
      const received = await resetCount()
      await stop()
      return received.count / (received.millis / 1000)
    },
  }
}
