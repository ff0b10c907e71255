/** `annotary user list` */
import type { User } from "@annotary/core/effect"
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { printTable } from "../cli/output.ts"
import { allUsers } from "../engine/allUsers.ts"
import { withEngine } from "../engine/withEngine.ts"

export const run = ({ settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.flatMap(allUsers, (users) =>
      printTable(["username", "kind", "email", "created at", "state"], users.map(row)),
    ),
  )

const row = (user: User): ReadonlyArray<string> => [
  user.username,
  user.isOrganization ? "organization" : user.siteAdmin ? "site admin" : "person",
  user.email ?? "",
  user.createdAt,
  user.disabledAt === null ? "" : `disabled ${user.disabledAt}`,
]
