import { useQueryClient } from "@tanstack/react-query"
import { makeOrganizationKey } from "../../api/organization.ts"
import { userQuery } from "../../api/session.ts"

/** Reads again what a change of members may have changed. */
export const useMembersChanged = (organization: string) => {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: makeOrganizationKey(organization) }),
      client.invalidateQueries(userQuery),
    ])
}
