/** Who a call is made for. */
import { Context } from "effect"
import type { Username } from "./Names.ts"
import type { Timestamp } from "./Timestamp.ts"

/** A person, as the Authenticator found them. */
export interface Person {
  readonly _tag: "Person"
  readonly username: Username
  readonly siteAdmin: boolean
  /** When the credentials end: a key made with them ends no later. */
  readonly credentialsExpireAt: Timestamp | null
  /** The public id of the API key that they came with, if they did: for logs. */
  readonly apiKeyId?: string | undefined
}

/** The engine itself, the command line, or an embedder's own backend: may do everything. */
export interface System {
  readonly _tag: "System"
}

export type Actor = Person | System

export const system: Actor = { _tag: "System" }

/** The caller of the services. There is no default: forgetting it does not compile. */
export class CurrentActor extends Context.Tag("@annotary/core/CurrentActor")<CurrentActor, Actor>() {}
