/** `annotary import FOLDER|FILE --dataset OWNER/NAME` */
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { setFlagsFromString } from "node:v8"
import { type JsonText, LabelStatus, maxOverlap, TaskType, ValidatedJson } from "@annotary/core/effect"
import { Effect, Either, Option, Schema } from "effect"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed, UsageError } from "../cli/failures.ts"
import { printResult } from "../cli/output.ts"
import { makeProgress, makeProgressOutput } from "../cli/Progress.ts"
import { toCommandError } from "../engine/runCommandWork.ts"
import { findStorageFailure, toFileStoreProblem } from "../engine/storageProblem.ts"
import { withEngine } from "../engine/withEngine.ts"
import { toImportLimits } from "../formats/registry.ts"
import { formatViolations } from "../importing/Fields.ts"
import { accepted } from "../importing/foreign.ts"
import {
  addCounts,
  type Imported,
  Importer,
  type ImportTarget,
  nothingImported,
} from "../importing/Importer.ts"
import { inspect, makeUnreadable, type Native } from "../importing/inspect.ts"
import { type Item, readItems } from "../importing/items.ts"
import { readObject } from "../importing/record.ts"
import { prepareTarget, type Wanted } from "../importing/target.ts"
import { getShortReason } from "../serve/dataDir.ts"

export const run = (input: CommandInput) =>
  Effect.gen(function* () {
    const { options, positionals, settings } = input
    growHeapSlowly()
    const path = positionals[0] ?? ""
    if (options.format !== undefined) return yield* importFormatted(input, path)
    const labelStatus = yield* parseChoice(
      LabelStatus,
      "label-status",
      options["label-status"] ?? "PRELABELED",
    )
    const overlap = yield* parseOverlap(options.overlap)
    const create = options.create
    const taskType = create === undefined ? undefined : yield* parseChoice(TaskType, "create", create)
    const source = yield* inspect(path)
    if (source._tag === "Foreign") return yield* importFormatted(input, path, source.refusal)
    const release = source._tag === "Release" ? source.release : undefined
    const own = release && `${release.head.owner}/${release.head.dataset}`
    const ref = yield* parseDatasetRef(options.dataset ?? own)
    const datasetDescription = yield* findDatasetDescription(source, taskType)
    const progress = makeProgress(source.size, yield* makeProgressOutput)
    const replaceLabels = options["replace-labels"] !== undefined
    const broken = source._tag === "Samples" ? source.broken : []
    const work = Effect.gen(function* () {
      const report = (sentence: string) => progress.say(sentence)
      const prepare = yield* prepareTarget(ref, datasetDescription, release)
      const target: ImportTarget = { ref, prepare, labelStatus, overlap, replaceLabels, report }
      for (const sentence of broken) report(sentence)
      const total = yield* importAll(target, listItems(source), progress.advance)
      // An empty release creates a dataset too.
      if (release !== undefined && isNothing(total)) {
        const made = yield* prepare
        if (made !== undefined) report(made)
      }
      progress.end()
      return total
    })
    const imported = work.pipe(
      Effect.provide(Importer.Default),
      // The text of the files is validated while it is read.
      Effect.provideService(ValidatedJson, true),
    )
    const total = yield* withEngine(settings, imported)
    yield* printResult(
      () => ({ ...total }),
      () => formatSummary(total),
    )
    const failed = total.failed + broken.length
    if (failed > 0) {
      const nothing = total.created + total.existing === 0 ? ` Nothing was imported; ${accepted}` : ""
      return yield* new CommandFailed({
        sentence: `${failed} of ${basename(path)} could not be imported.${nothing}`,
      })
    }
    if (release === undefined && isNothing(total))
      return yield* new CommandFailed({ sentence: `${path} holds no sample. Nothing was imported.` })
  })

/** Imports files of another format: the named one, or the one that they look like. */
/**
 * Records live for a batch and become garbage then, several times faster than what stays. By default V8 lets the garbage grow to three times of what
 * is in use before it is removed; by less than half an import of 40 000 images with 540 000 polygons needs 280 MB instead of 400.
 */
const growHeapSlowly = (): void => setFlagsFromString("--heap-growing-percent=50")

