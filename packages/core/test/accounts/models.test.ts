/** Models: who makes and manages them, what their keys open, and what they are kept from. */
import {
  AccountRemoval,
  ApiKeys,
  AuditStore,
  Collaborators,
  CurrentActor,
  Datasets,
  Models,
  Organizations,
  Samples,
  Sessions,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Redacted, TestClock } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const cats = named("acme", "cats")

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error._tag)

/** Acme with its admin Boss, a model of it, and Ann and Bob who are strangers. */
const acme = Effect.gen(function* () {
  yield* people("boss", "ann", "bob")
  yield* asSystem(Effect.flatMap(Users, (users) => users.create({ username: "root", siteAdmin: true })))
  yield* as("boss")(Effect.flatMap(Organizations, (service) => service.create({ username: "acme" })))
  const models = yield* Models
  yield* as("boss")(models.create("acme", { username: "Detector", displayName: "Wheels and doors" }))
  return models
})

const makeKey = (user = "detector", by = "boss") =>
  Effect.flatMap(ApiKeys, (keys) => as(by)(keys.create({ user })))

/** Runs the effect with the key. */
const withKey =
  (secret: Redacted.Redacted) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(ApiKeys, (keys) =>
      Effect.provideServiceEffect(effect, CurrentActor, Effect.orDie(keys.findActor(secret))),
    )

/** The model on a dataset of Acme, and what runs as it. */
const onCats = Effect.gen(function* () {
  const models = yield* acme
  const dataset = yield* datasetOf("acme")
  const collaborators = yield* Collaborators
  const added = yield* as("boss")(collaborators.add(cats, { user: "detector" }))
  const { secret } = yield* makeKey()
  return { models, dataset, collaborators, added, asModel: withKey(secret), secret }
})

