import { Effect, Option } from "effect"
import { Access, type DatasetRef, type Permitted } from "../access/Access.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { UserStore } from "../access/UserStore.ts"
import type { Claim } from "../domain/Claim.ts"
import { Conflict, InvalidInput, NotFound, PermissionDenied } from "../domain/errors.ts"
import type { ClaimId, SampleId } from "../domain/Ids.ts"
import { type JsonText, writeJson } from "../domain/JsonText.ts"
import { ValidatedJson } from "../domain/jsonInput.ts"
import type { Label } from "../domain/Label.ts"
import { nameKey } from "../domain/Names.ts"
import type { Prediction, PredictionOutcome } from "../domain/Prediction.ts"
import { allows } from "../domain/permissions.ts"
import { now } from "../domain/Timestamp.ts"
import { decodeInput } from "../domain/violations.ts"
import { labelJson } from "../domain/wire/label.ts"
import { toPredictionJson } from "../domain/wire/prediction.ts"
import { toWarningsJson } from "../domain/wire/warningsJson.ts"
import { retryChanged } from "../kernel/retryChanged.ts"
import { traced } from "../kernel/traced.ts"
import { explainNotOpen } from "../labels/directWrites.ts"
import { LabelWriter, labelContext } from "../labels/LabelWriter.ts"
import { labelViolations, patchContent, readLabel, settleInput } from "../labels/labelInput.ts"
import { makeLabelChecks } from "../labels/makeLabelChecks.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { Placement } from "../placement/Placement.ts"
import { PredictionStore, type PredictionTally } from "../placement/PredictionStore.ts"
import { toQueueFacts } from "../placement/queueKey.ts"
import { findTransition, isOpen } from "../placement/transitions.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { Transaction } from "../storage/Transaction.ts"
import { CheckResults, type Foreseen } from "../warnings/CheckResults.ts"
import { claimIsOver, makeClaimAccess, makeHeldByError } from "./makeClaimAccess.ts"
import {
  computePredictionDigest,
  DeclineFields,
  type DeclineInput,
  isUntouchedByPeople,
  PrelabelFields,
  type PrelabelInput,
  type ReadPrelabel,
  refuseMisfit,
} from "./predictionInput.ts"

export type { DeclineInput, PrelabelInput } from "./predictionInput.ts"

/** The result of an answer of a model. */
export interface PredictionDone {
  readonly prediction: Prediction
  /** `{label, prediction, warnings}` of a label, otherwise `{prediction}`. For a repeated request, the first answer. */
  readonly answer: JsonText
  readonly repeated: boolean
}

/** The filter and the page of a list of predictions. */
export interface ListPredictions {
  readonly sample?: SampleId | undefined
  /** A username in any case. Models see their own alone. */
  readonly model?: string | undefined
  readonly outcome?: PredictionOutcome | undefined
  /** Predictions of claims that are older than this one. */
  readonly before?: ClaimId | undefined
  /** 1-1000. Defaults to 100. */
  readonly limit?: number | undefined
}

const decodePrelabel = decodeInput(PrelabelFields)
const decodeDecline = decodeInput(DeclineFields)
const row = findTransition("prelabeling", "prelabel")

/**
 * The answers of models to their claims: a label with the status PRELABELED, or the reason why there is none. A model writes only where no
 * person has touched the label, which is checked within the transaction of the write. A repeated request gets its first answer again.
 */