const importFormatted = ({ options, settings }: CommandInput, path: string, refusal?: CommandFailed) =>
  Effect.gen(function* () {
    const labelStatus = yield* parseChoice(
      LabelStatus,
      "label-status",
      options["label-status"] ?? "PRELABELED",
    )
    const overlap = yield* parseOverlap(options.overlap)
    const { create, format } = options
    const replaceLabels = options["replace-labels"] !== undefined
    const keepLabels = options["keep-labels"] !== undefined
    if (replaceLabels && keepLabels)
      return yield* new UsageError({ sentence: "--replace-labels and --keep-labels exclude each other." })
    const taskType = create === undefined ? undefined : yield* parseChoice(TaskType, "create", create)
    const ref = yield* parseDatasetRef(options.dataset)
    // The formats are loaded only for this.
    const { formatLoss, openFormat } = yield* Effect.promise(() => import("../formats/importFormat.ts"))
    const progress = makeProgress(null, yield* makeProgressOutput)
    const report = (sentence: string) => progress.say(sentence)
    const work = Effect.gen(function* () {
      const { "base-url": baseUrl, upload } = options
      const { empty = "label" } = options
      if (empty !== "label" && empty !== "unlabeled")
        return yield* new UsageError({ sentence: "--empty must be label or unlabeled." })
      const strict = options.strict !== undefined
      const reading = { path, format, onProgress: progress.showReading }
      const saving = { ref, baseUrl, upload: upload !== undefined }
      const choice = {
        ...reading,
        ...saving,
        empty,
        strict,
        limits: toImportLimits(yield* settings),
      } as const
      const files = yield* openFormat(refusal === undefined ? choice : { ...choice, refusal })
      const { title } = files.format
      report(
        files.foundBy === undefined
          ? `${path} is read as ${title}`
          : `This is ${title} (${files.foundBy}); --format names another`,
      )
      if (taskType !== undefined && taskType !== files.wanted.taskType)
        return yield* new UsageError({
          sentence: `The files make a ${files.wanted.taskType} dataset; leave --create out.`,
        })
      // Batches may be validated; the configuration of the files is not.
      const prepare = Effect.provideService(
        yield* prepareTarget(ref, files.wanted, undefined),
        ValidatedJson,
        false,
      )
      const target: ImportTarget = { ref, prepare, labelStatus, overlap, replaceLabels, report }
      const total = yield* importAll(target, files.items, progress.advance)
      progress.end()
      for (const loss of files.losses()) report(formatLoss(loss))
      if (files.losses().some(({ kind }) => kind === "empty-labels"))
        report("--empty unlabeled imports samples without annotations as unlabeled ones")
      return total
    })
    const imported = work.pipe(Effect.scoped, Effect.provide(Importer.Default))
    const total = yield* withEngine(settings, imported)
    yield* printResult(
      () => ({ ...total }),
      () => formatSummary(total),
    )
    if (total.failed > 0)
      return yield* new CommandFailed({
        sentence: `${total.failed} of ${basename(path)} could not be imported.`,
      })
    if (isNothing(total))
      return yield* new CommandFailed({ sentence: `${path} holds no sample. Nothing was imported.` })
    if (total.existing > 0 && !replaceLabels && !keepLabels)
      return yield* new CommandFailed({ sentence: formatExisting(total, ref) })
  })

/** Other samples may have the same names by chance: then the files of those that exist were not imported. */
const formatExisting = (
  { existing, kept, labels }: Imported,
  { name, owner }: ImportTarget["ref"],
): string => {
  const them = labels > 0 ? `${kept} of their labels were kept` : `their ${kept} labels were kept`
  return `${existing} samples of these names were in ${owner}/${name} before; they stayed as they were, and ${them}. --keep-labels says that they are the same samples, --replace-labels replaces their labels.`
}

const isNothing = ({ created, existing, failed }: Imported): boolean => created + existing + failed === 0

const listItems = (source: Native): AsyncGenerator<Item> =>
  source._tag === "Release" ? source.release.items() : readItems(source.sources)

const parseChoice = <A extends string>(schema: Schema.Schema<A>, option: string, value: string) =>
  Option.match(Schema.decodeUnknownOption(schema)(value), {
    onNone: () =>
      Effect.fail(new UsageError({ sentence: `--${option} names no such value; see the documentation.` })),
    onSome: Effect.succeed,
  })

