/** The commands for accounts. */
import { type User, Users } from "@annotary/core/effect"
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { printLine, printTable } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

/** `annotary user create NAME` */
export const create = ({ options, positionals, settings }: CommandInput) =>
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

/** `annotary user list` */
export const list = ({ settings }: CommandInput) =>
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

/** `annotary user disable NAME` */
export const disable = ({ positionals, settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const users = yield* Users
      const user = yield* users.setDisabled(positionals[0] ?? "", true)
      yield* printLine(`user ${user.username} disabled; a running server notices within 2 seconds`)
    }),
  )

const pageSize = 1000

/** All accounts, read page by page. */
export const allUsers = Effect.gen(function* () {
  const users = yield* Users
  const all: Array<User> = []
  for (;;) {
    const page = yield* users.list({ after: all.at(-1)?.username, limit: pageSize })
    all.push(...page)
    if (page.length < pageSize) return all
  }
})
