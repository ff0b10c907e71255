/** `annotary restore FILE [--as OWNER/NAME]`: restores a dataset from its archive, whole or not at all. */
import { statSync } from "node:fs"
import { type ArchivePart, Archives, type Restored } from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import { datasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed, reasonOf } from "../cli/failures.ts"
import { JsonOutput } from "../cli/JsonOutput.ts"
import { printResult, remark } from "../cli/output.ts"
import { makeProgress, progressOutput } from "../cli/Progress.ts"
import { withEngine } from "../engine/withEngine.ts"
import { archiveParts } from "./archiveParts.ts"
import { countsText } from "./countsText.ts"
import { sampleCounter } from "./sampleCounter.ts"

export const restoreDataset = ({ options, positionals, settings }: CommandInput) =>
  Effect.gen(function* () {
    const [file = ""] = positionals
    const place = options.as === undefined ? {} : yield* datasetRef(options.as)
    const progress = makeProgress(sizeOf(file), progressOutput(yield* JsonOutput))
    const count = sampleCounter()
    const read = Stream.fromAsyncIterable<ArchivePart, CommandFailed>(
      archiveParts(file, (bytes) => progress.advance(bytes, 0)),
      (cause) => new CommandFailed({ sentence: `${file} cannot be restored: ${reasonOf(cause)}.` }),
    )
    const parts = Stream.tap(read, (part) => Effect.sync(() => progress.advance(0, count(part))))
    const restored = yield* withEngine(
      settings,
      Effect.flatMap(Archives, (archives) => {
        const { name, owner } = { name: undefined, owner: undefined, ...place }
        return archives.restore(parts, { name, owner })
      }),
    ).pipe(Effect.ensuring(Effect.sync(progress.end)))
    yield* warn(restored)
    yield* printResult(
      () => json(restored),
      () => `${nameOf(restored)} restored\n${countsText(restored.records)}\ncontent  ${restored.content}`,
    )
  })

/** The bytes of the file; 0 where they are not known. */
const sizeOf = (file: string): number => {
  try {
    return file === "-" ? 0 : statSync(file).size
  } catch {
    return 0
  }
}

const nameOf = ({ dataset: { name, owner } }: Restored): string => `${owner}/${name}`

/** What an operator has to do. */
const warn = ({ createdAccounts, endpoints }: Restored) =>
  Effect.gen(function* () {
    if (createdAccounts.length > 0)
      yield* remark(`accounts created, all of them disabled: ${createdAccounts.join(", ")}`)
    if (endpoints.restored > 0)
      yield* remark(
        `${endpoints.restored} webhook endpoints restored, all of them disabled and with new secrets`,
      )
    const left = endpoints.archived - endpoints.restored
    if (left > 0) yield* remark(`${left} webhook endpoints left out, because they exist already`)
  })

const json = (restored: Restored) => ({
  dataset: nameOf(restored),
  records: restored.records,
  content: restored.content,
  created_accounts: restored.createdAccounts,
  webhook_endpoints: restored.endpoints.restored,
})
