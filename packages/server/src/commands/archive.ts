/** `annotary archive OWNER/NAME OUT`: writes everything in a dataset to one file, or to standard output. */
import { existsSync } from "node:fs"
import { type ArchivePart, Archives } from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import { archiveTo } from "../archives/archiveTo.ts"
import { formatCounts } from "../archives/countsText.ts"
import { sampleCounter } from "../archives/sampleCounter.ts"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandProcess } from "../cli/CommandProcess.ts"
import { CommandFailed } from "../cli/failures.ts"
import { printRemark, printResult } from "../cli/output.ts"
import { makeCheckProgress, makeProgressOutput } from "../cli/Progress.ts"
import { withEngine } from "../engine/withEngine.ts"
import { getShortReason } from "../serve/dataDir.ts"

export const run = ({ positionals, settings }: CommandInput) =>
  Effect.gen(function* () {
    const [name = "", out = ""] = positionals
    const ref = yield* parseDatasetRef(name)
    // Checked before the work. A file that is created meanwhile is detected at the end.
    if (out !== "-" && existsSync(out))
      return yield* new CommandFailed({ sentence: `${out} exists. Nothing was written.` })
    const progress = makeCheckProgress(yield* makeProgressOutput)
    const { stdout } = yield* CommandProcess
    const work = Effect.gen(function* () {
      const archives = yield* Archives
      const counts: { sections: Sums; content: string } = { sections: {}, content: "" }
      const count = sampleCounter()
      let samples = 0
      let name = ""
      const parts = Stream.tap(archives.read(ref), (part: ArchivePart) =>
        Effect.sync(() => {
          samples += count(part)
          // Shown every hundred samples.
          progress.count(samples - (samples % 100))
          if (!(part instanceof Uint8Array)) name = part.name
          else if (name === "end.json") Object.assign(counts, JSON.parse(new TextDecoder().decode(part)))
        }),
      )
      const wire = yield* Stream.toAsyncIterableEffect(parts)
      yield* Effect.tryPromise({
        try: (signal) => archiveTo(wire, out, stdout, signal),
        catch: (cause) => toCommandFailed(out, cause),
      })
      return counts
    })
    const { content, sections } = yield* Effect.ensuring(
      withEngine(settings, work),
      Effect.sync(progress.clear),
    )
    const counts = Object.fromEntries(Object.entries(sections).map(([key, { records }]) => [key, records]))
    if (out === "-") return yield* printRemark(`${name} archived; content ${content}`)
    yield* printResult(
      () => ({ dataset: name, file: out, records: counts, content }),
      () => `${name} archived in ${out}\n${formatCounts(counts)}\ncontent  ${content}`,
    )
  })

type Sums = { readonly [section: string]: { readonly records: number } }

/** Errors of the engine say what is wrong with the dataset; others are about the file. */
const toCommandFailed = (out: string, cause: unknown): CommandFailed => {
  if (cause instanceof Error && "_tag" in cause) {
    const code = "code" in cause && typeof cause.code === "string" ? { code: cause.code } : {}
    return new CommandFailed({ sentence: `${cause.message} Nothing was written.`, ...code })
  }
  return new CommandFailed({ sentence: `${out} cannot be written: ${getShortReason(cause)}.` })
}
