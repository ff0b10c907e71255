/** The calls of the API about the invitations by link to an organization, and to a dataset. */
import { queryOptions } from "@tanstack/react-query"
import { api, bodyOf, type Wire } from "../../api/client.ts"
import { type DatasetPath, samplesKey } from "../../api/dataset.ts"
import { organizationKey } from "../../api/organization.ts"

type NewInvitation = Wire<"NewInvitation">

export const organizationInvitations = (organization: string) => ({
  list: queryOptions({
    queryKey: [...organizationKey(organization), "invitations"],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/organizations/{organization}/invitations/", { params: { path: { organization } }, signal }),
      ),
  }),
  create: (body: NewInvitation) =>
    bodyOf(
      api.POST("/organizations/{organization}/invitations/", { params: { path: { organization } }, body }),
    ),
  revoke: (invitation: string) =>
    bodyOf(
      api.DELETE("/organizations/{organization}/invitations/{invitation}/", {
        params: { path: { organization, invitation } },
      }),
    ),
})

export const datasetInvitations = (path: DatasetPath) => ({
  list: queryOptions({
    queryKey: [...samplesKey(path), "invitations"],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/datasets/{owner}/{dataset}/invitations/", { params: { path }, signal })),
  }),
  create: (body: NewInvitation) =>
    bodyOf(api.POST("/datasets/{owner}/{dataset}/invitations/", { params: { path }, body })),
  revoke: (invitation: string) =>
    bodyOf(
      api.DELETE("/datasets/{owner}/{dataset}/invitations/{invitation}/", {
        params: { path: { ...path, invitation } },
      }),
    ),
})

export type InvitationCalls =
  | ReturnType<typeof organizationInvitations>
  | ReturnType<typeof datasetInvitations>
