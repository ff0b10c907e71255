/** `annotary api-key list USER` */
import { ApiKeys } from "@annotary/core/effect"
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { printTable } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

export const run = ({ positionals, settings }: CommandInput) =>
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
