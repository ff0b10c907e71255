/** Datasets in lists, in other hands, and gone; and the events that tell of it all. */
import {
  Audit,
  Collaborators,
  type DatasetPatchInput,
  Datasets,
  type IfMatch,
  Labelsets,
  Organizations,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option } from "effect"
import { as, asSystem, beside, cats, datasetOf, named, people, tellings, world } from "../world.ts"

const annCats = named("ann", "cats")
const messageOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.message)

const update = (input: DatasetPatchInput, ifMatch?: IfMatch) =>
  Effect.flatMap(Datasets, (datasets) => as("ann")(datasets.update(annCats, input, ifMatch)))

/** Whether it failed, and with an error of that tag. */
const failsWith = <A, E extends { readonly _tag: string }>(exit: Exit.Exit<A, E>, tag: string) =>
  Exit.isFailure(exit) && Option.exists(Cause.failureOption(exit.cause), (error) => error._tag === tag)

describe("lists", () => {
  it.effect("show what the caller may see, newest first", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      yield* datasetOf("ann", { name: "one" })
      yield* datasetOf("ann", { name: "two", public: true })
      yield* datasetOf("bob", { name: "three" })
      const datasets = yield* Datasets
      const collaborators = yield* Collaborators
      yield* as("bob")(collaborators.add(named("bob", "three"), { user: "ann", role: "reviewer" }))
      const names = <E, R>(
        list: Effect.Effect<
          ReadonlyArray<{
            readonly record: { readonly dataset: { readonly name: string }; readonly role: string }
          }>,
          E,
          R
        >,
      ) => Effect.map(list, (views) => views.map(({ record }) => `${record.dataset.name} ${record.role}`))
      assert.deepStrictEqual(yield* names(as("ann")(datasets.listMine())), ["two owner", "one owner"])
      assert.deepStrictEqual(yield* names(as("ann")(datasets.listMine({ shared: true }))), [
        "three reviewer",
        "two owner",
        "one owner",
      ])
      assert.deepStrictEqual(yield* names(as("bob")(datasets.listOwned("ANN"))), ["two public"])
      assert.deepStrictEqual(yield* names(as("ann")(datasets.listOwned("ann", { offset: 1, limit: 1 }))), [
        "one owner",
      ])
      assert.strictEqual(yield* messageOf(as("ann")(datasets.listOwned("nobody"))), "User not found.")
    }).pipe(Effect.provide(world())),
  )

  it.effect("show the owner's address to people who know them only", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob", "cleo")
      yield* datasetOf("ann", { public: true })
      const collaborators = yield* Collaborators
      yield* as("ann")(collaborators.add(annCats, { user: "bob" }))
      const datasets = yield* Datasets
      const shows = (name: string) =>
        Effect.map(as(name)(datasets.listOwned("ann")), ([view]) => view?.showEmail)
      assert.deepStrictEqual(yield* Effect.all([shows("ann"), shows("bob"), shows("cleo")]), [
        true,
        true,
        false,
      ])
    }).pipe(Effect.provide(world())),
  )
})

describe("transfer", () => {
  it.effect("gives a dataset to an organization whose admin the owner is, and to nobody else", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      const organizations = yield* Organizations
      const datasets = yield* Datasets
      yield* as("ann")(organizations.create({ username: "acme" }))
      yield* as("bob")(organizations.create({ username: "other" }))
      yield* datasetOf("ann")
      const denied = "You do not have permission to perform this action."
      assert.strictEqual(yield* messageOf(as("ann")(datasets.transfer(annCats, "other"))), denied)
      assert.strictEqual(
        yield* messageOf(as("ann")(datasets.transfer(annCats, "bob"))),
        "Organization not found.",
      )
      const { record } = yield* as("ann")(datasets.transfer(annCats, "acme"))
      assert.deepStrictEqual([record.dataset.owner, record.role], ["acme", "owner"])
      assert.strictEqual(yield* messageOf(as("ann")(datasets.get(annCats))), "Dataset not found.")
      const audit = yield* Audit
      const rows = yield* as("ann")(audit.ofOrganization("acme", { before: null, limit: 1 }))
      assert.deepStrictEqual(
        rows.map(({ action, details }) => [action, details]),
        [["dataset.transferred", '{"from":"ann","to":"acme"}']],
      )
    }).pipe(Effect.provide(world())),
  )

  it.effect(
    "is refused when the organization has a dataset of that name, and to admins who are not owners",
    () =>
      Effect.gen(function* () {
        yield* people("ann", "bob")
        yield* as("bob")(
          Effect.flatMap(Organizations, (organizations) => organizations.create({ username: "acme" })),
        )
        yield* datasetOf("acme")
        yield* datasetOf("ann")
        const datasets = yield* Datasets
        const collaborators = yield* Collaborators
        yield* as("ann")(collaborators.add(annCats, { user: "bob", role: "admin" }))
        assert.strictEqual(
          yield* Effect.map(Effect.flip(as("bob")(datasets.transfer(annCats, "acme"))), ({ _tag }) => _tag),
          "PermissionDenied",
        )
        assert.strictEqual(
          yield* Effect.map(Effect.flip(asSystem(datasets.transfer(annCats, "acme"))), ({ _tag }) => _tag),
          "AlreadyExists",
        )
      }).pipe(Effect.provide(world())),
  )
})

