/** The models of UserStore: whom they belong to, and their versions. */
import { ErasureStore, type ModelVersion, Username, UserStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addOrganization, addPerson, addSeconds, instant, oddText } from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const model = Username.make("Detector")

const makeVersion = (name: string, fields: Partial<ModelVersion> = {}): ModelVersion => ({
  model,
  name,
  note: "",
  createdAt: instant,
  createdBy: Username.make("ann"),
  ...fields,
})

const addModel = Effect.flatMap(addOrganization("Acme"), (modelOf) => addPerson(model, { modelOf }))

export const models = makeSuite("UserStore, models", {
  "stores the owner and the display name of a model unchanged": Effect.gen(function* () {
    const store = yield* UserStore
    const modelOf = yield* addOrganization("Acme")
    yield* addPerson(model, { modelOf, displayName: oddText })
    const find = Effect.map(store.byName(model), Option.getOrNull)
    assert.deepInclude(yield* find, { modelOf, displayName: oddText, isOrganization: false })
    assert.isTrue(yield* store.update(model, { displayName: null }))
    assert.deepInclude(yield* find, { modelOf, displayName: null })
    assert.isTrue(yield* store.update(model, { displayName: "Wheels" }))
    assert.strictEqual((yield* find)?.displayName, "Wheels")
  }),

  "lists the models of one account alone, with full pages while there are more": Effect.gen(function* () {
    const store = yield* UserStore
    const acme = yield* addOrganization("Acme")
    const ann = yield* addPerson("ann")
    for (const name of ["m3", "M1", "m2"]) yield* addPerson(name, { modelOf: acme })
    yield* addPerson("m4", { modelOf: ann })
    const list = (modelOf: Username, after: string | null, limit: number) =>
      Effect.map(store.list({ modelOf, after, limit }), (all) => all.map(({ username }) => String(username)))
    assert.deepStrictEqual(yield* list(acme, null, 2), ["M1", "m2"])
    assert.deepStrictEqual(yield* list(acme, "m2", 2), ["m3"])
    assert.deepStrictEqual(yield* list(ann, null, 2), ["m4"])
    assert.deepStrictEqual(yield* list(Username.make("bob"), null, 2), [])
  }),

  "stores versions unchanged, by exact names": Effect.gen(function* () {
    const store = yield* UserStore
    yield* addModel
    const odd = makeVersion(oddText, { note: oddText, createdBy: null })
    const upper = makeVersion("V1", { createdAt: addSeconds(instant, 1) })
    for (const version of [odd, upper]) assert.isTrue(yield* store.insertModelVersion(version))
    const find = (name: string) => Effect.map(store.modelVersion(model, name), Option.getOrNull)
    assert.deepStrictEqual(yield* find(oddText), odd)
    assert.deepStrictEqual(yield* find("V1"), upper)
    assert.isNull(yield* find("v1"))
    assert.isTrue(Option.isNone(yield* store.modelVersion(Username.make("other"), "V1")))
  }),

  "lists the last versions of each model, newest first": Effect.gen(function* () {
    const store = yield* UserStore
    yield* addModel
    const other = yield* addPerson("other", { modelOf: Username.make("Acme") })
    for (const seconds of [2, 0, 1])
      yield* store.insertModelVersion(makeVersion(`v${seconds}`, { createdAt: addSeconds(instant, seconds) }))
    yield* store.insertModelVersion(makeVersion("v1b", { createdAt: addSeconds(instant, 1) }))
    yield* store.insertModelVersion(makeVersion("first", { model: other }))
    const list = (names: ReadonlyArray<Username>, limit: number) =>
      Effect.map(store.modelVersions(names, limit), (all) => all.map(({ name }) => name))
    assert.deepStrictEqual(yield* list([model], 9), ["v2", "v1b", "v1", "v0"])
    assert.deepStrictEqual(yield* list([model, other], 2), ["v2", "v1b", "first"])
    assert.deepStrictEqual(yield* list([], 2), [])
  }),

  "replaces the name of an erased person in models and their versions": Effect.gen(function* () {
    const store = yield* UserStore
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    yield* addPerson(model, { modelOf: ann })
    const versions = [makeVersion("v2", { createdBy: bob }), makeVersion("v1")]
    for (const version of versions) yield* store.insertModelVersion(version)
    const to = Username.make("deleted-user-1")
    assert.strictEqual(yield* (yield* ErasureStore).rename({ from: ann, to }, null), 2)
    assert.strictEqual(Option.getOrThrow(yield* store.byName(model)).modelOf, to)
    assert.deepStrictEqual(yield* store.modelVersions([model], 9), [
      makeVersion("v2", { createdBy: bob }),
      makeVersion("v1", { createdBy: to }),
    ])
  }),

  "stores one of many versions of the same name": Effect.gen(function* () {
    const store = yield* UserStore
    yield* addModel
    const answers = yield* runTwenty(() => store.insertModelVersion(makeVersion("v1")))
    assert.lengthOf(answers.filter(Boolean), 1)
    assert.isFalse(yield* store.insertModelVersion(makeVersion("v1", { note: "again" })))
    assert.strictEqual(Option.getOrThrow(yield* store.modelVersion(model, "v1")).note, "")
  }),

  "stores a version once beside an open transaction, and again after its rollback": Effect.gen(function* () {
    const store = yield* UserStore
    yield* addModel
    const insert = (name: string) => store.insertModelVersion(makeVersion(name))
    assert.sameMembers([...(yield* runInterleaved(insert("v1"), insert("v1")))], [true, false])
    assert.isTrue(yield* runBesideRollback(insert("v2"), insert("v2")))
  }),
})
