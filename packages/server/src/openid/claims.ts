/** Reads what a provider says of a person. Claims are theirs: each is checked, and a missing one is none. */
import type { ProviderProfile } from "@annotary/core/effect"
import type { Settings } from "../settings/settings.ts"
import { findRoles } from "./groupRoles.ts"

/** Claims by name. */
export interface Claims {
  readonly [name: string]: unknown
}

/** The person as the engine needs it. Issuer and subject are those of the verified token. */
export const toProfile = (
  identity: { readonly issuer: string; readonly subject: string },
  claims: Claims,
  settings: Settings,
): ProviderProfile => {
  const { openidCreate, openidGroupsClaim, openidNameClaim, openidRoles } = settings
  const name = claims[openidNameClaim]
  const roles = findRoles(openidRoles, toGroups(claims[openidGroupsClaim]))
  const isVerified = claims.email_verified === true && typeof claims.email === "string"
  return {
    ...identity,
    username: typeof name === "string" ? name : undefined,
    email: isVerified ? String(claims.email) : undefined,
    roles,
    mayCreate: openidCreate === "everybody" || (openidCreate === "groups" && roles.size > 0),
  }
}

/** The claims that the settings name and the token does not have: the endpoint of user information may have them. */
export const isIncomplete = (
  claims: Claims,
  { openidGroupsClaim, openidNameClaim, openidRoles }: Settings,
): boolean =>
  claims[openidNameClaim] === undefined || (openidRoles.length > 0 && claims[openidGroupsClaim] === undefined)

/** Some providers send one group as text. */
const toGroups = (claim: unknown): ReadonlyArray<string> => {
  if (typeof claim === "string") return [claim]
  return Array.isArray(claim) ? claim.filter((group): group is string => typeof group === "string") : []
}
