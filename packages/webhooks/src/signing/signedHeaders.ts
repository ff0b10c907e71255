/**
 * The three headers of Standard Webhooks and their `svix-` twins. The signature covers the bytes that are sent:
 * id, full stop, seconds, full stop, body. During a rotation every active key signs, the newest first.
 */
import type { SigningSecret } from "./SigningSecret.ts"

export interface Signing {
  /** The same at every attempt, so that receivers recognize repeats. */
  readonly id: string
  /** Unix time of this attempt, in seconds. */
  readonly seconds: number
  readonly body: Uint8Array
  /** Newest first. */
  readonly secrets: ReadonlyArray<SigningSecret>
}

/** Maximum number of signing keys: a receiver has to try them all. */
const maxSigningKeys = 10

/** Names and values in turn, as the HTTP client takes them. */
export const signHeaders = ({ body, id, seconds, secrets }: Signing): ReadonlyArray<string> => {
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

/**
 * The full stop separates the signed parts, so that an id must not contain one, nor a character that is invalid
 * in a header.
 */
const safeId = /^[A-Za-z0-9_-]{1,64}$/
