/**
 * Writes samples and labels in batches of one transaction each. A sample and its label are written together. An invalid
 * one does not affect the others.
 */
import {
  type CurrentActor,
  groundTruth,
  InvalidInput,
  LabelStatus,
  Labels,
  type NewLabeledSample as NewSample,
  now,
  type Sample,
  Samples,
  type Timestamp,
  Transaction,
  toWirePointer,
} from "@annotary/core/effect"
import { Data, Effect, Either, Schema } from "effect"
import type { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandFailed, UsageError } from "../cli/failures.ts"
import { formatViolations, type Violations } from "./Fields.ts"
import type { Item } from "./items.ts"
import type { ImportedLabel, ImportedSample } from "./record.ts"

export interface Imported {
  readonly created: number
  readonly existing: number
  /** Labels that were created or changed. */
  readonly labels: number
  /** Labels that existed and were kept. */
  readonly kept: number
  readonly failed: number
}

export const nothingImported: Imported = { created: 0, existing: 0, labels: 0, kept: 0, failed: 0 }

export const addCounts = (a: Imported, b: Imported): Imported => ({
  created: a.created + b.created,
  existing: a.existing + b.existing,
  labels: a.labels + b.labels,
  kept: a.kept + b.kept,
  failed: a.failed + b.failed,
})

/** A sentence about what was created, if anything. */
export type Prepared = string | undefined

export interface ImportTarget {
  readonly ref: Effect.Effect.Success<ReturnType<typeof parseDatasetRef>>
  /** Runs in the transaction of the first batch with a valid sample, and creates the dataset if needed. */
  readonly prepare: Effect.Effect<Prepared, CommandFailed | UsageError, CurrentActor>
  /** The status of labels without one. */
  readonly labelStatus: LabelStatus
  /** The number of people who label samples that name none. Undefined: that of the dataset. */
  readonly overlap: number | undefined
  /** Whether to replace existing labels. They are kept by default, because somebody may have worked on them. */
  readonly replaceLabels: boolean
  /** Called with a sentence for each skipped item. */
  readonly report: (sentence: string) => void
}

export class Importer extends Effect.Service<Importer>()("@annotary/server/Importer", {
  effect: Effect.gen(function* () {
    const samples = yield* Samples
    const labels = yield* Labels
    const transaction = yield* Transaction
    const startedAt = yield* now

    const writeBatch = (target: ImportTarget, batch: ReadonlyArray<Item>) =>
      Effect.gen(function* () {
        const sound: Array<Sound> = []
        for (const { place, sample } of batch) {
          if (Either.isRight(sample)) sound.push({ place, sample: sample.right })
          else target.report(formatSentence(place, sample.left))
        }
        const { notes, written } = yield* storeInTransaction(target, sound)
        for (const sentence of notes) target.report(sentence)
        return { ...written, failed: batch.length - sound.length + written.failed }
      })

    let prepared = false
    /** When no sample can be stored, nothing is prepared: otherwise an empty dataset would be left behind. */
    const storeInTransaction = (target: ImportTarget, sound: ReadonlyArray<Sound>) => {
      if (prepared) return transaction.run(store(target, sound))
      if (sound.length === 0) return Effect.succeed({ notes: [], written: nothingImported })
      const first = Effect.gen(function* () {
        const made = yield* target.prepare
        const outcome = yield* store(target, sound)
        const { created, existing } = outcome.written
        return created + existing === 0 ? yield* new NothingStored(outcome) : { ...outcome, made }
      })
      return transaction.run(first).pipe(
        Effect.tap(({ made }) =>
          Effect.sync(() => {
            prepared = true
            if (made !== undefined) target.report(made)
          }),
        ),
        Effect.catchTag("NothingStored", ({ notes, written }) => Effect.succeed({ notes, written })),
      )
    }

    /** Adds the samples. Those that the engine refuses are skipped and the others are retried. */
    const store = (target: ImportTarget, sound: ReadonlyArray<Sound>): ReturnType<typeof storeBatch> =>
      Effect.catchTag(storeBatch(target, sound), "InvalidInput", (invalid) => {
        const wrong = groupByIndex(invalid.errors)
        if (wrong === undefined || wrong.size === 0) return Effect.fail(invalid)
        // A sample whose label is refused is stored without it: its label is written apart, and reported.
        const apart = new Set([...wrong].flatMap(([index, { areOfLabel }]) => (areOfLabel ? [index] : [])))
        if (apart.size > 0)
          return store(
            target,
            sound.map((one, index) => (apart.has(index) ? { ...one, isLabelApart: true } : one)),
          )
        const rest = sound.filter((_, index) => !wrong.has(index))
        const sentences = [...wrong].map(([index, { violations }]) =>
          formatSentence(sound[index]?.place ?? "", violations),
        )
        return Effect.map(store(target, rest), ({ notes, written }) => ({
          notes: [...sentences, ...notes],
          written: { ...written, failed: written.failed + wrong.size },
        }))
      })

    const storeBatch = (target: ImportTarget, sound: ReadonlyArray<Sound>) =>
      Effect.gen(function* () {
        const refused: Array<string> = []
        const advised: Array<string> = []
        const inputs = sound.map((one) => toNewSample(target, one.sample, findBulkLabel(target, one)))
        const made = yield* samples.createMany(target.ref, inputs)
        for (const [index, { violations }] of groupByIndex(made.advice) ?? [])
          advised.push(formatSentence(sound[index]?.place ?? "", violations))
        let labelled = 0
        let keptCount = 0
        for (const [index, { created, sample }] of made.samples.entries()) {
          const source = sound[index]
          if (created && inputs[index]?.label !== undefined) {
            labelled += 1
            continue
          }
          for (const label of source?.sample.labels ?? []) {
            if (!created && !target.replaceLabels && (yield* hasLabel(labels, sample, label))) {
              keptCount += 1
              continue
            }
            const outcome = yield* Effect.either(writeLabel(labels, target, sample, label))
            if (Either.isLeft(outcome))
              refused.push(`${source?.place}: the label was left out: ${outcome.left}`)
            else {
              const { advice, label: written } = outcome.right
              if (advice.length > 0) advised.push(formatSentence(source?.place ?? "", advice))
              if (written.updatedAt >= startedAt) labelled += 1
            }
          }
        }
        const created = made.samples.filter((one) => one.created).length
        const written: Imported = {
          created,
          existing: made.samples.length - created,
          labels: labelled,
          kept: keptCount,
          failed: refused.length,
        }
        return { notes: [...refused, ...advised], written }
      })

    return { writeBatch }
  }),
}) {}

