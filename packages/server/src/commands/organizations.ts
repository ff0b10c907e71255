/** The commands for organizations. */
import { type Conflict, OrganizationRemoval, organizationRemovalJson } from "@annotary/core/effect"
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

/** `annotary organization delete NAME` */
export const remove = ({ positionals: [name = ""], settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const removal = yield* OrganizationRemoval
      const report = yield* removal.remove(name).pipe(Effect.catchTag("Conflict", listed))
      const { apiKeys, buckets, endpoints, invitations, members } = report.closed
      yield* printResult(
        () => organizationRemovalJson(report),
        () =>
          `the organization is now ${report.username}; ${members} members, ${invitations} invitations, ${apiKeys} API keys, ${endpoints} webhook endpoints and ${buckets} buckets deleted`,
      )
    }),
  )

/** The error with the datasets that stand in the way. */
const listed = ({ code, datasets = [], hiddenDatasets = 0, message }: Conflict): CommandFailed => {
  const more = hiddenDatasets === 0 ? [] : [`and ${hiddenDatasets} more`]
  const lines = [...datasets, ...more].map((line) => `\n  ${line}`)
  return new CommandFailed({ sentence: `${message}${lines.join("")}`, code })
}
