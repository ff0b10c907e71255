import { Effect, Option, Schema, Stream } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { Assets } from "../assets/Assets.ts"
import { Buckets } from "../buckets/Buckets.ts"
import { CurrentActor, type Person } from "../domain/Actor.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { ArchiveImportOptions } from "../domain/Import.ts"
import type { Job } from "../domain/Job.ts"
import { parseJson } from "../domain/JsonText.ts"
import { ValidatedJson } from "../domain/jsonInput.ts"
import { groundTruth } from "../domain/Names.ts"
import type { Transfer } from "../domain/Transfer.ts"
import { type FormatRead, FormatRegistry, type SaveFile } from "../files/FormatRegistry.ts"
import { TaskExecutor } from "../jobs/Executor.ts"
import { JobFailed, type JobHandler, type ReportProgress } from "../jobs/JobHandlers.ts"
import type { ImportedLabel } from "../labels/LabelImports.ts"
import { Labels } from "../labels/Labels.ts"
import { type ImportResult, SampleImport } from "../samples/SampleImport.ts"
import { openForAttempt, runForFormat, toJobFailed } from "./attempt.ts"
import { formatDataset } from "./ExportBuilder.ts"
import { formatExisting, isExpected, makeImportReport, nothingSaved, RefusedLabels } from "./importReport.ts"
import { makeBucketListings } from "./makeBucketListings.ts"
import { TransferRecords } from "./TransferRecords.ts"
import { toImportLines } from "./toImportLines.ts"

const optionsOf = Schema.decodeUnknownSync(ArchiveImportOptions)

/** The first errors are enough to find the fault. */
const mostErrors = 20

/**
 * Imports an archive or a folder of a bucket in a job: reads and validates all of it, then saves its samples by name.
 * When the process dies meanwhile, another one goes on: samples that exist stay as they are.
 */
