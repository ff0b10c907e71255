/**
 * Writes what an import has read, in batches that are one transaction each: a sample and its label come together. What
 * is wrong with one of them leaves the others alone.
 */
import {
  type CurrentActor,
  groundTruth,
  InvalidInput,
  LabelStatus,
  Labels,
  type NewSample,
  now,
  type Sample,
  Samples,
  type Timestamp,
  Transaction,
} from "@annotary/core/effect"
import { Effect, Either, Schema } from "effect"
import type { datasetRef } from "../engine/datasetRef.ts"
import type { Item } from "./items.ts"
import type { ImportedLabel, ImportedSample, Violations } from "./record.ts"

export interface Imported {
  readonly created: number
  readonly existing: number
  /** Labels that were made or changed. */
  readonly labels: number
  /** Labels that were there before and stay as they are. */
  readonly kept: number
  readonly failed: number
}

export const nothingImported: Imported = { created: 0, existing: 0, labels: 0, kept: 0, failed: 0 }

export const added = (a: Imported, b: Imported): Imported => ({
  created: a.created + b.created,
  existing: a.existing + b.existing,
  labels: a.labels + b.labels,
  kept: a.kept + b.kept,
  failed: a.failed + b.failed,
})

export interface ImportTarget {
  readonly ref: Effect.Effect.Success<ReturnType<typeof datasetRef>>
  /** Of labels that name none. */
  readonly labelStatus: LabelStatus
  /** Replace labels that exist. Otherwise they stay: somebody may have worked on them. */
  readonly replaceLabels: boolean
  /** A sentence about what was left out. */
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
          else target.report(sentenceOf(place, sample.left))
        }
        const { refused, written } = yield* transaction.run(store(target, sound))
        for (const sentence of refused) target.report(sentence)
        return { ...written, failed: batch.length - sound.length + written.failed }
      })

    /** Adds the samples; those that the engine finds something wrong with are left out, and the others are tried again. */
    const store = (target: ImportTarget, sound: ReadonlyArray<Sound>): ReturnType<typeof stored> =>
      Effect.catchTag(stored(target, sound), "InvalidInput", (invalid) => {
        const wrong = violationsByIndex(invalid)
        if (wrong.size === 0) return Effect.fail(invalid)
        const rest = sound.filter((_, index) => !wrong.has(index))
        const sentences = [...wrong].map(([index, violations]) =>
          sentenceOf(sound[index]?.place ?? "", violations),
        )
        return Effect.map(store(target, rest), ({ refused, written }) => ({
          refused: [...sentences, ...refused],
          written: { ...written, failed: written.failed + wrong.size },
        }))
      })

    const stored = (target: ImportTarget, sound: ReadonlyArray<Sound>) =>
      Effect.gen(function* () {
        const refused: Array<string> = []
        const made = yield* samples.createMany(
          target.ref,
          sound.map(({ sample }) => newSample(sample)),
        )
        let labelled = 0
        let kept = 0
        for (const [index, { created, sample }] of made.samples.entries()) {
          const source = sound[index]
          if (source?.sample.label === undefined) continue
          if (!created && !target.replaceLabels && (yield* hasLabel(labels, sample, source.sample.label))) {
            kept += 1
            continue
          }
          const outcome = yield* Effect.either(writeLabel(labels, target, sample, source.sample.label))
          if (Either.isLeft(outcome)) refused.push(`${source.place}: the label was left out: ${outcome.left}`)
          else if (outcome.right >= startedAt) labelled += 1
        }
        const created = made.samples.filter((one) => one.created).length
        const written: Imported = {
          created,
          existing: made.samples.length - created,
          labels: labelled,
          kept,
          failed: refused.length,
        }
        return { refused, written }
      })

    return { writeBatch }
  }),
}) {}

const hasLabel = (labels: Labels, sample: Sample, { labelset = groundTruth }: ImportedLabel) =>
  Effect.isSuccess(labels.get(sample.id, labelset))

/** When the label was last changed; a label that was there as it is keeps its time. */
const writeLabel = (
  labels: Labels,
  target: ImportTarget,
  sample: Sample,
  label: ImportedLabel,
): Effect.Effect<Timestamp, string, CurrentActor> => {
  const status = label.status ?? target.labelStatus
  if (!isStatus(status)) return Effect.fail(`/label/label_status ${statusRule}`)
  const { attributes, labelset = groundTruth, score } = label
  return labels.put(sample.id, labelset, { status, attributes, score }).pipe(
    Effect.map((written) => written.label.updatedAt),
    Effect.mapError((error) =>
      error instanceof InvalidInput ? violationsText(error.errors) : error.message,
    ),
  )
}

interface Sound {
  readonly place: string
  readonly sample: ImportedSample
}

const newSample = (sample: ImportedSample): NewSample => ({
  name: sample.name,
  attributes: sample.attributes,
  metadata: sample.metadata,
  priority: sample.priority,
  readme: sample.readme,
  assignedLabeler: sample.assignedLabeler,
  assignedReviewer: sample.assignedReviewer,
})

/** The engine's pointers begin with the place in the batch: `/3/name`. */
const violationsByIndex = ({ errors }: InvalidInput): ReadonlyMap<number, Violations> => {
  const byIndex = new Map<number, Array<Violations[number]>>()
  for (const { message, pointer } of errors) {
    const found = /^\/(\d+)(\/.*)?$/s.exec(pointer)
    if (found === null) return new Map()
    const index = Number(found[1])
    byIndex.set(index, [...(byIndex.get(index) ?? []), { pointer: found[2] ?? "", message }])
  }
  return byIndex
}

const sentenceOf = (place: string, violations: Violations): string =>
  `${place}: ${violationsText(violations)}`

const violationsText = (violations: Violations): string =>
  violations.map(({ message, pointer }) => (pointer === "" ? message : `${pointer} ${message}`)).join("; ")

const isStatus = Schema.is(LabelStatus)
const statusRule = `must be one of ${LabelStatus.literals.join(", ")}`
