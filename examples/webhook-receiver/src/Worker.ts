/** Handles what waits in the inbox, one after the other, apart from the requests that bring it. What fails is tried again. */
import type { Inbox, Taken } from "./Inbox.ts"

export interface Worker {
  /** There may be something to do. */
  readonly wake: () => void
  /** Ends when nothing is at work any more. */
  readonly close: () => Promise<void>
}

interface Options {
  readonly handle: (event: Taken) => Promise<void>
  readonly retryMillis?: number
}

export const startWorker = (inbox: Inbox, { handle, retryMillis = 10_000 }: Options): Worker => {
  let isClosed = false
  let round: Promise<void> | undefined
  let isWoken = false
  let timer: NodeJS.Timeout | undefined

  const one = async (event: Taken): Promise<boolean> => {
    try {
      await handle(event)
      await inbox.done(event.id)
      return true
    } catch (cause) {
      console.error(`Event ${event.id} could not be handled; it is tried again.`, cause)
      return false
    }
  }

  const rounds = async (): Promise<void> => {
    let isWell = true
    while (isWoken && !isClosed) {
      isWoken = false
      isWell = true
      for (const event of inbox.waiting()) if (!isClosed && !(await one(event))) isWell = false
    }
    if (!isWell && !isClosed) timer = setTimeout(wake, retryMillis)
  }

  const wake = (): void => {
    isWoken = true
    if (isClosed || round !== undefined) return
    clearTimeout(timer)
    round = rounds().finally(() => {
      round = undefined
      if (isWoken) wake()
    })
  }

  // What an earlier run of the program had taken and not handled.
  wake()
  return {
    wake,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await round
    },
  }
}
