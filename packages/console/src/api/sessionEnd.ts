/** Whether the session of this page has ended: the server has refused a call with 401. */
import type { Middleware } from "openapi-fetch"

let ended = false
/** Counts the sign-ins on this page. */
let signIns = 0
/** The count when a call was sent. */
const sentAfter = new WeakMap<Request, number>()
/** The page that somebody wants to look at without signing in. */
let dismissedAt: string | undefined
const listeners = new Set<() => void>()

const set = (value: boolean): void => {
  if (ended === value) return
  ended = value
  for (const listener of listeners) listener()
}

export const sessionEnd = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  snapshot: (): boolean => ended,
  /** Somebody has signed in. */
  forget: (): void => {
    signIns += 1
    dismissedAt = undefined
    set(false)
  },
  /** Somebody wants to look at the page without signing in, until they change something or open another page. */
  dismiss: (): void => {
    dismissedAt = location.pathname
    set(false)
  },
}

/** Calls of the session itself answer 401 for a wrong key, and before somebody signs in; calls with a key say nothing of the session. */
export const notesSessionEnd: Middleware = {
  onRequest: ({ request }) => void sentAfter.set(request, signIns),
  onResponse: ({ request, response, schemaPath }) => {
    const isOfSession = schemaPath !== "/console/session" && !request.headers.has("authorization")
    if (response.status !== 401 || !isOfSession) return
    // Sent in a session before: its answer is late, and somebody has signed in since.
    if (sentAfter.get(request) !== signIns) return
    // Lists are read again in intervals, and would open the dialog again that somebody has closed.
    if (request.method === "GET" && dismissedAt === location.pathname) return
    set(true)
  },
}
