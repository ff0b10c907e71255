/** The calls of the API about the invitations by link to an organization, and to a dataset. */
import { queryOptions } from "@tanstack/react-query"
import { api, readBody, type Wire } from "../../api/client.ts"
import { type DatasetPath, makeSamplesKey } from "../../api/dataset.ts"
import { makeOrganizationKey } from "../../api/organization.ts"

type NewInvitation = Wire<"NewInvitation">

export const makeOrganizationInvitations = (organization: string) => ({
  list: queryOptions({
    queryKey: [...makeOrganizationKey(organization), "invitations"],
    queryFn: ({ signal }) =>
      readBody(
        api.GET("/organizations/{organization}/invitations/", { params: { path: { organization } }, signal }),
      ),
  }),
  create: (body: NewInvitation) =>
    readBody(
      api.POST("/organizations/{organization}/invitations/", { params: { path: { organization } }, body }),
    ),
  revoke: (invitation: string) =>
    readBody(
      api.DELETE("/organizations/{organization}/invitations/{invitation}/", {
        params: { path: { organization, invitation } },
      }),
    ),
})

export const makeDatasetInvitations = (path: DatasetPath) => ({
  list: queryOptions({
    queryKey: [...makeSamplesKey(path), "invitations"],
    queryFn: ({ signal }) =>
      readBody(api.GET("/datasets/{owner}/{dataset}/invitations/", { params: { path }, signal })),
  }),
  create: (body: NewInvitation) =>
    readBody(api.POST("/datasets/{owner}/{dataset}/invitations/", { params: { path }, body })),
  revoke: (invitation: string) =>
    readBody(
      api.DELETE("/datasets/{owner}/{dataset}/invitations/{invitation}/", {
        params: { path: { ...path, invitation } },
      }),
    ),
})

export type InvitationCalls =
  | ReturnType<typeof makeOrganizationInvitations>
  | ReturnType<typeof makeDatasetInvitations>
