/** Issues and their comments. */
import { Datasets, Issues, issueJson, SampleId, toCommentJson } from "@annotary/core/effect"
import { Effect, Schema, Stream } from "effect"
import type { IssuesApi } from "../api/groups/issues.ts"
import { noContent } from "../transport/reply/reply.ts"
import { replyCreated, replyJson, replyList, replyStream } from "./answers.ts"
import { replyDataset } from "./datasets.ts"
import { group, toDatasetRef } from "./group.ts"

export const issues = Effect.gen(function* () {
  const service = yield* Issues
  const datasets = yield* Datasets
  return group<typeof IssuesApi>({
    list: ({ path }) =>
      Effect.map(service.list(toDatasetRef(path)), (found) => replyStream(Stream.map(found, issueJson))),
    ofSampleOrDataset: ({ path: { sample } }) =>
      isSampleId(sample)
        ? Effect.map(service.ofSample(sample), (found) => replyList(found, issueJson))
        : Effect.map(datasets.get({ _tag: "Name", owner: sample, name: "issues" }), (view) =>
            replyDataset(view),
          ),
    ofSample: ({ path }) => Effect.map(service.ofSample(path.sample), (found) => replyList(found, issueJson)),
    get: ({ path }) => Effect.map(service.get(path.issue), (issue) => replyJson(issueJson(issue))),
    open: ({ path, payload }) =>
      Effect.map(service.open(path.sample, payload), (issue) => replyCreated(issueJson(issue))),
    update: ({ path, payload }) =>
      Effect.map(service.update(path.issue, payload), (issue) => replyJson(issueJson(issue))),
    remove: ({ path }) => Effect.as(service.remove(path.issue), noContent),
    comment: ({ path, payload }) =>
      Effect.map(service.addComment(path.issue, payload.text), ({ comment }) =>
        replyCreated(toCommentJson(comment)),
      ),
    removeComment: ({ path }) => Effect.as(service.removeComment(path.issue, path.comment), noContent),
  })
})

const isSampleId = Schema.is(SampleId)
