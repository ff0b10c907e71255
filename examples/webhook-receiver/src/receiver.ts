/** The HTTP server: verifies a request, stores its events, and responds. Events are handled in the background. */
import type { IncomingMessage, RequestListener } from "node:http"
import {
  type KeySource,
  type VerifiedWebhook,
  WebhookVerificationError,
  webhookVerifier,
} from "@annotary/webhooks/verify"
import type { Inbox } from "./Inbox.ts"

interface Options {
  /** All keys that may sign requests, `whsec_…` or `whpk_…`. During a rotation, both the old and the new one. */
  readonly keys: KeySource
  readonly inbox: Inbox
  /** Called when the inbox has new events. */
  readonly onStored: () => void
  /** The size limit of a request body in bytes, because requests are not authenticated before they are read. Default: 20 MB. */
  readonly maxBytes?: number
}

export const receiver = ({ inbox, keys, maxBytes = 20_000_000, onStored }: Options): RequestListener => {
  // Every attempt and every replay has the same id, so the inbox stores an event once.
  const { verify } = webhookVerifier({ keys, isNew: (_id, event) => inbox.store(event) })

  const statusFor = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== "POST") return 405
    const body = await bytesOf(request, maxBytes)
    if (body === undefined) return 413
    const received = await verified(verify(body, request.headers))
    if (received === undefined) return 401
    if (received.events.length > 0) onStored()
    // Repeated deliveries are acknowledged, too.
    return 204
  }

  return (request, response) => {
    statusFor(request)
      .catch((cause: unknown) => {
        // Annotary retries after a 500.
        console.error("A webhook could not be stored.", cause)
        return 500
      })
      .then((status) => response.writeHead(status, status === 413 ? { connection: "close" } : {}).end())
  }
}

/** Returns undefined if the verification fails. Other errors, such as a full disk, are rethrown, so that Annotary retries. */
const verified = async (received: Promise<VerifiedWebhook>): Promise<VerifiedWebhook | undefined> => {
  try {
    return await received
  } catch (cause) {
    if (cause instanceof WebhookVerificationError) return undefined
    throw cause
  }
}

/** Returns the body, or undefined if it is longer than `maxBytes`. */
const bytesOf = async (request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> => {
  const parts: Array<Buffer> = []
  let length = 0
  // Keeps the connection open for the response.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    length += part.length
    if (length > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
