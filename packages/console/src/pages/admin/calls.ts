/** The calls of the API for site admins: queries for the cache, and changes. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, bodyOf, pageOf, type Wire } from "../../api/client.ts"
import { type AuditSearch, auditQueryOf, type JobSearch, type UserSearch } from "./search.ts"

export type Account = Wire<"ListedAccount">
export type Job = Wire<"ListedJob">

const rowsPerPage = 50

/** All that only site admins read begins with this key. */
export const adminKey = ["admin"] as const

export const usersQuery = ({ kind, q }: UserSearch) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, "users", q ?? null, kind ?? null],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) => {
      const query = {
        per_page: rowsPerPage,
        ...(q === undefined ? {} : { q }),
        ...(kind === undefined
          ? {}
          : { is_organization: kind === "organization" ? ("true" as const) : ("false" as const) }),
        ...(after === undefined ? {} : { after }),
      }
      return pageOf(api.GET("/users/", { params: { query }, signal }), "after")
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

export const jobsQuery = ({ status }: JobSearch) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, "jobs", status ?? null],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before, signal }) => {
      const query = {
        per_page: rowsPerPage,
        ...(status === undefined ? {} : { status }),
        ...(before === undefined ? {} : { before }),
      }
      return pageOf(api.GET("/jobs/", { params: { query }, signal }), "before")
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: 10_000,
  })

export const auditQuery = (search: AuditSearch) => {
  const filters = auditQueryOf(search)
  return infiniteQueryOptions({
    queryKey: [...adminKey, "audit", filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before, signal }) => {
      const query = { ...filters, per_page: rowsPerPage, ...(before === undefined ? {} : { before }) }
      return pageOf(api.GET("/audit/", { params: { query }, signal }), "before")
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
}

export const statusQuery = queryOptions({
  queryKey: [...adminKey, "status"],
  queryFn: ({ signal }) => bodyOf(api.GET("/server_status/", { signal })),
  refetchInterval: 10_000,
})

export const retryJob = (job: string) => bodyOf(api.POST("/jobs/{job}/retry/", { params: { path: { job } } }))

export const createUser = (body: Wire<"NewUser">) => bodyOf(api.POST("/users/", { body }))

/** Makes a key for a person. The answer shows it this once. */
export const createKeyFor = (username: string, description: string) =>
  bodyOf(api.POST("/users/{username}/api_keys/", { params: { path: { username } }, body: { description } }))

export const changeUser = (username: string, body: Wire<"UserChange">) =>
  bodyOf(api.PATCH("/users/{username}/", { params: { path: { username } }, body }))

export interface Removal {
  readonly releases: "keep" | "delete" | "remake"
  /** Deletes events that name the person at once. */
  readonly now: boolean
}

export const removeUser = (username: string, { now, releases }: Removal) =>
  bodyOf(
    api.DELETE("/users/{username}/", {
      params: { path: { username }, query: { releases, ...(now ? { now: "true" } : {}) } },
    }),
  )
