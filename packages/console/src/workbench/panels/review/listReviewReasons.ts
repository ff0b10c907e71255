/** Finds why a label waits for a reviewer, by the settings that the dataset has now. Pure. */
import { isArray, isObject, type JsonObject, toNumber, toObjects } from "../../editor/json/value.ts"

/** The settings of reviews by sampling, as far as reviewers see them. */
export interface ReviewRules {
  /** From 0 to 1. */
  readonly rate: number
  readonly warnings: boolean
  /** The ids of categories whose labels are all reviewed. */
  readonly categories: ReadonlySet<number>
}

/** The rules of the dataset, and the label as it is stored. */
export interface ReviewedLabel {
  readonly rules: ReviewRules
  /** Names the claim. */
  readonly claim: string
  readonly label: JsonObject | null
  /** Checks whether the stored label has warnings: an edited one may have others. */
  readonly checkWarnings: () => Promise<boolean>
}

/** Undefined where every label is reviewed. */
export const readReviewRules = (dataset: JsonObject): ReviewRules | undefined => {
  const rate = toNumber(dataset.review_rate)
  if (!(rate < 1)) return undefined
  const { review_categories: categories } = dataset
  return {
    rate,
    warnings: dataset.review_warnings === true,
    categories: new Set(isArray(categories) ? categories.map(toNumber) : []),
  }
}

/**
 * `unknown`: no rule that reviewers see. They see neither the draw nor the people whose labels are all reviewed, and a label that was written
 * directly was not drawn. `unchecked`: the warnings could not be read.
 */
export type ReviewReason =
  | { readonly kind: "rejected" | "unchecked" | "unknown" | "warnings" }
  | { readonly kind: "categories"; readonly ids: ReadonlyArray<number> }

interface Submitted {
  readonly label: JsonObject | null
  /** Undefined where the check failed. */
  readonly hasWarnings: boolean | undefined
  readonly wasRejected: boolean
}

/** The rules that hold the label back; `unknown` where none of them does. */
export const listReviewReasons = (
  rules: ReviewRules,
  { hasWarnings, label, wasRejected }: Submitted,
): ReadonlyArray<ReviewReason> => {
  const ids = [...listCategories(label ?? {})].filter((id) => rules.categories.has(id))
  const reasons: ReadonlyArray<ReviewReason> = [
    ...(wasRejected ? [{ kind: "rejected" } as const] : []),
    ...(rules.warnings && hasWarnings === true ? [{ kind: "warnings" } as const] : []),
    ...(rules.warnings && hasWarnings === undefined ? [{ kind: "unchecked" } as const] : []),
    ...(ids.length > 0 ? [{ kind: "categories", ids } as const] : []),
  ]
  return reasons.length > 0 ? reasons : [{ kind: "unknown" }]
}

/** The categories of the objects of a label, in any frame of any sensor. */
const listCategories = (label: JsonObject): ReadonlySet<number> => {
  const ids = new Set<number>()
  for (const { category_id } of toObjects(label.annotations)) ids.add(toNumber(category_id))
  for (const part of [
    ...toObjects(label.frames),
    ...toObjects(label.sensors).flatMap(({ attributes }) => (isObject(attributes) ? [attributes] : [])),
  ])
    for (const id of listCategories(part)) ids.add(id)
  return ids
}
