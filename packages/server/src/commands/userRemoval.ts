/** The command that deletes an account. In a separate file, because it needs the whole engine. */
import { AccountRemoval, NamedReleases, type RemovalReport, toRemovalJson } from "@annotary/core/effect"
import { Effect, Schema } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

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
