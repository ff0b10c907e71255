/** `annotary user create NAME` */
import { Users } from "@annotary/core/effect"
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { printLine } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

export const run = ({ options, positionals, settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const users = yield* Users
      const user = yield* users.create({
        username: positionals[0] ?? "",
        email: options.email,
        isOrganization: options.organization !== undefined,
        siteAdmin: options["site-admin"] !== undefined,
      })
      yield* printLine(`${user.isOrganization ? "organization" : "user"} ${user.username} created`)
    }),
  )
