/** `annotary audit OWNER/DATASET RELEASE`: the audits of a release, with their bounds. */
import { type AuditView, formatBound, missedObjects, ReleaseAudits } from "@annotary/core/effect"
import { toAuditJson } from "@annotary/http"
import { Effect } from "effect"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { formatTable, printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

export const run = ({ options, positionals: [name, release = ""], settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const ref = yield* parseDatasetRef(name)
      const service = yield* ReleaseAudits
      const joint = options.joint !== undefined
      const audits = yield* Effect.forEach(yield* service.list(ref, release), ({ id }) =>
        service.get(ref, release, id, { joint }),
      )
      yield* printResult(
        () => ({ audits: audits.map(toAuditJson) }),
        () =>
          audits.length === 0
            ? `${release} has no audits`
            : audits.map((audit) => formatAudit(audit)).join("\n\n"),
      )
    }),
  )

/** An audit with its bound, and those of its strata. */
export const formatAudit = (audit: AuditView): string => {
  const { audited, createdAt, errors, goal, id, level, notChecked, population, remaining, revised, state } =
    audit
  const isOfObjects = audit.unit === "objects"
  const heading = `audit ${id}${isOfObjects ? " of objects" : ""}, begun ${createdAt}, ${state}`
  if (state === "preparing") return `${heading}: nothing is drawn yet`
  if (state === "failed")
    return `${heading}: ${audit.failure ?? `the release has no finished label${isOfObjects ? " with objects" : ""} in ${audit.labelset}, its file could not be read, or it has as many statements as it may have`}`
  const percent = Number((100 * level).toFixed(4))
  const goalText = goal === null ? "" : `, goal ${(100 * goal).toFixed(2)} %`
  const more = remaining === null || remaining === 0 ? "" : `, about ${remaining} more are expected`
  const unchecked = notChecked === 0 ? "" : `, ${notChecked} not checked`
  const changes =
    revised === 0 ? "" : `, ${revised} ${revised === 1 ? "outcome" : "outcomes"} changed afterwards`
  const strata = audit.strata ?? []
  const rows = strata.map((stratum) => [
    stratum.kind,
    stratum.user ?? stratum.name,
    `${stratum.population}`,
    `${stratum.audited}`,
    `${stratum.errors}`,
    `${stratum.notChecked}`,
    formatBound(stratum.upper, stratum.population),
  ])
  return [
    heading,
    `at most ${formatBound(audit.upper, population)}${isOfObjects ? " of the objects" : ""} at ${percent} %, ${audited} of ${population}${isOfObjects ? " objects" : ""} audited, ${errors} with an error${unchecked}${changes}${goalText}${more}${isOfObjects ? `; ${missedObjects}` : ""}`,
    ...(rows.length === 0
      ? []
      : [
          formatTable(["stratum", "name", "population", "audited", "errors", "not checked", "at most"], rows),
        ]),
  ].join("\n")
}
