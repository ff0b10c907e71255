/** The keys and sessions of the person who is signed in. */
import { queryOptions } from "@tanstack/react-query"
import { api, readBody } from "../../api/client.ts"

export const keysQuery = queryOptions({
  queryKey: ["user", "keys"],
  queryFn: ({ signal }) => readBody(api.GET("/user/api_keys/", { signal })),
})

export const sessionsQuery = queryOptions({
  queryKey: ["user", "sessions"],
  queryFn: ({ signal }) => readBody(api.GET("/user/sessions/", { signal })),
})

export const revokeKey = (key: string) =>
  readBody(api.DELETE("/user/api_keys/{key}/", { params: { path: { key } } }))

export const endSession = (session: string) =>
  readBody(api.DELETE("/user/sessions/{session}/", { params: { path: { session } } }))

/** Replaces a key; the old one works on for so many seconds. */
export const rotateKey = (key: string, overlap: number) =>
  readBody(
    api.POST("/user/api_keys/{key}/rotate/", {
      params: { path: { key } },
      body: { overlap_seconds: overlap },
    }),
  )
