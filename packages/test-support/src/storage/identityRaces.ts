/** A suite for storages that serve several connections: what people get who sign in, or accept an invitation, at one moment with others. */
import {
  Collaborators,
  CurrentActor,
  Datasets,
  defaultSettings,
  EngineSettings,
  Invitations,
  LinkedIdentities,
  layerEngine,
  Organizations,
  type Role,
  type Storage,
  system,
  UserStore,
  Users,
} from "@annotary/core/effect"
import { runBeside } from "@annotary/storage-contract"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"

const cats = { _tag: "Name", owner: "ann", name: "cats" } as const

const provideStorage = <E>(storage: Layer.Layer<Storage, E>) =>
  layerEngine.pipe(
    Layer.provideMerge(storage),
    Layer.provideMerge(Layer.succeed(EngineSettings, defaultSettings)),
    Layer.provideMerge(Layer.succeed(CurrentActor, system)),
  )

const runAs = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Users, (users) =>
    Effect.provideServiceEffect(effect, CurrentActor, Effect.orDie(users.findActor(name))),
  )

/** Ann has an organization and a dataset; Bob has nothing. */
const people = Effect.gen(function* () {
  const users = yield* Users
  for (const username of ["ann", "bob"]) yield* users.create({ username })
  yield* runAs("ann", (yield* Organizations).create({ username: "acme" }))
  yield* (yield* Datasets).create({ name: "cats", category: "other", taskType: "vector", owner: "ann" })
})

const makeProfile = (username: string) => ({
  issuer: "https://login.example",
  subject: "s",
  username,
  email: undefined,
  roles: new Map<string, Role>(),
  mayCreate: true,
})

export const defineIdentityRaceSuite = <E>(storage: Layer.Layer<Storage, E>) => {
  it.scopedLive(
    "gives one person one account, also when the provider renames them between two first sign-ins",
    () =>
      Effect.gen(function* () {
        const identities = yield* LinkedIdentities
        const both = yield* runBeside(
          identities.signIn(makeProfile("one")),
          identities.signIn(makeProfile("two")),
        )
        const names = both.map((each) => (each._tag === "SignedIn" ? each.user.username : each.reason))
        assert.deepStrictEqual(names, ["one", "one"])
        assert.isTrue(Option.isNone(yield* (yield* UserStore).byName("two")))
      }).pipe(Effect.provide(provideStorage(storage))),
  )

  it.scopedLive("never lowers the role of a member that is raised while an invitation is accepted", () =>
    Effect.gen(function* () {
      yield* people
      const organizations = yield* Organizations
      const invitations = yield* Invitations
      const { secret } = yield* invitations.create({ organization: "acme" }, { role: "reviewer" })
      yield* organizations.putMember("acme", "bob", "labeler")
      const [, accepted] = yield* runBeside(
        organizations.putMember("acme", "bob", "admin"),
        runAs("bob", invitations.accept(secret)),
      )
      assert.strictEqual(accepted.role, "admin")
      assert.strictEqual((yield* organizations.member("acme", "bob")).role, "admin")
      const [listed] = yield* invitations.list({ organization: "acme" })
      assert.strictEqual(listed?.invitation.uses, 0)
    }).pipe(Effect.provide(provideStorage(storage))),
  )

  it.scopedLive("accepts an invitation to a dataset whose collaborator the person becomes meanwhile", () =>
    Effect.gen(function* () {
      yield* people
      const collaborators = yield* Collaborators
      const invitations = yield* Invitations
      for (const [given, invited, role] of [
        ["manager", "labeler", "manager"],
        ["labeler", "reviewer", "reviewer"],
      ] as const) {
        const { secret } = yield* invitations.create({ dataset: cats }, { role: invited })
        const [, accepted] = yield* runBeside(
          collaborators.add(cats, { user: "bob", role: given }),
          runAs("bob", invitations.accept(secret)),
        )
        assert.strictEqual(accepted.role, role)
        assert.strictEqual((yield* collaborators.get(cats, "bob")).role, role)
        yield* collaborators.remove(cats, "bob")
      }
    }).pipe(Effect.provide(provideStorage(storage))),
  )
}
