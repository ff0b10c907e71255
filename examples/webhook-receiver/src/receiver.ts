/** The HTTP side: verifies a request, writes its events down and answers at once. Nothing is handled while the sender waits. */
import type { IncomingMessage, RequestListener } from "node:http"
import {
  type KeySource,
  type VerifiedWebhook,
  WebhookVerificationError,
  webhookVerifier,
} from "@annotary/webhooks/verify"
import type { Inbox } from "./Inbox.ts"

interface Options {
  /** `whsec_…` and `whpk_…`: all that may sign now. During a rotation that is the new one and the old one. */
  readonly keys: KeySource
  readonly inbox: Inbox
  /** There are new events in the inbox. */
  readonly onTaken: () => void
  /** Anybody may send anything here: what is longer is not read. A label of a large scene is a few megabytes. */
  readonly maxBytes?: number
}

export const receiver = ({ inbox, keys, maxBytes = 20_000_000, onTaken }: Options): RequestListener => {
  // The same id at every attempt and every replay: the inbox takes it once, together with the event.
  const { verify } = webhookVerifier({ keys, isNew: (_id, event) => inbox.take(event) })

  const statusFor = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== "POST") return 405
    const body = await bytesOf(request, maxBytes)
    if (body === undefined) return 413
    const received = await verified(verify(body, request.headers))
    if (received === undefined) return 401
    if (received.events.length > 0) onTaken()
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

/** None when it is not Annotary's. What else goes wrong, such as a full disk, is no reason to refuse it for good. */
const verified = async (received: Promise<VerifiedWebhook>): Promise<VerifiedWebhook | undefined> => {
  try {
    return await received
  } catch (cause) {
    if (cause instanceof WebhookVerificationError) return undefined
    throw cause
  }
}

/** None when it is longer. */
const bytesOf = async (request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> => {
  const parts: Array<Buffer> = []
  let length = 0
  // The connection is still needed for the answer.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    length += part.length
    if (length > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
