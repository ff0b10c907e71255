/** The labels whose rows a transaction has locked by writing them: until it ends, no other changes them. */
import type { Label, LabelsetId, SampleId } from "@annotary/core/effect"
import { Context, Effect, Option } from "effect"
import { isInside } from "./failures.ts"
import { EndCallbacks } from "./transactionEnd.ts"

/** By the transaction or the savepoint. One that was rolled back holds no locks any more, and nobody reads its labels here. */
const writtenLabels = new WeakMap<object, Set<string>>()

/** Notes that the caller's transaction has written the row of a label. */
export const noteWrittenLabel = ({ labelsetId, sampleId }: Label): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    const transaction = findTransaction(fiber.currentContext)
    if (transaction !== undefined) {
      const written = writtenLabels.get(transaction) ?? new Set<string>()
      writtenLabels.set(transaction, written.add(formatKey(labelsetId, sampleId)))
    }
    return Effect.void
  })

/** Whether the caller is inside of a transaction that has not yet written each of these labels. */
export const isLockMissing = (
  labelset: LabelsetId,
  samples: ReadonlyArray<SampleId>,
): Effect.Effect<boolean> =>
  Effect.withFiberRuntime((fiber) => {
    const transaction = findTransaction(fiber.currentContext)
    const written = transaction && writtenLabels.get(transaction)
    const isLocked =
      written !== undefined && samples.every((sample) => written.has(formatKey(labelset, sample)))
    return Effect.succeed(isInside(fiber.currentContext) && !isLocked)
  })

const findTransaction = (context: Context.Context<never>): object | undefined =>
  Option.getOrUndefined(Context.getOption(context, EndCallbacks))

const formatKey = (labelset: LabelsetId, sample: SampleId): string => `${labelset} ${sample}`
