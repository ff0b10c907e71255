import { Effect, Either } from "effect"
import type { Dataset } from "../domain/Dataset.ts"
import { InvalidInput } from "../domain/errors.ts"
import type { LabelsetId, SampleId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Label } from "../domain/Label.ts"
import type { ShownWarning } from "../domain/Warning.ts"
import type { Reader } from "../placement/makeOverlapBlindness.ts"
import { CheckResults, type Foreseen, type Outcome, showUndismissed } from "../warnings/CheckResults.ts"
import { findStructureViolations, listRefusedRules, makeWarningsError } from "./admission.ts"
import { makeSubmitCheck } from "./makeSubmitCheck.ts"

/** The check of a written label: null with a reason when it could not be checked. */
export interface WriteCheck {
  readonly warnings: ReadonlyArray<ShownWarning> | null
  readonly error: string | undefined
}

export interface LabelPlace {
  readonly dataset: Dataset
  readonly labelset: LabelsetId
  readonly sample: SampleId
  /** Set where the stored dismissals are those of a label that the writer does not see. */
  readonly ignoresDismissals?: boolean
  /** The writer, where they may not see all issues of the sample. */
  readonly reader?: Reader
}

/**
 * Checks labels on write: before the write, which is refused when its structure or its dataset requires it. The check result
 * is stored with the label. Checks no permissions; everything runs in the caller's transaction.
 */
export const makeLabelChecks = Effect.gen(function* () {
  const checkResults = yield* CheckResults
  const submitCheck = yield* makeSubmitCheck

  /**
   * Checks attributes before the write. `sent`: by this request; stored attributes keep their structure. `isFinal`: the label is submitted
   * or accepted.
   */
  const checkWrite = Effect.fnUntraced(function* (
    { dataset, ignoresDismissals = false, labelset, reader, sample }: LabelPlace,
    attributes: JsonText | null,
    sent: boolean,
    foreseen: Foreseen | null,
    previous: JsonText | null,
    isFinal = false,
  ) {
    const outcome = yield* checkResults.checkWithin(dataset, attributes, foreseen, previous)
    if (sent && attributes !== null) {
      const errors = findStructureViolations(dataset, attributes, outcome)
      if (errors.length > 0) return yield* new InvalidInput({ errors })
    }
    if (isFinal) yield* submitCheck.check(dataset.settings, sample, attributes, reader)
    const refused = listRefusedRules(dataset.settings, isFinal)
    if (refused.size > 0) {
      const layer = { datasetId: dataset.id, labelsetId: labelset }
      const shown = Either.isLeft(outcome)
        ? []
        : ignoresDismissals
          ? showUndismissed(outcome.right)
          : (yield* checkResults.show(layer, [{ sampleId: sample, checked: outcome.right }])).get(sample)
      const refusal = makeWarningsError(refused, outcome, shown ?? [])
      if (refusal !== null) return yield* refusal
    }
    return outcome
  })

  /** Stores the check result of a written label. `isNew`: the label was written as new in the same transaction. */
  const keep = (
    dataset: Dataset,
    label: Label,
    outcome: Outcome,
    isNew: boolean,
  ): Effect.Effect<WriteCheck> =>
    reportResult(outcome, (checked) => {
      const { datasetId, labelsetId, sampleId, version } = label
      return Effect.map(
        checkResults.put({ datasetId, labelsetId }, dataset, [{ sampleId, version, checked }], isNew),
        (shown) => shown.get(sampleId) ?? [],
      )
    })

  /** The same for an unchanged label. */
  const show = (label: Label, outcome: Outcome): Effect.Effect<WriteCheck> =>
    reportResult(outcome, (checked) => {
      const { datasetId, labelsetId, sampleId } = label
      return Effect.map(
        checkResults.show({ datasetId, labelsetId }, [{ sampleId, checked }]),
        (shown) => shown.get(sampleId) ?? [],
      )
    })

  /** The same for a label that no dismissals are stored for. */
  const showNew = (outcome: Outcome): Effect.Effect<WriteCheck> =>
    reportResult(outcome, (checked) => Effect.succeed(showUndismissed(checked)))

  return { checkWrite, keep, show, showNew }
})

type TextCheckResult = Extract<Outcome, { readonly _tag: "Right" }>["right"]

const reportResult = (
  outcome: Outcome,
  warningsOf: (checked: TextCheckResult) => Effect.Effect<ReadonlyArray<ShownWarning>>,
): Effect.Effect<WriteCheck> =>
  Either.match(outcome, {
    onLeft: ({ message }) => Effect.succeed<WriteCheck>({ warnings: null, error: message }),
    onRight: (checked) =>
      Effect.map(warningsOf(checked), (warnings): WriteCheck => ({ warnings, error: undefined })),
  })
