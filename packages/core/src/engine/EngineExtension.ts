/** A package that brings rooms of its own, over the same storage and in the same transactions, for `createEngine`. */
import type { Layer } from "effect"
import type { CurrentActor } from "../domain/Actor.ts"
import type { Authenticator } from "../identity/Authenticator.ts"
import type { Storage } from "../storage/Storage.ts"
import type { EngineServices } from "./Engine.ts"
import type { Runner } from "./promised.ts"

/** What an engine's runtime holds: for packages that run Effects of their own beside it. */
export type EngineContext = EngineServices | Storage | Authenticator

/** How an extension's methods are run: for the engine itself, or for a person. The extension's services are there too. */
export interface ExtensionRunners {
  readonly system: Runner<EngineContext | CurrentActor>
  readonly as: (username: string) => Runner<EngineContext | CurrentActor>
}

/** `Ports`: what the storage must bring beside the engine's own. `Door`: what the engine shows of it. */
export interface EngineExtension<Ports = never, Door extends object = object> {
  /** Goes between the storage and the engine: ports of the storage that do more than its own, such as an outbox that is told of. */
  readonly storage?: Layer.Layer<never, never, Storage | Ports>
  readonly services: Layer.Layer<never, never, EngineContext | Ports>
  /** What processes with background work do; is given the extension's services. */
  readonly worker?: Layer.Layer<never, never, EngineContext | Ports>
  readonly door: (runners: ExtensionRunners) => Door
}
