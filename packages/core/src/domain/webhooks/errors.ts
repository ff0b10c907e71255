/** The errors of webhooks. Messages contain no user text. */

import { Schema } from "effect"
import { getLiteralKeys } from "../errors.ts"

/** The endpoint or delivery does not exist, or the caller may not know that it does. */
export class WebhookNotFound extends Schema.TaggedError<WebhookNotFound>()("WebhookNotFound", {
  /** `service`: the engine has no webhooks. */
  what: Schema.Literal("endpoint", "delivery", "recovery", "service", "key_set"),
}) {
  get code() {
    return `webhook_${this.what}_not_found`
  }
  override get message() {
    return `Webhook ${this.what.replace("_", " ")} not found.`
  }
}

const conflicts = {
  too_many_endpoints: "The account has as many webhook endpoints as it may have.",
  webhooks_off: "Webhooks of this account are switched off; switch them on first.",
  endpoint_disabled: "The webhook endpoint is disabled; enable it first.",
  too_many_tests:
    "As many test events as may be are under way to this webhook endpoint; wait until they have ended.",
  feed_off: "The event feed of this account is switched off; switch it on first.",
  too_many_readers:
    "As many readers as may wait for events of this account at once do wait; read without waiting.",
  cursor_expired:
    "Events after this cursor may be missing: they are older than events are kept, or than the feed. Continue without a cursor, from the oldest event that is kept.",
  event_forgotten: "The event is older than events are kept.",
  delivery_sending: "The delivery is being sent at this moment; try again when its request has ended.",
  delivery_ended:
    "The delivery does not wait any more: only one that waits can be skipped, and only one that waits or is held cancelled.",
  recovery_running: "A recovery of this webhook endpoint is running already.",
  sealing_key_changed:
    "The secret was sealed with a key that the server no longer has; add that key to its secret keys again, or rotate the secret.",
  sealed_secret_damaged: "The stored secret is damaged and cannot be read; rotate the secret.",
  too_many_secrets:
    "As many secrets as an endpoint may have are in use; wait until some of them have expired.",
} as const

/** The codes of {@link WebhookConflict}. */
export const WebhookConflictCode = getLiteralKeys(conflicts)
export type WebhookConflictCode = typeof WebhookConflictCode.Type

/** The request is valid, but conflicts with the current state. */
export class WebhookConflict extends Schema.TaggedError<WebhookConflict>()("WebhookConflict", {
  code: WebhookConflictCode,
}) {
  override get message() {
    return conflicts[this.code]
  }
}
