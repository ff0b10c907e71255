import { Chunk, Effect, Option, Stream } from "effect"
import { Access, type DatasetRef, type Permitted } from "../access/Access.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { namedAssets } from "../assets/namedAssets.ts"
import { InvalidInput, NotFound, PermissionDenied } from "../domain/errors.ts"
import { CommentId, type DatasetId, generateId, IssueId, type SampleId } from "../domain/Ids.ts"
import type { Comment, Issue } from "../domain/Issue.ts"
import { ValidatedJson } from "../domain/jsonInput.ts"
import type { Username } from "../domain/Names.ts"
import { allows } from "../domain/permissions.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import { type Change, Events } from "../events/Events.ts"
import { traced } from "../kernel/traced.ts"
import { isBlind } from "../placement/makeOverlapBlindness.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { Transaction } from "../storage/Transaction.ts"
import { IssueStore } from "./IssueStore.ts"
import {
  findTextViolations,
  type IssuePatch,
  issueViolations,
  type NewIssue,
  type ReadIssue,
  readIssue,
  readIssuePatch,
} from "./issueInput.ts"
import { makeUndecidedIssues } from "./makeUndecidedIssues.ts"

const pageSize = 100

/** Issues: questions and complaints about samples, with replies. */
export class Issues extends Effect.Service<Issues>()("@annotary/core/Issues", {
  effect: Effect.gen(function* () {
    const store = yield* IssueStore
    const assets = yield* namedAssets
    const access = yield* Access
    const samples = yield* SampleReader
    const events = yield* Events
    const transaction = yield* Transaction
    const undecided = yield* makeUndecidedIssues

    /** Lists all issues of a dataset, oldest first, as a stream. */
    const list = traced("Issues.list")(function* (ref: DatasetRef) {
      const permitted = yield* access.require(ref, "read")
      const issues = streamDatasetIssues(permitted.dataset.id)
      return isBlind(permitted)
        ? Stream.mapChunksEffect(issues, (page) =>
            Effect.map(undecided.show(permitted, Chunk.toReadonlyArray(page)), Chunk.fromIterable),
          )
        : issues
    })

    /** All issues of a dataset, oldest first, as a stream. Checks no permissions. */
    const streamDatasetIssues = (dataset: DatasetId): Stream.Stream<Issue> =>
      Stream.paginateChunkEffect(null as IssueId | null, (after) =>
        Effect.map(store.ofDataset(dataset, { after, limit: pageSize }), (page) => {
          const last = page.length < pageSize ? undefined : page.at(-1)
          return [Chunk.fromIterable(page), Option.map(Option.fromNullable(last), (issue) => issue.id)]
        }),
      )

    /** Lists the issues of one sample, oldest first. */
    const listOfSample = traced("Issues.ofSample")(function* (sample: SampleId) {
      const permitted = yield* access.require({ _tag: "Sample", id: sample }, "read")
      return yield* undecided.show(permitted, yield* store.ofSample(sample))
    })

    /** Returns an issue with its replies. */
    const get = traced("Issues.get")(function* (id: IssueId) {
      return yield* show(yield* access.require({ _tag: "Issue", id }, "read"), yield* find(id))
    })

    /** Opens an issue on a sample. */
    const open = traced("Issues.open")(function* (sampleId: SampleId, sent: NewIssue) {
      const { input, violations } = readIssue(sent, yield* ValidatedJson)
      return yield* transaction.run(
        Effect.gen(function* () {
          const permitted = yield* access.requireWritable({ _tag: "Sample", id: sampleId }, "open_issue")
          yield* failIfInvalid([...violations, ...issueViolations(input)])
          const issue = yield* insert(permitted.actor, yield* samples.getById(sampleId), input)
          yield* events.record(permitted, [issueCreated(issue)])
          return issue
        }),
      )
    })

    /** Inserts an issue in the caller's transaction. The caller checks permissions and records {@link issueCreated}. */
    const insert = Effect.fnUntraced(function* (by: Username, sample: Sample, input: ReadIssue) {
      const at = yield* now
      const issue: Issue = {
        id: yield* generateId(IssueId),
        datasetId: sample.datasetId,
        sampleId: sample.id,
        sampleName: sample.name,
        description: input.description,
        status: input.status ?? "OPEN",
        anchor: input.anchor ?? null,
        createdAt: at,
        createdBy: by,
        updatedAt: at,
        updatedBy: by,
        comments: [],
      }
      const keepAssets = assets.noteIn(issue.datasetId, [issue.description, issue.anchor])
      if (keepAssets !== null) yield* keepAssets
      yield* store.insert(issue)
      return issue
    })

    const find = (id: IssueId) =>
      Effect.flatMap(
        store.byId(id),
        Option.match({ onNone: () => missingIssue, onSome: (issue: Issue) => Effect.succeed(issue) }),
      )

    /** The issue as the caller may see it; the error of a missing one where they may not. */
    const show = (permitted: Permitted, issue: Issue) =>
      isBlind(permitted)
        ? Effect.flatMap(undecided.show(permitted, [issue]), ([shown]) =>
            shown === undefined ? missingIssue : Effect.succeed(shown),
          )
        : Effect.succeed(issue)

    /** Changes an issue: the caller's own, or any for managers. */
    const update = traced("Issues.update")(function* (id: IssueId, sent: IssuePatch) {
      const { input: patch, violations } = readIssuePatch(sent, yield* ValidatedJson)
      return yield* transaction.run(
        Effect.gen(function* () {
          const permitted = yield* access.requireWritable({ _tag: "Issue", id }, "open_issue")
          const issue = yield* find(id)
          yield* show(permitted, issue)
          yield* checkCanManage(permitted, issue.createdBy)
          yield* failIfInvalid([...violations, ...issueViolations(patch)])
          const { description = issue.description, status = issue.status, anchor = issue.anchor } = patch
          if (description === issue.description && status === issue.status && anchor === issue.anchor)
            return yield* show(permitted, issue)
          const changed = yield* writeTouched(permitted, { ...issue, description, status, anchor })
          yield* events.record(permitted, [makeUpdated(changed)])
          return yield* show(permitted, changed)
        }),
      )
    })

    /** Deletes an issue: the caller's own, or any for managers. */
    const remove = traced("Issues.remove")(function* (id: IssueId) {
      yield* transaction.run(
        Effect.gen(function* () {
          const permitted = yield* access.requireWritable({ _tag: "Issue", id }, "open_issue")
          const issue = yield* find(id)
          yield* show(permitted, issue)
          yield* checkCanManage(permitted, issue.createdBy)
          if (!(yield* store.remove(id))) return yield* missingIssue
        }),
      )
    })

    /** Replies to an issue. Returns the issue with the reply. */
    const addComment = traced("Issues.addComment")(function* (id: IssueId, text: string) {
      return yield* transaction.run(
        Effect.gen(function* () {
          const permitted = yield* access.requireWritable({ _tag: "Issue", id }, "comment")
          const issue = yield* find(id)
          yield* show(permitted, issue)
          yield* failIfInvalid(
            text.trim() === ""
              ? [{ pointer: "/text", message: "must not be empty" }]
              : findTextViolations("/text", text),
          )
          const comment: Comment = {
            id: yield* generateId(CommentId),
            createdAt: yield* now,
            createdBy: permitted.actor,
            text,
          }
          const keepAssets = assets.noteIn(issue.datasetId, [text])
          if (keepAssets !== null) yield* keepAssets
          yield* store.addComment(issue, comment)
          const changed = yield* writeTouched(permitted, { ...issue, comments: [...issue.comments, comment] })
          yield* events.record(permitted, [makeUpdated(changed)])
          return { issue: yield* show(permitted, changed), comment }
        }),
      )
    })

    /** Deletes a reply: the caller's own, or any for managers. */
    const removeComment = traced("Issues.removeComment")(function* (id: IssueId, commentId: CommentId) {
      yield* transaction.run(
        Effect.gen(function* () {
          const permitted = yield* access.requireWritable({ _tag: "Issue", id }, "comment")
          const issue = yield* find(id)
          const comment = (yield* show(permitted, issue)).comments.find((each) => each.id === commentId)
          if (comment === undefined) return yield* missingComment
          yield* checkCanManage(permitted, comment.createdBy)
          if (!(yield* store.removeComment(issue, commentId))) return yield* missingComment
          const comments = issue.comments.filter((each) => each.id !== commentId)
          const changed = yield* writeTouched(permitted, { ...issue, comments })
          yield* events.record(permitted, [makeUpdated(changed)])
        }),
      )
    })

    const writeTouched = (permitted: Permitted, issue: Issue) =>
      Effect.gen(function* () {
        const changed: Issue = { ...issue, updatedAt: yield* now, updatedBy: permitted.actor }
        const keepAssets = assets.noteIn(changed.datasetId, [changed.description, changed.anchor])
        if (keepAssets !== null) yield* keepAssets
        yield* store.update(changed)
        return changed
      })

    /** The issues of several samples that the caller may see, oldest first. The caller has checked permissions. */
    const listIssuesOfSamples = (permitted: Permitted, ids: ReadonlyArray<SampleId>) =>
      Effect.flatMap(store.ofSamples(ids), (issues) => undecided.show(permitted, issues))

    return {
      list,
      get,
      ofSample: listOfSample,
      listIssuesOfSamples,
      streamDatasetIssues,
      open,
      insert,
      update,
      remove,
      addComment,
      removeComment,
    }
  }),
}) {
  static readonly dependencies = [Access, Events, QuotaCounter, SampleReader] as const
}

/** The event of a new issue. */
export const issueCreated = (issue: Issue): Change => ({ type: "issue.created", issue })
const makeUpdated = (issue: Issue): Change => ({ type: "issue.updated", issue })

const missingIssue = Effect.fail(new NotFound({ resource: "issue" }))
const missingComment = Effect.fail(new NotFound({ resource: "comment" }))

const failIfInvalid = (errors: InvalidInput["errors"]): Effect.Effect<void, InvalidInput> =>
  errors.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ errors }))

const checkCanManage = (permitted: Permitted, author: Username): Effect.Effect<void, PermissionDenied> =>
  author === permitted.actor || allows(permitted.role, "manage_issues", permitted.dataset)
    ? Effect.void
    : Effect.fail(new PermissionDenied())
