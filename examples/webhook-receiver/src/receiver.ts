/** The HTTP side: verifies a request, writes its events down and answers at once. Nothing is handled while the sender waits. */
import type { IncomingMessage, RequestListener } from "node:http"
import { eventsIn } from "./events.ts"
import type { Inbox } from "./Inbox.ts"

/** `Webhook` of `standardwebhooks`, or that of `svix`: either throws when the signature is wrong or the timestamp is old. */
export interface Verifier {
  readonly verify: (body: string, headers: Record<string, string>) => unknown
}

interface Options {
  readonly verifier: Verifier
  readonly inbox: Inbox
  /** There are new events in the inbox. */
  readonly onTaken: () => void
  /** Anybody may send anything here: what is longer is not read. A label of a large scene is a few megabytes. */
  readonly maxBytes?: number
}

export const receiver = ({ inbox, maxBytes = 20_000_000, onTaken, verifier }: Options): RequestListener => {
  const statusFor = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== "POST") return 405
    const body = await textOf(request, maxBytes)
    if (body === undefined) return 413
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const read = verified(verifier, body, headers)
    if (read === undefined) return 401
    // The same id at every attempt and every replay. It is signed, too.
    let isNew = false
    for (const event of eventsIn(headers["webhook-id"] ?? "", read.body))
      isNew = (await inbox.take(event)) || isNew
    if (isNew) onTaken()
    // Also for what was taken before: it was delivered.
    return 204
  }

  return (request, response) => {
    statusFor(request)
      .catch((cause: unknown) => {
        // Not taken: Annotary sends it again.
        console.error("A webhook could not be taken.", cause)
        return 500
      })
      .then((status) => response.writeHead(status, status === 413 ? { connection: "close" } : {}).end())
  }
}

/** The very bytes are signed, so they are verified before anybody parses them. */
const verified = (
  verifier: Verifier,
  body: string,
  headers: Record<string, string>,
): { readonly body: unknown } | undefined => {
  try {
    return { body: verifier.verify(body, headers) }
  } catch {
    return undefined
  }
}

/** None when it is longer. */
const textOf = async (request: IncomingMessage, maxBytes: number): Promise<string | undefined> => {
  const parts: Array<Buffer> = []
  let length = 0
  // The connection is still needed for the answer.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    length += part.length
    if (length > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
