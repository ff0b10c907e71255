/** Checks of the caller that concern no dataset. */
import { Effect } from "effect"
import { CurrentActor, canActAsSiteAdmin, type Person } from "../domain/Actor.ts"
import { PermissionDenied } from "../domain/errors.ts"
import type { Username } from "../domain/Names.ts"

/** The engine itself and site admins manage users, organizations, members and keys. */
export const isSiteAdmin: Effect.Effect<boolean, never, CurrentActor> = Effect.map(
  CurrentActor,
  canActAsSiteAdmin,
)

export const requireSiteAdmin: Effect.Effect<void, PermissionDenied, CurrentActor> = Effect.flatMap(
  isSiteAdmin,
  (yes) => (yes ? Effect.void : new PermissionDenied()),
)

/** The caller, who must be a person. */
export const requirePerson: Effect.Effect<Person, PermissionDenied, CurrentActor> = Effect.flatMap(
  CurrentActor,
  (actor) => (actor._tag === "Person" ? Effect.succeed(actor) : new PermissionDenied()),
)

/** Whether the caller is this account. */
export const isCaller = (account: Username): Effect.Effect<boolean, never, CurrentActor> =>
  Effect.map(CurrentActor, (actor) => actor._tag === "Person" && actor.username === account)
