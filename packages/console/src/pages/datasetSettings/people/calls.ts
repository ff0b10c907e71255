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

export const makePausesQuery = (path: DatasetPath) =>
  makeQuery([...makeSamplesKey(path), "pauses"], (signal) =>
    api.GET("/datasets/{owner}/{dataset}/pauses/", { params: { path }, signal }),
  )

const pauseAddress = "/datasets/{owner}/{dataset}/pauses/{username}/"

export const savePause = (path: DatasetPath, username: string, reason: string) =>
  readBody(api.PUT(pauseAddress, { ...toParams({ ...path, username }), body: { reason } }))

export const removePause = (path: DatasetPath, username: string) =>
  readBody(api.DELETE(pauseAddress, toParams({ ...path, username })))

const address = "/datasets/{owner}/{dataset}/collaborators/{username}"

export const updateRole = (path: DatasetPath, username: string, role: Role) =>
  readBody(api.PATCH(address, { ...toParams({ ...path, username }), body: { role } }))

export const removeCollaborator = (path: DatasetPath, username: string) =>
  readBody(api.DELETE(address, toParams({ ...path, username })))
