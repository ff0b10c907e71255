/** UserStore: accounts, names without regard to case, members. */
import { nameKey, type User, Username, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addOrganization, addPerson, instant } from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const makeUser = (name: string, fields: Partial<User> = {}): User => ({
  username: Username.make(name),
  email: "ann@example.org",
  isOrganization: false,
  siteAdmin: true,
  webhooksEnabled: true,
  feedSince: null,
  createdAt: instant,
  createdBy: Username.make("Root"),
  disabledAt: instant,
  modelOf: null,
  displayName: null,
  ...fields,
})

const findUser = (name: string) =>
  Effect.flatMap(UserStore, (users) => Effect.map(users.byName(name), Option.getOrNull))

export const users = makeSuite("UserStore", {
  "finds nobody by a name that databases cannot store": Effect.gen(function* () {
    const store = yield* UserStore
    yield* addPerson("ann")
    for (const name of ["ann\u0000", "\u0000", "\ud800"]) {
      assert.isTrue(Option.isNone(yield* store.byName(name)))
      assert.deepStrictEqual(yield* store.byNames([name]), [])
    }
  }),

  "stores an account unchanged": Effect.gen(function* () {
    const store = yield* UserStore
    const full = makeUser("Ann.B-c_1", { email: "é𝒳@example.org" })
    const bare = makeUser("bob", {
      email: null,
      createdBy: null,
      disabledAt: null,
      siteAdmin: false,
      webhooksEnabled: false,
      feedSince: null,
    })
    const organization = makeUser("ACME", { isOrganization: true })
    for (const user of [full, bare, organization]) assert.isTrue(yield* store.insert(user))
    assert.deepStrictEqual(yield* findUser("Ann.B-c_1"), full)
    assert.deepStrictEqual(yield* findUser("bob"), bare)
    assert.deepStrictEqual(yield* findUser("ACME"), organization)
  }),

  "finds a name case-insensitively, and returns it as written": Effect.gen(function* () {
    yield* addPerson("Ann")
    assert.strictEqual((yield* findUser("aNN"))?.username, "Ann")
    assert.isNull(yield* findUser("anna"))
    assert.isNull(yield* findUser(""))
  }),

  "refuses a taken name, for users and organizations": Effect.gen(function* () {
    const store = yield* UserStore
    yield* addPerson("Ann")
    yield* addOrganization("acme")
    assert.isFalse(yield* store.insert(makeUser("ann")))
    assert.isFalse(yield* store.insert(makeUser("ACME")))
    assert.strictEqual((yield* findUser("ann"))?.email, null)
  }),

  "assigns a name to exactly one of two concurrent callers": Effect.gen(function* () {
    const store = yield* UserStore
    const [one, other] = yield* runInterleaved(store.insert(makeUser("ann")), store.insert(makeUser("Ann")))
    assert.sameMembers([one, other], [true, false])
    const all = yield* runTwenty((i) => store.insert(makeUser("bob", { email: `${i}` })))
    assert.strictEqual(all.filter((made) => made).length, 1)
    assert.strictEqual((yield* findUser("bob"))?.email, String(all.indexOf(true)))
  }),

  "assigns the name to the second transaction when the first is rolled back": Effect.gen(function* () {
    const store = yield* UserStore
    assert.isTrue(
      yield* runBesideRollback(
        store.insert(makeUser("ann", { email: "1" })),
        store.insert(makeUser("ann", { email: "2" })),
      ),
    )
    assert.strictEqual((yield* findUser("ann"))?.email, "2")
  }),

  "reads several accounts by name": Effect.gen(function* () {
    const store = yield* UserStore
    const names = yield* Effect.forEach(["Ann", "bob", "cid"], (name) => addPerson(name))
    const users = yield* store.byNames(["BOB", "nobody", "ann"])
    assert.sameMembers(
      users.map((each) => each.username),
      names.slice(0, 2),
    )
    assert.deepStrictEqual(yield* store.byNames([]), [])
    const many = Array.from({ length: 999 }, (_, i) => `x${i}`)
    assert.lengthOf(yield* store.byNames([...many, "cid"]), 1)
  }),

  "lists accounts by key, independent of the database's collation": Effect.gen(function* () {
    const store = yield* UserStore
    const names = ["b", "a_b", "A.c", "a-b", "B0", "ab", "a"]
    for (const name of names) yield* addPerson(name)
    const sorted = ["a", "a-b", "A.c", "a_b", "ab", "b", "B0"]
    const list = (after: string | null, limit: number) =>
      Effect.map(store.list({ after, limit }), (all) => all.map((each) => each.username))
    assert.deepStrictEqual<ReadonlyArray<string>>(yield* list(null, 100), sorted)
    assert.deepStrictEqual<ReadonlyArray<string>>(yield* list(null, 2), sorted.slice(0, 2))
    assert.deepStrictEqual<ReadonlyArray<string>>(yield* list(nameKey("A.c"), 3), sorted.slice(3, 6))
    assert.deepStrictEqual(yield* list("b0", 3), [])
  }),

  "lists only organizations or only users, with full pages while there are more": Effect.gen(function* () {
    const store = yield* UserStore
    for (const name of ["a", "c", "e"]) yield* addPerson(name)
    for (const name of ["B", "d", "f"]) yield* addOrganization(name)
    const list = (isOrganization: boolean, after: string | null, limit: number) =>
      Effect.map(store.list({ after, isOrganization, limit }), (all) => all.map((each) => each.username))
    assert.deepStrictEqual<ReadonlyArray<string>>(yield* list(true, null, 2), ["B", "d"])
    assert.deepStrictEqual<ReadonlyArray<string>>(yield* list(true, "d", 2), ["f"])
    assert.deepStrictEqual<ReadonlyArray<string>>(yield* list(false, "a", 9), ["c", "e"])
  }),

  "lists accounts with a text in their name or address, in which no character is a wildcard": Effect.gen(
    function* () {
      const store = yield* UserStore
      for (const name of ["Anna", "hannah", "a_b", "axb", "zoe"]) yield* addPerson(name)
      yield* addOrganization("hannover")
      yield* store.update(Username.make("zoe"), { email: "Zoe.Hann@Example.org" })
      const list = (
        search: string,
        page: { readonly after?: string; readonly isOrganization?: boolean } = {},
      ) =>
        Effect.map(store.list({ after: null, limit: 9, ...page, search }), (all) =>
          all.map((each) => String(each.username)),
        )
      assert.deepStrictEqual(yield* list("HANN"), ["hannah", "hannover", "zoe"])
      assert.deepStrictEqual(yield* list("ann", { isOrganization: false }), ["Anna", "hannah", "zoe"])
      assert.deepStrictEqual(yield* list("hann", { after: "hannah" }), ["hannover", "zoe"])
      assert.deepStrictEqual(yield* list("a_b"), ["a_b"])
      assert.deepStrictEqual(yield* list("%"), [])
      assert.deepStrictEqual(yield* list("!"), [])
    },
  ),

  "changes the given fields and nothing else": Effect.gen(function* () {
    const store = yield* UserStore
    const ann = makeUser("ann")
    yield* store.insert(ann)
    assert.isTrue(yield* store.update(ann.username, { email: null }))
    assert.deepStrictEqual(yield* findUser("ann"), { ...ann, email: null })
    assert.isTrue(
      yield* store.update(ann.username, { disabledAt: null, webhooksEnabled: false, feedSince: instant }),
    )
    assert.isTrue(yield* store.update(ann.username, { siteAdmin: false, email: "a@b" }))
    const changed = {
      ...ann,
      ...{ disabledAt: null, webhooksEnabled: false, feedSince: instant, siteAdmin: false, email: "a@b" },
    }
    assert.deepStrictEqual(yield* findUser("ann"), changed)
    assert.isTrue(yield* store.update(ann.username, {}))
    assert.deepStrictEqual(yield* findUser("ann"), changed)
    assert.isFalse(yield* store.update(Username.make("bob"), { email: null }))
  }),

  "adds members, changes their role, removes them": Effect.gen(function* () {
    const store = yield* UserStore
    const [ann, bob] = yield* Effect.all([addPerson("Ann"), addPerson("bob")])
    const [acme, zoo] = yield* Effect.all([addOrganization("acme"), addOrganization("Zoo")])
    yield* store.putMember({ organization: acme, user: bob, role: "labeler" })
    yield* store.putMember({ organization: acme, user: ann, role: "admin" })
    yield* store.putMember({ organization: zoo, user: bob, role: "manager" })
    yield* store.putMember({ organization: acme, user: bob, role: "reviewer" })
    assert.deepStrictEqual(
      yield* store.member(acme, bob),
      Option.some({ organization: acme, user: bob, role: "reviewer" as const }),
    )
    assert.isTrue(Option.isNone(yield* store.member(zoo, ann)))
    assert.deepStrictEqual(yield* store.members(acme), [
      { organization: acme, user: ann, role: "admin" },
      { organization: acme, user: bob, role: "reviewer" },
    ])
    assert.sameMembers(
      (yield* store.memberships(bob)).map((each) => each.organization),
      [acme, zoo],
    )
    assert.isTrue(yield* store.shareOrganization(ann, bob))
    assert.isTrue(yield* store.removeMember(acme, bob))
    assert.isFalse(yield* store.removeMember(acme, bob))
    assert.isFalse(yield* store.shareOrganization(ann, bob))
    assert.lengthOf(yield* store.members(acme), 1)
  }),

  "locks an organization's members for the transaction that reads them": Effect.gen(function* () {
    const store = yield* UserStore
    const acme = yield* addOrganization("acme")
    const leave = (user: Username) =>
      Effect.flatMap(store.members(acme), (members) =>
        members.filter(({ role }) => role === "admin").length > 1
          ? store.removeMember(acme, user)
          : Effect.succeed(false),
      )
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    for (const user of [ann, bob]) yield* store.putMember({ organization: acme, user, role: "admin" })
    const [one, other] = yield* runInterleaved(leave(ann), leave(bob))
    assert.sameMembers([one, other], [true, false])
    assert.lengthOf(yield* store.members(acme), 1)
  }),
})
