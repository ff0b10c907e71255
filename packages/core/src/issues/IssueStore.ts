/** What the engine asks of storage about issues and their comments. */
import { Context, type Effect, type Option } from "effect"
import type { CommentId, DatasetId, IssueId, SampleId } from "../domain/Ids.ts"
import type { Comment, Issue } from "../domain/Issue.ts"

export class IssueStore extends Context.Tag("@annotary/core/IssueStore")<
  IssueStore,
  {
    readonly insert: (issue: Issue) => Effect.Effect<void>
    /** With its comments; inside a transaction nobody else can change it until that ends. */
    readonly byId: (id: IssueId) => Effect.Effect<Option.Option<Issue>>
    /** Oldest first, of samples that are not deleted, with comments. */
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
