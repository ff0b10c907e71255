/**
 * The three headers of Standard Webhooks, and their `svix-` twins. Signed are the bytes that are sent: id, full stop, seconds,
 * full stop, body. During a rotation every key that still counts signs, the newest first.
 */
import type { SigningSecret } from "./SigningSecret.ts"

export interface Signing {
  /** The same at every attempt; receivers know repeats by it. */
  readonly id: string
  /** Seconds of this attempt. */
  readonly seconds: number
  readonly body: Uint8Array
  /** Newest first. */
  readonly secrets: ReadonlyArray<SigningSecret>
}

/** More keys than this do not sign: a receiver would have to try them all. */
export const maxSigningKeys = 10

/** Name and value in turn, as the client takes them. */
export const signedHeaders = ({ body, id, seconds, secrets }: Signing): ReadonlyArray<string> => {
  if (!safeId.test(id)) throw new Error("The id of a message holds a character that signing cannot have.")
  const timestamp = String(Math.trunc(seconds))
  const head = `${id}.${timestamp}.`
  const signature = secrets
    .slice(0, maxSigningKeys)
    .map((secret) => secret.sign(head, body))
    .join(" ")
  return [
    ...["webhook-id", id, "webhook-timestamp", timestamp, "webhook-signature", signature],
    ...["svix-id", id, "svix-timestamp", timestamp, "svix-signature", signature],
  ]
}

/** The full stop separates what is signed, so an id must not hold one; nor what a header must not hold. */
const safeId = /^[A-Za-z0-9_-]{1,64}$/
