/** Input of models: its validation, its digest, and the rule about what they may write. Pure. */
import { Either, Schema } from "effect"
import { computeSha256Hex } from "../domain/digest.ts"
import { InvalidInput } from "../domain/errors.ts"
import { toRaw, writeJson } from "../domain/JsonText.ts"
import type { Label } from "../domain/Label.ts"
import { ModelVersionName } from "../domain/Model.ts"
import { DeclineReason, type Prediction } from "../domain/Prediction.ts"
import type { WarningRuleName } from "../domain/Warning.ts"
import type { LabelInput, ReadLabel } from "../labels/labelInput.ts"
import type { Outcome } from "../warnings/CheckResults.ts"

/** The label of a model. Its objects may have a `score` each. */
export interface PrelabelInput extends Pick<LabelInput, "score"> {
  /** The name of a version that the model has. */
  readonly modelVersion: string
  /** A JSON object, as text or plain. */
  readonly attributes: NonNullable<LabelInput["attributes"]>
}

/** The same with JSON as text. */
export type ReadPrelabel = ReadLabel<PrelabelInput>

/** The input of a model that gives no label. */
export interface DeclineInput {
  /** The name of a version that the model has. */
  readonly modelVersion: string
  /** 1 to 2000 characters. */
  readonly reason: string
}

export const PrelabelFields = Schema.Struct({ modelVersion: ModelVersionName })
export const DeclineFields = Schema.Struct({ modelVersion: ModelVersionName, reason: DeclineReason })

/** The same request has the same digest. */
export const computePredictionDigest = (
  action: "prelabel" | "decline",
  { attributes, ...fields }: Partial<ReadPrelabel> & Partial<DeclineInput>,
): string =>
  computeSha256Hex(
    writeJson({
      action,
      attributes: attributes == null ? undefined : toRaw(attributes),
      modelVersion: fields.modelVersion,
      score: fields.score,
      reason: fields.reason,
    }),
  )

/**
 * Whether a model may write over the label: no person has touched it. Either there is none, or its last version is the answer of a model.
 * `prediction`: the answer that made that version. This is the only rule, and every write of a model follows it.
 */
export const isUntouchedByPeople = (label: Label | null, prediction: Prediction | null): boolean =>
  label === null ||
  (label.status === "PRELABELED" &&
    prediction !== null &&
    label.labeler === null &&
    label.reviewer === null &&
    label.rejecter === null)

/** The warnings about content that the configuration does not have. A person may write such a label, and fix it; a model may not. */
const refusedRules: ReadonlyArray<WarningRuleName> = [
  "unknown-category",
  "unknown-attribute",
  "unknown-joint",
  "attribute-value",
  "attribute-range",
  "malformed-label",
]

/** The refusal of the label of a model that does not fit the configuration, or of which this is not known; null for one that fits. */
export const refuseMisfit = (outcome: Outcome): InvalidInput | null => {
  if (Either.isLeft(outcome)) return makeUncheckedError()
  const { complete, counts } = outcome.right
  const errors = refusedRules.flatMap((rule) => {
    const count = counts[rule] ?? 0
    const message = `has ${count} ${count === 1 ? "warning" : "warnings"} of the kind ${rule}, with which labels of models are refused`
    return count > 0 ? [{ pointer: "/attributes", message }] : []
  })
  if (errors.length > 0) return new InvalidInput({ errors })
  return complete ? null : makeUncheckedError()
}

const makeUncheckedError = (): InvalidInput =>
  InvalidInput.at(
    "/attributes",
    "could not be checked to the end, and labels of models must fit the configuration",
  )
