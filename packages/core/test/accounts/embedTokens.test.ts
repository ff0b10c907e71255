/** Tokens for pages of other applications: who creates them, what they may do, and how long. */
import {
  type Actor,
  ApiKeys,
  CurrentActor,
  Datasets,
  EmbedTokens,
  type NewEmbedToken,
  noDataset,
  Organizations,
  Queue,
  Username,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, type Redacted, TestClock } from "effect"
import { AccountFinder } from "../../src/webhooks/AccountFinder.ts"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const by =
  (actor: Actor) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, CurrentActor, actor)

const make = (input: NewEmbedToken) => Effect.flatMap(EmbedTokens, (tokens) => tokens.create(input))

const actorOf = (secret: Redacted.Redacted) => Effect.flatMap(ApiKeys, (keys) => keys.findActor(secret))

/** What an error says: its tag and, of invalid input, where. */
const refusal = <
  A,
  E extends { readonly _tag: string; readonly scope?: unknown; readonly errors?: unknown },
  R,
>(
  effect: Effect.Effect<A, E, R>,
) =>
  Effect.match(effect, {
    onFailure: ({ _tag, scope }) => (scope === undefined ? _tag : `${_tag} ${scope}`),
    onSuccess: () => "done",
  })

const setting = Effect.gen(function* () {
  yield* people("ann", "bob")
  yield* asSystem(Effect.flatMap(Users, (users) => users.create({ username: "root", siteAdmin: true })))
  yield* datasetOf("ann", { name: "cars" })
  yield* datasetOf("ann", { name: "cats", public: true })
})

