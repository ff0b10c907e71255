/** `annotary import FOLDER|FILE.ndjson --dataset OWNER/NAME` */
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { Datasets, type JsonText, LabelStatus, TaskType } from "@annotary/core/effect"
import { Effect, Either, Option, Schema } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed, UsageError } from "../cli/failures.ts"
import { printLine, remark } from "../cli/output.ts"
import { datasetRef } from "../engine/datasetRef.ts"
import { withEngine } from "../engine/withEngine.ts"
import { added, type Imported, Importer, type ImportTarget, nothingImported } from "../importing/Importer.ts"
import { type Item, itemsOf } from "../importing/items.ts"
import { makeProgress } from "../importing/Progress.ts"
import { readObject } from "../importing/record.ts"
import { findSources, type Sources } from "../importing/sources.ts"
import { shortReason } from "../serve/dataDir.ts"

export const run = ({ options, positionals, settings }: CommandInput) =>
  Effect.gen(function* () {
    const path = positionals[0] ?? ""
    const ref = yield* datasetRef(options.dataset)
    const labelStatus = yield* chosen(LabelStatus, "label-status", options["label-status"] ?? "PRELABELED")
    const taskType =
      options.create === undefined ? undefined : yield* chosen(TaskType, "create", options.create)
    const sources = yield* Effect.try({
      try: () => findSources(path),
      catch: (cause) => unreadable(path, cause),
    })
    const progress = makeProgress(sources.size)
    const replaceLabels = options["replace-labels"] !== undefined
    const report = (sentence: string) => progress.say(sentence)
    const target: ImportTarget = { ref, labelStatus, replaceLabels, report }
    const work = Effect.gen(function* () {
      yield* findDataset(target, taskType, sources)
      const total = yield* importAll(target, sources, progress.advance)
      progress.end()
      return total
    })
    const total = yield* withEngine(settings, Effect.provide(work, Importer.Default))
    yield* printLine(summary(total))
    if (total.failed > 0) {
      return yield* new CommandFailed({
        sentence: `${total.failed} of ${basename(path)} could not be imported.`,
      })
    }
  })

const chosen = <A extends string>(schema: Schema.Schema<A>, option: string, value: string) =>
  Option.match(Schema.decodeOption(schema)(value as A), {
    onNone: () =>
      Effect.fail(new UsageError({ sentence: `--${option} names no such value; see the documentation.` })),
    onSome: Effect.succeed,
  })

const unreadable = (path: string, cause: unknown) =>
  new CommandFailed({ sentence: `${path} cannot be read: ${shortReason(cause)}.` })

/** The dataset must be there, or be made as `--create` says. */
const findDataset = ({ ref }: ImportTarget, taskType: TaskType | undefined, sources: Sources) =>
  Effect.gen(function* () {
    const datasets = yield* Datasets
    const found = yield* Effect.either(datasets.get(ref))
    if (Either.isRight(found)) return
    if (found.left._tag !== "NotFound" || taskType === undefined) {
      return yield* new CommandFailed({ sentence: `${found.left.message} --create TASK_TYPE makes one.` })
    }
    const taskAttributes = yield* configurationOf(sources.configuration)
    yield* datasets.create({ owner: ref.owner, name: ref.name, category: "other", taskType, taskAttributes })
    yield* remark(`dataset ${ref.owner}/${ref.name} created`)
  })

const configurationOf = (path: string | undefined): Effect.Effect<JsonText | undefined, CommandFailed> => {
  if (path === undefined) return Effect.succeed(undefined)
  return Effect.flatMap(
    Effect.try({ try: () => readObject(readFileSync(path)), catch: (cause) => unreadable(path, cause) }),
    Either.match({
      onLeft: ([violation]) =>
        new CommandFailed({ sentence: `${path}: ${violation?.message ?? "cannot be read"}` }),
      onRight: Effect.succeed,
    }),
  )
}

/** As many samples as a transaction takes, or as many bytes: large labels must not gather in memory. */
const batchSamples = 1000
const batchBytes = 16 * 1024 * 1024

const importAll = (
  target: ImportTarget,
  sources: Sources,
  advance: (bytes: number, samples: number) => void,
) =>
  Effect.gen(function* () {
    const importer = yield* Importer
    const items = itemsOf(sources.sources)
    let total: Imported = nothingImported
    for (;;) {
      const batch = yield* Effect.tryPromise({
        try: () => nextBatch(items),
        catch: (cause) =>
          new CommandFailed({ sentence: `The source cannot be read: ${shortReason(cause)}.` }),
      })
      if (batch.length === 0) return total
      const written = yield* importer.writeBatch(target, batch)
      total = added(total, written)
      advance(
        batch.reduce((bytes, { size }) => bytes + size, 0),
        written.created + written.existing,
      )
      yield* Effect.yieldNow()
    }
  })

const nextBatch = async (items: AsyncGenerator<Item>): Promise<ReadonlyArray<Item>> => {
  const batch: Array<Item> = []
  for (let bytes = 0; batch.length < batchSamples && bytes < batchBytes; ) {
    const next = await items.next()
    if (next.done === true) break
    batch.push(next.value)
    bytes += next.value.size
  }
  return batch
}

const summary = ({ created, existing, failed, kept, labels }: Imported): string =>
  `${created} samples created, ${existing} existing, ${labels} labels written, ${kept} kept, ${failed} failed`
