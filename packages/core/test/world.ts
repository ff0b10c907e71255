/** A whole engine over memory, and people to act as. Every use is another world. */
import {
  Authenticator,
  CurrentActor,
  Datasets,
  defaultSettings,
  EngineSettings,
  type EngineSettingsValues,
  layerEngine,
  Outbox,
  system,
  Transaction,
  Users,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { Deferred, Effect, Fiber, Layer } from "effect"

export const world = (settings: Partial<EngineSettingsValues> = {}, storage = memory()) => {
  const given = Layer.merge(storage, Layer.succeed(EngineSettings, { ...defaultSettings, ...settings }))
  return Layer.provideMerge(Layer.provideMerge(Authenticator.apiKeys, layerEngine), given)
}

/** Runs the effect for a person. */
export const as =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Users, (users) =>
      Effect.provideServiceEffect(effect, CurrentActor, Effect.orDie(users.findActor(name))),
    )

/** Runs the effect for the engine itself. */
export const asSystem = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, CurrentActor, system)

/** Makes people with these names. */
export const people = (...names: ReadonlyArray<string>) =>
  Effect.flatMap(Users, (users) =>
    Effect.forEach(names, (username) => users.create({ username }), { discard: true }),
  ).pipe(asSystem, Effect.orDie)

export const named = (owner: string, name: string) => ({ _tag: "Name", owner, name }) as const

/** The least that makes a dataset. */
export const cats = { name: "cats", category: "other", taskType: "vector" } as const

/** A dataset of that owner, made by the engine itself. */
export const datasetOf = (owner: string, input: { readonly name?: string; readonly public?: boolean } = {}) =>
  Effect.flatMap(Datasets, (datasets) => datasets.create({ ...cats, ...input, owner })).pipe(
    asSystem,
    Effect.orDie,
  )

/** What was told so far. */
export const told = Effect.flatMap(Outbox, (outbox) => outbox.read({ after: null, limit: 1000 }))

/** Types and texts of what was told so far. */
export const tellings = Effect.map(told, (events) => events.map(({ type, text }) => `${type}: ${text}`))

/** How the rival ends that began while the change was made and not yet committed. */
export const beside = <A, E, R, A2, E2, R2>(
  change: Effect.Effect<A, E, R>,
  rival: Effect.Effect<A2, E2, R2>,
) =>
  Effect.gen(function* () {
    const { run } = yield* Transaction
    const changed = yield* Deferred.make<void>()
    const goOn = yield* Deferred.make<void>()
    const held = Effect.zipRight(change, Deferred.succeed(changed, undefined)).pipe(
      Effect.zipRight(Deferred.await(goOn)),
    )
    const first = yield* Effect.fork(run(held))
    yield* Deferred.await(changed)
    const second = yield* Effect.fork(rival)
    for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow()
    yield* Deferred.succeed(goOn, undefined)
    yield* Fiber.join(first)
    return yield* Fiber.await(second)
  })
