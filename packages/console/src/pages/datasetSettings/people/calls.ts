/** The calls of the API about the people who work on a dataset: collaborators and invitations by link. */
import { queryOptions } from "@tanstack/react-query"
import { api, bodyOf, type Wire } from "../../../api/client.ts"
import { type DatasetPath, samplesKey } from "../../../api/dataset.ts"

export type Role = Wire<"Role">
export type Collaborator = Wire<"Collaborator">
export type Invitation = Wire<"Invitation">

export const roles: ReadonlyArray<Role> = ["labeler", "reviewer", "manager", "admin"]

/** The roles between which managers move people. */
export const movable: ReadonlyArray<Role> = ["labeler", "reviewer"]

export const collaboratorsQuery = (path: DatasetPath) =>
  queryOptions({
    queryKey: [...samplesKey(path), "collaborators"],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/datasets/{owner}/{dataset}/collaborators/", { params: { path }, signal })),
  })

export const addCollaborator = (path: DatasetPath, user: string, role: Role) =>
  bodyOf(api.POST("/datasets/{owner}/{dataset}/collaborators/", { params: { path }, body: { user, role } }))

export const changeRole = (path: DatasetPath, username: string, role: Role) =>
  bodyOf(
    api.PATCH("/datasets/{owner}/{dataset}/collaborators/{username}", {
      params: { path: { ...path, username } },
      body: { role },
    }),
  )

export const removeCollaborator = (path: DatasetPath, username: string) =>
  bodyOf(
    api.DELETE("/datasets/{owner}/{dataset}/collaborators/{username}", {
      params: { path: { ...path, username } },
    }),
  )

export const invitationsQuery = (path: DatasetPath) =>
  queryOptions({
    queryKey: [...samplesKey(path), "invitations"],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/datasets/{owner}/{dataset}/invitations/", { params: { path }, signal })),
  })

export const createInvitation = (path: DatasetPath, body: Wire<"NewInvitation">) =>
  bodyOf(api.POST("/datasets/{owner}/{dataset}/invitations/", { params: { path }, body }))

export const revokeInvitation = (path: DatasetPath, invitation: string) =>
  bodyOf(
    api.DELETE("/datasets/{owner}/{dataset}/invitations/{invitation}/", {
      params: { path: { ...path, invitation } },
    }),
  )
