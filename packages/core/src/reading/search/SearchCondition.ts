/** A search as storages evaluate it: tests of single samples, joined by all, any and not. */
import type { LabelStatus } from "../../domain/Label.ts"

/** The properties of a sample that a search can test. Those of the label are of its label in the ground truth. */
export type SearchField =
  | "name"
  | "status"
  | "priority"
  | "assignedLabeler"
  | "assignedReviewer"
  | "createdAt"
  | "createdBy"
  | "updatedAt"
  | "labeler"
  | "reviewer"
  | "labelUpdatedAt"
  | "score"
  | "rating"
  | "openIssues"

/** A comparison with a value: numbers by size, text and times by code point. */
export type SearchComparison = "=" | "<" | "<=" | ">" | ">="

/**
 * One test. It is false, never unknown, where the sample has no such value. Of metadata, the entries of `indexMetadata` are tested: a number is
 * compared with those that are a {@link isComparableNumber}, and a text with all of them.
 */
export type SearchTest =
  | { readonly field: SearchField; readonly is: SearchComparison; readonly value: string | number }
  | { readonly field: "name"; readonly contains: string }
  | { readonly field: SearchField; readonly exists: true }
  | { readonly metadata: string; readonly is: SearchComparison; readonly value: string | number }
  | { readonly metadata: string; readonly contains: string }
  | { readonly metadata: string; readonly exists: true }
  | ObjectTest

/** The number of objects in the label, as `countObjects` counts them: of categories by their ids, or all. */
export interface ObjectTest {
  readonly objects: ReadonlyArray<number> | "all"
  readonly is: SearchComparison
  readonly value: number
}

/** The values of `status`, of which `UNLABELED` stands for a missing label. */
export type SearchStatus = LabelStatus | "UNLABELED"

export type SearchCondition =
  | { readonly all: ReadonlyArray<SearchCondition> }
  | { readonly any: ReadonlyArray<SearchCondition> }
  | { readonly not: SearchCondition }
  | SearchTest

/** The results of the parts of a condition, joined from the tests up. */
export interface SearchFold<Result> {
  readonly all: (parts: ReadonlyArray<Result>) => Result
  readonly any: (parts: ReadonlyArray<Result>) => Result
  readonly not: (part: Result) => Result
  readonly test: (test: SearchTest) => Result
}

export const foldSearch = <Result>(condition: SearchCondition, fold: SearchFold<Result>): Result => {
  const visit = (part: SearchCondition): Result => {
    if ("all" in part) return fold.all(part.all.map(visit))
    if ("any" in part) return fold.any(part.any.map(visit))
    return "not" in part ? fold.not(visit(part.not)) : fold.test(part)
  }
  return visit(condition)
}

/** The numbers of JSON whose size every database can compare: exponents have at most two digits. */
export const comparableNumber = /^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,2})?$/

/** Whether a metadata value is compared by size. */
export const isComparableNumber = (text: string): boolean => comparableNumber.test(text)

/** Whether a search counts objects, for which labels must be indexed. */
export const hasObjectTest = (search: SearchCondition): boolean =>
  foldSearch<boolean>(search, {
    all: (parts) => parts.includes(true),
    any: (parts) => parts.includes(true),
    not: (part) => part,
    test: (test) => "objects" in test,
  })
