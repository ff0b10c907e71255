/** Whether a label that was just submitted waits for a reviewer, and why. Pure. */
import type { DatasetSettings } from "../../domain/Dataset.ts"
import { type JsonText, parseJson } from "../../domain/JsonText.ts"

/** The reasons for which a label waits for a reviewer. */
export type ReviewReason = "rejected" | "drawn" | "warnings" | "category"

/** The facts of a submitted label on which its review depends. */
export interface SubmittedLabel {
  readonly attributes: JsonText | null
  /** Whether somebody rejected the label before. */
  readonly wasRejected: boolean
  /** Whether the label has warnings, or could not be checked. */
  readonly hasWarnings: boolean
  /** The draw of the sample, from 0 to below 1. */
  readonly draw: number
}

type ReviewSettings = Pick<DatasetSettings, "reviewCategories" | "reviewRate" | "reviewWarnings">

/** The first reason for a review; null for none, with which the label is accepted. */
export const findReviewReason = (
  { reviewCategories, reviewRate, reviewWarnings }: ReviewSettings,
  { attributes, draw, hasWarnings, wasRejected }: SubmittedLabel,
): ReviewReason | null => {
  if (wasRejected) return "rejected"
  if (draw < reviewRate) return "drawn"
  if (reviewWarnings && hasWarnings) return "warnings"
  if (reviewCategories.length === 0 || attributes === null) return null
  return hasCategory(parseJson(attributes), new Set(reviewCategories)) ? "category" : null
}

/** Whether an object of one of the categories is anywhere in the label, in whatever frame and of whatever sensor. */
const hasCategory = (label: unknown, categories: ReadonlySet<number>): boolean => {
  const remaining = [label]
  while (remaining.length > 0) {
    const value = remaining.pop()
    if (typeof value !== "object" || value === null) continue
    if ("category_id" in value && typeof value.category_id === "number" && categories.has(value.category_id))
      return true
    for (const part of Object.values(value)) remaining.push(part)
  }
  return false
}
