/** `annotary member add ORG USER ROLE` */
import { Organizations, Role } from "@annotary/core/effect"
import { Effect, Schema } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { printLine } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

export const run = ({ positionals, settings }: CommandInput) => {
  const [organization = "", user = "", role] = positionals
  return isRole(role)
    ? withEngine(
        settings,
        Effect.gen(function* () {
          const organizations = yield* Organizations
          const member = yield* organizations.putMember(organization, user, role)
          yield* printLine(`${member.user.username} is now ${member.role} in ${organization}`)
        }),
      )
    : new UsageError({ sentence: `The role must be one of: ${Role.literals.join(", ")}.` })
}

const isRole = Schema.is(Role)
