import { Context, type Effect, type Option } from "effect"
import type { DatasetId, InvitationId } from "../domain/Ids.ts"
import type { Invitation } from "../domain/Invitation.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** The organization or the dataset of invitations. */
export type InvitationPlace = { readonly organization: Username } | { readonly datasetId: DatasetId }

/** The port for invitations by link. */
export class InvitationStore extends Context.Tag("@annotary/core/InvitationStore")<
  InvitationStore,
  {
    /** Inserts the invitation. */
    readonly insert: (invitation: Invitation) => Effect.Effect<void>
    /** The invitation, also when it is expired or used up. */
    readonly find: (digest: string) => Effect.Effect<Option.Option<Invitation>>
    /** The invitations to the place, newest first. */
    readonly list: (place: InvitationPlace) => Effect.Effect<ReadonlyArray<Invitation>>
    /** Counts a use. False when there is no such invitation or it is used up: of many concurrent callers, `maxUses` get true. */
    readonly use: (id: InvitationId) => Effect.Effect<boolean>
    /** Deletes the invitation. False when there is no such invitation to the place. */
    readonly remove: (place: InvitationPlace, id: InvitationId) => Effect.Effect<boolean>
    /** Deletes up to `limit` invitations that expired before, and returns how many. */
    readonly forget: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>() {}
