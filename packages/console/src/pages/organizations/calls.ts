/** The calls of the API about one organization: queries for the cache, and changes. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, readBody, type Wire } from "../../api/client.ts"
import { makeOrganizationKey } from "../../api/organization.ts"
import type { Role } from "../../api/roles.ts"

export type Member = Wire<"Member">
export type Bucket = Wire<"Bucket">

const addressOrganization = (organization: string) => ({ params: { path: { organization } } })

/** The account of the organization; its members for those who may manage them. */
export const makeOrganizationQuery = (organization: string) =>
  queryOptions({
    queryKey: [...makeOrganizationKey(organization), "account"],
    queryFn: ({ signal }) =>
      readBody(api.GET("/users/{username}", { params: { path: { username: organization } }, signal })),
  })

export const rowsPerPage = 50

export const makeOrganizationDatasetsQuery = (username: string, page: number) =>
  queryOptions({
    queryKey: [...makeOrganizationKey(username), "datasets", page],
    queryFn: ({ signal }) =>
      readBody(
        api.GET("/users/{username}/datasets/", {
          params: { path: { username }, query: { page, per_page: rowsPerPage } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

export const makeQuotaQuery = (organization: string) =>
  queryOptions({
    queryKey: [...makeOrganizationKey(organization), "quota"],
    queryFn: ({ signal }) =>
      readBody(
        api.GET("/organizations/{organization}/quota/", { ...addressOrganization(organization), signal }),
      ),
  })

export const makeBucketsQuery = (organization: string) =>
  queryOptions({
    queryKey: [...makeOrganizationKey(organization), "buckets"],
    queryFn: ({ signal }) =>
      readBody(
        api.GET("/organizations/{organization}/buckets/", { ...addressOrganization(organization), signal }),
      ),
  })

export const createOrganization = (username: string) =>
  readBody(api.POST("/organizations/", { body: { username } }))

/** The changes of an organization. */
export const makeChanges = (organization: string) => {
  const addressMember = (username: string) => ({ params: { path: { organization, username } } })
  const addressBucket = (bucket: string) => ({ params: { path: { organization, bucket } } })
  return {
    putMember: (username: string, role: Role) =>
      readBody(
        api.PUT("/organizations/{organization}/members/{username}/", {
          ...addressMember(username),
          body: { role },
        }),
      ),
    removeMember: (username: string) =>
      readBody(api.DELETE("/organizations/{organization}/members/{username}/", addressMember(username))),
    changeQuota: (body: Wire<"QuotaChange">) =>
      readBody(
        api.PATCH("/organizations/{organization}/quota/", { ...addressOrganization(organization), body }),
      ),
    addBucket: (body: Wire<"NewBucket">) =>
      readBody(
        api.POST("/organizations/{organization}/buckets/", { ...addressOrganization(organization), body }),
      ),
    changeBucket: (bucket: string, body: Wire<"BucketChange">) =>
      readBody(
        api.PATCH("/organizations/{organization}/buckets/{bucket}/", { ...addressBucket(bucket), body }),
      ),
    removeBucket: (bucket: string) =>
      readBody(api.DELETE("/organizations/{organization}/buckets/{bucket}/", addressBucket(bucket))),
    testBucket: (bucket: string) =>
      readBody(api.POST("/organizations/{organization}/buckets/{bucket}/test/", addressBucket(bucket))),
  }
}
