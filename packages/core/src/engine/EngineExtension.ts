/** A package that adds services to an engine, over the same storage and in the same transactions, for `createEngine`. */
import type { Layer } from "effect"
import type { Authenticator } from "../access/Authenticator.ts"
import type { CurrentActor } from "../domain/Actor.ts"
import type { EngineServices } from "./Engine.ts"
import type { Runner } from "./promiseMethods.ts"
import type { Storage } from "./Storage.ts"

/** The services in an engine's runtime, for packages that run Effects beside it. */
export type EngineContext = EngineServices | Storage | Authenticator

/** Runs an extension's methods for the engine itself or for a person. */
export interface ExtensionRunners<Services = never> {
  readonly system: Runner<EngineContext | CurrentActor | Services>
  readonly as: (username: string) => Runner<EngineContext | CurrentActor | Services>
}

/**
 * `Ports`: what the storage provides beside the engine's own. `Services`: what the extension provides.
 * `Exposed`: what it adds to the engine object.
 */
export interface EngineExtension<Ports = never, Services = never, Exposed extends object = object> {
  /** A layer between the storage and the engine: ports of the storage that do more, such as an outbox with fan-out. */
  readonly storage?: Layer.Layer<never, never, Storage | Ports>
  readonly services: Layer.Layer<Services, never, EngineContext | Ports>
  /** Background work of processes that have it. */
  readonly worker?: Layer.Layer<never, never, EngineContext | Ports | Services>
  readonly expose: (runners: ExtensionRunners<Services>) => Exposed
}
