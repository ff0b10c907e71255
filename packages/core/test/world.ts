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
  Users,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { Effect, Layer } from "effect"

export const world = (settings: Partial<EngineSettingsValues> = {}) => {
  const given = Layer.merge(memory(), Layer.succeed(EngineSettings, { ...defaultSettings, ...settings }))
  return Layer.provideMerge(Layer.provideMerge(Authenticator.apiKeys, layerEngine), given)
}

/** Runs the effect for a person. */
export const as =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Users, (users) =>
      Effect.provideServiceEffect(effect, CurrentActor, Effect.orDie(users.actorNamed(name))),
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
