/** Issues and their comments. */
import { commentJson, Datasets, Issues, issueJson, SampleId } from "@annotary/core/effect"
import { Effect, Schema, Stream } from "effect"
import type { IssuesApi } from "../api/groups/issues.ts"
import { noContent } from "../transport/reply/reply.ts"
import { created, list, listed, tree } from "./answers.ts"
import { shown } from "./datasets.ts"
import { datasetRef, group } from "./group.ts"

export const issues = Effect.gen(function* () {
  const service = yield* Issues
  const datasets = yield* Datasets
  return group<typeof IssuesApi>({
    list: ({ path }) =>
      Effect.map(service.list(datasetRef(path)), (found) => listed(Stream.map(found, issueJson))),
    ofSampleOrDataset: ({ path: { sample } }) =>
      isSampleId(sample)
        ? Effect.map(service.ofSample(sample), (found) => list(found, issueJson))
        : Effect.map(datasets.get({ _tag: "Name", owner: sample, name: "issues" }), (view) => shown(view)),
    ofSample: ({ path }) => Effect.map(service.ofSample(path.sample), (found) => list(found, issueJson)),
    get: ({ path }) => Effect.map(service.get(path.issue), (issue) => tree(issueJson(issue))),
    open: ({ path, payload }) =>
      Effect.map(service.open(path.sample, payload), (issue) => created(issueJson(issue))),
    update: ({ path, payload }) =>
      Effect.map(service.update(path.issue, payload), (issue) => tree(issueJson(issue))),
    remove: ({ path }) => Effect.as(service.remove(path.issue), noContent),
    comment: ({ path, payload }) =>
      Effect.map(service.addComment(path.issue, payload.text), ({ comment }) =>
        created(commentJson(comment)),
      ),
    removeComment: ({ path }) => Effect.as(service.removeComment(path.issue, path.comment), noContent),
  })
})

const isSampleId = Schema.is(SampleId)