describe("models", () => {
  it.effect("are made and managed by admins of their organization and site admins alone", () =>
    Effect.gen(function* () {
      const models = yield* acme
      const { account } = yield* as("boss")(models.get("detector"))
      assert.deepStrictEqual(
        [String(account.modelOf), account.isOrganization, String(account.createdBy)],
        ["acme", false, "boss"],
      )
      assert.strictEqual((yield* as("root")(models.list("acme")))[0]?.account.displayName, "Wheels and doors")
      for (const refused of [
        Effect.asVoid(models.create("acme", { username: "other" })),
        Effect.asVoid(models.list("acme")),
        Effect.asVoid(models.get("detector")),
        Effect.asVoid(models.update("detector", { disabled: true })),
        Effect.asVoid(models.addVersion("detector", { name: "v1" })),
      ])
        assert.strictEqual(yield* tagOf(as("ann")(refused)), "PermissionDenied")
      assert.strictEqual(yield* tagOf(as("ann")(models.list("nobody"))), "NotFound")
      assert.strictEqual(yield* tagOf(as("boss")(models.get("ann"))), "NotFound")
      assert.strictEqual(
        yield* tagOf(as("boss")(models.create("acme", { username: "ANN" }))),
        "AlreadyExists",
      )
      assert.strictEqual(
        yield* tagOf(as("root")(models.create("detector", { username: "x" }))),
        "InvalidInput",
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("of a person are made by site admins, and managed by the person", () =>
    Effect.gen(function* () {
      const models = yield* acme
      assert.strictEqual(yield* tagOf(as("ann")(models.create("ann", { username: "m" }))), "PermissionDenied")
      yield* as("root")(models.create("ann", { username: "m" }))
      assert.strictEqual((yield* as("ann")(models.list("ann"))).length, 1)
      assert.strictEqual(yield* tagOf(as("bob")(models.list("ann"))), "PermissionDenied")
      const { secret } = yield* makeKey("m", "ann")
      yield* as("root")(Effect.flatMap(Users, (users) => users.setDisabled("ann", true)))
      const keys = yield* ApiKeys
      assert.strictEqual(yield* tagOf(keys.findActor(secret)), "Unauthorized")
    }).pipe(Effect.provide(world())),
  )

  it.effect("have versions that are added and stay, newest first", () =>
    Effect.gen(function* () {
      const models = yield* acme
      yield* as("boss")(models.addVersion("detector", { name: "v1", note: "first" }))
      yield* TestClock.adjust("1 second")
      yield* as("boss")(models.addVersion("detector", { name: "v2" }))
      assert.strictEqual(
        yield* tagOf(as("boss")(models.addVersion("detector", { name: "v1", note: "again" }))),
        "AlreadyExists",
      )
      const [listed] = yield* as("boss")(models.list("acme"))
      assert.deepStrictEqual(
        listed?.versions.map(({ name, note }) => [name, note]),
        [
          ["v2", ""],
          ["v1", "first"],
        ],
      )
      assert.strictEqual(
        yield* tagOf(as("boss")(models.addVersion("detector", { name: "" }))),
        "InvalidInput",
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("are renamed and disabled, which ends their keys at once, and each change is audited", () =>
    Effect.gen(function* () {
      const models = yield* acme
      const { secret } = yield* makeKey()
      const keys = yield* ApiKeys
      assert.strictEqual((yield* keys.findActor(secret)).username, "Detector")
      const changed = yield* as("boss")(models.update("detector", { displayName: null, disabled: true }))
      assert.isNull(changed.account.displayName)
      assert.isNotNull(changed.account.disabledAt)
      assert.strictEqual(yield* tagOf(keys.findActor(secret)), "Unauthorized")
      yield* as("boss")(models.update("detector", { disabled: false }))
      assert.strictEqual((yield* keys.findActor(secret)).username, "Detector")
      const entries = yield* (yield* AuditStore).ofAccounts({ before: null, limit: 9 })
      assert.deepStrictEqual(
        entries.slice(0, 5).map(({ account, action }) => `${action} ${account}`),
        [
          "user.enabled Detector",
          "user.disabled Detector",
          "model.changed acme",
          "api_key.created Detector",
          "model.created acme",
        ],
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("have keys that their managers create, list, rotate and revoke, and nobody else", () =>
    Effect.gen(function* () {
      yield* acme
      const keys = yield* ApiKeys
      const { apiKey } = yield* makeKey()
      const rotated = yield* as("boss")(keys.rotate(apiKey.id))
      assert.strictEqual(rotated.apiKey.user, "Detector")
      assert.lengthOf(yield* as("boss")(keys.list("detector")), 2)
      for (const refused of [
        Effect.asVoid(keys.list("detector")),
        Effect.asVoid(keys.create({ user: "detector" })),
      ])
        assert.strictEqual(yield* tagOf(as("ann")(refused)), "PermissionDenied")
      assert.strictEqual(yield* tagOf(as("ann")(keys.revoke(apiKey.id))), "NotFound")
      // Admins of an organization manage its models, not its people.
      assert.strictEqual(yield* tagOf(makeKey("bob", "boss")), "PermissionDenied")
      yield* as("boss")(keys.revoke(rotated.apiKey.id))
      assert.strictEqual(yield* tagOf(keys.findActor(rotated.secret)), "Unauthorized")
    }).pipe(Effect.provide(world())),
  )

  it.effect("do not sign in, and are no people of organizations or applications", () =>
    Effect.gen(function* () {
      yield* acme
      const sessions = yield* Sessions
      const organizations = yield* Organizations
      const { secret } = yield* makeKey()
      assert.strictEqual(yield* tagOf(sessions.beginWithKey(secret)), "Unauthorized")
      assert.strictEqual(yield* tagOf(sessions.begin("detector")), "Unauthorized")
      assert.strictEqual(yield* tagOf(asSystem(sessions.createToken("detector"))), "InvalidInput")
      assert.strictEqual(
        yield* tagOf(as("boss")(organizations.putMember("acme", "detector", "labeler"))),
        "InvalidInput",
      )
      assert.strictEqual(yield* tagOf((yield* Users).findActor("detector")), "Unauthorized")
    }).pipe(Effect.provide(world())),
  )
})

describe("a model on a dataset", () => {
  it.effect("has the role of models, which no person has", () =>
    Effect.gen(function* () {
      const { added, collaborators } = yield* onCats
      assert.strictEqual(added.role, "model")
      for (const wrong of [
        collaborators.setRole(cats, "detector", "labeler"),
        collaborators.add(cats, { user: "ann", role: "model" }),
      ])
        assert.strictEqual(yield* tagOf(as("boss")(wrong)), "InvalidInput")
      yield* as("boss")(collaborators.add(cats, { user: "ann" }))
      assert.strictEqual(
        yield* tagOf(as("boss")(collaborators.setRole(cats, "ann", "model"))),
        "InvalidInput",
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("reads the dataset, and neither labels nor manages anything", () =>
    Effect.gen(function* () {
      const { asModel, collaborators, models } = yield* onCats
      const datasets = yield* Datasets
      const users = yield* Users
      const keys = yield* ApiKeys
      const { record } = yield* asModel(datasets.get(cats))
      assert.strictEqual(record.role, "model")
      const refusals = [
        asModel(Effect.asVoid(collaborators.list(cats))),
        asModel(Effect.asVoid(Effect.flatMap(Samples, (samples) => samples.create(cats, { name: "a" })))),
        asModel(Effect.asVoid(datasets.create({ name: "own", category: "other", taskType: "vector" }))),
        asModel(Effect.asVoid(users.setEmail("a@example.org"))),
        asModel(Effect.asVoid(keys.create({}))),
        asModel(Effect.asVoid(models.get("detector"))),
        asModel(Effect.asVoid(models.addVersion("detector", { name: "v1" }))),
      ]
      for (const refused of refusals) assert.strictEqual(yield* tagOf(refused), "PermissionDenied")
    }).pipe(Effect.provide(world())),
  )

  it.effect("has no other role, whatever rights its key or a stored role has", () =>
    Effect.gen(function* () {
      const { asModel, secret } = yield* onCats
      const [open, closed] = [named("acme", "open"), named("acme", "closed")]
      yield* datasetOf("acme", { name: "open", public: true })
      yield* datasetOf("acme", { name: "closed" })
      const datasets = yield* Datasets
      assert.strictEqual((yield* asModel(datasets.get(open))).record.role, "public")
      assert.strictEqual(yield* tagOf(asModel(datasets.get(closed))), "NotFound")
      const limited = yield* Effect.flatMap(ApiKeys, (keys) =>
        as("boss")(keys.create({ user: "detector", scope: { dataset: "acme/cats" } })),
      )
      const wrong = Effect.flatMap(ApiKeys, (keys) =>
        as("boss")(keys.create({ user: "detector", scope: { role: "admin" } })),
      )
      assert.strictEqual(yield* tagOf(wrong), "InvalidInput")
      assert.strictEqual((yield* withKey(limited.secret)(datasets.get(cats))).record.role, "model")
      assert.strictEqual(yield* tagOf(withKey(limited.secret)(datasets.get(open))), "NotFound")
      assert.strictEqual((yield* (yield* ApiKeys).findActor(secret)).siteAdmin, false)
    }).pipe(Effect.provide(world())),
  )

  it.effect("keeps its work under a pseudonym when a site admin removes it", () =>
    Effect.gen(function* () {
      const { secret } = yield* onCats
      const removal = yield* AccountRemoval
      const fiber = yield* Effect.fork(as("root")(removal.remove("detector")))
      yield* TestClock.adjust("10 seconds")
      const report = yield* fiber
      assert.strictEqual(report.closed.collaborations, 1)
      assert.strictEqual(yield* tagOf((yield* ApiKeys).findActor(secret)), "Unauthorized")
    }).pipe(Effect.provide(world())),
  )

  it.effect("is nobody's when it is removed: whoever owned it can neither enable it nor make keys", () =>
    Effect.gen(function* () {
      const { models } = yield* onCats
      const removal = yield* AccountRemoval
      const fiber = yield* Effect.fork(as("root")(removal.remove("detector")))
      yield* TestClock.adjust("10 seconds")
      const { username } = yield* fiber
      assert.deepStrictEqual(yield* as("boss")(models.list("acme")), [])
      assert.strictEqual(
        yield* tagOf(as("boss")(models.update(username, { disabled: false }))),
        "PermissionDenied",
      )
      assert.strictEqual(yield* tagOf(makeKey(username)), "PermissionDenied")
    }).pipe(Effect.provide(world())),
  )

  it.effect("sees no e-mail addresses", () =>
    Effect.gen(function* () {
      const { asModel, collaborators } = yield* onCats
      const users = yield* Users
      yield* as("ann")(users.setEmail("ann@example.org"))
      for (const user of ["ann", "bob"]) yield* as("boss")(collaborators.add(cats, { user }))
      assert.isTrue((yield* as("bob")(users.get("ann"))).details.showEmail)
      assert.isFalse((yield* asModel(users.get("ann"))).details.showEmail)
      assert.isFalse((yield* asModel((yield* Datasets).get(cats))).showEmail)
    }).pipe(Effect.provide(world())),
  )

  it.effect("is neither created nor enabled while its owner is disabled", () =>
    Effect.gen(function* () {
      const models = yield* acme
      const users = yield* Users
      yield* as("root")(models.create("ann", { username: "wheels", displayName: "Wheels" }))
      yield* as("root")(users.setDisabled("ann", true))
      for (const refused of [
        models.update("wheels", { disabled: false }),
        models.create("ann", { username: "doors", displayName: "Doors" }),
      ])
        assert.strictEqual(yield* tagOf(as("root")(refused)), "InvalidInput")
      yield* as("root")(users.setDisabled("ann", false))
      yield* as("root")(models.update("wheels", { disabled: false }))
      assert.isNull((yield* as("root")(models.get("wheels"))).account.disabledAt)
    }).pipe(Effect.provide(world())),
  )
})
