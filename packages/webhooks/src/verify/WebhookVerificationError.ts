/** Why a webhook is not accepted. No message repeats the request or a key. */

const sentences = {
  missing_header: "The request lacks webhook-id, webhook-timestamp or webhook-signature.",
  malformed_timestamp: "The webhook-timestamp is not a whole number of seconds.",
  too_old: "The webhook-timestamp is too old; check the clock of this machine.",
  too_new: "The webhook-timestamp lies in the future; check the clock of this machine.",
  no_match: "No signature of the request matches one of your keys.",
  not_json: "The body is signed, but is not JSON in UTF-8.",
} as const

/** The reasons to refuse a webhook. */
export type VerificationFailure = keyof typeof sentences

/** The webhook cannot be accepted. Respond with status 401. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError"
  /** Stable: decide by the code, not by the message. */
  readonly code: VerificationFailure

  constructor(code: VerificationFailure) {
    super(sentences[code])
    this.code = code
  }
}
