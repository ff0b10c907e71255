import { Context } from "effect"
import type { Username } from "./Names.ts"
import { getDatasetLimit, type Scope } from "./Scope.ts"
import type { Session } from "./Session.ts"
import type { Timestamp } from "./Timestamp.ts"

/** A person, as the Authenticator identified them. */
export interface Person {
  readonly _tag: "Person"
  readonly username: Username
  readonly siteAdmin: boolean
  /** When the credentials expire. An API key that is created with them expires no later. */
  readonly credentialsExpireAt: Timestamp | null
  /** The public id of the API key of the request, or of its session, for logs. Absent for other credentials. */
  readonly apiKeyId?: string | undefined
  /** The session of the request. Absent for other credentials. */
  readonly session?: Session | undefined
  /** The limits of the credentials. Absent without limits. */
  readonly scope?: Scope | undefined
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

/** The limits of the actor's credentials; null without limits. */
export const getScope = (actor: Actor): Scope | null =>
  actor._tag === "Person" ? (actor.scope ?? null) : null

/** Whether the actor has the permissions of a site admin. Credentials that are limited to a dataset or a role never have. */
export const canActAsSiteAdmin = (actor: Actor): boolean => {
  if (actor._tag === "System") return true
  return actor.siteAdmin && (actor.scope === undefined || getDatasetLimit(actor.scope) === null)
}
