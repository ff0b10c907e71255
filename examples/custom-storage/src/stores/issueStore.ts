/** IssueStore: one row for each issue with its comments. */
import type { Issue } from "@annotary/core"
import { IssueStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { byId, liveSample } from "../lookups.ts"

export const issueStore = ({ call, tables }: Database) => {
  const { issues } = tables
  /** Adds the current name of the sample. Empty if the sample is deleted. */
  const withSampleName = (issue: Issue | undefined): ReadonlyArray<Issue> => {
    const sample = issue && liveSample(tables, issue.sampleId)
    return issue === undefined || sample === undefined ? [] : [{ ...issue, sampleName: sample.name }]
  }
  return IssueStore.of({
    insert: (issue) => call("IssueStore.insert", () => issues.put(issue.id, issue)),
    byId: (id) => call("IssueStore.byId", () => Option.fromNullable(withSampleName(issues.get(id))[0])),
    ofDataset: (dataset, { after, limit }) =>
      call("IssueStore.ofDataset", () =>
        issues
          .by("dataset", dataset)
          .filter(({ id }) => after === null || id > after)
          .sort(byId)
          .flatMap(withSampleName)
          .slice(0, limit),
      ),
    ofSample: (sample) =>
      call("IssueStore.ofSample", () => issues.by("sample", sample).toSorted(byId).flatMap(withSampleName)),
    ofSamples: (samples) =>
      call("IssueStore.ofSamples", () =>
        samples
          .flatMap((sample) => issues.by("sample", sample))
          .sort(byId)
          .flatMap(withSampleName),
      ),
    update: (issue) =>
      call("IssueStore.update", () => {
        const before = issues.get(issue.id)
        if (before !== undefined) issues.put(issue.id, { ...issue, comments: before.comments })
      }),
    remove: (id) => call("IssueStore.remove", () => issues.delete(id)),
    addComment: ({ id }, comment) =>
      call("IssueStore.addComment", () => {
        const issue = issues.get(id)
        if (issue !== undefined) issues.put(id, { ...issue, comments: [...issue.comments, comment] })
      }),
    removeComment: ({ id }, comment) =>
      call("IssueStore.removeComment", () => {
        const issue = issues.get(id)
        const comments = issue?.comments.filter((each) => each.id !== comment)
        if (issue === undefined || comments?.length === issue.comments.length) return false
        issues.put(id, { ...issue, comments: comments ?? [] })
        return true
      }),
  })
}
