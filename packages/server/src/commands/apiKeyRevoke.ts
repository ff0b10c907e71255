/** `annotary api-key revoke ID` */
import { ApiKeys } from "@annotary/core/effect"
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { printLine } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

export const run = ({ positionals, settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const id = positionals[0] ?? ""
      yield* keys.revoke(id)
      yield* printLine(`API key ${id} revoked; a running server notices within 2 seconds`)
    }),
  )