export class ImportRunner extends Effect.Service<ImportRunner>()("@annotary/core/ImportRunner", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const records = yield* TransferRecords
    const assets = yield* Assets
    const { importLines } = yield* SampleImport
    const labels = yield* Labels
    const formats = yield* FormatRegistry
    const listings = yield* makeBucketListings
    const executor = yield* TaskExecutor

    const run = (job: Job, report: ReportProgress) =>
      Effect.gen(function* () {
        const transfer = Option.getOrUndefined(yield* records.pending(job))
        return transfer === undefined ? Effect.void : yield* load(job, transfer, report)
      }).pipe(
        Effect.provideService(CurrentActor, toCreator(job)),
        Effect.catchAll((error) =>
          error instanceof JobFailed ? error : new JobFailed({ reason: error.message, final: true }),
        ),
        Effect.scoped,
      )

    const load = Effect.fnUntraced(function* (job: Job, transfer: Transfer, report: ReportProgress) {
      const ref: DatasetRef = { _tag: "Id", id: job.datasetId }
      const { dataset } = yield* access.requireWritable(ref, "import")
      const options = optionsOf(parseJson(transfer.options))
      const files: FormatRead =
        options.url === undefined
          ? yield* unpackFile(transfer, dataset, options)
          : yield* listings.open(dataset, options.url)
      // The format that was found is known from here on, also when the files have a fault.
      if (transfer.format === null) yield* records.update(job, { format: files.format })
      const trusted = Effect.provideService(ValidatedJson, files.isValidated === true)
      yield* trusted(validate(ref, files, options))
      // From here on it cannot be canceled: see Imports.cancel. An import that was canceled before saves nothing.
      if ((yield* records.update(job, { report: nothingSaved })) === undefined) return Effect.void
      const saved = yield* trusted(save(ref, files, options, report))
      const ended = {
        format: files.format,
        samplesDone: saved.created + saved.existing,
        report: makeImportReport(saved, files.losses()),
        statusInfo: isExpected(options, saved.existing) ? null : formatExisting(saved, job.attempts),
      }
      return records.end(job, { ...ended, status: "SUCCEEDED" })
    })

    const unpackFile = Effect.fnUntraced(function* (
      { assetId, format }: Transfer,
      dataset: Dataset,
      { baseUrl, empty, strict }: ArchiveImportOptions,
    ) {
      const file = assetId === null ? null : yield* assets.openFile(assetId)
      if (file === null)
        return yield* new JobFailed({ reason: "The archive of this import is gone.", final: true })
      const archive = yield* Stream.toAsyncIterableEffect(file.stream())
      return yield* openForAttempt((signal) =>
        formats.read({
          signal,
          format: format ?? undefined,
          archive,
          dataset: formatDataset(dataset),
          baseUrl,
          empty,
          strict,
          executor,
        }),
      )
    })

    const validate = Effect.fnUntraced(function* (
      ref: DatasetRef,
      files: FormatRead,
      options: ArchiveImportOptions,
    ) {
      const lines = toImportLines(files, async () => "https://import.example/", options)
      const results = yield* importLines(ref, lines, { dryRun: true })
      const errors: Array<string> = []
      let failed = 0
      yield* Stream.runForEach(results, (result) =>
        Effect.sync(() => {
          if (result._tag === "Summary") failed = result.failed
          else if (result.status === "error" && errors.length < mostErrors)
            errors.push(
              `${result.name ?? `sample ${result.line}`}: ${result.errors.map(({ message, pointer }) => `${pointer} ${message}`.trim()).join("; ")}`,
            )
        }),
      )
      if (failed > 0)
        return yield* new JobFailed({
          reason: `${failed} samples are invalid, and nothing was imported. ${errors.join("\n")}`,
          final: true,
        })
    })

    const save = Effect.fnUntraced(function* (
      ref: DatasetRef,
      files: FormatRead,
      options: ArchiveImportOptions,
      report: ReportProgress,
    ) {
      const runtime = yield* Effect.runtime<CurrentActor>()
      const saveFile: SaveFile = (filename, content) =>
        runForFormat(
          runtime,
          assets.save(filename, Stream.orDie(Stream.fromAsyncIterable(content, toJobFailed))),
        )
      const waiting = new Map<number, ImportedLabel>()
      const lines = Stream.tap(toImportLines(files, saveFile, options), (line) =>
        Effect.sync(() => {
          if ("sample" in line && line.label !== undefined) waiting.set(line.line, line.label)
        }),
      )
      const results = yield* importLines(ref, lines, { reportLabels: true })
      let done = 0
      const counts = { labelsKept: 0, labelsWritten: 0 }
      const refusedLabels = new RefusedLabels()
      let first: string | undefined
      const sum = yield* Stream.runFoldEffect(
        results,
        { created: 0, existing: 0, failed: 0 },
        (sum, result) => {
          if (result._tag === "Summary") return Effect.succeed(result)
          first ??= result.errors[0]?.message
          const label = waiting.get(result.line)
          waiting.delete(result.line)
          return settleLabel(result, label).pipe(
            Effect.tap((settled) =>
              Effect.sync(() => {
                if (settled === null) return
                if (typeof settled === "string") counts[settled] += 1
                else refusedLabels.add(result.name ?? `sample ${result.line}`, settled)
              }),
            ),
            Effect.zipRight(report(++done, null)),
            Effect.as(sum),
          )
        },
      )
      // Valid before, and refused now: the dataset was changed meanwhile, or a quota is used up. Another attempt validates again.
      if (sum.failed > 0)
        return yield* new JobFailed({
          reason: `${sum.failed} samples could not be saved. ${first ?? ""}`.trim(),
          final: false,
        })
      return { ...sum, ...counts, refusedLabels }
    })

    /** Writes the label of the files for an existing sample that has none; somebody may have labeled it meanwhile. Null where the sample is new. An error is the reason of its refusal. */
    const settleLabel = Effect.fnUntraced(function* (
      { label: settled, uuid }: ImportResult,
      label: ImportedLabel | undefined,
    ) {
      if (settled === undefined || label === undefined || uuid === null) return null
      if (settled === "kept") return "labelsKept" as const
      const { labelset = groundTruth, ...input } = label
      return yield* labels.add(uuid, labelset, input).pipe(
        Effect.as("labelsWritten" as const),
        Effect.catchAll((error) =>
          Effect.succeed(error._tag === "VersionMismatch" ? ("labelsKept" as const) : error),
        ),
      )
    })

    /** The handler of jobs that import archives. */
    const handler: JobHandler = {
      run,
      maxDeaths: 2,
      beat: (job, done) =>
        Effect.map(records.update(job, { samplesDone: done }), (changed) => changed !== undefined),
      givenUp: (job, reason) => records.end(job, { status: "FAILED", statusInfo: reason }),
    }

    return { handler }
  }),
}) {
  static readonly dependencies = [Access, Assets, Buckets, Labels, SampleImport, TransferRecords] as const
}

/** The import runs with the permissions that its author has now. */
const toCreator = (job: Job): Person => ({
  _tag: "Person",
  username: job.createdBy,
  siteAdmin: false,
  credentialsExpireAt: null,
})
