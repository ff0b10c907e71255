/** The keys and sessions of the person who is signed in. */
import { api, readBody } from "../../api/client.ts"
import { makeQuery, toParams } from "../../api/query.ts"

export const keysQuery = makeQuery(["user", "keys"], (signal) => api.GET("/user/api_keys/", { signal }))

export const sessionsQuery = makeQuery(["user", "sessions"], (signal) =>
  api.GET("/user/sessions/", { signal }),
)

export const revokeKey = (key: string) => readBody(api.DELETE("/user/api_keys/{key}/", toParams({ key })))

export const endSession = (session: string) =>
  readBody(api.DELETE("/user/sessions/{session}/", toParams({ session })))

/** Replaces a key; the old one works on for so many seconds. */
export const rotateKey = (key: string, overlap_seconds: number) =>
  readBody(api.POST("/user/api_keys/{key}/rotate/", { ...toParams({ key }), body: { overlap_seconds } }))
