/** The signing secrets of an endpoint after a rotation. Pure. */
import { type Timestamp, toMillis } from "../domain/Timestamp.ts"
import { maxSecrets, type SealedSecret } from "../domain/webhooks/Endpoint.ts"

/**
 * The secrets with the new one first. Previous ones sign until `expiresAt` at the latest; expired ones are removed.
 * Null when the endpoint would have more than {@link maxSecrets}.
 */
export const rotatedSecrets = (
  secrets: ReadonlyArray<SealedSecret>,
  fresh: SealedSecret,
  at: Timestamp,
  expiresAt: Timestamp,
): ReadonlyArray<SealedSecret> | null => {
  const old = secrets
    .map((secret) => ({ ...secret, expiresAt: earlier(secret.expiresAt, expiresAt) }))
    .filter((secret) => toMillis(secret.expiresAt) > toMillis(at))
  return old.length < maxSecrets ? [fresh, ...old] : null
}

const earlier = (a: Timestamp | null, b: Timestamp): Timestamp => (a === null || a > b ? b : a)
