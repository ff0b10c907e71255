/** Input of label writes: its validation, and the resulting content. Pure. */
import { Schema } from "effect"
import type { TaskType } from "../domain/Dataset.ts"
import type { Violation } from "../domain/errors.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { type JsonInput, readJsonFields, type WithJsonText } from "../domain/jsonInput.ts"
import { type Label, LabelStatus, Rating, Score } from "../domain/Label.ts"
import { resolveShapes } from "./settleShapes.ts"

/** The body of a PUT or a PATCH. {@link replaceContent} and {@link patchContent} define absent fields. */
export interface LabelInput {
  readonly status?: LabelStatus | undefined
  /** A JSON object, as text or plain; null clears. */
  readonly attributes?: JsonInput | null | undefined
  readonly score?: number | null | undefined
  readonly rating?: number | null | undefined
}

/** The same with JSON as text. */
export type ReadLabel<Input extends LabelInput = LabelInput> = WithJsonText<Input, "attributes">

/** Reads the field that holds JSON. `validated`: it holds text already, see `ValidatedJson`. */
export const readLabel = <Input extends LabelInput>(input: Input, validated: boolean, at = "") =>
  readJsonFields(input, ["attributes"], validated, at)

/** The content of a label, without people and times. */
export type LabelContent = Pick<Label, "status" | "attributes" | "score" | "rating">

/** All violations. */
export const labelViolations = (input: ReadLabel): ReadonlyArray<Violation> => {
  const { status, attributes, score, rating } = input
  const violations: Array<Violation> = []
  if (status !== undefined && !isStatus(status)) {
    violations.push({
      pointer: "/status",
      message: `must be one of ${LabelStatus.literals.join(", ")}`,
    })
  }
  if (attributes !== undefined && attributes !== null && !attributes.startsWith("{")) {
    violations.push({ pointer: "/attributes", message: "must be an object or null" })
  }
  if (score !== undefined && score !== null && !isScore(score)) {
    violations.push({ pointer: "/score", message: "must be a finite number" })
  }
  if (rating !== undefined && rating !== null && !isRating(rating)) {
    violations.push({ pointer: "/rating", message: "must be between 0 and 5" })
  }
  return violations
}

/**
 * The content after a PUT: absent attributes of an existing label stay unchanged, absent score and rating become null, an
 * absent status is PRELABELED.
 */
export const replaceContent = (before: Label | null, input: ReadLabel): LabelContent => ({
  status: input.status ?? "PRELABELED",
  attributes: applyAttributes(before, input),
  score: input.score ?? null,
  rating: input.rating ?? null,
})

/** The content after a PATCH or work in a queue: absent fields stay unchanged. */
export const patchContent = (
  before: LabelContent | null,
  input: ReadLabel,
  status: LabelStatus,
): LabelContent => ({
  status,
  attributes: applyAttributes(before, input),
  score: input.score === undefined ? (before?.score ?? null) : input.score,
  rating: input.rating === undefined ? (before?.rating ?? null) : input.rating,
})

/** An empty object is stored as null, which every client can read. */
const applyAttributes = (
  before: Pick<LabelContent, "attributes"> | null,
  { attributes }: ReadLabel,
): JsonText | null => {
  if (attributes === undefined) return before?.attributes ?? null
  return attributes !== null && /^\{\s*\}$/.test(attributes) ? null : attributes
}

/** The input as it is stored, and the shapes that it lost, see {@link resolveShapes}. */
export const settleInput = <Input extends LabelInput>(
  input: ReadLabel<Input>,
  before: Pick<LabelContent, "attributes"> | null,
  taskType: TaskType,
): { readonly input: ReadLabel<Input>; readonly advice: ReadonlyArray<Violation> } => {
  if (input.attributes === undefined || input.attributes === null) return { input, advice: [] }
  const { advice, attributes } = resolveShapes(input.attributes, before?.attributes ?? null, taskType)
  return { input: attributes === input.attributes ? input : { ...input, attributes }, advice }
}

/** Whether two contents are equal. */
export const isSameContent = (a: LabelContent, b: LabelContent): boolean =>
  a.status === b.status && a.attributes === b.attributes && a.score === b.score && a.rating === b.rating

const isStatus = Schema.is(LabelStatus)
const isScore = Schema.is(Score)
const isRating = Schema.is(Rating)
