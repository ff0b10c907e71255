/** The commands for accounts. */
import {
  AccountRemoval,
  type JsonTree,
  NamedReleases,
  type RemovalReport,
  toRemovalJson,
  toUserJson,
  type User,
  Users,
} from "@annotary/core/effect"
import { Effect, Schema } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { formatTable, printResult } from "../cli/output.ts"
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
      yield* printResult(
        () => toUserTree(user),
        () => `${user.isOrganization ? "organization" : "user"} ${user.username} created`,
      )
    }),
  )

/** `annotary user list` */
export const list = ({ settings }: CommandInput) =>
  withEngine(
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
  withEngine(
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

/** `annotary user delete NAME [--now] [--releases keep|delete|remake]` */
export const remove = ({ options, positionals, settings }: CommandInput) => {
  const releases = options.releases ?? "keep"
  if (!Schema.is(NamedReleases)(releases))
    return new UsageError({ sentence: `--releases must be one of: ${NamedReleases.literals.join(", ")}.` })
  return withEngine(
    settings,
    Effect.gen(function* () {
      const removal = yield* AccountRemoval
      const report = yield* removal.remove(positionals[0] ?? "", { now: options.now !== undefined, releases })
      yield* printResult(
        () => toRemovalJson(report),
        () => formatRemoval(report).join("\n"),
      )
    }),
  )
}

const formatRemoval = (report: RemovalReport): ReadonlyArray<string> => [
  `the person is now ${report.username}`,
  ...report.datasets.map(({ dataset, rows }) => `${dataset}: ${rows} rows changed`),
  `elsewhere: ${report.otherRows} rows changed`,
  `${report.closed.apiKeys} API keys, ${report.closed.memberships} memberships, ${report.closed.collaborations} collaborations and ${report.closed.endpoints} webhook endpoints deleted`,
  report.events === null
    ? "webhook events that name the person are deleted with the retention; --now deletes them at once"
    : `${report.events} webhook events deleted`,
  ...(report.events === null || report.compacted
    ? []
    : ["deleted rows may be left in the files of the database until it removes them; dumps contain none"]),
  ...report.releases.map(
    ({ dataset, outcome, release }) => `release ${release} of ${dataset} names the person: ${outcome}`,
  ),
]

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
