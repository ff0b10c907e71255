/** Handles the events of the inbox one after the other, in the background, and retries events that fail. */
import type { Inbox, StoredEvent } from "./Inbox.ts"

export interface Worker {
  /** Reports that the inbox may have new events. */
  readonly notify: () => void
  /** Stops the worker after the event in progress. */
  readonly close: () => Promise<void>
}

interface Options {
  readonly handle: (event: StoredEvent) => Promise<void>
  readonly retryMillis?: number
}

export const startWorker = (inbox: Inbox, { handle, retryMillis = 10_000 }: Options): Worker => {
  let isClosed = false
  let round: Promise<void> | undefined
  let isNotified = false
  let timer: NodeJS.Timeout | undefined

  const one = async (event: StoredEvent): Promise<boolean> => {
    try {
      await handle(event)
      await inbox.done(event.id)
      return true
    } catch (cause) {
      console.error(`Event ${event.id} could not be handled; retrying.`, cause)
      return false
    }
  }

  const rounds = async (): Promise<void> => {
    let allHandled = true
    while (isNotified && !isClosed) {
      isNotified = false
      allHandled = true
      for (const event of inbox.pending()) if (!isClosed && !(await one(event))) allHandled = false
    }
    if (!allHandled && !isClosed) timer = setTimeout(notify, retryMillis)
  }

  const notify = (): void => {
    isNotified = true
    if (isClosed || round !== undefined) return
    clearTimeout(timer)
    round = rounds().finally(() => {
      round = undefined
      if (isNotified) notify()
    })
  }

  // Handles events that an earlier run stored and did not handle.
  notify()
  return {
    notify,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await round
    },
  }
}