const hasLabel = (labels: Labels, sample: Sample, { labelset = groundTruth }: ImportedLabel) =>
  Effect.isSuccess(labels.get(sample.id, labelset))

interface WrittenLabel {
  /** An unchanged label keeps its time. */
  readonly label: { readonly updatedAt: Timestamp }
  /** The changes that were made to it. */
  readonly advice: Violations
}

/** Fails with a sentence. */
const writeLabel = (
  labels: Labels,
  target: ImportTarget,
  sample: Sample,
  label: ImportedLabel,
): Effect.Effect<WrittenLabel, string, CurrentActor> => {
  const status = label.status ?? target.labelStatus
  if (!isStatus(status)) return Effect.fail(`${label.pointer}/label_status ${statusRule}`)
  const { attributes, labelset = groundTruth, rating, score } = label
  return labels.put(sample.id, labelset, { status, attributes, rating, score }).pipe(
    Effect.map(({ advice = [], label: written }) => ({
      label: written,
      advice: advice.map((each) => toFileViolation(label, each)),
    })),
    Effect.mapError((error) =>
      error instanceof InvalidInput
        ? formatViolations(error.errors.map((violation) => toFileViolation(label, violation)))
        : `${label.pointer === "" ? "" : `${label.pointer}: `}${error.message}`,
    ),
  )
}

/** In the names of the file. The status of a label has another name in the engine. */
const toFileViolation = (label: ImportedLabel, { message, pointer }: Violations[number]) => ({
  pointer: `${label.pointer}${pointer === "/status" ? "/label_status" : toWirePointer(pointer)}`,
  message,
})

/** Nothing of the first batch could be stored. */
class NothingStored extends Data.TaggedError("NothingStored")<{
  readonly notes: ReadonlyArray<string>
  readonly written: Imported
}> {}

interface Sound {
  readonly place: string
  readonly sample: ImportedSample
  /** Whether its label is not written together with those of other samples. */
  readonly isLabelApart?: true
}

/** The only label of a sample, which is written with those of other samples; undefined where it is written apart. */
const findBulkLabel = (
  target: ImportTarget,
  { isLabelApart, sample: { labels } }: Sound,
): NewSample["label"] => {
  const [label, other] = labels
  const status = label?.status ?? target.labelStatus
  if (label === undefined || other !== undefined || isLabelApart || !isStatus(status)) return undefined
  const { attributes, labelset, rating, score } = label
  return { labelset, status, attributes, rating, score }
}

const toNewSample = (target: ImportTarget, sample: ImportedSample, label: NewSample["label"]): NewSample => ({
  name: sample.name,
  attributes: sample.attributes,
  metadata: sample.metadata,
  priority: sample.priority,
  readme: sample.readme,
  assignedLabeler: sample.assignedLabeler,
  assignedReviewer: sample.assignedReviewer,
  overlap: sample.overlap ?? target.overlap,
  pictureSizes: sample.pictureSizes,
  ...(label !== undefined && { label }),
})

interface RefusedItem {
  readonly violations: Array<Violations[number]>
  readonly areOfLabel: boolean
}

/** The engine's pointers begin with the index in the batch: `/3/name`. Undefined when one does not. */
const groupByIndex = (errors: Violations): ReadonlyMap<number, RefusedItem> | undefined => {
  const byIndex = new Map<number, RefusedItem>()
  for (const { message, pointer } of errors) {
    const match = /^\/(\d+)(\/.*)?$/s.exec(pointer)
    if (match === null) return undefined
    const index = Number(match[1])
    const item = byIndex.get(index)
    const violations = [...(item?.violations ?? []), { pointer: toWirePointer(match[2] ?? ""), message }]
    byIndex.set(index, {
      violations,
      areOfLabel: /^\/label(\/|$)/.test(match[2] ?? "") && item?.areOfLabel !== false,
    })
  }
  return byIndex
}

const formatSentence = (place: string, violations: Violations): string =>
  `${place}: ${formatViolations(violations)}`

const isStatus = Schema.is(LabelStatus)
const statusRule = `must be one of ${LabelStatus.literals.join(", ")}`
