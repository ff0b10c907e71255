/** `annotary restore FILE [--as OWNER/NAME]`: restores a dataset from its archive, whole or not at all. */
import { statSync } from "node:fs"
import { type ArchivePart, Archives, type Restored } from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandProcess } from "../cli/CommandProcess.ts"
import { CommandFailed, getReason } from "../cli/failures.ts"
import { printRemark, printResult } from "../cli/output.ts"
import { makeProgress, makeProgressOutput } from "../cli/Progress.ts"
import { withEngine } from "../engine/withEngine.ts"
import { archiveParts, openArchive } from "./archiveParts.ts"
import { formatCounts } from "./countsText.ts"
import { sampleCounter } from "./sampleCounter.ts"

export const restoreDataset = ({ options, positionals, settings }: CommandInput) =>
  Effect.gen(function* () {
    const [file = ""] = positionals
    const place = options.as === undefined ? {} : yield* parseDatasetRef(options.as)
    const progress = makeProgress(getFileSize(file), yield* makeProgressOutput)
    const count = sampleCounter()
    const { stdin } = yield* CommandProcess
    const read = Stream.fromAsyncIterable<ArchivePart, CommandFailed>(
      archiveParts(
        () => (file === "-" ? stdin : openArchive(file)),
        (bytes) => progress.advance(bytes, 0),
      ),
      (cause) => new CommandFailed({ sentence: `${file} cannot be restored: ${getReason(cause)}.` }),
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
      () => toJson(restored),
      () =>
        `${formatName(restored)} restored\n${formatCounts(restored.records)}\ncontent  ${restored.content}`,
    )
  })

/** The bytes of the file; 0 where they are not known. */
const getFileSize = (file: string): number => {
  try {
    return file === "-" ? 0 : statSync(file).size
  } catch {
    return 0
  }
}

const formatName = ({ dataset: { name, owner } }: Restored): string => `${owner}/${name}`

/** Prints the steps that are left to an operator. */
const warn = ({ createdAccounts, endpoints }: Restored) =>
  Effect.gen(function* () {
    if (createdAccounts.length > 0)
      yield* printRemark(`accounts created, all of them disabled: ${createdAccounts.join(", ")}`)
    if (endpoints.restored > 0)
      yield* printRemark(
        `${endpoints.restored} webhook endpoints restored, all of them disabled and with new secrets`,
      )
    const left = endpoints.archived - endpoints.restored
    if (left > 0) yield* printRemark(`${left} webhook endpoints left out, because they exist already`)
  })

const toJson = (restored: Restored) => ({
  dataset: formatName(restored),
  records: restored.records,
  content: restored.content,
  created_accounts: restored.createdAccounts,
  webhook_endpoints: restored.endpoints.restored,
})
