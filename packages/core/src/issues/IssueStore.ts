import { Context, type Effect, type Option } from "effect"
import type { CommentId, DatasetId, IssueId, SampleId } from "../domain/Ids.ts"
import type { Comment, Issue } from "../domain/Issue.ts"

/** The port for issues and their comments. */
export class IssueStore extends Context.Tag("@annotary/core/IssueStore")<
  IssueStore,
  {
    /** Inserts the issue. */
    readonly insert: (issue: Issue) => Effect.Effect<void>
    /** The issue with its comments. Inside a transaction it locks the row until the transaction ends. */
    readonly byId: (id: IssueId) => Effect.Effect<Option.Option<Issue>>
    /** The issues of a dataset with comments, oldest first, without those of deleted samples. */
    readonly ofDataset: (
      dataset: DatasetId,
      page: { readonly after: IssueId | null; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<Issue>>
    /** The issues of a sample with comments, oldest first. */
    readonly ofSample: (sample: SampleId) => Effect.Effect<ReadonlyArray<Issue>>
    /** The issues of several samples with comments, oldest first. */
    readonly ofSamples: (samples: ReadonlyArray<SampleId>) => Effect.Effect<ReadonlyArray<Issue>>
    /** Replaces all fields but the comments. */
    readonly update: (issue: Issue) => Effect.Effect<void>
    /** Deletes the issue and its comments. False when it was deleted before. */
    readonly remove: (id: IssueId) => Effect.Effect<boolean>
    /** Adds a comment. Other fields of the issue are unchanged. */
    readonly addComment: (issue: Issue, comment: Comment) => Effect.Effect<void>
    /** Deletes a comment. False when the issue has none of that id. */
    readonly removeComment: (issue: Issue, comment: CommentId) => Effect.Effect<boolean>
  }
>() {}
