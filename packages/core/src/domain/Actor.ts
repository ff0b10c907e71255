import { Context } from "effect"
import type { Username } from "./Names.ts"
import type { Timestamp } from "./Timestamp.ts"

/** A person, as the Authenticator identified them. */
export interface Person {
  readonly _tag: "Person"
  readonly username: Username
  readonly siteAdmin: boolean
  /** When the credentials expire. An API key that is created with them expires no later. */
  readonly credentialsExpireAt: Timestamp | null
  /** The public id of the API key of the request, for logs. Absent for other credentials. */
  readonly apiKeyId?: string | undefined
}

/** The engine itself, the command line, or an embedder's own backend. May do everything. */
export interface System {
  readonly _tag: "System"
}

/** The caller of the services. */
export type Actor = Person | System

/** The engine itself as an actor. */
export const system: Actor = { _tag: "System" }

/** The caller of the services. It has no default, so that a missing caller does not compile. */
export class CurrentActor extends Context.Tag("@annotary/core/CurrentActor")<CurrentActor, Actor>() {}
