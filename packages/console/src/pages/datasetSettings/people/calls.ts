/** The calls of the API about the people who work on a dataset: collaborators and their roles. */
import { queryOptions } from "@tanstack/react-query"
import { api, bodyOf, type Wire } from "../../../api/client.ts"
import { type DatasetPath, samplesKey } from "../../../api/dataset.ts"
import type { Role } from "../../../api/roles.ts"

export type Collaborator = Wire<"Collaborator">

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
