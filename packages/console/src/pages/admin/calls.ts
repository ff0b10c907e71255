/** The calls of the API for site admins: queries for the cache, and changes. */
import { keepPreviousData } from "@tanstack/react-query"
import { api, readBody, type Wire } from "../../api/client.ts"
import { makePagesQuery, makeQuery, toParams } from "../../api/query.ts"
import { type AuditSearch, type JobSearch, toAuditQuery, type UserSearch } from "./search.ts"

export type Account = Wire<"ListedAccount">
export type Job = Wire<"ListedJob">

const rowsPerPage = 50

/** All that only site admins read begins with this key. */
export const adminKey = ["admin"] as const

export const makeUsersQuery = ({ kind, q }: UserSearch) =>
  makePagesQuery(
    [...adminKey, "users", q ?? null, kind ?? null],
    "after",
    (after, signal) => {
      const query = {
        per_page: rowsPerPage,
        ...(q === undefined ? {} : { q }),
        ...(kind === undefined
          ? {}
          : { is_organization: kind === "organization" ? ("true" as const) : ("false" as const) }),
        ...(after === undefined ? {} : { after }),
      }
      return api.GET("/users/", { params: { query }, signal })
    },
    { placeholderData: keepPreviousData },
  )

export const makeJobsQuery = (search: JobSearch) =>
  makePagesQuery(
    [...adminKey, "jobs", search.status ?? null],
    "before",
    (before, signal) => {
      const query = { per_page: rowsPerPage, ...search, ...(before === undefined ? {} : { before }) }
      return api.GET("/jobs/", { params: { query }, signal })
    },
    { refetchInterval: 10_000 },
  )

export const makeAuditQuery = (search: AuditSearch) => {
  const filters = toAuditQuery(search)
  return makePagesQuery(
    [...adminKey, "audit", filters],
    "before",
    (before, signal) => {
      const query = { ...filters, per_page: rowsPerPage, ...(before === undefined ? {} : { before }) }
      return api.GET("/audit/", { params: { query }, signal })
    },
    { placeholderData: keepPreviousData },
  )
}

export const statusQuery = makeQuery(
  [...adminKey, "status"],
  (signal) => api.GET("/server_status/", { signal }),
  { refetchInterval: 10_000 },
)

export const retryJob = (job: string) => readBody(api.POST("/jobs/{job}/retry/", toParams({ job })))

export const createUser = (body: Wire<"NewUser">) => readBody(api.POST("/users/", { body }))

/** Makes a key for a person. The answer shows it this once. */
export const createKeyFor = (username: string, description: string) =>
  readBody(api.POST("/users/{username}/api_keys/", { ...toParams({ username }), body: { description } }))

export const updateUser = (username: string, body: Wire<"UserChange">) =>
  readBody(api.PATCH("/users/{username}/", { ...toParams({ username }), body }))

export interface Removal {
  readonly releases: "keep" | "delete" | "remake"
  /** Deletes events that name the person at once. */
  readonly now: boolean
}

export const removeUser = (username: string, { now, releases }: Removal) =>
  readBody(
    api.DELETE("/users/{username}/", {
      params: { path: { username }, query: { releases, ...(now ? { now: "true" } : {}) } },
    }),
  )
