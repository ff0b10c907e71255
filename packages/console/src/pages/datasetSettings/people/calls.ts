/** The calls of the API about the people who work on a dataset: collaborators and their roles. */
import { api, readBody, type Wire } from "../../../api/client.ts"
import { type DatasetPath, makeSamplesKey } from "../../../api/dataset.ts"
import { makeQuery, toParams } from "../../../api/query.ts"
import type { Role } from "../../../api/roles.ts"

export type Collaborator = Wire<"Collaborator">

/** The roles between which managers move people. */
export const movable: ReadonlyArray<Role> = ["labeler", "reviewer"]

export const makeCollaboratorsQuery = (path: DatasetPath) =>
  makeQuery([...makeSamplesKey(path), "collaborators"], (signal) =>
    api.GET("/datasets/{owner}/{dataset}/collaborators/", { params: { path }, signal }),
  )

export const addCollaborator = (path: DatasetPath, user: string, role: Role) =>
  readBody(api.POST("/datasets/{owner}/{dataset}/collaborators/", { params: { path }, body: { user, role } }))

const address = "/datasets/{owner}/{dataset}/collaborators/{username}"

export const updateRole = (path: DatasetPath, username: string, role: Role) =>
  readBody(api.PATCH(address, { ...toParams({ ...path, username }), body: { role } }))

export const removeCollaborator = (path: DatasetPath, username: string) =>
  readBody(api.DELETE(address, toParams({ ...path, username })))
