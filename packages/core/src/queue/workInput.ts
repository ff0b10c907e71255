/** Input of work on a claim: its validation, its digest, and the label after the work. Pure. */
import { computeSha256Hex } from "../domain/digest.ts"
import type { Violation } from "../domain/errors.ts"
import { toRaw, writeJson } from "../domain/JsonText.ts"
import { isCleanText, type Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import { longest } from "../domain/wire/fields.ts"
import type { LabelPeople } from "../labels/LabelWriter.ts"
import { type LabelInput, labelViolations, type ReadLabel } from "../labels/labelInput.ts"
import { type ReportedTime, timesSince } from "../placement/measureWork.ts"
import type { Transition, WorkAction } from "../placement/transitions.ts"

/** Absent attributes, score and rating stay unchanged. Times are in milliseconds. A comment opens an issue. */
export interface WorkInput extends ReportedTime, Omit<LabelInput, "status"> {
  readonly comment?: string | null | undefined
  /** The letter of the label that is accepted, or `merged`, where several people labeled the sample. */
  readonly overlapLabel?: string | undefined
}

/** The same with JSON as text. */
export type ReadWork = ReadLabel<WorkInput>

/** All actions on a claim. */
export const workActions: ReadonlyArray<WorkAction> = ["submit", "save", "skip", "accept", "reject"]

const longestComment = longest.paragraph

/** The violations of the input of work on a claim. */
export const findWorkViolations = (input: ReadWork): ReadonlyArray<Violation> => {
  const violations = [...labelViolations(input)]
  for (const [pointer, millis] of [
    ["/time", input.time],
    ["/inactiveTime", input.inactiveTime],
  ] as const) {
    if (millis !== undefined && !(Number.isFinite(millis) && millis >= 0)) {
      violations.push({ pointer, message: "must be a number of milliseconds, 0 or more" })
    }
  }
  const { comment, timeSince } = input
  if (timeSince !== undefined && !timesSince.includes(timeSince))
    violations.push({ pointer: "/timeSince", message: `must be one of ${timesSince.join(", ")}` })
  if (typeof comment === "string" && (comment.length > longestComment || !isCleanText(comment))) {
    violations.push({
      pointer: "/comment",
      message: `must be at most ${longestComment} characters without U+0000 and lone surrogates`,
    })
  }
  return violations
}

/** The same action with the same body has the same digest. */
export const computeWorkDigest = (action: WorkAction, input: ReadWork): string => {
  const { attributes, score, rating, time, inactiveTime, timeSince, comment, overlapLabel } = input
  return computeSha256Hex(
    writeJson({
      action,
      attributes: attributes === undefined ? undefined : toRaw(attributes),
      score,
      rating,
      time,
      inactiveTime,
      timeSince,
      comment,
      overlapLabel,
    }),
  )
}

/** The people of the label after this step. */
export const computePeople = (row: Transition, by: Username, at: Timestamp): Partial<LabelPeople> => {
  switch (`${row.queue}:${row.action}`) {
    case "labeling:submit":
    case "labeling:save":
      return { labeler: by }
    case "reviewing:save":
      return { reviewer: by }
    case "reviewing:accept":
      return { reviewer: by, rejecter: null, reviewedAt: at, reviewedBy: by }
    case "reviewing:reject":
      return { reviewer: by, rejecter: by, reviewedAt: at, reviewedBy: by }
    case "reviewing:skip":
      return { rejecter: null }
    default:
      return {}
  }
}
