/** Reads a secret that is wrapped to keep it out of logs. */
import { Redacted } from "effect"

export const reveal = (secret: Redacted.Redacted): string => Redacted.value(secret)
