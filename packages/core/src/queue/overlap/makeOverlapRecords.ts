import { Effect } from "effect"
import { Conflict, type InvalidInput } from "../../domain/errors.ts"
import type { JsonText } from "../../domain/JsonText.ts"
import type { Label } from "../../domain/Label.ts"
import type { Workunit } from "../../domain/Workunit.ts"
import { labelContext } from "../../labels/LabelWriter.ts"
import { makeLabelChecks, type WriteCheck } from "../../labels/makeLabelChecks.ts"
import { makeClaimedWorkunit } from "../../placement/makeWorkunit.ts"
import { pickStart } from "../../placement/pickStart.ts"
import { WorkunitStore } from "../../placement/WorkunitStore.ts"
import { formatAnswer } from "../formatAnswer.ts"
import type { GoldResult } from "../gold/makeGoldAnswers.ts"
import { makeEarlierTime } from "../makeEarlierTime.ts"
import { addUndoNote, makeOverlapUndoNote } from "../undoNote.ts"
import { type OpenedWork, readComment } from "./openedWork.ts"

/** The check of the content and the workunit, which labels of several people and decisions between them share. */
export const makeOverlapRecords = Effect.gen(function* () {
  const workunits = yield* WorkunitStore
  const checks = yield* makeLabelChecks
  const { countEarlierTime } = yield* makeEarlierTime

  /**
   * Checks the content of a label that replaces another one. Null, without a check, for a skip without attributes. `isNew`: the structure
   * may never have been checked under this configuration.
   */
  const checkContent = Effect.fnUntraced(function* (
    { action, claim, foreseen, input, labelset, permitted, sample, truth }: OpenedWork,
    attributes: JsonText | null,
    before: Label | null,
    isNew: boolean,
  ) {
    if (action === "skip" && input.attributes === undefined) return null
    const place = {
      ...{ dataset: permitted.dataset, labelset: labelset.id, sample: sample.id, reader: permitted },
      ignoresDismissals: claim.queue === "labeling" && pickStart(truth) === null,
    }
    const isFinal = action === "submit" || action === "accept"
    return yield* checks.checkWrite(place, attributes, isNew, foreseen, before?.attributes ?? null, isFinal)
  })

  /** The workunit of the work, with its measured time. It is not recorded yet. */
  const makeUnit = Effect.fnUntraced(function* (
    { action, claim, digest, input, sample }: OpenedWork,
    before: Label | null,
    after: Label,
  ) {
    const [session] = yield* workunits.sessions(claim.datasetId, [claim.id])
    return yield* makeClaimedWorkunit(
      claim,
      sample,
      { before, after, action },
      input,
      digest,
      session ?? null,
      countEarlierTime(claim),
    )
  })

  /** Records the work, and returns its answer. A final label cannot be taken back, such as one with which the ground truth was written. */
  const record = Effect.fnUntraced(function* (
    { claim, input, labelset, permitted }: OpenedWork,
    unit: Workunit,
    after: Label,
    check: WriteCheck,
    advice: InvalidInput["errors"],
    isFinal = true,
    gold: GoldResult | null = null,
  ) {
    // A decision is not taken back: a manager can reject what it wrote.
    const undo =
      claim.queue === "labeling" && !isFinal
        ? makeOverlapUndoNote(unit, permitted.dataset.configVersion, readComment(input) !== null)
        : undefined
    const answer = formatAnswer(after, labelContext(permitted, labelset), unit, check, advice, undo, gold)
    if (!(yield* workunits.insert({ ...unit, answer: addUndoNote(answer, undo) })))
      return yield* new Conflict({ code: "claim_ended" })
    return { label: after, workunit: { ...unit, answer }, answer, repeated: false }
  })

  return { checkContent, makeUnit, record }
})
