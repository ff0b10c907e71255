import { Effect } from "effect"
import type { Issue } from "../domain/Issue.ts"
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
      ({ comments, createdBy }) =>
        createdBy !== reader.actor || comments.some((comment) => comment.createdBy !== reader.actor),
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
              if (isHiddenFrom(reader, overlap, issue.createdBy)) return []
              const comments = issue.comments.filter((one) => !isHiddenFrom(reader, overlap, one.createdBy))
              return [comments.length === issue.comments.length ? issue : { ...issue, comments }]
            }),
    )
  }

  return { show }
})
