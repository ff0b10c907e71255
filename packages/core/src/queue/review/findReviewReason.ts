/** Whether a submitted label waits for a reviewer by the settings of its dataset, and why. Pure. */
import type { DatasetSettings } from "../../domain/DatasetSettings.ts"
import type { JsonText } from "../../domain/JsonText.ts"
import { nameKey, type Username } from "../../domain/Names.ts"
import { hasCategory } from "./hasCategory.ts"

/** The reasons for which a label waits for a reviewer, beside a rejection in its history. */
export type ReviewReason = "drawn" | "person" | "warnings" | "category"

/** The facts of a submitted label on which its review depends. */
export interface SubmittedLabel {
  readonly attributes: JsonText | null
  /** The person who submits it. */
  readonly labeler: Username
  /** Whether the label has warnings, or could not be checked. */
  readonly hasWarnings: boolean
  /** The draw of the sample, from 0 to below 1. */
  readonly draw: number
}

type ReviewSettings = Pick<
  DatasetSettings,
  "reviewCategories" | "reviewPeople" | "reviewRate" | "reviewWarnings"
>

/** The first reason for a review; null for none. */
export const findReviewReason = (
  settings: ReviewSettings,
  { attributes, draw, hasWarnings, labeler }: SubmittedLabel,
): ReviewReason | null =>
  draw < settings.reviewRate
    ? "drawn"
    : findReviewRule(settings, { attributes, hasWarnings, labelers: [labeler] })

/** The first rule that holds back a label of these people, whatever its draw; null for none. */
export const findReviewRule = (
  { reviewCategories, reviewPeople, reviewWarnings }: Omit<ReviewSettings, "reviewRate">,
  {
    attributes,
    hasWarnings,
    labelers,
  }: Pick<SubmittedLabel, "attributes" | "hasWarnings"> & { readonly labelers: ReadonlyArray<Username> },
): Exclude<ReviewReason, "drawn"> | null => {
  const people = new Set(reviewPeople.map(nameKey))
  if (labelers.some((name) => people.has(nameKey(name)))) return "person"
  if (reviewWarnings && hasWarnings) return "warnings"
  if (reviewCategories.length === 0 || attributes === null) return null
  return hasCategory(attributes, new Set(reviewCategories)) ? "category" : null
}
