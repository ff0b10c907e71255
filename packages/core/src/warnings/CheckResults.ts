import { Data, Effect, Either } from "effect"
import type { CheckNotDone, TextCheckResult } from "../domain/CheckResult.ts"
import type { Dataset } from "../domain/Dataset.ts"
import type { LabelTooLarge } from "../domain/errors.ts"
import type { DatasetId, LabelsetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { now } from "../domain/Timestamp.ts"
import type { ShownWarning, StoredWarning } from "../domain/Warning.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { Transaction } from "../storage/Transaction.ts"
import type { CheckRequest } from "./checkText.ts"
import { LabelChecker } from "./LabelChecker.ts"
import { toShownWarning } from "./read/recentWarnings.ts"
import { applyDismissals } from "./shownWith.ts"
import { countDismissed, formatStoredWarnings } from "./storedWarnings.ts"
import { type LabelLayer, type LabelWarnings, type StoredDismissal, WarningStore } from "./WarningStore.ts"

/** The fields of a dataset on which checks depend. */
export type CheckBasis = Pick<Dataset, "taskAttributes" | "configVersion" | "taskType">

/** A check result before it is stored. */
export interface LabelCheckResult {
  readonly sampleId: SampleId
  /** The version of the checked label. */
  readonly version: VersionId
  readonly checked: TextCheckResult
}

/**
 * The outcome of a check. Our own fault is a value here, not an error, because a dataset refuses labels only when configured
 * to.
 */
export type Outcome = Either.Either<TextCheckResult, CheckNotDone>

/** A check result from before the transaction that needs it, and the ones before it: a transaction may need several. */
export interface Foreseen {
  readonly label: JsonText
  readonly by: CheckBasis
  readonly outcome: Outcome
  readonly earlier: Foreseen | null
}

/** The label takes too long to check inside of a transaction, for which others wait. */
export class NotForeseen extends Data.TaggedError("NotForeseen")<{
  readonly label: JsonText
  readonly by: CheckBasis
}> {}

/** The transaction needs what takes long, such as a comparison of large labels. It is done outside, and the transaction runs again. */
export class NotPrepared extends Data.TaggedError("NotPrepared")<{ readonly prepare: Effect.Effect<void> }> {}

/**
 * The maximum length in characters of labels that are checked to the end within the write. The worst case, overlapping cuboids,
 * takes 50 ms.
 */
const shortLabel = 16 * 1024
/** Labels up to this many characters are checked within the write where that takes little work, as for most of them it does. */
export const quickLabel = 256 * 1024
/** The check results of one transaction that are kept: its label, a merged one, and those that both replaced meanwhile. */
const maxForeseen = 4
/** With a longer configuration, any label may take long. */
const shortConfiguration = 64 * 1024

/** Check results for services that write or check labels: computed, stored, deleted. Checks no permissions. */
export class CheckResults extends Effect.Service<CheckResults>()("@annotary/core/CheckResults", {
  effect: Effect.gen(function* () {
    const store = yield* WarningStore
    const transaction = yield* Transaction
    const checker = yield* LabelChecker
    const { maxWarnings } = yield* EngineSettings

    /** The check result of a label, or none when it is too large. */
    const check = (
      { taskAttributes, taskType }: CheckBasis,
      label: JsonText | null,
      only: Pick<CheckRequest, "structureOnly" | "quick" | "previous"> = {},
    ): Effect.Effect<TextCheckResult, LabelTooLarge> =>
      checker.check({ label, configuration: taskAttributes, taskType, maxWarnings, ...only })

    /** The same for callers that continue without a check result. */
    const tryCheck = (
      by: CheckBasis,
      label: JsonText | null,
      only: Pick<CheckRequest, "structureOnly" | "quick" | "previous"> = {},
    ): Effect.Effect<Outcome> =>
      Effect.catchAllDefect(Effect.either(check(by, label, only)), (cause) =>
        Effect.as(Effect.logError("A label could not be checked.", cause), Either.left(couldNot)),
      )

    /** The check result of a label before its write, when the check takes too long inside of the transaction. */
    const foresee = (by: CheckBasis, label: JsonText): Effect.Effect<Foreseen> =>
      Effect.map(tryCheck(by, label), (outcome) => ({ label, by, outcome, earlier: null }))

    /**
     * `tryCheck` inside of a transaction. Labels whose check takes long must have been checked before. `previous`: the version that the
     * label is to follow.
     */
    const checkWithin = (
      by: CheckBasis,
      label: JsonText | null,
      foreseen: Foreseen | null,
      previous: JsonText | null,
    ): Effect.Effect<Outcome, NotForeseen> => {
      if (label === null || isShort(by, label)) return tryCheck(by, label)
      const same = findForeseen(foreseen, by, label)
      if (same !== null) return Effect.succeed(same.outcome)
      if (label.length > quickLabel || hasLongConfiguration(by)) return new NotForeseen({ label, by })
      return Effect.flatMap(tryCheck(by, label, { quick: true, previous }), (outcome) =>
        Either.isRight(outcome) && !outcome.right.complete
          ? new NotForeseen({ label, by })
          : Effect.succeed(outcome),
      )
    }

    /** Runs a transaction that uses `checkWithin`, again with the check results that it lacked, or after what was not prepared. */
    const foreseeing = <A, E, R>(
      attempt: (foreseen: Foreseen | null) => Effect.Effect<A, E | NotForeseen | NotPrepared, R>,
      foreseen: Foreseen | null = null,
    ): Effect.Effect<A, Exclude<E, NotForeseen | NotPrepared>, R> =>
      Effect.catchIf(
        attempt(foreseen) as Effect.Effect<
          A,
          Exclude<E, NotForeseen | NotPrepared> | NotForeseen | NotPrepared,
          R
        >,
        (error): error is NotForeseen | NotPrepared =>
          error instanceof NotForeseen || error instanceof NotPrepared,
        (lacking) =>
          lacking._tag === "NotPrepared"
            ? Effect.zipRight(lacking.prepare, foreseeing(attempt, foreseen))
            : Effect.flatMap(tryCheck(lacking.by, lacking.label), (outcome) =>
                foreseeing(attempt, {
                  by: lacking.by,
                  label: lacking.label,
                  outcome,
                  earlier: omitOldest(foreseen, maxForeseen - 1),
                }),
              ),
      )

    /**
     * Stores check results in the caller's transaction and returns the visible warnings. At most 100 labels of one labelset.
     * A result for outdated content is not stored. `areNew`: the labels were written as new in the same transaction.
     */
    const put = Effect.fnUntraced(function* (
      layer: LabelLayer,
      { configVersion }: Pick<CheckBasis, "configVersion">,
      labels: ReadonlyArray<LabelCheckResult>,
      areNew = false,
    ) {
      const checkedAt = yield* now
      const before = areNew ? "none" : yield* findWarned(layer, labels)
      const shown = showAll(labels, before === "none" ? undefined : before)
      const checkResults = labels.map(({ checked, sampleId, version }) => ({
        sampleId,
        version,
        configVersion,
        checkedAt,
        warnings: formatStoredWarnings(checked.warnings),
        truncated: checked.truncated,
        counts: checked.counts,
        dismissed: countDismissed(shown.get(sampleId) ?? []),
      }))
      yield* store.keep(layer, checkResults, before)
      return shown
    })

    /** `put` in its own transaction. */
    const keep = (layer: LabelLayer, by: CheckBasis, labels: ReadonlyArray<LabelCheckResult>) =>
      transaction.run(put(layer, by, labels))

    /** The stored warnings of the labels. Without warnings now, storage is not read. */
    const findWarned = (
      layer: LabelLayer,
      labels: ReadonlyArray<Pick<LabelCheckResult, "sampleId" | "checked">>,
    ) =>
      labels.every(({ checked }) => checked.warnings.length === 0)
        ? Effect.succeed(undefined)
        : store.find(
            layer,
            labels.map(({ sampleId }) => sampleId),
            false,
          )

    /** The warnings with their dismissals. */
    const show = (layer: LabelLayer, labels: ReadonlyArray<Pick<LabelCheckResult, "sampleId" | "checked">>) =>
      Effect.map(findWarned(layer, labels), (before) => showAll(labels, before))

    /** Deletes the check results of samples' labels, in one labelset or in all, in the caller's transaction. */
    const forget = (dataset: DatasetId, samples: ReadonlyArray<SampleId>, labelset: LabelsetId | null) =>
      samples.length === 0 ? Effect.void : store.forget(dataset, samples, labelset)

    return { check, tryCheck, foresee, checkWithin, foreseeing, put, keep, show, forget }
  }),
}) {}

const showAll = (
  labels: ReadonlyArray<Pick<LabelCheckResult, "sampleId" | "checked">>,
  before: ReadonlyMap<SampleId, LabelWarnings> | undefined,
): ReadonlyMap<SampleId, ReadonlyArray<ShownWarning>> =>
  new Map(
    labels.map(({ checked, sampleId }) => [
      sampleId,
      showWarnings(checked.warnings, before?.get(sampleId)?.dismissals ?? []),
    ]),
  )

/** The warnings of a label whose dismissals are those of another label, or that the caller may not see. */
export const showUndismissed = ({
  warnings,
}: Pick<TextCheckResult, "warnings">): ReadonlyArray<ShownWarning> => warnings.map(toShownWarning)

const showWarnings = (
  warnings: ReadonlyArray<StoredWarning>,
  dismissals: ReadonlyArray<StoredDismissal>,
): ReadonlyArray<ShownWarning> =>
  dismissals.length === 0 ? showUndismissed({ warnings }) : applyDismissals(warnings, dismissals)

const findForeseen = (foreseen: Foreseen | null, by: CheckBasis, label: JsonText): Foreseen | null => {
  for (let result = foreseen; result !== null; result = result.earlier)
    if (
      result.label === label &&
      result.by.taskAttributes === by.taskAttributes &&
      result.by.taskType === by.taskType
    )
      return result
  return null
}

const omitOldest = (foreseen: Foreseen | null, count: number): Foreseen | null =>
  foreseen === null || count === 0 ? null : { ...foreseen, earlier: omitOldest(foreseen.earlier, count - 1) }

const isShort = (by: CheckBasis, label: JsonText): boolean =>
  label.length <= shortLabel && !hasLongConfiguration(by)

const hasLongConfiguration = ({ taskAttributes }: CheckBasis): boolean =>
  taskAttributes.length > shortConfiguration

const couldNot: CheckNotDone = { code: "check_failed", message: "The label could not be checked." }
