/** One dataset, as its caller sees it: with their role and permissions. */
import { queryOptions } from "@tanstack/react-query"
import { api, readBody, type Wire } from "./client.ts"

/** The parameters of an address below a dataset. */
export interface DatasetPath {
  readonly owner: string
  readonly dataset: string
}

/** All that is known of a dataset with its samples begins with this key. */
export const makeSamplesKey = ({ dataset, owner }: DatasetPath) => ["samples", owner, dataset] as const

/** Permissions that a role keeps in an archived dataset: reading it, and managing its collaborators and its state. */
const inArchive = [
  "read",
  "clone",
  "list_collaborators",
  "view_work",
  "move_roles",
  "export",
  "edit_collaborators",
  "read_audit",
  "archive",
  "delete_dataset",
  "manage_webhooks",
]

/** The dataset without permissions that are of no use while it is archived, so that no page offers what the server refuses. */
export const keepAsIs = (dataset: Wire<"Dataset">): Wire<"Dataset"> =>
  dataset.archived
    ? { ...dataset, permissions: dataset.permissions.filter((one) => inArchive.includes(one)) }
    : dataset

/** The frame around the pages of a dataset loads it first, so that they find it in the cache. */
export const makeDatasetQuery = (path: DatasetPath) =>
  queryOptions({
    queryKey: [...makeSamplesKey(path), "dataset"],
    queryFn: async ({ signal }) =>
      keepAsIs(await readBody(api.GET("/datasets/{owner}/{dataset}/", { params: { path }, signal }))),
  })

/** The parameters of addresses of a dataset. */
export const toDatasetPath = ({ name, owner }: Wire<"Dataset">): DatasetPath => ({
  owner: owner.username,
  dataset: name,
})
