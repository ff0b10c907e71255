/** Roles by group of an identity provider, as a setting says them: `group=organization:role`. */
import { chooseHigherRole, nameKey, type Role } from "@annotary/core/effect"
import { Either } from "effect"
import { type SettingType, splitList } from "../settings/Setting.ts"

/** A group and the role that it gives. */
export interface GroupRole {
  readonly group: string
  readonly organization: string
  readonly role: Role
}

/** Such as `label-team=acme:labeler, leads=acme:admin`. */
export const groupRoles: SettingType<ReadonlyArray<GroupRole>> = {
  label: "list of roles",
  parse: (written) => {
    const read = splitList(written).map(parseGroupRole)
    const roles = read.flatMap((one) => one ?? [])
    return roles.length === read.length
      ? Either.right(roles)
      : Either.left(
          "must be group=organization:role, comma-separated, the role one of labeler, reviewer, manager, admin",
        )
  },
}

const parseGroupRole = (written: string): GroupRole | undefined => {
  const match = /^(.+)=([A-Za-z0-9][A-Za-z0-9._-]{0,99}):(labeler|reviewer|manager|admin)$/.exec(written)
  const [, group = "", organization = "", role = ""] = match ?? []
  // Cast: the expression has these roles.
  return match === null ? undefined : { group: group.trim(), organization, role: role as Role }
}

/** The roles of a person in these groups, by organization: the highest one in each. */
export const findRoles = (
  mapping: ReadonlyArray<GroupRole>,
  groups: ReadonlyArray<string>,
): ReadonlyMap<string, Role> => {
  const roles = new Map<string, Role>()
  for (const { group, organization, role } of mapping) {
    if (!groups.includes(group)) continue
    // Names are compared without regard to case.
    const key = nameKey(organization)
    const other = roles.get(key)
    roles.set(key, other === undefined ? role : chooseHigherRole(other, role))
  }
  return roles
}
