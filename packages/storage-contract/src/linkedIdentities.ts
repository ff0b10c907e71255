/** LinkedIdentityStore: accounts by issuer and subject, and the memberships that providers gave. */
import { type GivenRole, LinkedIdentityStore, type Username, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addOrganization, addPerson, instant } from "./fixtures.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

const issuer = "https://login.example"
const link = (user: Username, subject: string, fields = {}) => ({
  issuer,
  subject,
  user,
  createdAt: instant,
  ...fields,
})

const makeGivenRole = (
  organization: Username,
  user: Username,
  fields: Partial<GivenRole> = {},
): GivenRole => ({
  issuer,
  organization,
  user,
  role: "labeler",
  ...fields,
})

export const linkedIdentities = makeSuite("LinkedIdentityStore", {
  "finds an account by issuer and subject, exactly": Effect.gen(function* () {
    const store = yield* LinkedIdentityStore
    const ann = yield* addPerson("Ann", { disabledAt: instant, email: "a@b" })
    const user = Option.getOrThrow(yield* (yield* UserStore).byName("ann"))
    assert.isTrue(yield* store.insert(link(ann, "Subject-1")))
    assert.deepStrictEqual(Option.getOrNull(yield* store.find(issuer, "Subject-1")), user)
    for (const other of ["subject-1", "Subject-", "Subject-1 ", ""])
      assert.isTrue(Option.isNone(yield* store.find(issuer, other)), other)
    assert.isTrue(Option.isNone(yield* store.find(`${issuer}/`, "Subject-1")))
  }),

  "links a person to one account, for one of many concurrent callers": Effect.gen(function* () {
    const store = yield* LinkedIdentityStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const both = yield* runInterleaved(store.insert(link(ann, "s1")), store.insert(link(bob, "s1")))
    assert.sameMembers([...both], [true, false])
    const all = yield* runTwenty(() => store.insert(link(ann, "s2")))
    assert.strictEqual(all.filter((inserted) => inserted).length, 1)
    assert.isTrue(yield* store.insert(link(bob, "s1", { issuer: "https://other.example" })))
  }),

  "lists the links of an account": Effect.gen(function* () {
    const store = yield* LinkedIdentityStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const links = [link(ann, "s1"), link(ann, "s2"), link(ann, "s0", { issuer: "https://z.example" })]
    for (const identity of [links[2], links[1], links[0], link(bob, "s3")])
      if (identity !== undefined) yield* store.insert(identity)
    assert.deepStrictEqual(yield* store.ofUser(ann), links)
  }),

  "keeps the memberships that an issuer gave, each with its last role": Effect.gen(function* () {
    const store = yield* LinkedIdentityStore
    const [acme, beta] = yield* Effect.all([addOrganization("acme"), addOrganization("beta")])
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    const other = makeGivenRole(acme, ann, { issuer: "https://other.example" })
    for (const givenRole of [
      makeGivenRole(beta, ann),
      makeGivenRole(acme, ann),
      makeGivenRole(acme, bob),
      other,
    ])
      yield* store.putGivenRole(givenRole)
    yield* store.putGivenRole(makeGivenRole(acme, ann, { role: "admin" }))
    const all = [makeGivenRole(acme, ann, { role: "admin" }), makeGivenRole(beta, ann)]
    assert.deepStrictEqual(yield* store.givenRoles(issuer, ann), all)
    assert.deepStrictEqual(yield* store.givenRoles(issuer, bob), [makeGivenRole(acme, bob)])
    yield* store.removeGivenRoles(acme, ann)
    assert.deepStrictEqual(yield* store.givenRoles(issuer, ann), [makeGivenRole(beta, ann)])
    assert.deepStrictEqual(yield* store.givenRoles(other.issuer, ann), [])
    assert.deepStrictEqual(yield* store.givenRoles(issuer, bob), [makeGivenRole(acme, bob)])
  }),
})
