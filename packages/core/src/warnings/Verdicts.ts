/**
 * Verdicts on labels, for services that write labels or judge them: made, kept, forgotten. Asks nobody for permission.
 */
import { Data, Effect, Either } from "effect"
import type { Judged, NoVerdict } from "../domain/CheckResult.ts"
import type { Dataset } from "../domain/Dataset.ts"
import type { LabelTooLarge } from "../domain/errors.ts"
import type { DatasetId, LabelsetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { now } from "../domain/Timestamp.ts"
import type { ShownWarning } from "../domain/Warning.ts"
import { EngineSettings } from "../engine/EngineSettings.ts"
import { Transaction } from "../storage/Transaction.ts"
import { dismissedIn, shownWith } from "./dismissals.ts"
import { Judge } from "./Judge.ts"
import type { JudgeQuestion } from "./judgeLabel.ts"
import { storedWarnings } from "./storedWarnings.ts"
import { type LabelLayer, WarningStore } from "./WarningStore.ts"

/** What of a dataset labels are judged by. */
export type JudgedBy = Pick<Dataset, "taskAttributes" | "configVersion" | "taskType">

/** A label's verdict, before it is kept. */
export interface JudgedLabel {
  readonly sampleId: SampleId
  /** The label's, when it was judged. */
  readonly version: VersionId
  readonly judged: Judged
}

/** What came of judging a label. A fault of ours is a value here, not an error: a dataset refuses labels only where it says so. */
export type Outcome = Either.Either<Judged, NoVerdict>

/** A verdict that was found before the transaction that needs it. */
export interface Foreseen {
  readonly label: JsonText
  readonly by: JudgedBy
  readonly outcome: Outcome
}

/** The label takes too long to be judged inside of a transaction, for which others wait. */
export class NotForeseen extends Data.TaggedError("NotForeseen")<{
  readonly label: JsonText
  readonly by: JudgedBy
}> {}

/** Labels up to so many characters are judged where they are written: the worst of them, a heap of cuboids, takes 50 ms. */
export const shortLabel = 16 * 1024
/** By a longer configuration, any label may take long. */
const shortConfiguration = 64 * 1024

export class Verdicts extends Effect.Service<Verdicts>()("@annotary/core/Verdicts", {
  effect: Effect.gen(function* () {
    const store = yield* WarningStore
    const transaction = yield* Transaction
    const judging = yield* Judge
    const { maxWarnings } = yield* EngineSettings

    /** The verdict on a label, or none when it is too large for one. */
    const judge = (
      { taskAttributes, taskType }: JudgedBy,
      label: JsonText | null,
      only: Pick<JudgeQuestion, "structureOnly"> = {},
    ): Effect.Effect<Judged, LabelTooLarge> =>
      judging.judge({ label, configuration: taskAttributes, taskType, maxWarnings, ...only })

    /** The same for work that goes on without a verdict. */
    const tryJudge = (
      by: JudgedBy,
      label: JsonText | null,
      only: Pick<JudgeQuestion, "structureOnly"> = {},
    ): Effect.Effect<Outcome> =>
      Effect.catchAllDefect(Effect.either(judge(by, label, only)), (cause) =>
        Effect.as(Effect.logError("A label could not be judged", cause), Either.left(couldNot)),
      )

    /** The verdict on a label that is about to be written, where it takes too long to be found inside of the transaction. */
    const foresee = (by: JudgedBy, label: JsonText): Effect.Effect<Foreseen | null> =>
      isShort(by, label)
        ? Effect.succeed(null)
        : Effect.map(tryJudge(by, label), (outcome) => ({ label, by, outcome }))

    /** {@link tryJudge} inside of a transaction: a long label must have been foreseen. */
    const judgeWithin = (
      by: JudgedBy,
      label: JsonText | null,
      foreseen: Foreseen | null,
    ): Effect.Effect<Outcome, NotForeseen> => {
      if (label === null || isShort(by, label)) return tryJudge(by, label)
      const same =
        foreseen?.label === label &&
        foreseen.by.taskAttributes === by.taskAttributes &&
        foreseen.by.taskType === by.taskType
      return same ? Effect.succeed(foreseen.outcome) : new NotForeseen({ label, by })
    }

    /** Runs a transaction that uses {@link judgeWithin}: again, with the verdict that it lacked. */
    const foreseeing = <A, E, R>(
      attempt: (foreseen: Foreseen | null) => Effect.Effect<A, E | NotForeseen, R>,
      foreseen: Foreseen | null = null,
    ): Effect.Effect<A, Exclude<E, NotForeseen>, R> =>
      Effect.catchIf(
        attempt(foreseen) as Effect.Effect<A, Exclude<E, NotForeseen> | NotForeseen, R>,
        (error): error is NotForeseen => error instanceof NotForeseen,
        ({ by, label }) =>
          Effect.flatMap(tryJudge(by, label), (outcome) => foreseeing(attempt, { by, label, outcome })),
      )

    /**
     * Keeps verdicts, in the caller's transaction, and answers the warnings as they are to be seen. At most 100 labels of one
     * labelset. A verdict on what the label does not say any more is not kept.
     */
    const put = Effect.fn("Verdicts.put")(function* (
      layer: LabelLayer,
      { configVersion }: Pick<JudgedBy, "configVersion">,
      labels: ReadonlyArray<JudgedLabel>,
    ) {
      const judgedAt = yield* now
      const shown = yield* show(layer, labels)
      const verdicts = labels.map(({ judged, sampleId, version }) => ({
        sampleId,
        version,
        configVersion,
        judgedAt,
        warnings: storedWarnings(judged.warnings),
        truncated: judged.truncated,
        counts: judged.counts,
        dismissed: dismissedIn(shown.get(sampleId) ?? []),
      }))
      yield* store.keep(layer, verdicts)
      return shown
    })

    /** The same in a transaction of its own. */
    const keep = (layer: LabelLayer, by: JudgedBy, labels: ReadonlyArray<JudgedLabel>) =>
      transaction.run(put(layer, by, labels))

    /** The warnings with their dismissals; where there are no warnings, nobody is asked. */
    const show = Effect.fn("Verdicts.show")(function* (
      layer: LabelLayer,
      labels: ReadonlyArray<Pick<JudgedLabel, "sampleId" | "judged">>,
    ) {
      const some = labels.filter(({ judged }) => judged.warnings.length > 0).map(({ sampleId }) => sampleId)
      const known = some.length === 0 ? undefined : yield* store.find(layer, some)
      return new Map<SampleId, ReadonlyArray<ShownWarning>>(
        labels.map(({ judged, sampleId }) => [
          sampleId,
          shownWith(judged.warnings, known?.get(sampleId)?.dismissals ?? []),
        ]),
      )
    })

    /** Forgets what was said of samples' labels, in one labelset or in all; in the caller's transaction. */
    const forget = (dataset: DatasetId, samples: ReadonlyArray<SampleId>, labelset: LabelsetId | null) =>
      samples.length === 0 ? Effect.void : store.forget(dataset, samples, labelset)

    return { judge, tryJudge, foresee, judgeWithin, foreseeing, put, keep, show, forget }
  }),
}) {}

const isShort = ({ taskAttributes }: JudgedBy, label: JsonText): boolean =>
  label.length <= shortLabel && taskAttributes.length <= shortConfiguration

const couldNot: NoVerdict = { code: "check_failed", message: "The label could not be checked." }
