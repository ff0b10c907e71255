/** Reads a secret that was wrapped so that no log shows it. */
import { Redacted } from "effect"

export const reveal = (secret: Redacted.Redacted): string => Redacted.value(secret)
