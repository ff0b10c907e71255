/** Suites of webhooks: sentences about a port, each with an effect that needs the ports of storage and webhooks. */
import type { Storage, WebhookStorage } from "@annotary/core/effect"
import type { Effect, Scope } from "effect"

/** Fails if the sentence is false. */
export type WebhookTest = Effect.Effect<void, unknown, Storage | WebhookStorage | Scope.Scope>

export interface WebhookSuite {
  readonly port: string
  readonly tests: Readonly<Record<string, WebhookTest>>
}

export const makeWebhookSuite = (port: string, tests: WebhookSuite["tests"]): WebhookSuite => ({
  port,
  tests,
})
