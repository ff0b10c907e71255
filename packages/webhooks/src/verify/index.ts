/**
 * Entry point for receivers in TypeScript: `import { webhookVerifier } from "@annotary/webhooks/verify"`. It
 * needs WebCrypto, but neither Node nor Effect: it runs in Node, browsers, service workers and on edge
 * platforms.
 */
export { type FetchedKeys, fetchedKeys } from "./fetchedKeys.ts"
export type { PublicJwk, VerificationKey } from "./keys.ts"
export {
  type KeySource,
  type ReceivedEvent,
  type ReceivedHeaders,
  type VerifiedWebhook,
  type VerifierOptions,
  type WebhookVerifier,
  webhookVerifier,
} from "./verifier.ts"
export { type VerificationFailure, WebhookVerificationError } from "./WebhookVerificationError.ts"
