/** People as an identity provider knows them, and the roles that it gave them. */
import type { Username } from "./Names.ts"
import type { Timestamp } from "./Timestamp.ts"
import type { Role } from "./User.ts"

/** The account of a person of an identity provider. Issuer and subject identify the person; names and addresses do not. */
export interface LinkedIdentity {
  readonly issuer: string
  /** Unique within the issuer, and never given to somebody else. */
  readonly subject: string
  readonly user: Username
  readonly createdAt: Timestamp
}

/** A membership that a provider gave, and takes back. */
export interface GivenRole {
  readonly issuer: string
  readonly organization: Username
  readonly user: Username
  readonly role: Role
}
