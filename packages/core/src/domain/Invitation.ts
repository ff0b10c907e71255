/** Invitations by link: whoever has the link gets a role. */
import type { DatasetId, InvitationId } from "./Ids.ts"
import type { Username } from "./Names.ts"
import type { Timestamp } from "./Timestamp.ts"
import type { Role } from "./User.ts"

/** A stored invitation to an organization or to a dataset, with a digest in place of its token. */
export interface Invitation {
  readonly id: InvitationId
  /** SHA-256 of the token, hex. */
  readonly digest: string
  /** Null for an invitation to a dataset. */
  readonly organization: Username | null
  /** Null for an invitation to an organization. */
  readonly datasetId: DatasetId | null
  readonly role: Role
  readonly createdAt: Timestamp
  /** Whose permission the invitation has. Null for the engine itself. */
  readonly createdBy: Username | null
  readonly expiresAt: Timestamp
  /** Number of people who may accept it. */
  readonly maxUses: number
  readonly uses: number
}
