/** `annotary verify FILE`: checks a release file without a server and without settings. */
import { type JsonTree, type ReleaseReport, verifyRelease } from "@annotary/core/effect"
import { Effect } from "effect"
import { readFileBytes } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { printResult } from "../cli/output.ts"

export const run = ({ positionals }: CommandInput) =>
  Effect.gen(function* () {
    const path = positionals[0] ?? ""
    const report = yield* verifyRelease(readFileBytes(path))
    yield* printResult(
      () => ({ file: path, ...reportJson(report) }),
      () => reportText(report),
    )
    if (!report.ok)
      return yield* new CommandFailed({
        sentence: `${path} is incomplete or was changed after it was created: its checksums do not match.`,
        code: "release_not_verified",
      })
  })

const reportText = (report: ReleaseReport): string =>
  [
    ...(report.heading === null ? [] : [formatHeading(report.heading)]),
    `${report.samplesCount} samples, ${report.sizeBytes} bytes`,
    `sha256          ${report.sha256}`,
    `samples_sha256  ${report.samplesSha256}`,
    ...report.problems.map(({ line, message }) => (line === 0 ? message : `line ${line} ${message}`)),
    ...(report.ok ? ["verified: whole and unchanged"] : []),
  ].join("\n")

const formatHeading = ({ createdAt, dataset, name, owner }: NonNullable<ReleaseReport["heading"]>): string =>
  `release ${name} of ${owner}/${dataset}, made ${createdAt}`

/** `line` 0 of a problem is the whole file. */
const reportJson = ({ heading, ok, problems, ...facts }: ReleaseReport): { [key: string]: JsonTree } => ({
  ok,
  release:
    heading === null
      ? null
      : { name: heading.name, dataset: `${heading.owner}/${heading.dataset}`, created_at: heading.createdAt },
  samples_count: facts.samplesCount,
  size_bytes: facts.sizeBytes,
  sha256: facts.sha256,
  samples_sha256: facts.samplesSha256,
  problems: problems.map(({ line, message }) => ({ line, message })),
})