describe("deletion", () => {
  it.effect("takes the dataset out of every read at once, frees its name, and is noted", () =>
    Effect.gen(function* () {
      yield* people("ann")
      yield* datasetOf("ann")
      const datasets = yield* Datasets
      yield* as("ann")(datasets.remove(annCats))
      assert.strictEqual(yield* messageOf(as("ann")(datasets.get(annCats))), "Dataset not found.")
      assert.deepStrictEqual(yield* as("ann")(datasets.listMine()), [])
      assert.strictEqual(yield* messageOf(as("ann")(datasets.remove(annCats))), "Dataset not found.")
      yield* as("ann")(datasets.create(cats))
    }).pipe(Effect.provide(world())),
  )

  it.effect("is checked by what the dataset is in the end, not by what it was when it was asked for", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const { record } = yield* datasetOf("ann")
      const datasets = yield* Datasets
      const late = as("ann")(datasets.remove(annCats, record.dataset.version))
      const changed = yield* beside(update({ readme: "important" }), late)
      assert.isTrue(failsWith(changed, "VersionMismatch"))
      yield* as("ann")(
        Effect.flatMap(Organizations, (organizations) => organizations.create({ username: "acme" })),
      )
      const moved = yield* beside(
        as("ann")(datasets.transfer(annCats, "acme")),
        as("ann")(datasets.remove({ _tag: "Name", owner: "ann", name: "cats" })),
      )
      assert.isTrue(failsWith(moved, "NotFound"))
      assert.strictEqual((yield* as("ann")(datasets.get(named("acme", "cats")))).record.role, "owner")
    }).pipe(Effect.provide(world())),
  )

  it.effect("is the owner's alone", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      yield* datasetOf("ann")
      const collaborators = yield* Collaborators
      yield* as("ann")(collaborators.add(annCats, { user: "bob", role: "admin" }))
      const datasets = yield* Datasets
      const error = yield* Effect.flip(as("bob")(datasets.remove(annCats)))
      assert.strictEqual(error._tag, "PermissionDenied")
    }).pipe(Effect.provide(world())),
  )
})

describe("the events of a dataset", () => {
  it.effect("tell of its creation, of every kind of change, and of its deletion", () =>
    Effect.gen(function* () {
      yield* people("ann", "bob")
      const users = yield* Users
      const datasets = yield* Datasets
      const collaborators = yield* Collaborators
      const labelsets = yield* Labelsets
      yield* as("ann")(users.setWebhooks(true))
      yield* as("ann")(datasets.create(cats))
      yield* update({ readme: "x" })
      yield* as("ann")(collaborators.add(annCats, { user: "bob" }))
      yield* as("ann")(collaborators.setRole(annCats, "bob", "reviewer"))
      yield* as("ann")(collaborators.setRole(annCats, "bob", "reviewer"))
      yield* as("ann")(collaborators.remove(annCats, "bob"))
      yield* as("ann")(labelsets.create(annCats, { name: "model" }))
      yield* as("ann")(labelsets.remove(annCats, "Model"))
      yield* Effect.flip(update({ name: "no spaces" }))
      yield* as("ann")(datasets.remove(annCats))
      const changed = "dataset.updated: ann changed the dataset ann/cats."
      assert.deepStrictEqual(yield* tellings, [
        "dataset.created: ann created the dataset ann/cats.",
        ...Array.from({ length: 6 }, () => changed),
        "dataset.deleted: ann deleted the dataset ann/cats.",
      ])
    }).pipe(Effect.provide(world())),
  )

  it.effect("are not written when the owner did not enable webhooks", () =>
    Effect.gen(function* () {
      yield* people("ann")
      yield* datasetOf("ann")
      yield* update({ readme: "x" })
      assert.deepStrictEqual(yield* tellings, [])
    }).pipe(Effect.provide(world())),
  )
})
