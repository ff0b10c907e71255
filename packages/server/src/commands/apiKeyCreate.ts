/** `annotary api-key create USER`: the key alone on standard output, so that a script can take it. */
import { ApiKeys, fromMillis } from "@annotary/core/effect"
import { Effect, Redacted } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { printLine, remark } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

export const run = ({ options, positionals, settings }: CommandInput) => {
  const time = options["expires-at"]
  const millis = time === undefined ? undefined : Date.parse(time)
  if (Number.isNaN(millis)) return new UsageError({ sentence: "--expires-at must be an ISO 8601 time." })
  return withEngine(
    settings,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { apiKey, secret } = yield* keys.create({
        user: positionals[0] ?? "",
        description: options.description,
        expiresAt: millis === undefined ? undefined : fromMillis(millis),
      })
      yield* remark(`API key ${apiKey.id} of ${apiKey.user}, shown this once:`)
      yield* printLine(Redacted.value(secret))
    }),
  )
}
