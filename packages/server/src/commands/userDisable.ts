/** `annotary user disable NAME` */
import { Users } from "@annotary/core/effect"
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { printLine } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

export const run = ({ positionals, settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const users = yield* Users
      const user = yield* users.setDisabled(positionals[0] ?? "", true)
      yield* printLine(`user ${user.username} disabled; a running server notices within 2 seconds`)
    }),
  )
