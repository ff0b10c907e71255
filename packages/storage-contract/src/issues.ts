/** IssueStore: issues and their comments. */
import {
  type Comment,
  CommentId,
  generateId,
  type Issue,
  IssueId,
  IssueStore,
  SampleName,
  SampleStore,
  Transaction,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  addDataset,
  addPerson,
  addSample,
  addSeconds,
  aWorld,
  instant,
  makeIssue,
  oddJson,
  oddText,
} from "./fixtures.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

const read = (issue: Issue) =>
  Effect.flatMap(IssueStore, (store) => Effect.map(store.byId(issue.id), Option.getOrNull))

const makeComment = (issue: Issue, text = oddText) =>
  Effect.map(
    generateId(CommentId),
    (id): Comment => ({ id, createdAt: instant, createdBy: issue.createdBy, text }),
  )

const addIssue = (fields: Partial<Issue> = {}) =>
  Effect.gen(function* () {
    const store = yield* IssueStore
    const { ann, dataset } = yield* aWorld
    const sample = yield* addSample(dataset)
    const issue = yield* makeIssue(sample, fields)
    yield* store.insert(issue)
    return { store, ann, dataset, sample, issue }
  })

export const issues = makeSuite("IssueStore", {
  "stores an issue unchanged": Effect.gen(function* () {
    const { store, sample, issue } = yield* addIssue()
    const bob = yield* addPerson("Bob")
    assert.deepStrictEqual(yield* read(issue), issue)
    const full = yield* makeIssue(sample, {
      description: oddText,
      status: "CLOSED",
      anchor: oddJson,
      createdAt: instant,
      createdBy: bob,
      updatedAt: addSeconds(instant, 1),
      updatedBy: bob,
    })
    yield* store.insert(full)
    assert.deepStrictEqual(yield* read(full), full)
    assert.isTrue(Option.isNone(yield* store.byId(yield* generateId(IssueId))))
  }),

  "lists a dataset's and a sample's issues, oldest first, with comments": Effect.gen(function* () {
    const { store, ann, dataset, sample, issue: one } = yield* addIssue()
    const other = yield* addSample(dataset, "other")
    const elsewhere = yield* addSample(yield* addDataset(ann, "other"))
    const two = yield* makeIssue(other)
    const three = yield* makeIssue(sample)
    for (const issue of [two, three, yield* makeIssue(elsewhere)]) yield* store.insert(issue)
    const reply = yield* makeComment(three)
    yield* store.addComment(three, reply)
    const all = [one, two, { ...three, comments: [reply] }]
    const readPage = (after: IssueId | null, limit: number) => store.ofDataset(dataset.id, { after, limit })
    assert.deepStrictEqual(yield* readPage(null, 10), all)
    assert.deepStrictEqual(yield* readPage(null, 2), all.slice(0, 2))
    assert.deepStrictEqual(yield* readPage(two.id, 2), all.slice(2))
    assert.deepStrictEqual(yield* store.ofSample(sample.id), [one, { ...three, comments: [reply] }])
    assert.sameDeepMembers([...(yield* store.ofSamples([other.id, sample.id]))], all)
    assert.deepStrictEqual(yield* store.ofSamples([]), [])
    yield* Effect.flatMap(SampleStore, (samples) => samples.markDeleted(dataset.id, [sample.id], instant))
    assert.deepStrictEqual(yield* readPage(null, 10), [two])
    assert.deepStrictEqual(yield* store.ofSamples([other.id, sample.id]), [two])
  }),

  "replaces all fields but the comments": Effect.gen(function* () {
    const { store, issue } = yield* addIssue()
    const bob = yield* addPerson("bob")
    const reply = yield* makeComment(issue)
    yield* store.addComment(issue, reply)
    const changed: Issue = {
      ...issue,
      description: oddText,
      status: "CLOSED",
      anchor: oddJson,
      updatedAt: instant,
      updatedBy: bob,
    }
    yield* store.update(changed)
    assert.deepStrictEqual(yield* read(issue), { ...changed, comments: [reply] })
    yield* store.update({ ...changed, anchor: null })
    assert.deepStrictEqual(yield* read(issue), { ...changed, anchor: null, comments: [reply] })
  }),

  "returns the current name of its sample": Effect.gen(function* () {
    const { sample, issue } = yield* addIssue()
    const name = SampleName.make("renamed")
    const version = yield* generateId(VersionId)
    yield* Effect.flatMap(SampleStore, (samples) =>
      samples.update({ ...sample, name, version }, sample.version),
    )
    assert.strictEqual((yield* read(issue))?.sampleName, name)
  }),

  "adds comments in order and removes them once": Effect.gen(function* () {
    const { store, sample, issue } = yield* addIssue()
    const other = yield* makeIssue(sample)
    yield* store.insert(other)
    const all = [
      yield* makeComment(issue, "1"),
      yield* makeComment(issue, "2"),
      yield* makeComment(issue, oddText),
    ]
    for (const added of all) yield* store.addComment(issue, added)
    const [first, second, third] = all
    if (first === undefined || second === undefined || third === undefined) return assert.fail()
    assert.deepStrictEqual((yield* read(issue))?.comments, all)
    assert.isFalse(yield* store.removeComment(other, second.id))
    assert.isTrue(yield* store.removeComment(issue, second.id))
    assert.isFalse(yield* store.removeComment(issue, second.id))
    assert.deepStrictEqual((yield* read(issue))?.comments, [first, third])
  }),

  "removes an issue once, with its comments": Effect.gen(function* () {
    const { store, sample, issue } = yield* addIssue()
    yield* store.addComment(issue, yield* makeComment(issue))
    assert.isTrue(yield* store.remove(issue.id))
    assert.isFalse(yield* store.remove(issue.id))
    assert.isNull(yield* read(issue))
    assert.deepStrictEqual(yield* store.ofSample(sample.id), [])
  }),

  "locks the issue that a transaction reads": Effect.gen(function* () {
    const { store, issue } = yield* addIssue({ description: "" })
    const transaction = yield* Transaction
    const append = (text: string) =>
      Effect.flatMap(store.byId(issue.id), (found) => {
        const stored = Option.getOrThrow(found)
        return store.update({ ...stored, description: `${stored.description} ${text}` })
      })
    yield* runInterleaved(append("first"), append("rival"))
    yield* runTwenty((i) => transaction.run(append(String(i))))
    assert.lengthOf((yield* read(issue))?.description.trim().split(" ") ?? [], 22)
  }),
})
