/** DatasetStore: collaborators, and people on the same dataset. */
import { DatasetStore, type Username, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addPerson, instant } from "./fixtures.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

export const collaborators = makeSuite("DatasetStore, collaborators", {
  "adds, changes and removes collaborators": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob, cid] = yield* Effect.all([addPerson("ann"), addPerson("Bob"), addPerson("cid")])
    const { id } = yield* addDataset(ann)
    const role = Effect.map(store.collaborator(id, "bob"), (found) => Option.getOrNull(found)?.role ?? null)
    assert.isFalse(yield* store.setCollaborator(id, bob, "labeler"))
    assert.isTrue(yield* store.addCollaborator(id, cid, "labeler"))
    assert.isTrue(yield* store.addCollaborator(id, bob, "labeler"))
    assert.isFalse(yield* store.addCollaborator(id, bob, "admin"))
    assert.strictEqual(yield* role, "labeler")
    assert.isTrue(yield* store.setCollaborator(id, bob, "admin"))
    assert.strictEqual(yield* role, "admin")
    assert.deepStrictEqual(
      (yield* store.collaborators(id)).map(({ user }) => user.username),
      [bob, cid],
    )
    assert.isTrue(yield* store.removeCollaborator(id, bob))
    assert.isFalse(yield* store.removeCollaborator(id, bob))
    assert.isNull(yield* role)
  }),

  "lists collaborators with their accounts, ordered by username key": Effect.gen(function* () {
    const store = yield* DatasetStore
    const { id } = yield* addDataset(yield* addPerson("ann"))
    const names = ["zoe", "B-b", "b_a", "Abe"]
    for (const name of names)
      yield* store.addCollaborator(id, yield* addPerson(name, { email: `${name}@example.org` }), "reviewer")
    const users = yield* UserStore
    const abe = Option.getOrThrow(yield* users.byName("abe"))
    const all = yield* store.collaborators(id)
    assert.deepStrictEqual<ReadonlyArray<string>>(
      all.map(({ user }) => user.username),
      ["Abe", "B-b", "b_a", "zoe"],
    )
    assert.deepStrictEqual(all[0], { user: abe, role: "reviewer" })
    assert.deepStrictEqual(
      yield* store.collaborator(id, "ABE"),
      Option.some({ user: abe, role: "reviewer" as const }),
    )
  }),

  "adds the same user for one of many concurrent callers": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob, cid] = yield* Effect.all([addPerson("ann"), addPerson("bob"), addPerson("cid")])
    const { id } = yield* addDataset(ann)
    const both = yield* runInterleaved(
      store.addCollaborator(id, bob, "labeler"),
      store.addCollaborator(id, bob, "admin"),
    )
    assert.sameMembers([...both], [true, false])
    const many = yield* runTwenty(() => store.addCollaborator(id, cid, "labeler"))
    assert.strictEqual(many.filter((added) => added).length, 1)
    assert.lengthOf(yield* store.collaborators(id), 2)
  }),

  "reports whether two users share a dataset": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob, cid, dan] = yield* Effect.all([
      addPerson("ann"),
      addPerson("bob"),
      addPerson("cid"),
      addPerson("dan"),
    ])
    const { id } = yield* addDataset(ann)
    for (const user of [bob, cid]) yield* store.addCollaborator(id, user, "labeler")
    const readShared = (a: Username, b: Username) =>
      Effect.all([store.shareDataset(a, b), store.shareDataset(b, a)])
    assert.deepStrictEqual(yield* readShared(ann, bob), [true, true])
    assert.deepStrictEqual(yield* readShared(bob, cid), [true, true])
    assert.deepStrictEqual(yield* readShared(bob, dan), [false, false])
    yield* store.markDeleted(id, instant)
    assert.deepStrictEqual(yield* readShared(ann, bob), [false, false])
  }),
})
