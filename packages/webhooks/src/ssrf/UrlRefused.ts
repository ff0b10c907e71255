/**
 * Why a URL cannot be an endpoint's. Reported when the endpoint is written; an attempt reports only that it was
 * unreachable.
 */
import { longest } from "@annotary/core/effect"
import { Schema } from "effect"

const sentences = {
  malformed: "must be an absolute URL",
  control: "must not hold control characters",
  too_long: `must be at most ${longest.url} characters`,
  scheme: "must start with https://",
  http: "must start with https://; http:// is for addresses that the server's settings open",
  user: "must not hold a user name or a password",
  port: "must have port 443, 80 or a free one from 1024",
  host: "must have a host name of labels that begin and end with a letter or a digit, with hyphens between them",
  name: "must have a public host name",
  address: "must not lead to a private or reserved address",
} as const

/** The reasons to refuse a URL. */
export type UrlRefusal = keyof typeof sentences

/** A URL cannot be an endpoint's. The message says why. */
export class UrlRefused extends Schema.TaggedError<UrlRefused>()("UrlRefused", {
  reason: Schema.Literal(
    "malformed",
    "control",
    "too_long",
    "scheme",
    "http",
    "user",
    "port",
    "host",
    "name",
    "address",
  ),
}) {
  override get message() {
    return sentences[this.reason]
  }
}
