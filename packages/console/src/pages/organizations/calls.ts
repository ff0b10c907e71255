/** The calls of the API about one organization: queries for the cache, and changes. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, bodyOf, type Wire } from "../../api/client.ts"
import { organizationKey } from "../../api/organization.ts"
import type { Role } from "../../api/roles.ts"

export type Member = Wire<"Member">
export type Bucket = Wire<"Bucket">

const of = (organization: string) => ({ params: { path: { organization } } })

/** The account of the organization; its members for those who may manage them. */
export const organizationQuery = (organization: string) =>
  queryOptions({
    queryKey: [...organizationKey(organization), "account"],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/users/{username}", { params: { path: { username: organization } }, signal })),
  })

export const rowsPerPage = 50

export const organizationDatasetsQuery = (username: string, page: number) =>
  queryOptions({
    queryKey: [...organizationKey(username), "datasets", page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/users/{username}/datasets/", {
          params: { path: { username }, query: { page, per_page: rowsPerPage } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

export const quotaQuery = (organization: string) =>
  queryOptions({
    queryKey: [...organizationKey(organization), "quota"],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/organizations/{organization}/quota/", { ...of(organization), signal })),
  })

export const bucketsQuery = (organization: string) =>
  queryOptions({
    queryKey: [...organizationKey(organization), "buckets"],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/organizations/{organization}/buckets/", { ...of(organization), signal })),
  })

export const createOrganization = (username: string) =>
  bodyOf(api.POST("/organizations/", { body: { username } }))

/** The changes of an organization. */
export const changesOf = (organization: string) => {
  const onMember = (username: string) => ({ params: { path: { organization, username } } })
  const onBucket = (bucket: string) => ({ params: { path: { organization, bucket } } })
  return {
    putMember: (username: string, role: Role) =>
      bodyOf(
        api.PUT("/organizations/{organization}/members/{username}/", {
          ...onMember(username),
          body: { role },
        }),
      ),
    removeMember: (username: string) =>
      bodyOf(api.DELETE("/organizations/{organization}/members/{username}/", onMember(username))),
    changeQuota: (body: Wire<"QuotaChange">) =>
      bodyOf(api.PATCH("/organizations/{organization}/quota/", { ...of(organization), body })),
    addBucket: (body: Wire<"NewBucket">) =>
      bodyOf(api.POST("/organizations/{organization}/buckets/", { ...of(organization), body })),
    changeBucket: (bucket: string, body: Wire<"BucketChange">) =>
      bodyOf(api.PATCH("/organizations/{organization}/buckets/{bucket}/", { ...onBucket(bucket), body })),
    removeBucket: (bucket: string) =>
      bodyOf(api.DELETE("/organizations/{organization}/buckets/{bucket}/", onBucket(bucket))),
    testBucket: (bucket: string) =>
      bodyOf(api.POST("/organizations/{organization}/buckets/{bucket}/test/", onBucket(bucket))),
  }
}
