import { Effect } from "effect"
import type { DatasetSettings } from "../domain/DatasetSettings.ts"
import { InvalidInput, type Violation } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { IssueStore } from "../issues/IssueStore.ts"
import { makeUndecidedIssues } from "../issues/makeUndecidedIssues.ts"
import { runInSlices } from "../jobs/betweenBatches.ts"
import { isEmptyLabel } from "../placement/isEmptyLabel.ts"
import type { Reader } from "../placement/makeOverlapBlindness.ts"

/** Refuses labels that are submitted or accepted without objects, or with open issues, where the dataset demands it. */
export const makeSubmitCheck = Effect.gen(function* () {
  const issues = yield* IssueStore
  const undecided = yield* makeUndecidedIssues

  /** Counts the open issues of a sample that the reader may see, who could not resolve others. */
  const countOpenIssues = Effect.fnUntraced(function* (sample: SampleId, reader: Reader | undefined) {
    const all = yield* issues.ofSample(sample)
    const visibleIssues = reader === undefined ? all : yield* undecided.show(reader, all)
    return visibleIssues.filter(({ status }) => status === "OPEN").length
  })

  /**
   * Checks a label before it is written, in the caller's transaction. Warnings are checked with the label itself. `reader`: the writer, where they may
   * not see all issues.
   */
  const check = Effect.fnUntraced(function* (
    { onEmptyLabel, onOpenIssues }: DatasetSettings,
    sample: SampleId,
    attributes: JsonText | null,
    reader: Reader | undefined,
  ) {
    const errors: Array<Violation> = []
    if (onEmptyLabel === "refuse" && (yield* runInSlices(isEmptyLabel(attributes))))
      errors.push({
        pointer: "/attributes",
        message: "has no objects, and this dataset refuses labels without objects (on_empty_label)",
      })
    const openIssues = onOpenIssues === "refuse" ? yield* countOpenIssues(sample, reader) : 0
    if (openIssues > 0)
      errors.push({
        pointer: "",
        message: `the sample has ${openIssues} open ${openIssues === 1 ? "issue" : "issues"}, with which this dataset refuses labels (on_open_issues): resolve them first`,
      })
    if (errors.length > 0) return yield* new InvalidInput({ errors })
  })

  return { check }
})
