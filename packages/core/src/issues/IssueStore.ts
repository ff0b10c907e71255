/** The port for issues and their comments. */
import { Context, type Effect, type Option } from "effect"
import type { CommentId, DatasetId, IssueId, SampleId } from "../domain/Ids.ts"
import type { Comment, Issue } from "../domain/Issue.ts"

export class IssueStore extends Context.Tag("@annotary/core/IssueStore")<
  IssueStore,
  {
    readonly insert: (issue: Issue) => Effect.Effect<void>
    /** The issue with its comments. Inside a transaction it locks the row until the transaction ends. */
    readonly byId: (id: IssueId) => Effect.Effect<Option.Option<Issue>>
    /** The issues of a dataset with comments, oldest first, without those of deleted samples. */
    readonly ofDataset: (
      dataset: DatasetId,
      page: { readonly after: IssueId | null; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<Issue>>
    readonly ofSample: (sample: SampleId) => Effect.Effect<ReadonlyArray<Issue>>
    readonly ofSamples: (samples: ReadonlyArray<SampleId>) => Effect.Effect<ReadonlyArray<Issue>>
    /** Replaces all fields but the comments. */
    readonly update: (issue: Issue) => Effect.Effect<void>
    readonly remove: (id: IssueId) => Effect.Effect<boolean>
    readonly addComment: (issue: Issue, comment: Comment) => Effect.Effect<void>
    readonly removeComment: (issue: Issue, comment: CommentId) => Effect.Effect<boolean>
  }
>() {}