describe("an embed token of a dataset", () => {
  it.effect("labels in that dataset, and does nothing else that its person may", () =>
    Effect.gen(function* () {
      yield* setting
      const { secret, token } = yield* as("root")(make({ user: "ann", dataset: "ann/cars" }))
      const expected = {
        user: Username.make("ann"),
        dataset: "ann/cars",
        maxRole: "labeler",
        webhooksOf: null,
      } as const
      assert.deepInclude(token, expected)
      const actor = by(yield* actorOf(secret))
      const datasets = yield* Datasets
      const queue = yield* Queue
      const cars = named("ann", "cars")
      assert.strictEqual(yield* refusal(actor(queue.claim(cars, "labeling", { count: 1 }))), "done")
      assert.strictEqual(yield* refusal(actor(datasets.get(named("ann", "cats")))), "NotFound")
      assert.strictEqual(
        yield* refusal(actor(datasets.update(cars, { description: "" }))),
        "PermissionDenied role",
      )
      assert.strictEqual(yield* refusal(actor((yield* Users).setWebhooks(true))), "PermissionDenied dataset")
      assert.strictEqual(yield* refusal(actor(make({ dataset: "ann/cars" }))), "PermissionDenied dataset")
    }).pipe(Effect.provide(world())),
  )

  it.effect("ends after its time, at most an hour, and with its person", () =>
    Effect.gen(function* () {
      yield* setting
      const short = yield* as("ann")(make({ dataset: "ann/cars", expiresInSeconds: 60 }))
      const long = yield* as("ann")(make({ dataset: "ann/cars" }))
      yield* TestClock.adjust(Duration.seconds(61))
      assert.strictEqual(yield* refusal(actorOf(short.secret)), "Unauthorized")
      assert.strictEqual(yield* refusal(actorOf(long.secret)), "done")
      yield* TestClock.adjust(Duration.hours(1))
      assert.strictEqual(yield* refusal(actorOf(long.secret)), "Unauthorized")
      const last = yield* as("ann")(make({ dataset: "ann/cars" }))
      yield* asSystem((yield* Users).setDisabled("ann", true))
      assert.strictEqual(yield* refusal(actorOf(last.secret)), "Unauthorized")
      assert.strictEqual(
        yield* refusal(as("root")(make({ user: "bob", dataset: "ann/cats", expiresInSeconds: 3601 }))),
        "InvalidInput",
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect("expires with the credentials that created it, is in no list, and is not rotated", () =>
    Effect.gen(function* () {
      yield* setting
      const keys = yield* ApiKeys
      const expiresAt = "1970-01-01T00:10:00.000000Z"
      const key = yield* asSystem(keys.create({ user: "ann", expiresAt }))
      const ann = by(yield* actorOf(key.secret))
      const { token } = yield* ann(make({ dataset: "ann/cars" }))
      assert.strictEqual(token.expiresAt, key.apiKey.expiresAt)
      assert.deepStrictEqual(
        (yield* ann(keys.list())).map(({ id }) => id),
        [key.apiKey.id],
      )
      assert.strictEqual(yield* refusal(ann(keys.rotate(token.id))), "NotFound")
      yield* ann(keys.revoke(token.id))
    }).pipe(Effect.provide(world())),
  )
})

describe("an embed token of webhooks", () => {
  it.effect("manages those of its account, sees no dataset, and nothing of other accounts", () =>
    Effect.gen(function* () {
      yield* setting
      yield* as("ann")((yield* Organizations).create({ username: "acme" }))
      const { secret, token } = yield* as("ann")(make({ webhooks: "acme" }))
      // An older server reads this limit alone.
      assert.deepInclude(token, { datasetId: noDataset, dataset: null })
      const actor = by(yield* actorOf(secret))
      const users = yield* Users
      const accounts = yield* AccountFinder
      assert.strictEqual(yield* refusal(actor(users.setWebhooks(true, "acme"))), "done")
      assert.strictEqual(yield* refusal(actor(users.setWebhooks(false, "acme"))), "PermissionDenied webhooks")
      assert.strictEqual(yield* refusal(actor(accounts.find({ organization: "acme" }))), "done")
      assert.strictEqual(yield* refusal(actor(users.setWebhooks(true))), "PermissionDenied webhooks")
      assert.strictEqual(yield* refusal(actor(accounts.find({}))), "PermissionDenied webhooks")
      const datasets = yield* Datasets
      assert.strictEqual(yield* refusal(actor(datasets.get(named("ann", "cats")))), "NotFound")
      assert.lengthOf(yield* actor(datasets.listMine()), 0)
      const created = actor(datasets.create({ name: "x", category: "other", taskType: "vector" }))
      assert.strictEqual(yield* refusal(created), "PermissionDenied webhooks")
      assert.strictEqual(
        yield* refusal(actor((yield* Organizations).members("acme"))),
        "PermissionDenied webhooks",
      )
    }).pipe(Effect.provide(AccountFinder.Default), Effect.provide(world())),
  )
})

describe("the creation of an embed token", () => {
  it.effect("is refused for other people, and for what the person may not", () =>
    Effect.gen(function* () {
      yield* setting
      yield* as("ann")((yield* Organizations).create({ username: "acme" }))
      const refused = (who: string, input: NewEmbedToken) => refusal(as(who)(make(input)))
      assert.strictEqual(yield* refused("bob", { user: "ann", dataset: "ann/cars" }), "PermissionDenied")
      assert.strictEqual(yield* refused("bob", { user: "nobody", dataset: "ann/cars" }), "PermissionDenied")
      assert.strictEqual(yield* refused("root", { user: "nobody", dataset: "ann/cars" }), "NotFound")
      assert.strictEqual(yield* refused("root", { user: "acme", webhooks: "acme" }), "InvalidInput")
      assert.strictEqual(yield* refused("bob", { dataset: "ann/cars" }), "InvalidInput")
      assert.strictEqual(yield* refused("bob", { webhooks: "acme" }), "InvalidInput")
      assert.strictEqual(yield* refused("bob", { webhooks: "ann" }), "InvalidInput")
      assert.strictEqual(yield* refused("ann", { webhooks: "ANN" }), "done")
      assert.strictEqual(yield* refused("ann", {}), "InvalidInput")
      assert.strictEqual(yield* refused("ann", { dataset: "ann/cars", webhooks: "ann" }), "InvalidInput")
      assert.strictEqual(yield* refused("ann", { role: "admin", webhooks: "ann" }), "InvalidInput")
      for (const input of [
        { dataset: "ann/cars", grants: ["collaborators"] },
        { dataset: "ann/cars", role: "manager", grants: ["collaborators"] },
        { dataset: "ann/cars", role: "admin", grants: ["webhook_secrets"] },
        { webhooks: "ann", grants: ["disable_webhooks", "collaborators"] },
      ] as const)
        assert.strictEqual(yield* refused("ann", input), "InvalidInput")
      const tokens = yield* EmbedTokens
      const explain = (input: NewEmbedToken) =>
        Effect.map(Effect.flip(as("ann")(tokens.create(input))), ({ message }) => message)
      assert.include(
        yield* explain({ dataset: "ann/cars", role: "admin", grants: ["webhook_secrets"] }),
        "must be collaborators: the token is limited to a dataset",
      )
      assert.include(
        yield* explain({ webhooks: "ann", grants: ["collaborators"] }),
        "must be webhook_secrets or disable_webhooks: the token is limited to webhooks",
      )
    }).pipe(Effect.provide(world())),
  )
})
