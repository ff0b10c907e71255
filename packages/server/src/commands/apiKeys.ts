/** The commands for API keys. */
import { ApiKeys, fromMillis } from "@annotary/core/effect"
import { Effect, Redacted } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { printLine, printTable, remark } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

/** `annotary api-key create USER`: prints only the key on standard output, for scripts. */
export const create = ({ options, positionals, settings }: CommandInput) => {
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

/** `annotary api-key list USER` */
export const list = ({ positionals, settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const found = yield* keys.list(positionals[0] ?? "")
      yield* printTable(
        ["id", "description", "created at", "last used at", "expires at"],
        found.map((key) => [
          key.id,
          key.description,
          key.createdAt,
          key.lastUsedAt ?? "",
          key.expiresAt ?? "",
        ]),
      )
    }),
  )

/** `annotary api-key revoke ID` */
export const revoke = ({ positionals, settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const id = positionals[0] ?? ""
      yield* keys.revoke(id)
      yield* printLine(`API key ${id} revoked; a running server notices within 2 seconds`)
    }),
  )
