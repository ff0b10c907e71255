/** LinkedIdentityStore: accounts by issuer and subject, and the memberships that providers gave. */
import { type GivenRole, LinkedIdentityStore, type Username, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { anOrganization, aPerson, instant } from "./fixtures.ts"
import { interleaved, suite, twenty } from "./suite.ts"

const issuer = "https://login.example"
const link = (user: Username, subject: string, fields = {}) => ({
  issuer,
  subject,
  user,
  createdAt: instant,
  ...fields,
})

const given = (organization: Username, user: Username, fields: Partial<GivenRole> = {}): GivenRole => ({
  issuer,
  organization,
  user,
  role: "labeler",
  ...fields,
})

export const linkedIdentities = suite("LinkedIdentityStore", {
  "finds an account by issuer and subject, exactly": Effect.gen(function* () {
    const store = yield* LinkedIdentityStore
    const ann = yield* aPerson("Ann", { disabledAt: instant, email: "a@b" })
    const user = Option.getOrThrow(yield* (yield* UserStore).byName("ann"))
    assert.isTrue(yield* store.insert(link(ann, "Subject-1")))
    assert.deepStrictEqual(Option.getOrNull(yield* store.find(issuer, "Subject-1")), user)
    for (const other of ["subject-1", "Subject-", "Subject-1 ", ""])
      assert.isTrue(Option.isNone(yield* store.find(issuer, other)), other)
    assert.isTrue(Option.isNone(yield* store.find(`${issuer}/`, "Subject-1")))
  }),

  "links a person to one account, for one of many concurrent callers": Effect.gen(function* () {
    const store = yield* LinkedIdentityStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    const both = yield* interleaved(store.insert(link(ann, "s1")), store.insert(link(bob, "s1")))
    assert.sameMembers([...both], [true, false])
    const all = yield* twenty(() => store.insert(link(ann, "s2")))
    assert.strictEqual(all.filter((inserted) => inserted).length, 1)
    assert.isTrue(yield* store.insert(link(bob, "s1", { issuer: "https://other.example" })))
  }),

  "lists the links of an account": Effect.gen(function* () {
    const store = yield* LinkedIdentityStore
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    const links = [link(ann, "s1"), link(ann, "s2"), link(ann, "s0", { issuer: "https://z.example" })]
    for (const one of [links[2], links[1], links[0], link(bob, "s3")])
      if (one !== undefined) yield* store.insert(one)
    assert.deepStrictEqual(yield* store.ofUser(ann), links)
  }),

  "keeps the memberships that an issuer gave, each with its last role": Effect.gen(function* () {
    const store = yield* LinkedIdentityStore
    const [acme, beta] = yield* Effect.all([anOrganization("acme"), anOrganization("beta")])
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("bob")])
    const other = given(acme, ann, { issuer: "https://other.example" })
    for (const one of [given(beta, ann), given(acme, ann), given(acme, bob), other])
      yield* store.putGivenRole(one)
    yield* store.putGivenRole(given(acme, ann, { role: "admin" }))
    const all = [given(acme, ann, { role: "admin" }), given(beta, ann)]
    assert.deepStrictEqual(yield* store.givenRoles(issuer, ann), all)
    assert.deepStrictEqual(yield* store.givenRoles(issuer, bob), [given(acme, bob)])
    yield* store.removeGivenRoles(acme, ann)
    assert.deepStrictEqual(yield* store.givenRoles(issuer, ann), [given(beta, ann)])
    assert.deepStrictEqual(yield* store.givenRoles(other.issuer, ann), [])
    assert.deepStrictEqual(yield* store.givenRoles(issuer, bob), [given(acme, bob)])
  }),
})
