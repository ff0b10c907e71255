/** ErasureStore: afterwards nothing names the person, and nothing else has changed. */
import {
  ApiKeyStore,
  AuditId,
  AuditStore,
  ClaimId,
  CommentId,
  castToJsonText,
  DatasetStore,
  ErasureStore,
  EventId,
  GuideStore,
  GuideVersion,
  generateId,
  InvitationId,
  InvitationStore,
  IssueStore,
  JobId,
  JobStore,
  LabelStore,
  LinkedIdentityStore,
  Outbox,
  type OutboxEvent,
  ReleaseStore,
  SampleStore,
  SessionId,
  SessionStore,
  Transaction,
  Username,
  UserStore,
  WorkunitStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  addDataset,
  addLabelset,
  addOrganization,
  addPerson,
  addSample,
  instant,
  makeApiKey,
  makeIssue,
  makeLabel,
  makeRelease,
  makeWorkunit,
  oddText,
} from "./fixtures.ts"
import { makeSuite, runBesideRollback } from "./suite.ts"

/** The person that the suites remove, and the pseudonym. */
export const names = { from: Username.make("Grace.Hopper"), to: Username.make("deleted-user-1") }

/** A dataset of an organization in which one person did everything, and another the same. */
const aWorkplace = Effect.gen(function* () {
  const users = yield* UserStore
  const acme = yield* addOrganization("acme")
  const grace = yield* addPerson(names.from, { email: "grace@example.org", siteAdmin: true })
  const ada = yield* addPerson("ada", { createdBy: grace })
  yield* users.putMember({ organization: acme, user: grace, role: "admin" })
  yield* users.putMember({ organization: acme, user: ada, role: "admin" })
  const dataset = yield* addDataset(acme, "streets", { createdBy: grace })
  const truth = yield* addLabelset(dataset)
  yield* (yield* DatasetStore).addCollaborator(dataset.id, grace, "labeler")
  const version = GuideVersion.make("0123456789abcdef")
  yield* (yield* GuideStore).acknowledge({ datasetId: dataset.id, user: grace, version, at: instant })
  const sample = yield* addSample(dataset, grace, {
    assignedLabeler: grace,
    assignedReviewer: ada,
    readme: `Ask ${grace}`,
    attributes: castToJsonText(`{"author":"${grace}"}`),
  })
  const label = yield* makeLabel(sample, truth, {
    attributes: castToJsonText(`{"name":"${grace}"}`),
    updatedBy: ada,
    reviewedBy: grace,
    labeler: grace,
    reviewer: ada,
    rejecter: grace,
  })
  yield* (yield* LabelStore).write(
    label,
    { action: "write", from: null, by: grace, at: instant },
    null,
    false,
  )
  const comment = { id: yield* generateId(CommentId), createdAt: instant, createdBy: ada, text: oddText }
  const issue = yield* makeIssue(sample, { updatedBy: ada })
  yield* (yield* IssueStore).insert(issue)
  yield* (yield* IssueStore).addComment(issue, { ...comment, createdBy: grace })
  const claimId = yield* generateId(ClaimId)
  const unit = yield* makeWorkunit(sample, {
    claimId,
    labeler: grace,
    digest: "d",
    answer: castToJsonText(`{"created_by":"${grace}"}`),
  })
  yield* (yield* WorkunitStore).insert(unit)
  const release = yield* makeRelease(dataset, "v1")
  yield* (yield* ReleaseStore).insert(release)
  return { acme, ada, claimId, dataset, grace, issue, label, release, sample, truth, unit }
})

type Workplace = Effect.Effect.Success<typeof aWorkplace>

/** Everything that the ports say about the workplace. */
const readWorkplace = ({ claimId, dataset, issue, label, release, sample, truth }: Workplace) =>
  Effect.gen(function* () {
    const labels = yield* LabelStore
    const samples = yield* SampleStore
    return {
      dataset: yield* (yield* DatasetStore).access({ _tag: "Id", id: dataset.id }, null),
      collaborators: yield* (yield* DatasetStore).collaborators(dataset.id),
      acknowledgements: yield* (yield* GuideStore).list(dataset.id, GuideVersion.make("0123456789abcdef")),
      sample: (yield* samples.byIds([sample.id], true))[0],
      label: yield* labels.get(sample.id, truth.id, true),
      history: yield* labels.history(sample.id, truth.id, { before: null, limit: 9 }),
      version: yield* labels.version(sample.id, truth.id, label.version),
      issue: yield* (yield* IssueStore).byId(issue.id),
      release: yield* (yield* ReleaseStore).byId(release.id),
      unit: yield* (yield* WorkunitStore).endOf(claimId),
      users: yield* (yield* UserStore).list({ after: null, limit: 9 }),
    }
  })

