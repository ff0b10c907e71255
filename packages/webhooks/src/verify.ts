/**
 * Entry point for receivers in TypeScript: `import { webhookVerifier } from "@annotary/webhooks/verify"`. WebCrypto alone, without
 * Node and without Effect: it runs in Node, browsers, service workers and on edge platforms.
 */
export { type FetchedKeys, fetchedKeys } from "./verify/fetchedKeys.ts"
export type { PublicJwk, VerificationKey } from "./verify/keys.ts"
export {
  type KeySource,
  type ReceivedEvent,
  type ReceivedHeaders,
  type VerifiedWebhook,
  type VerifierOptions,
  type WebhookVerifier,
  webhookVerifier,
} from "./verify/verifier.ts"
export { type VerificationFailure, WebhookVerificationError } from "./verify/WebhookVerificationError.ts"
