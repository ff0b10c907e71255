/** What a suite of the webhooks is: sentences about a port, each with an effect that needs the engine's storage and theirs. */
import type { Storage, WebhookStorage } from "@annotary/core/effect"
import type { Effect, Scope } from "effect"

/** Fails when the sentence is not true. */
export type WebhookTest = Effect.Effect<void, unknown, Storage | WebhookStorage | Scope.Scope>

export interface WebhookSuite {
  readonly port: string
  readonly tests: Readonly<Record<string, WebhookTest>>
}

export const webhookSuite = (port: string, tests: WebhookSuite["tests"]): WebhookSuite => ({ port, tests })
