/** The calls of the API about the people who work on a dataset: collaborators and their roles. */
import { queryOptions } from "@tanstack/react-query"
import { api, readBody, type Wire } from "../../../api/client.ts"
import { type DatasetPath, makeSamplesKey } from "../../../api/dataset.ts"
import type { Role } from "../../../api/roles.ts"

export type Collaborator = Wire<"Collaborator">

/** The roles between which managers move people. */
export const movable: ReadonlyArray<Role> = ["labeler", "reviewer"]

export const makeCollaboratorsQuery = (path: DatasetPath) =>
  queryOptions({
    queryKey: [...makeSamplesKey(path), "collaborators"],
    queryFn: ({ signal }) =>
      readBody(api.GET("/datasets/{owner}/{dataset}/collaborators/", { params: { path }, signal })),
  })

export const addCollaborator = (path: DatasetPath, user: string, role: Role) =>
  readBody(api.POST("/datasets/{owner}/{dataset}/collaborators/", { params: { path }, body: { user, role } }))

export const updateRole = (path: DatasetPath, username: string, role: Role) =>
  readBody(
    api.PATCH("/datasets/{owner}/{dataset}/collaborators/{username}", {
      params: { path: { ...path, username } },
      body: { role },
    }),
  )

export const removeCollaborator = (path: DatasetPath, username: string) =>
  readBody(
    api.DELETE("/datasets/{owner}/{dataset}/collaborators/{username}", {
      params: { path: { ...path, username } },
    }),
  )
