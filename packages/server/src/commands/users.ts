/** The commands for accounts, without the deletion of one. */
import { type JsonTree, toUserJson, type User, Users } from "@annotary/core/effect"
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { formatTable, printResult } from "../cli/output.ts"
import { withAccounts } from "../engine/withAccounts.ts"

/** `annotary user create NAME` */
export const create = ({ options, positionals, settings }: CommandInput) =>
  withAccounts(
    settings,
    Effect.gen(function* () {
      const users = yield* Users
      const user = yield* users.create({
        username: positionals[0] ?? "",
        email: options.email,
        isOrganization: options.organization !== undefined,
        siteAdmin: options["site-admin"] !== undefined,
      })
      yield* printResult(
        () => toUserTree(user),
        () => `${user.isOrganization ? "organization" : "user"} ${user.username} created`,
      )
    }),
  )

/** `annotary user list` */
export const list = ({ settings }: CommandInput) =>
  withAccounts(
    settings,
    Effect.flatMap(allUsers, (users) =>
      printResult(
        () => users.map(toUserTree),
        () => formatTable(["username", "kind", "email", "created at", "state"], users.map(toRow)),
      ),
    ),
  )

const toRow = (user: User): ReadonlyArray<string> => [
  user.username,
  user.isOrganization ? "organization" : user.siteAdmin ? "site admin" : "person",
  user.email ?? "",
  user.createdAt,
  user.disabledAt === null ? "" : `disabled ${user.disabledAt}`,
]

/** The account of the API, with what only an operator sees. */
const toUserTree = (user: User): JsonTree => ({
  ...toUserJson(user, { showEmail: true }),
  is_site_admin: user.siteAdmin,
  disabled_at: user.disabledAt,
})

/** `annotary user disable NAME` */
export const disable = (input: CommandInput) => setDisabled(input, true)

/** `annotary user enable NAME` */
export const enable = (input: CommandInput) => setDisabled(input, false)

const setDisabled = ({ positionals, settings }: CommandInput, disabled: boolean) =>
  withAccounts(
    settings,
    Effect.gen(function* () {
      const users = yield* Users
      const user = yield* users.setDisabled(positionals[0] ?? "", disabled)
      const state = disabled ? "disabled" : "enabled"
      yield* printResult(
        () => toUserTree(user),
        () => `user ${user.username} ${state}; a running server notices within 2 seconds`,
      )
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
