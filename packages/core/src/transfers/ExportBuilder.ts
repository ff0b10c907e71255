import { Effect, Option, Schema, Stream } from "effect"
import { Access } from "../access/Access.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { CurrentActor, system } from "../domain/Actor.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { makeSha256Stream } from "../domain/digest.ts"
import { ExportOptions } from "../domain/Export.ts"
import type { Job } from "../domain/Job.ts"
import { parseJson, toJsonText } from "../domain/JsonText.ts"
import type { Transfer } from "../domain/Transfer.ts"
import { type FormatDataset, FormatRegistry, type FormatWritten } from "../files/FormatRegistry.ts"
import { SampleFiles } from "../files/SampleFiles.ts"
import { TaskExecutor } from "../jobs/Executor.ts"
import { JobFailed, type JobHandler, type ReportProgress } from "../jobs/JobHandlers.ts"
import { ExportedSamples, type LeftOutStatuses } from "../releases/ExportedSamples.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { openForAttempt, runForFormat } from "./attempt.ts"
import { ExportPictures } from "./ExportPictures.ts"
import { archiveKey, TransferRecords } from "./TransferRecords.ts"

const optionsOf = Schema.decodeUnknownSync(ExportOptions)

/** Writes the archive of an export in a job. The export becomes SUCCEEDED in the transaction that ends the job. */
export class ExportBuilder extends Effect.Service<ExportBuilder>()("@annotary/core/ExportBuilder", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const quota = yield* QuotaCounter
    const records = yield* TransferRecords
    const samples = yield* ExportedSamples
    const files = yield* SampleFiles
    const pictures = yield* ExportPictures
    const blobs = yield* BlobStore
    const transaction = yield* Transaction
    const formats = yield* FormatRegistry
    const executor = yield* TaskExecutor

    const run = (job: Job, report: ReportProgress) =>
      Effect.gen(function* () {
        const transfer = Option.getOrUndefined(yield* records.pending(job))
        const { dataset } = yield* access.findAsSystem({ _tag: "Id", id: job.datasetId })
        return transfer === undefined ? Effect.void : yield* write(job, transfer, dataset, report)
      }).pipe(
        Effect.provideService(CurrentActor, system),
        Effect.catchTags({
          NotFound: ({ message }) => new JobFailed({ reason: message, final: true }),
          Conflict: ({ message }) => new JobFailed({ reason: message, final: true }),
        }),
        Effect.scoped,
      )

    const write = Effect.fnUntraced(function* (
      job: Job,
      transfer: Transfer,
      dataset: Dataset,
      report: ReportProgress,
    ) {
      const options = optionsOf(parseJson(transfer.options))
      let read = 0
      const leftOut: LeftOutStatuses = {}
      const { flush, onMeasured, withSizes } = pictures.begin(dataset.id)
      const { releaseRoot, samples: opened } = yield* samples.open(dataset.id, options, leftOut)
      const selected = withSizes(opened)
      const counted = Stream.tap(selected, () => report(++read, null))
      const wire = yield* Stream.toAsyncIterableEffect(counted)
      const runtime = yield* Effect.runtime<never>()
      const written = yield* openForAttempt((signal) =>
        formats.write({
          signal,
          executor,
          format: transfer.format ?? "",
          dataset: formatDataset(dataset, releaseRoot),
          samples: wire,
          options,
          onMeasured,
          open: (url) => runForFormat(runtime, files.open(dataset.owner, url)),
        }),
      )
      yield* flush
      if (options.strict && written.report.losses.length > 0)
        return yield* new JobFailed({ reason: formatLosses(written), final: true })
      const archive = yield* storeFile(archiveKey(transfer.id, job.attempts), written)
      const { report: found } = written
      const { samplesLeftOut = 0, ...kept } = found
      const whole = { ...kept, samples_left_out: samplesLeftOut, left_out: leftOut }
      const done = {
        ...archive,
        samplesDone: found.samples,
        report: toJsonText(whole),
        statusInfo: samplesLeftOut === 0 ? null : formatLeftOut(samplesLeftOut),
      }
      return publish(job, { ...done, status: "SUCCEEDED" })
    })

    /** Ends the export, in the transaction that ends the job: as FAILED when its archive exceeds a quota. */
    const publish = (job: Job, done: Partial<Transfer>): Effect.Effect<void> => {
      const published = Effect.gen(function* () {
        if (!(yield* records.end(job, done))) return
        const permitted = yield* access.findAsSystem({ _tag: "Id", id: job.datasetId })
        yield* quota.take(permitted, { bytes: done.sizeBytes ?? 0 })
      }).pipe(Effect.catchTag("NotFound", () => Effect.void))
      // In a savepoint, which the refusal rolls back. The archive is removed after the attempt.
      return Effect.catchTag(transaction.run(published), "QuotaExceeded", ({ message }) =>
        Effect.asVoid(records.end(job, { status: "FAILED", statusInfo: message })),
      )
    }

    const storeFile = (key: string, { bytes }: FormatWritten) =>
      Effect.gen(function* () {
        const hash = makeSha256Stream()
        const read = Stream.fromAsyncIterable(bytes, (cause) => cause).pipe(
          Stream.tap((part) => Effect.sync(() => hash.update(part))),
        )
        const sizeBytes = yield* Effect.orDie(blobs.put(key, read))
        return { fileKey: key, sizeBytes, sha256: hash.hex() }
      })

    /** The handler of jobs that write exports. */
    const handler: JobHandler = {
      run,
      maxDeaths: 2,
      beat: (job, done) =>
        Effect.map(records.update(job, { samplesDone: done }), (changed) => changed !== undefined),
      givenUp: (job, reason) => Effect.asVoid(records.end(job, { status: "FAILED", statusInfo: reason })),
      settled: records.removeArchives,
    }

    return { handler }
  }),
}) {
  static readonly dependencies = [
    Access,
    ExportPictures,
    ExportedSamples,
    QuotaCounter,
    SampleFiles,
    TransferRecords,
  ] as const
}

/** An export that left samples out has not plainly succeeded. */
const formatLeftOut = (samples: number): string =>
  samples === 1
    ? "1 sample was left out; the losses of the report say why."
    : `${samples} samples were left out; the losses of the report say why.`

const formatLosses = ({ report }: FormatWritten): string =>
  `The format cannot carry everything: ${report.losses.map(({ count, meaning }) => `${count} ${meaning}`).join("; ")}.`

/** Returns the part of a dataset that formats need. `releaseRoot`: the Merkle root of the release that is exported. */
export const formatDataset = (dataset: Dataset, releaseRoot: string | null = null): FormatDataset => ({
  name: dataset.name,
  description: dataset.description,
  taskType: dataset.taskType,
  taskAttributes: dataset.taskAttributes,
  byTimestamps: dataset.settings.useTimestampsForInterpolation,
  ...(releaseRoot !== null && { releaseRoot }),
})
