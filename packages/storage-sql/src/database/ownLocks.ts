/** The labels whose rows a transaction has locked by writing them: until it ends, no other changes them. */
import type { Label, LabelsetId, SampleId, VersionId } from "@annotary/core/effect"
import { Context, Effect, Option } from "effect"
import { isInside } from "./failures.ts"
import { EndCallbacks } from "./transactionEnd.ts"

/** A label as its transaction has written it. */
export interface WrittenLabel {
  readonly sampleId: SampleId
  readonly version: VersionId
  /** The id of its body; null without one. */
  readonly content: string | null
}

/** By the transaction or the savepoint. One that was rolled back holds no locks any more, and nobody reads its labels here. */
const writtenLabels = new WeakMap<object, Map<string, WrittenLabel>>()

/** Notes that the caller's transaction has written the rows of labels. */
export const noteWrittenLabels = (
  labels: ReadonlyArray<Label>,
  getContentId: (label: Label) => string | null,
): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    const transaction = findTransaction(fiber.currentContext)
    if (transaction === undefined) return Effect.void
    const written = writtenLabels.get(transaction) ?? new Map<string, WrittenLabel>()
    writtenLabels.set(transaction, written)
    for (const label of labels) {
      const { labelsetId, sampleId, version } = label
      written.set(formatKey(labelsetId, sampleId), { sampleId, version, content: getContentId(label) })
    }
    return Effect.void
  })

/** The labels of these samples as the caller's transaction has written them; null if it has not written each of them. */
export const findWrittenLabels = (
  labelset: LabelsetId,
  samples: ReadonlyArray<SampleId>,
): Effect.Effect<ReadonlyArray<WrittenLabel> | null> =>
  Effect.withFiberRuntime((fiber) => Effect.succeed(findAll(fiber.currentContext, labelset, samples)))

/** Whether the caller is inside of a transaction that has not yet written each of these labels. */
export const isLockMissing = (
  labelset: LabelsetId,
  samples: ReadonlyArray<SampleId>,
): Effect.Effect<boolean> =>
  Effect.withFiberRuntime(({ currentContext }) =>
    Effect.succeed(isInside(currentContext) && findAll(currentContext, labelset, samples) === null),
  )

const findAll = (
  context: Context.Context<never>,
  labelset: LabelsetId,
  samples: ReadonlyArray<SampleId>,
): ReadonlyArray<WrittenLabel> | null => {
  const transaction = findTransaction(context)
  const written = transaction && writtenLabels.get(transaction)
  if (written === undefined) return null
  const labels: Array<WrittenLabel> = []
  for (const sample of samples) {
    const label = written.get(formatKey(labelset, sample))
    if (label === undefined) return null
    labels.push(label)
  }
  return labels
}

const findTransaction = (context: Context.Context<never>): object | undefined =>
  Option.getOrUndefined(Context.getOption(context, EndCallbacks))

const formatKey = (labelset: LabelsetId, sample: SampleId): string => `${labelset} ${sample}`