const parseOverlap = (value: string | undefined): Effect.Effect<number | undefined, UsageError> => {
  if (value === undefined) return Effect.succeed(undefined)
  const count = /^\d{1,2}$/.test(value) ? Number(value) : 0
  return count >= 1 && count <= maxOverlap
    ? Effect.succeed(count)
    : new UsageError({ sentence: `--overlap must be a whole number from 1 to ${maxOverlap}.` })
}

/** A release describes its dataset completely; a `configuration.json` beside samples describes a part of it. */
const findDatasetDescription = (
  source: Native,
  taskType: TaskType | undefined,
): Effect.Effect<Wanted | undefined, CommandFailed | UsageError> => {
  if (source._tag === "Samples") {
    return taskType === undefined
      ? Effect.succeed(undefined)
      : Effect.map(readConfiguration(source.configuration), (taskAttributes) => ({
          taskType,
          taskAttributes,
        }))
  }
  const { taskAttributes, taskType: own } = source.release.head
  if (taskType !== undefined && taskType !== own)
    return new UsageError({ sentence: `The release is of a ${own} dataset; leave --create out.` })
  return Schema.is(TaskType)(own)
    ? Effect.succeed({ taskType: own, taskAttributes })
    : new CommandFailed({
        sentence: `The release is of task type ${JSON.stringify(own)}, which is not known.`,
      })
}

const readConfiguration = (path: string | undefined): Effect.Effect<JsonText | undefined, CommandFailed> => {
  if (path === undefined) return Effect.succeed(undefined)
  return Effect.flatMap(
    Effect.try({ try: () => readObject(readFileSync(path)), catch: (cause) => makeUnreadable(path, cause) }),
    Either.match({
      onLeft: (violations) => new CommandFailed({ sentence: `${path}: ${formatViolations(violations)}` }),
      onRight: Effect.succeed,
    }),
  )
}

/** Samples per transaction. Bytes are limited too, so that large labels do not accumulate in memory. */
const batchSamples = 1000
const batchBytes = 1024 * 1024

/** A source is read, and its files are stored, before samples are written. */
const describeBatchProblem = (cause: unknown): CommandFailed => {
  const failure = findStorageFailure(cause)
  return failure === undefined
    ? new CommandFailed({ sentence: `The source cannot be read: ${getShortReason(cause)}.` })
    : toFileStoreProblem(failure)
}

const importAll = (
  target: ImportTarget,
  items: AsyncGenerator<Item>,
  advance: (bytes: number, samples: number) => void,
) =>
  Effect.gen(function* () {
    const importer = yield* Importer
    let total: Imported = nothingImported
    for (;;) {
      const batch = yield* Effect.tryPromise({
        try: () => takeBatch(items),
        catch: describeBatchProblem,
      }).pipe(Effect.mapError((error) => withImported(error, total)))
      if (batch.length === 0) return total
      const written = yield* importer.writeBatch(target, batch).pipe(
        withValidation(batch),
        Effect.mapError((error) => withImported(toCommandError(error), total)),
      )
      total = addCounts(total, written)
      advance(
        batch.reduce((bytes, { size }) => bytes + size, 0),
        written.created + written.existing,
      )
      yield* Effect.yieldNow()
    }
  })

/** One text that is not validated has all of its batch read again. */
const withValidation = (batch: ReadonlyArray<Item>) => {
  const isStated = batch.some(({ isValidated }) => isValidated !== undefined)
  const isValidated = batch.every((item) => item.isValidated === true)
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    isStated ? Effect.provideService(work, ValidatedJson, isValidated) : work
}

/** A failure after a batch, such as a quota that is used up, with what is in the dataset already. */
const withImported = (
  error: CommandFailed | UsageError,
  { created, existing }: Imported,
): CommandFailed | UsageError =>
  error instanceof UsageError || created + existing === 0
    ? error
    : new CommandFailed({
        ...error,
        sentence: `${error.sentence} ${created} samples were created before that and stay; importing again goes on behind them.`,
      })

const takeBatch = async (items: AsyncGenerator<Item>): Promise<ReadonlyArray<Item>> => {
  const batch: Array<Item> = []
  for (let bytes = 0; batch.length < batchSamples && bytes < batchBytes; ) {
    const next = await items.next()
    if (next.done === true) break
    batch.push(next.value)
    bytes += next.value.size
  }
  return batch
}

const formatSummary = ({ created, existing, failed, kept, labels }: Imported): string =>
  `${created} samples created, ${existing} existing, ${labels} labels written, ${kept} kept, ${failed} failed`
