import { Effect } from "effect"
import type { Issue } from "../domain/Issue.ts"
import type { Username } from "../domain/Names.ts"
import {
  isBlind,
  isHiddenFrom,
  makeOverlapBlindness,
  type Reader,
} from "../placement/makeOverlapBlindness.ts"

/** Issues about samples that several people label, as each of these people may see them. */
export const makeUndecidedIssues = Effect.gen(function* () {
  const blindness = yield* makeOverlapBlindness

  /** The issues that the caller may see, with the replies that the caller may see. Reads nothing in datasets without overlap. */
  const show = (reader: Reader, issues: ReadonlyArray<Issue>): Effect.Effect<ReadonlyArray<Issue>> => {
    if (!isBlind(reader)) return Effect.succeed(issues)
    const ofOthers = issues.filter(
      ({ comments, createdBy, updatedBy }) =>
        createdBy !== reader.actor ||
        updatedBy !== reader.actor ||
        comments.some((comment) => comment.createdBy !== reader.actor),
    )
    return Effect.map(
      blindness.find(
        reader,
        ofOthers.map(({ sampleId }) => sampleId),
      ),
      (overlaps) =>
        overlaps.size === 0
          ? issues
          : issues.flatMap((issue) => {
              const overlap = overlaps.get(issue.sampleId)
              if (overlap === undefined) return [issue]
              const isHidden = (author: Username) => isHiddenFrom(reader, overlap, author)
              return isHidden(issue.createdBy) ? [] : [omitReplies(issue, isHidden)]
            }),
    )
  }

  return { show }
})

/** The issue without the replies of these people. Where the last change was theirs, it is as new as its last other reply. */
const omitReplies = (issue: Issue, isHidden: (author: Username) => boolean): Issue => {
  const comments = issue.comments.filter(({ createdBy }) => !isHidden(createdBy))
  if (!isHidden(issue.updatedBy))
    return comments.length === issue.comments.length ? issue : { ...issue, comments }
  const { createdAt, createdBy } = comments.at(-1) ?? issue
  return { ...issue, comments, updatedAt: createdAt, updatedBy: createdBy }
}
