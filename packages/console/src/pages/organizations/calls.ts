/** The calls of the API about one organization: queries for the cache, and changes. */
import { keepPreviousData } from "@tanstack/react-query"
import { api, readBody, type Wire } from "../../api/client.ts"
import { makeOrganizationKey } from "../../api/organization.ts"
import { makeQuery, toParams } from "../../api/query.ts"
import type { Role } from "../../api/roles.ts"
import { userQuery } from "../../api/session.ts"

export type Bucket = Wire<"Bucket">

/** The account of the organization; its members for those who may manage them. */
export const makeOrganizationQuery = (organization: string) =>
  makeQuery([...makeOrganizationKey(organization), "account"], (signal) =>
    api.GET("/users/{username}", { ...toParams({ username: organization }), signal }),
  )

/** The queries that a change of members makes stale. */
export const listMemberQueries = (organization: string) => [makeOrganizationKey(organization), userQuery]

export const rowsPerPage = 50

export const makeOrganizationDatasetsQuery = (username: string, page: number) =>
  makeQuery(
    [...makeOrganizationKey(username), "datasets", page],
    (signal) => {
      const params = { path: { username }, query: { page, per_page: rowsPerPage } }
      return api.GET("/users/{username}/datasets/", { params, signal })
    },
    { placeholderData: keepPreviousData },
  )

export const makeQuotaQuery = (organization: string) =>
  makeQuery([...makeOrganizationKey(organization), "quota"], (signal) =>
    api.GET("/organizations/{organization}/quota/", { ...toParams({ organization }), signal }),
  )

export const makeBucketsQuery = (organization: string) =>
  makeQuery([...makeOrganizationKey(organization), "buckets"], (signal) =>
    api.GET("/organizations/{organization}/buckets/", { ...toParams({ organization }), signal }),
  )

export const createOrganization = (username: string) =>
  readBody(api.POST("/organizations/", { body: { username } }))

/** The changes of an organization. */
export const makeChanges = (organization: string) => {
  const own = toParams({ organization })
  const toMember = (username: string) => toParams({ organization, username })
  const toBucket = (bucket: string) => toParams({ organization, bucket })
  return {
    putMember: (username: string, role: Role) =>
      readBody(
        api.PUT("/organizations/{organization}/members/{username}/", {
          ...toMember(username),
          body: { role },
        }),
      ),
    removeMember: (username: string) =>
      readBody(api.DELETE("/organizations/{organization}/members/{username}/", toMember(username))),
    changeQuota: (body: Wire<"QuotaChange">) =>
      readBody(api.PATCH("/organizations/{organization}/quota/", { ...own, body })),
    addBucket: (body: Wire<"NewBucket">) =>
      readBody(api.POST("/organizations/{organization}/buckets/", { ...own, body })),
    changeBucket: (bucket: string, body: Wire<"BucketChange">) =>
      readBody(api.PATCH("/organizations/{organization}/buckets/{bucket}/", { ...toBucket(bucket), body })),
    removeBucket: (bucket: string) =>
      readBody(api.DELETE("/organizations/{organization}/buckets/{bucket}/", toBucket(bucket))),
    testBucket: (bucket: string) =>
      readBody(api.POST("/organizations/{organization}/buckets/{bucket}/test/", toBucket(bucket))),
  }
}
