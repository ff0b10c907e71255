/** The calls of the API about the invitations by link to an organization, and to a dataset. */
import { api, readBody, type Wire } from "../../api/client.ts"
import { type DatasetPath, makeSamplesKey } from "../../api/dataset.ts"
import { makeOrganizationKey } from "../../api/organization.ts"
import { makeQuery, toParams } from "../../api/query.ts"

type NewInvitation = Wire<"NewInvitation">

export const makeOrganizationInvitations = (organization: string) => {
  const own = toParams({ organization })
  return {
    list: makeQuery([...makeOrganizationKey(organization), "invitations"], (signal) =>
      api.GET("/organizations/{organization}/invitations/", { ...own, signal }),
    ),
    create: (body: NewInvitation) =>
      readBody(api.POST("/organizations/{organization}/invitations/", { ...own, body })),
    revoke: (invitation: string) =>
      readBody(
        api.DELETE(
          "/organizations/{organization}/invitations/{invitation}/",
          toParams({ organization, invitation }),
        ),
      ),
  }
}

export const makeDatasetInvitations = (path: DatasetPath) => ({
  list: makeQuery([...makeSamplesKey(path), "invitations"], (signal) =>
    api.GET("/datasets/{owner}/{dataset}/invitations/", { params: { path }, signal }),
  ),
  create: (body: NewInvitation) =>
    readBody(api.POST("/datasets/{owner}/{dataset}/invitations/", { params: { path }, body })),
  revoke: (invitation: string) =>
    readBody(
      api.DELETE("/datasets/{owner}/{dataset}/invitations/{invitation}/", toParams({ ...path, invitation })),
    ),
})

export type InvitationCalls =
  | ReturnType<typeof makeOrganizationInvitations>
  | ReturnType<typeof makeDatasetInvitations>
