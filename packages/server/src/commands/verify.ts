/** `annotary verify FILE`: checks a release file without a server and without settings. */
import { verifyRelease } from "@annotary/core/effect"
import { Effect } from "effect"
import { fileBytes } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { printLine } from "../cli/output.ts"

export const run = ({ positionals }: CommandInput) =>
  Effect.gen(function* () {
    const path = positionals[0] ?? ""
    const report = yield* verifyRelease(fileBytes(path))
    if (report.heading !== null) {
      const { createdAt, dataset, name, owner } = report.heading
      yield* printLine(`release ${name} of ${owner}/${dataset}, made ${createdAt}`)
    }
    yield* printLine(`${report.samplesCount} samples, ${report.sizeBytes} bytes`)
    yield* printLine(`sha256          ${report.sha256}`)
    yield* printLine(`samples_sha256  ${report.samplesSha256}`)
    for (const { line, message } of report.problems) {
      yield* printLine(line === 0 ? message : `line ${line} ${message}`)
    }
    if (!report.ok)
      return yield* new CommandFailed({
        sentence: `${path} is incomplete or was changed after it was created: its checksums do not match.`,
      })
    yield* printLine("verified: whole and unchanged")
  })
