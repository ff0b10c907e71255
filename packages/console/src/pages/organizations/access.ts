/** The rights of the caller in an organization, from the answers of the API. */
import { useQuery } from "@tanstack/react-query"
import type { Wire } from "../../api/client.ts"
import { userQuery } from "../../api/session.ts"
import { makeOrganizationQuery } from "./calls.ts"

export interface OrganizationAccess {
  /** Whether the caller sees and changes its members and buckets: its admins, and site admins. */
  readonly manages: boolean
  /** Whether the caller is an admin of it, who may also change its webhooks. */
  readonly isAdmin: boolean
  /** Whether the caller sees its quota. */
  readonly isMember: boolean
}

/** The answers that the rights follow from. */
export interface AccessFacts {
  /** The organization; its members for those who may manage them. */
  readonly account: Pick<Wire<"User">, "members" | "username"> | undefined
  /** The caller with their organizations. */
  readonly user: Pick<Wire<"User">, "organizations" | "username"> | undefined
}

/** Undefined while it is not known: nobody may be turned away before. */
export const findAccess = ({ account, user }: AccessFacts): OrganizationAccess | undefined => {
  if (account === undefined || user === undefined) return undefined
  return {
    manages: account.members !== undefined,
    isAdmin:
      account.members?.some(
        ({ organization_role, username }) => username === user.username && organization_role === "admin",
      ) ?? false,
    isMember: user.organizations?.some(({ username }) => username === account.username) ?? false,
  }
}

/** The access of the caller, and why it cannot be known. */
export const useAccess = (organization: string) => {
  const account = useQuery(makeOrganizationQuery(organization))
  const user = useQuery(userQuery)
  return {
    access: findAccess({ account: account.data, user: user.data }),
    error: account.data === undefined ? account.error : user.data === undefined ? user.error : null,
    retry: () => Promise.all([account, user].filter(({ isError }) => isError).map((one) => one.refetch())),
  }
}
