/** The role of a user in a dataset: as its owner, a collaborator, or a member of the organization that owns it. */
import { type Dataset, type DatasetId, nameKey, type Role, type Username } from "@annotary/core"
import { higherRole } from "@annotary/core/effect"
import { keyOf, type Tables } from "./tables.ts"

export const collaboratorKey = (id: DatasetId, user: string): string => keyOf(id, nameKey(user))

/** Returns the user's highest role. Null for organizations, disabled users and unknown names. */
export const roleOf = (tables: Tables, dataset: Dataset, username: Username): Role | "owner" | null => {
  const user = tables.users.get(nameKey(username))
  if (user === undefined || user.isOrganization || user.disabledAt !== null) return null
  if (user.username === dataset.owner) return "owner"
  const member = tables.members.get(keyOf(nameKey(dataset.owner), nameKey(username)))?.role
  const collaborator = tables.collaborators.get(collaboratorKey(dataset.id, username))?.role
  if (member === "admin") return "owner"
  if (member === undefined || collaborator === undefined) return member ?? collaborator ?? null
  return higherRole(member, collaborator)
}
