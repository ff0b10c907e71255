/** Composes services into one layer that builds each of them once, after the services that it uses. */
import { Context, Effect, Layer, type Scope } from "effect"

/** A class of `Effect.Service`, with the services that it uses in `dependencies`. */
export interface ServiceClass {
  readonly Default: Layer.Layer<never, never, unknown>
  readonly dependencies?: ReadonlyArray<ServiceClass>
}

type Dependencies<Service> = Service extends { readonly dependencies: ReadonlyArray<infer Dependency> }
  ? Dependency
  : never

/** A service, those that it uses, those that they use, and so on. */
type WithDependencies<Service> = Service extends ServiceClass
  ? Service | WithDependencies<Dependencies<Service>>
  : never

/** The instances of services. */
type ProvidedBy<Service> = Service extends ServiceClass ? Layer.Layer.Success<Service["Default"]> : never

/** The requirements of services beyond their `dependencies`. */
type RequiredBy<Service> = Service extends ServiceClass
  ? Exclude<Layer.Layer.Context<Service["Default"]>, ProvidedBy<Dependencies<Service>>>
  : never

/**
 * Returns a layer of the services and of all that they use. It requires what any of them needs and does not name in its
 * `dependencies`.
 *
 * `Layer.provide` would compose them too, but its memory of layers spends 0.3 ms on each reference from one service to another: an
 * engine of 100 services took 87 ms of processor time to build and to close. One after the other they take 16 ms, and 10 ms
 * without that memory, which a service that is built once does not need.
 */
export const composeServices = <const Services extends ReadonlyArray<ServiceClass>>(
  ...services: Services
): Layer.Layer<ProvidedBy<Services[number]>, never, RequiredBy<WithDependencies<Services[number]>>> => {
  const ordered = sortByDependencies(services)
  return Layer.scopedContext(
    Effect.gen(function* () {
      const environment = yield* Effect.context<Scope.Scope>()
      const built = new Map<ServiceClass, Context.Context<never>>()
      for (const service of ordered) {
        // Of the service alone, because it may keep it: what is built later does not appear in it.
        const context = joinContexts([environment, ...findBuilt(built, service.dependencies ?? [])])
        const services = yield* Effect.mapInputContext(buildLayer(service.Default), () => context)
        built.set(service, services)
      }
      // Without the environment: whoever uses the layer would get its scope and its storage too.
      return joinContexts(built.values())
    }),
  ) as never
}

const findBuilt = (
  built: ReadonlyMap<ServiceClass, Context.Context<never>>,
  services: ReadonlyArray<ServiceClass>,
): ReadonlyArray<Context.Context<never>> => services.flatMap((service) => built.get(service) ?? [])

/** `Context.merge` would copy the map for each of them. */
const joinContexts = (contexts: Iterable<Context.Context<never>>): Context.Context<unknown> => {
  const joined = new Map<string, unknown>()
  for (const { unsafeMap } of contexts) for (const [key, value] of unsafeMap) joined.set(key, value)
  return Context.unsafeMake<unknown>(joined)
}

/**
 * The layers of `Effect.Service` as Effect 3 represents them. These fields are not public: each public way to build a layer goes through the
 * memory of layers. A test fails when Effect represents them otherwise; services are then built by the public way.
 */
interface PlainLayer {
  readonly _op_layer: "FromEffect" | "Scoped"
  readonly effect: Effect.Effect<Context.Context<never>, never, unknown>
}

/** Whether the layer shows its effect. */
export const isPlainLayer = (layer: object): layer is PlainLayer =>
  "_op_layer" in layer &&
  (layer._op_layer === "FromEffect" || layer._op_layer === "Scoped") &&
  "effect" in layer &&
  Effect.isEffect(layer.effect)

/** Builds the layer of one service in the scope of the context, without the memory of layers where the layer shows its effect. */
const buildLayer = (layer: ServiceClass["Default"]): Effect.Effect<Context.Context<never>, never, unknown> =>
  isPlainLayer(layer)
    ? layer.effect
    : Effect.flatMap(Effect.scope, (scope) => Layer.buildWithScope(layer, scope))

/** Returns all services that the given ones use, directly or not, each behind those that it uses itself. */
const sortByDependencies = (services: ReadonlyArray<ServiceClass>): ReadonlyArray<ServiceClass> => {
  const ordered = new Set<ServiceClass>()
  const add = (service: ServiceClass): void => {
    if (ordered.has(service)) return
    for (const dependency of service.dependencies ?? []) add(dependency)
    ordered.add(service)
  }
  for (const service of services) add(service)
  return [...ordered]
}