const makeEvent = (fields: Partial<OutboxEvent>) =>
  Effect.map(
    generateId(EventId),
    (id): OutboxEvent => ({
      id,
      type: "sample.created",
      datasetId: null,
      owner: Username.make("acme"),
      dataset: "acme/streets",
      createdAt: instant,
      object: castToJsonText("{}"),
      text: "ada did it.",
      trace: null,
      ...fields,
    }),
  )

export const erasure = makeSuite("ErasureStore", {
  "replaces a name in all rows of a dataset, and nothing else": Effect.gen(function* () {
    const store = yield* ErasureStore
    const place = yield* aWorkplace
    const before = yield* readWorkplace(place)
    assert.isAbove(yield* store.rename(names, place.dataset.id), 5)
    const after = yield* readWorkplace(place)
    // What people wrote stays: the name of a sample, its text, and labels.
    const removeWritten = (text: string) =>
      text.replaceAll(`"sampleName":"${names.from}"`, "").replaceAll(`"name":"${names.from}"`, "")
    const toJson = ({ history, issue, label, release }: typeof after) =>
      JSON.stringify([history, issue, label, release])
    assert.include(removeWritten(toJson(before)), names.from)
    assert.notInclude(removeWritten(toJson(after)), `"${names.from}"`)
    const { sample } = after
    if (sample === undefined) return assert.fail()
    assert.strictEqual<string>(sample.name, names.from)
    assert.strictEqual(sample.readme, `Ask ${names.from}`)
    assert.strictEqual(sample.attributes, `{"author":"${names.from}"}`)
    assert.deepStrictEqual([sample.assignedLabeler, sample.assignedReviewer], [names.to, place.ada])
    const label = Option.getOrThrow(after.label)
    assert.strictEqual(label.attributes, place.label.attributes)
    assert.deepStrictEqual(
      [label.createdBy, label.updatedBy, label.reviewedBy, label.labeler, label.reviewer, label.rejecter],
      [names.to, place.ada, names.to, names.to, place.ada, names.to],
    )
    assert.strictEqual(label.version, place.label.version)
    assert.deepStrictEqual(
      after.history.map(({ by }) => by),
      [names.to],
    )
    assert.deepStrictEqual(
      after.acknowledgements.map(({ user }) => user),
      [names.to],
    )
    const unit = Option.getOrThrow(after.unit)
    const renamed = { ...place.unit, createdBy: names.to, labeler: names.to }
    assert.deepStrictEqual(unit, { ...renamed, digest: null, answer: null })
    assert.strictEqual(yield* store.rename(names, place.dataset.id), 0)
  }),

  "finds names as they are written, and not as parts of others": Effect.gen(function* () {
    const store = yield* ErasureStore
    const place = yield* aWorkplace
    const before = yield* readWorkplace(place)
    for (const from of ["Grace", "grace.hopper", "race.Hoppe"])
      assert.strictEqual(yield* store.rename({ ...names, from: Username.make(from) }, place.dataset.id), 0)
    assert.deepStrictEqual(yield* readWorkplace(place), before)
  }),

  "keeps other datasets as they are": Effect.gen(function* () {
    const store = yield* ErasureStore
    const place = yield* aWorkplace
    const other = yield* addDataset(place.acme, "other")
    const before = yield* readWorkplace(place)
    assert.strictEqual(yield* store.rename(names, other.id), 0)
    assert.deepStrictEqual(yield* readWorkplace(place), before)
  }),

  "lists all datasets, also deleted ones, and renames their owners": Effect.gen(function* () {
    const store = yield* ErasureStore
    const datasets = yield* DatasetStore
    const grace = yield* addPerson(names.from)
    const dataset = yield* addDataset(grace)
    yield* datasets.markDeleted(dataset.id, instant)
    assert.deepStrictEqual(yield* store.datasets, [{ id: dataset.id, name: `${names.from}/streets` }])
    assert.strictEqual(yield* store.rename(names, dataset.id), 1)
    assert.deepStrictEqual(yield* store.datasets, [{ id: dataset.id, name: `${names.to}/streets` }])
  }),

  "replaces a name in the origin of a clone, and not as the begin of another": Effect.gen(function* () {
    const store = yield* ErasureStore
    const datasets = yield* DatasetStore
    const acme = yield* addOrganization("acme")
    const clone = yield* addDataset(acme, "a", { clonedFrom: `${names.from}/streets` })
    const other = yield* addDataset(acme, "b", { clonedFrom: `${names.from}2/streets` })
    const readOrigin = ({ id }: typeof clone) =>
      Effect.map(
        datasets.access({ _tag: "Id", id }, null),
        (found) => Option.getOrThrow(found).dataset.clonedFrom,
      )
    assert.strictEqual(yield* store.rename(names, clone.id), 1)
    assert.strictEqual(yield* store.rename(names, other.id), 0)
    assert.strictEqual(yield* readOrigin(clone), `${names.to}/streets`)
    assert.strictEqual(yield* readOrigin(other), `${names.from}2/streets`)
  }),

  "replaces a name in the audit log, in jobs and in accounts": Effect.gen(function* () {
    const store = yield* ErasureStore
    const { acme, ada, dataset, grace } = yield* aWorkplace
    const audit = yield* AuditStore
    const details = castToJsonText(`{"user":"${grace}","role":"admin","name":"${grace}"}`)
    const entry = { at: instant, by: grace, action: "member.added", account: acme, details }
    yield* audit.append({ ...entry, id: yield* generateId(AuditId), datasetId: dataset.id })
    yield* audit.append({
      ...entry,
      id: yield* generateId(AuditId),
      datasetId: null,
      by: ada,
      account: grace,
    })
    const jobs = yield* JobStore
    const id = yield* generateId(JobId)
    yield* jobs.insert({
      id,
      kind: "placement",
      datasetId: dataset.id,
      payload: castToJsonText(`{"people":["${ada}","${grace}"],"datasets":["${dataset.id}"]}`),
      status: "PENDING",
      done: 0,
      total: null,
      attempts: 0,
      error: null,
      createdAt: instant,
      createdBy: grace,
    })
    assert.isAbove(yield* store.rename(names, null), 2)
    const page = { before: null, limit: 9 }
    const [one] = yield* audit.ofDataset(dataset.id, page)
    assert.deepInclude(one, { by: names.to, account: acme })
    assert.deepStrictEqual(JSON.parse(one?.details ?? ""), { user: names.to, role: "admin", name: grace })
    assert.deepInclude((yield* audit.ofAccounts(page))[0], { by: ada, account: names.to })
    const job = Option.getOrThrow(yield* jobs.byId(id))
    assert.strictEqual(job.createdBy, names.to)
    assert.deepStrictEqual(JSON.parse(job.payload), { people: [ada, names.to], datasets: [dataset.id] })
    assert.strictEqual(Option.getOrThrow(yield* (yield* UserStore).byName(ada)).createdBy, names.to)
    assert.strictEqual(yield* store.rename(names, null), 0)
  }),

  "closes an account: its name, address and rights are gone": Effect.gen(function* () {
    const store = yield* ErasureStore
    const users = yield* UserStore
    const keys = yield* ApiKeyStore
    const { acme, ada, dataset, grace } = yield* aWorkplace
    const addKey = (id: string, user: Username) =>
      keys.insert(makeApiKey(id, user, { digest: id, createdBy: null }))
    yield* addKey("aaaaaaaa", grace)
    yield* addKey("bbbbbbbb", ada)
    const invitations = yield* InvitationStore
    for (const createdBy of [grace, ada, null]) {
      const place = { organization: acme, datasetId: null, role: "admin", maxUses: 1, uses: 0 } as const
      const times = { createdAt: instant, expiresAt: instant }
      const id = yield* generateId(InvitationId)
      yield* invitations.insert({ id, digest: `of ${createdBy}`, createdBy, ...place, ...times })
    }
    const links = yield* LinkedIdentityStore
    for (const user of [grace, ada]) {
      yield* links.insert({ issuer: "i", subject: user, user, createdAt: instant })
      yield* links.putGivenRole({ issuer: "i", organization: acme, user, role: "admin" })
    }
    const sessions = yield* SessionStore
    for (const user of [grace, ada]) {
      const times = { createdAt: instant, lastSeenAt: instant, endsAt: instant }
      const id = yield* generateId(SessionId)
      yield* sessions.insert({ id, user, digest: `session of ${user}`, apiKey: null, ...times })
      yield* sessions.insertToken({
        user,
        digest: `token of ${user}`,
        createdAt: instant,
        expiresAt: instant,
      })
    }
    assert.isNull(yield* store.close({ ...names, from: Username.make("nobody") }, instant))
    assert.isNull(yield* store.close({ ...names, from: Username.make("grace.hopper") }, instant))
    assert.deepStrictEqual(yield* store.close(names, instant), {
      apiKeys: 1,
      memberships: 1,
      collaborations: 1,
      endpoints: 0,
    })
    assert.isTrue(Option.isNone(yield* users.byName(grace)))
    assert.deepInclude(Option.getOrThrow(yield* users.byName(names.to)), {
      username: names.to,
      email: null,
      siteAdmin: false,
      disabledAt: instant,
    })
    const model = yield* addPerson("wheels", { modelOf: ada, displayName: "Wheels of Ada" })
    const removed = { from: model, to: Username.make("deleted-user-model") }
    assert.isNotNull(yield* store.close(removed, instant))
    assert.deepInclude(Option.getOrThrow(yield* users.byName(removed.to)), {
      displayName: null,
      modelOf: removed.to,
    })
    assert.deepStrictEqual(yield* users.list({ modelOf: ada, after: null, limit: 9 }), [])
    assert.deepStrictEqual(yield* keys.list(grace), [])
    assert.lengthOf(yield* keys.list(ada), 1)
    assert.sameMembers(
      (yield* invitations.list({ organization: acme })).map(({ createdBy }) => createdBy),
      [ada, null],
    )
    assert.deepStrictEqual(
      [yield* links.ofUser(grace), yield* links.givenRoles("i", grace), yield* links.ofUser(names.to)],
      [[], [], []],
    )
    assert.lengthOf(yield* links.ofUser(ada), 1)
    assert.lengthOf(yield* links.givenRoles("i", ada), 1)
    assert.deepStrictEqual(yield* sessions.list(grace), [])
    assert.lengthOf(yield* sessions.list(ada), 1)
    assert.isTrue(Option.isNone(yield* sessions.takeToken(`token of ${grace}`)))
    assert.isTrue(Option.isSome(yield* sessions.takeToken(`token of ${ada}`)))
    assert.deepStrictEqual(yield* users.members(acme), [{ organization: acme, user: ada, role: "admin" }])
    assert.deepStrictEqual(yield* (yield* DatasetStore).collaborators(dataset.id), [])
    // The name is free again.
    assert.isTrue(yield* users.insert({ ...Option.getOrThrow(yield* users.byName(ada)), username: grace }))
  }),

  "deletes webhook events that name the person in a field, and no others": Effect.gen(function* () {
    const store = yield* ErasureStore
    const outbox = yield* Outbox
    const transaction = yield* Transaction
    const toTrustedJson = (value: unknown) => castToJsonText(JSON.stringify(value))
    const unrelated = [
      yield* makeEvent({}),
      yield* makeEvent({ object: toTrustedJson({ text: `by ${names.from}s` }) }),
      yield* makeEvent({ text: `${names.from}s did it.` }),
      // What people wrote: a category, the name of a sample, and a key.
      yield* makeEvent({
        object: toTrustedJson({ attributes: { category: names.from, owner: names.from } }),
      }),
      yield* makeEvent({ object: toTrustedJson({ name: names.from, [names.from]: 1 }) }),
    ]
    const gone = [
      yield* makeEvent({ object: toTrustedJson({ created_by: { username: names.from } }) }),
      yield* makeEvent({ object: toTrustedJson({ full_name: `${names.from}/streets` }) }),
      yield* makeEvent({ object: toTrustedJson({ email: "grace@example.org" }) }),
      yield* makeEvent({ text: `${names.from} did it.` }),
      yield* makeEvent({ owner: names.from }),
      yield* makeEvent({ dataset: `${names.from}/streets` }),
    ]
    for (const event of [...unrelated, ...gone]) yield* transaction.run(outbox.append([event]))
    assert.strictEqual(
      yield* store.forgetEvents({ username: names.from, email: "grace@example.org" }),
      gone.length,
    )
    const left = yield* outbox.read({ after: null, limit: 99 })
    assert.sameMembers(
      left.map(({ id }) => id),
      unrelated.map(({ id }) => id),
    )
  }),

  "renames as part of a transaction": Effect.gen(function* () {
    const store = yield* ErasureStore
    const place = yield* aWorkplace
    const before = yield* readWorkplace(place)
    yield* runBesideRollback(store.rename(names, place.dataset.id), Effect.void)
    assert.deepStrictEqual(yield* readWorkplace(place), before)
  }),

  "compacts what is stored without a loss": Effect.gen(function* () {
    const store = yield* ErasureStore
    const place = yield* aWorkplace
    const before = yield* readWorkplace(place)
    yield* store.compact
    assert.deepStrictEqual(yield* readWorkplace(place), before)
  }),
})
