/** InvitationStore: lookup by digest, lists of a place, and counted uses. */
import { generateId, type Invitation, InvitationId, InvitationStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addOrganization, addPerson, addSeconds, instant } from "./fixtures.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

const addInvitation = (digest: string, fields: Partial<Invitation>) =>
  Effect.gen(function* () {
    const invitation: Invitation = {
      id: yield* generateId(InvitationId),
      digest,
      organization: null,
      datasetId: null,
      role: "labeler",
      createdAt: instant,
      createdBy: null,
      expiresAt: addSeconds(instant, 3600),
      maxUses: 1,
      uses: 0,
      ...fields,
    }
    yield* (yield* InvitationStore).insert(invitation)
    return invitation
  })

const listDigests = (invitations: ReadonlyArray<Invitation>) => invitations.map(({ digest }) => digest)

export const invitations = makeSuite("InvitationStore", {
  "finds an invitation by its digest, also an expired one that is used up": Effect.gen(function* () {
    const store = yield* InvitationStore
    const [acme, ann] = yield* Effect.all([addOrganization("acme"), addPerson("ann")])
    const dataset = yield* addDataset(acme)
    const invitation = yield* addInvitation("d1", { organization: acme, createdBy: ann, role: "admin" })
    const other = yield* addInvitation("d2", {
      datasetId: dataset.id,
      expiresAt: instant,
      maxUses: 9,
      uses: 9,
    })
    assert.deepStrictEqual(Option.getOrNull(yield* store.find("d1")), invitation)
    assert.deepStrictEqual(Option.getOrNull(yield* store.find("d2")), other)
    assert.isTrue(Option.isNone(yield* store.find("D1")))
  }),

  "lists the invitations to an organization or a dataset, newest first": Effect.gen(function* () {
    const store = yield* InvitationStore
    const [acme, beta] = yield* Effect.all([addOrganization("acme"), addOrganization("beta")])
    const dataset = yield* addDataset(acme)
    yield* addInvitation("old", { organization: acme })
    yield* addInvitation("other", { organization: beta })
    yield* addInvitation("inside", { datasetId: dataset.id })
    yield* addInvitation("new", { organization: acme, expiresAt: instant })
    assert.deepStrictEqual(listDigests(yield* store.list({ organization: acme })), ["new", "old"])
    assert.deepStrictEqual(listDigests(yield* store.list({ datasetId: dataset.id })), ["inside"])
  }),

  "counts no more uses than are allowed, of many concurrent ones": Effect.gen(function* () {
    const store = yield* InvitationStore
    const acme = yield* addOrganization("acme")
    const single = yield* addInvitation("d1", { organization: acme })
    const both = yield* runInterleaved(store.use(single.id), store.use(single.id))
    assert.sameMembers([...both], [true, false])
    const triple = yield* addInvitation("d2", { organization: acme, maxUses: 3 })
    const all = yield* runTwenty(() => store.use(triple.id))
    assert.strictEqual(all.filter((used) => used).length, 3)
    assert.strictEqual(Option.getOrThrow(yield* store.find("d2")).uses, 3)
    assert.isFalse(yield* store.use(yield* generateId(InvitationId)))
  }),

  "deletes an invitation once, and only of its place": Effect.gen(function* () {
    const store = yield* InvitationStore
    const [acme, beta] = yield* Effect.all([addOrganization("acme"), addOrganization("beta")])
    const dataset = yield* addDataset(acme)
    const { id } = yield* addInvitation("d1", { organization: acme })
    const inside = yield* addInvitation("d2", { datasetId: dataset.id })
    assert.isFalse(yield* store.remove({ organization: beta }, id))
    assert.isFalse(yield* store.remove({ organization: acme }, inside.id))
    const both = yield* runInterleaved(
      store.remove({ organization: acme }, id),
      store.remove({ organization: acme }, id),
    )
    assert.sameMembers([...both], [true, false])
    assert.isTrue(yield* store.remove({ datasetId: dataset.id }, inside.id))
    assert.isTrue(Option.isNone(yield* store.find("d1")))
  }),

  "forgets expired invitations, in batches": Effect.gen(function* () {
    const store = yield* InvitationStore
    const acme = yield* addOrganization("acme")
    for (const digest of ["d1", "d2"])
      yield* addInvitation(digest, { organization: acme, expiresAt: instant })
    yield* addInvitation("kept", { organization: acme, expiresAt: addSeconds(instant, 1) })
    const forget = store.forget(addSeconds(instant, 1), 1)
    assert.deepStrictEqual([yield* forget, yield* forget, yield* forget], [1, 1, 0])
    assert.deepStrictEqual(listDigests(yield* store.list({ organization: acme })), ["kept"])
  }),
})