export class Predictions extends Effect.Service<Predictions>()("@annotary/core/Predictions", {
  effect: Effect.gen(function* () {
    const claims = yield* ClaimStore
    const claimAccess = yield* makeClaimAccess
    const access = yield* Access
    const labelsets = yield* LabelsetFinder
    const samples = yield* SampleReader
    const users = yield* UserStore
    const knownUsers = yield* KnownUsers
    const writer = yield* LabelWriter
    const placement = yield* Placement
    const store = yield* PredictionStore
    const checks = yield* makeLabelChecks
    const checkResults = yield* CheckResults
    const transaction = yield* Transaction

    /** Writes the label of a model, and ends its claim. */
    const writePrelabel = traced("Predictions.prelabel")(function* (id: ClaimId, sent: PrelabelInput) {
      const { input, violations } = readLabel(sent, yield* ValidatedJson)
      const errors = [...violations, ...labelViolations(input)]
      if (errors.length > 0) return yield* new InvalidInput({ errors })
      yield* decodePrelabel({ modelVersion: sent.modelVersion })
      const digest = computePredictionDigest("prelabel", input)
      return yield* checkResults
        .foreseeing((foreseen) => retryChanged(transaction.run(writeOnce(id, input, digest, foreseen))))
        .pipe(
          Effect.tapErrorTag("Conflict", (error) =>
            error.code === touched.code ? endTouched(id) : Effect.void,
          ),
        )
    })

    /** Records that the model gives no label, and ends its claim. People label the sample as if it had not been claimed. */
    const recordDecline = traced("Predictions.decline")(function* (id: ClaimId, sent: DeclineInput) {
      const input = yield* decodeDecline({ modelVersion: sent.modelVersion, reason: sent.reason })
      const digest = computePredictionDigest("decline", input)
      return yield* retryChanged(
        transaction.run(
          Effect.gen(function* () {
            const claim = yield* findOpen(id)
            if (claim === null) return yield* repeat(id, digest)
            const { before, sample } = yield* openClaim(claim, input.modelVersion)
            yield* placement.finish(claim, toQueueFacts(sample, before))
            const outcome = { outcome: "declined", reason: input.reason, labelVersion: null } as const
            return yield* record(
              claim,
              { ...outcome, modelVersion: input.modelVersion, digest },
              (prediction) => writeJson({ prediction: toPredictionJson(prediction) }),
            )
          }),
        ),
      )
    })

    const writeOnce = (id: ClaimId, input: ReadPrelabel, digest: string, foreseen: Foreseen | null) =>
      Effect.gen(function* () {
        const claim = yield* findOpen(id)
        if (claim === null) return yield* repeat(id, digest)
        return yield* writeLabel(claim, input, digest, foreseen)
      })

    const findOpen = (id: ClaimId) => Effect.map(claims.findForUpdate(id), Option.getOrNull)

    const writeLabel = Effect.fnUntraced(function* (
      claim: Claim,
      input: ReadPrelabel,
      digest: string,
      foreseen: Foreseen | null,
    ) {
      const { before, labelset, permitted, sample } = yield* openClaim(claim, input.modelVersion)
      const { dataset } = permitted
      if (!isUntouchedByPeople(before, yield* findPrediction(before))) return yield* touched
      const from = before?.status ?? null
      if (row === undefined || !isOpen(row, from, dataset.settings))
        return yield* explainNotOpen(row === undefined ? [] : [row], from, dataset.settings)
      const settled = settleInput(input, before, dataset.taskType)
      const content = { ...patchContent(null, settled.input, row.to), score: input.score ?? null }
      const place = { dataset, labelset: labelset.id, sample: sample.id }
      const previous = before?.attributes ?? null
      const outcome = yield* checks.checkWrite(place, content.attributes, true, foreseen, previous)
      const misfit = refuseMisfit(outcome)
      if (misfit !== null) return yield* misfit
      return yield* writer.write(
        { permitted, sample, labelset, before, content, action: "prelabel", people: {}, ends: claim },
        Effect.fnUntraced(function* (label) {
          // A write that changes nothing does not end the claim.
          if (label === before) yield* placement.finish(claim, toQueueFacts(sample, label))
          const check = yield* checks.keep(dataset, label, outcome, before === null)
          const made = { outcome: "prelabeled", reason: null, labelVersion: label.version } as const
          return yield* record(claim, { ...made, modelVersion: input.modelVersion, digest }, (prediction) =>
            writeJson({
              label: labelJson(label, labelContext(permitted, labelset)),
              prediction: toPredictionJson(prediction),
              warnings: check.warnings === null ? null : toWarningsJson(check.warnings),
              warnings_error: check.error,
              advice: settled.advice.length === 0 ? undefined : settled.advice.map((one) => ({ ...one })),
            }),
          )
        }),
      )
    })

    /** The answer that made the current version of the label. */
    const findPrediction = (label: Label | null) =>
      label === null ? Effect.succeed(null) : Effect.map(store.byVersion(label), Option.getOrNull)

    const record = Effect.fnUntraced(function* (
      { datasetId, holder, id, sampleId }: Claim,
      made: Pick<Prediction, "digest" | "labelVersion" | "modelVersion" | "outcome" | "reason">,
      formatAnswer: (prediction: Prediction) => JsonText,
    ) {
      const key = { datasetId, claimId: id, sampleId, model: holder, createdAt: yield* now }
      const prediction: Prediction = { ...key, ...made, answer: null }
      const answer = formatAnswer(prediction)
      if (!(yield* store.insert({ ...prediction, answer })))
        return yield* new Conflict({ code: "claim_ended" })
      return { prediction, answer, repeated: false } as PredictionDone
    })

    /** Reads the subject of the claim for the model that has it. The lock of the claim keeps the sample from being deleted. */
    const openClaim = Effect.fnUntraced(function* (claim: Claim, modelVersion: string) {
      const labelset = yield* labelsets.getGroundTruth(claim.datasetId)
      const opened = yield* claimAccess.findWith(claim.datasetId, (user) =>
        samples.findForWriteBy(user, claim.sampleId, labelset.id),
      )
      if (Option.isNone(opened)) return yield* new NotFound({ resource: "sample" })
      const { found, permitted } = opened.value
      if (claim.holder !== permitted.actor) return yield* makeHeldByError(claim, permitted)
      if (claim.queue !== "prelabeling" || !allows(permitted.role, "prelabel", permitted.dataset))
        return yield* new PermissionDenied()
      if (permitted.dataset.archived) return yield* new Conflict({ code: "dataset_archived" })
      if (Option.isNone(yield* users.modelVersion(permitted.actor, modelVersion)))
        return yield* InvalidInput.at("/modelVersion", "must be the name of a version of the model")
      return { permitted, labelset, sample: found.sample, before: found.label }
    })

    /** For a claim that has ended: the answer that the same request got, or the error. */
    const repeat = Effect.fnUntraced(function* (id: ClaimId, digest: string) {
      const ended = yield* claimAccess.ended(id)
      const { prediction } = ended
      if (prediction?.digest !== digest || prediction.answer === null) return yield* claimIsOver(ended)
      return { prediction, answer: prediction.answer, repeated: true } as PredictionDone
    })

    /** Ends a claim on a label that a person has touched, with the request: no model gets the sample again. */
    const endTouched = (id: ClaimId) =>
      transaction.run(
        Effect.gen(function* () {
          const claim = yield* findOpen(id)
          if (claim === null) return
          const facts = yield* claims.facts(claim.datasetId, [claim.sampleId])
          yield* claims.release(claim.datasetId, [claim.sampleId], "superseded")
          yield* placement.place(
            claim.datasetId,
            facts.map((each) => ({ ...each, prelabel: undefined })),
            "made",
          )
        }),
      )

    /** Models see their own predictions, and managers all. */
    const requireReader = Effect.fnUntraced(function* (ref: DatasetRef) {
      const permitted: Permitted = yield* access.find(ref)
      return permitted.role === "model" ? permitted : yield* access.require(ref, "view_work")
    })

    /** Lists the answers of models in a dataset, the newest claims first: of all models for managers, of one for itself. */
    const list = traced("Predictions.list")(function* (ref: DatasetRef, query: ListPredictions = {}) {
      const { actor, dataset, role } = yield* requireReader(ref)
      const { before, outcome, sample: sampleId } = query
      const of = query.model === undefined ? null : nameKey(query.model)
      if (role === "model" && of !== null && of !== nameKey(actor)) return yield* new PermissionDenied()
      const model =
        role === "model" ? actor : of === null ? undefined : (yield* knownUsers.findAmong([of])).get(of)
      if (of !== null && model === undefined) return []
      const limit = Math.min(Math.max(query.limit ?? 100, 1), 1000)
      return yield* store.list({ datasetId: dataset.id, sampleId, model, outcome, before, limit })
    })

    /** Counts the answers of each version of each model by outcome: of all models for managers, of one for itself. */
    const count = traced("Predictions.count")(function* (ref: DatasetRef) {
      const { actor, dataset, role } = yield* requireReader(ref)
      const tallies = yield* store.tally(dataset.id)
      return tallies
        .filter(({ model }) => role !== "model" || model === actor)
        .toSorted(compareTallies) satisfies ReadonlyArray<PredictionTally>
    })

    return { prelabel: writePrelabel, decline: recordDecline, list, count }
  }),
}) {
  static readonly dependencies = [
    Access,
    CheckResults,
    KnownUsers,
    LabelWriter,
    LabelsetFinder,
    Placement,
    SampleReader,
  ] as const
}

const touched = new Conflict({ code: "touched_by_person" })

const compareTallies = (a: PredictionTally, b: PredictionTally): number => {
  const [left, right] = [a, b].map(
    ({ model, modelVersion, outcome }) => `${model} ${modelVersion} ${outcome}`,
  )
  return left !== undefined && right !== undefined && left < right ? -1 : 1
}
