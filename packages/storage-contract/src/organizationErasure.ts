/** ErasureStore: an organization is closed with all that belongs to it. */
import {
  ApiKeyStore,
  BucketId,
  BucketStore,
  ErasureStore,
  EventId,
  InvitationId,
  InvitationStore,
  LinkedIdentityStore,
  nextId,
  Outbox,
  type OutboxEvent,
  QuotaStore,
  Transaction,
  trustedJson,
  Username,
  UserStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { anOrganization, aPerson, instant, someApiKey } from "./fixtures.ts"
import { suite } from "./suite.ts"

/** All of a bucket but its id and organization. */
const bucketFields = {
  kind: "s3",
  account: "",
  name: "images",
  prefix: "",
  endpoint: null,
  region: null,
  urlSeconds: 3600,
  sealed: "sealed",
  createdAt: instant,
  updatedAt: instant,
} as const

const event = (id: EventId, owner: Username): OutboxEvent => ({
  id,
  type: "sample.created",
  datasetId: null,
  owner,
  dataset: `${owner}/streets`,
  createdAt: instant,
  object: trustedJson("{}"),
  text: "ada did it.",
  trace: null,
})

export const organizationErasure = suite("ErasureStore, organizations", {
  "closes an organization: what belongs to it is gone, its name is free, and others keep theirs": Effect.gen(
    function* () {
      const store = yield* ErasureStore
      const users = yield* UserStore
      const keys = yield* ApiKeyStore
      const quotas = yield* QuotaStore
      const buckets = yield* BucketStore
      const invitations = yield* InvitationStore
      const links = yield* LinkedIdentityStore
      const outbox = yield* Outbox
      const [acme, other] = [yield* anOrganization("Acme"), yield* anOrganization("acme2")]
      const ada = yield* aPerson("ada")
      for (const organization of [acme, other]) {
        yield* users.update(organization, { email: `${organization}@example.org`, webhooksEnabled: true })
        yield* users.putMember({ organization, user: ada, role: "admin" })
        yield* links.putGivenRole({ issuer: "i", organization, user: ada, role: "admin" })
        yield* quotas.set(organization, { samples: 1, bytes: null, requestsPerMinute: null })
        yield* buckets.insert({ ...bucketFields, id: yield* nextId(BucketId), organization })
        const place = { organization, datasetId: null, role: "admin", maxUses: 1, uses: 0 } as const
        const times = { createdAt: instant, createdBy: ada, expiresAt: instant }
        const id = yield* nextId(InvitationId)
        yield* invitations.insert({ id, digest: `to ${organization}`, ...place, ...times })
        const key = { digest: organization, createdBy: null, webhooksOf: organization }
        yield* keys.insert(someApiKey(organization.padEnd(8, "x"), ada, key))
        yield* (yield* Transaction).run(outbox.append([event(yield* nextId(EventId), organization)]))
      }
      yield* keys.insert(someApiKey("allkinds", ada, { digest: "all", createdBy: null }))
      const pseudonym = Username.make("deleted-organization-1")
      const close = (from: string) =>
        store.closeOrganization({ from: Username.make(from), to: pseudonym }, instant)
      for (const wrong of ["nobody", "acme", "ada"]) assert.isNull(yield* close(wrong))
      assert.deepStrictEqual(yield* close("Acme"), {
        members: 1,
        invitations: 1,
        apiKeys: 1,
        endpoints: 0,
        buckets: 1,
      })
      const allOf = (organization: Username) =>
        Effect.all([
          Effect.map(users.members(organization), (found) => found.length),
          Effect.map(invitations.list({ organization }), (found) => found.length),
          Effect.map(buckets.list(organization), (found) => found.length),
          Effect.map(quotas.get(organization), (found) => (Option.isSome(found) ? 1 : 0)),
        ])
      for (const gone of [acme, pseudonym]) assert.deepStrictEqual(yield* allOf(gone), [0, 0, 0, 0])
      assert.deepStrictEqual(yield* allOf(other), [1, 1, 1, 1])
      assert.deepStrictEqual(
        (yield* links.givenRoles("i", ada)).map(({ organization }) => organization),
        [other],
      )
      assert.sameMembers(
        (yield* keys.list(ada)).map(({ webhooksOf }) => webhooksOf),
        [other, null],
      )
      assert.deepStrictEqual(
        (yield* outbox.read({ after: null, limit: 9 })).map(({ owner }) => owner),
        [other],
      )
      const closed = Option.getOrThrow(yield* users.byName(pseudonym))
      assert.deepInclude(closed, {
        isOrganization: true,
        email: null,
        webhooksEnabled: false,
        disabledAt: instant,
      })
      assert.isTrue(yield* users.insert({ ...closed, username: acme, disabledAt: null }))
    },
  ),
})
