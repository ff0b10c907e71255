/** `annotary verify FILE`: judges a release file by itself, without a server and without settings. */
import { createReadStream, statSync } from "node:fs"
import { verifyRelease } from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { printLine } from "../cli/output.ts"
import { shortReason } from "../serve/dataDir.ts"

export const run = ({ positionals }: CommandInput) =>
  Effect.gen(function* () {
    const path = positionals[0] ?? ""
    const report = yield* verifyRelease(bytesOf(path))
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
    if (!report.ok) return yield* new CommandFailed({ sentence: `${path} is not a release as it was made.` })
    yield* printLine("verified: whole and unchanged")
  })

const bytesOf = (path: string): Stream.Stream<Uint8Array, CommandFailed> =>
  Stream.unwrap(
    Effect.try({
      try: () => {
        if (statSync(path).isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" })
        return Stream.fromAsyncIterable<Uint8Array, CommandFailed>(
          createReadStream(path, { highWaterMark: 1024 * 1024 }),
          (cause) => unreadable(path, cause),
        )
      },
      catch: (cause) => unreadable(path, cause),
    }),
  )

const unreadable = (path: string, cause: unknown): CommandFailed =>
  new CommandFailed({ sentence: `${path} cannot be read: ${shortReason(cause)}.` })
