/** What the caller may do in an organization, from what the API shows of it. */
import { useQuery } from "@tanstack/react-query"
import { sessionQuery, userQuery } from "../../api/session.ts"
import { organizationQuery } from "./calls.ts"

export interface OrganizationAccess {
  /** Whether the caller sees and changes its members and buckets: its admins, and site admins. */
  readonly manages: boolean
  /** Whether the caller is an admin of it, who may also change its webhooks. */
  readonly isAdmin: boolean
  /** Whether the caller sees its quota. */
  readonly isMember: boolean
}

export const useAccess = (organization: string): OrganizationAccess => {
  const account = useQuery(organizationQuery(organization)).data
  const user = useQuery(userQuery).data
  const session = useQuery(sessionQuery).data
  const members = account?.members
  const isAdmin =
    members?.some(
      ({ organization_role, username }) => username === session?.user && organization_role === "admin",
    ) ?? false
  return {
    manages: members !== undefined,
    isAdmin,
    isMember: user?.organizations?.some(({ username }) => username === account?.username) ?? false,
  }
}
