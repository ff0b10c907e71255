/** `annotary export OWNER/DATASET OUT --format NAME`: writes a folder or a zip file in another format. */
import { createWriteStream, existsSync } from "node:fs"
import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { pipeline } from "node:stream/promises"
import {
  Access,
  ExportedSamples,
  ExportPictures,
  type FormatReport,
  type FormatWriting,
  formatDataset,
  type LeftOutStatuses,
  Raw,
  toJsonText,
} from "@annotary/core/effect"
import { formats, writeFolder, zipFolder } from "@annotary/formats"
import { Effect, Stream } from "effect"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed, getReason, UsageError } from "../cli/failures.ts"
import { printRemark, printResult } from "../cli/output.ts"
import { makeCheckProgress, makeProgressOutput } from "../cli/Progress.ts"
import { withEngine } from "../engine/withEngine.ts"
import { getShortReason } from "../serve/dataDir.ts"
import type { Settings } from "../settings/settings.ts"
import { parseExportOptions } from "./exportOptions.ts"
import { makeFileOpener } from "./files.ts"

export const run = (input: CommandInput) =>
  Effect.gen(function* () {
    const { options, positionals, settings } = input
    const { importLimits: limits } = yield* settings
    const [name = "", out = ""] = positionals
    const ref = yield* parseDatasetRef(name)
    const format = formats.find(({ name, write }) => name === options.format && write !== undefined)
    if (format === undefined) return yield* unknownFormat
    const chosen = yield* parseExportOptions(options)
    if (options.force === undefined && existsSync(out))
      return yield* new CommandFailed({
        sentence: `${out} exists; --force overwrites it. Nothing was written.`,
      })
    const progress = makeCheckProgress(yield* makeProgressOutput)
    const leftOut: LeftOutStatuses = {}
    const work = Effect.gen(function* () {
      // Who labeled what is no information for everybody who reads the dataset.
      const operation = chosen.labeler === undefined ? "read" : "export"
      const { dataset } = yield* (yield* Access).require(ref, operation)
      const { flush, onMeasured, withSizes } = (yield* ExportPictures).begin(dataset.id)
      const opened = yield* (yield* ExportedSamples).open(dataset.id, chosen, leftOut)
      const samples = withSizes(opened.samples)
      let done = 0
      const counted = Stream.tap(samples, () => Effect.sync(() => progress.count(++done)))
      const writing: Omit<FormatWriting, "signal"> = {
        format: format.name,
        dataset: formatDataset(dataset, opened.releaseRoot),
        samples: yield* Stream.toAsyncIterableEffect(counted),
        options: chosen,
        onMeasured,
        open: yield* makeFileOpener(dataset.owner),
      }
      const written = yield* Effect.tryPromise({
        try: (signal) => write({ ...writing, signal }, out, limits),
        catch: (cause) =>
          new CommandFailed({ sentence: `${formatWritingProblem(out, cause)} Nothing was written.` }),
      })
      yield* flush
      return written
    })
    const written = yield* Effect.ensuring(
      withEngine(settings, Effect.scoped(work)),
      Effect.sync(progress.clear),
    )
    const { samplesLeftOut = 0, ...kept } = written
    const report = { ...kept, samples_left_out: samplesLeftOut, left_out: leftOut }
    const advice = formatLeftOut(leftOut, chosen.statuses)
    if (advice !== undefined) yield* printRemark(advice)
    yield* show(report, options.report)
    yield* printResult(
      () => ({ dataset: name, file: out, report: new Raw(toJsonText(report)) }),
      () =>
        `${report.samples} samples of ${name} written to ${out} as ${format.title}${
          samplesLeftOut === 0
            ? ""
            : `; ${samplesLeftOut} ${samplesLeftOut === 1 ? "sample was" : "samples were"} left out, see above`
        }`,
    )
  })

const unknownFormat = new UsageError({
  sentence: `--format must be one of ${formats.flatMap(({ name, write }) => (write === undefined ? [] : [name])).join(", ")}.`,
})

/** Problems of formats are sentences; those of the system have a code, and name a part of the output at most. */
const formatWritingProblem = (out: string, cause: unknown): string =>
  cause instanceof Error && "syscall" in cause
    ? `${out} cannot be written: ${getShortReason(cause)}.`
    : formatSentence(cause)

const formatSentence = (cause: unknown): string => {
  const reason = getReason(cause)
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}

/** Writes under another name until everything is complete, so that nobody reads a part of it. */
const write = async (
  writing: FormatWriting,
  out: string,
  limits: Settings["importLimits"],
): Promise<FormatReport> => {
  const partial = `${out}.partial`
  try {
    await rm(partial, { recursive: true, force: true })
    await mkdir(partial, { recursive: true })
    const report = await writeFolder(writing, partial, undefined, limits)
    if (writing.options.strict && report.losses.length > 0)
      throw new Error(`${writing.format} cannot carry everything: ${formatLosses(report)}`)
    await publish(partial, out)
    return report
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

const publish = async (folder: string, out: string): Promise<void> => {
  await rm(out, { recursive: true, force: true })
  if (!out.endsWith(".zip")) return await rename(folder, out)
  await mkdir(dirname(out), { recursive: true })
  const partial = `${out}.partial.zip`
  try {
    await pipeline(zipFolder(folder), createWriteStream(partial))
    await rename(partial, out)
  } finally {
    await rm(partial, { force: true })
  }
}

/** Says which samples only their status excluded, and which option exports them too; undefined without any. */
export const formatLeftOut = (
  leftOut: LeftOutStatuses,
  statuses: ReadonlyArray<string>,
): string | undefined => {
  const counts = Object.entries(leftOut)
  if (counts.length === 0) return undefined
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  const list = counts.map(([status, count]) => `${count} ${status}`).join(", ")
  const all = [...statuses, ...counts.map(([status]) => status)].join(",")
  const samples = total === 1 ? "sample was" : "samples were"
  return `${total} ${samples} left out because of the label status (${list}); to export them too: --status ${all}`
}

const formatLosses = ({ losses }: FormatReport): string =>
  losses.map(({ count, meaning }) => `${count} ${meaning}`).join("; ")

/** Prints the losses as a table for people, and writes them as JSON into a file when one is named. */
const show = (report: FormatReport, file: string | undefined) =>
  Effect.gen(function* () {
    for (const loss of report.losses) yield* printRemark(formatLoss(loss))
    if (file === undefined) return
    yield* Effect.tryPromise({
      try: () => writeFile(file, `${JSON.stringify(report, null, 2)}\n`),
      catch: (cause) =>
        new CommandFailed({ sentence: `${file} cannot be written: ${getShortReason(cause)}.` }),
    })
  })

/** A line for people about one kind of loss. */
export const formatLoss = ({ count, examples, meaning }: FormatReport["losses"][number]): string =>
  `${String(count).padStart(8)}  ${meaning} (${examples.slice(0, 3).join("; ")})`
