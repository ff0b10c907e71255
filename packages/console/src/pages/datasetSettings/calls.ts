/** The calls of the API about the settings of a dataset, the people who work on it, and its end. */
import { queryOptions } from "@tanstack/react-query"
import { api, readBody, type Wire } from "../../api/client.ts"
import { type DatasetPath, makeSamplesKey } from "../../api/dataset.ts"
import { toApiError } from "../../api/problem.ts"

export type Change = Wire<"DatasetChange">

/** The dataset with the version of its settings, which a change names. */
export interface Settings {
  readonly dataset: Wire<"Dataset">
  readonly etag: string
}

const readSettings = async (path: DatasetPath, signal?: AbortSignal): Promise<Settings> => {
  const { data, error, response } = await api.GET("/datasets/{owner}/{dataset}/", {
    params: { path },
    signal: signal ?? null,
  })
  if (!response.ok || data === undefined) throw toApiError(response, error)
  return { dataset: data, etag: response.headers.get("etag") ?? "" }
}

/** Read with each visit, and then only after a change: nothing may replace what somebody is writing. */
export const makeSettingsQuery = (path: DatasetPath) =>
  queryOptions({
    queryKey: [...makeSamplesKey(path), "settings"],
    queryFn: ({ signal }) => readSettings(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

const patch = async (path: DatasetPath, change: Change, etag: string): Promise<Settings> => {
  const { data, error, response } = await api.PATCH("/datasets/{owner}/{dataset}/", {
    params: { path, header: { "if-match": etag } },
    body: change,
  })
  if (!response.ok || data === undefined) throw toApiError(response, error)
  return { dataset: data, etag: response.headers.get("etag") ?? "" }
}

/** Somebody else has changed fields that this change is about. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile"
  readonly latest: Settings
  readonly fields: ReadonlyArray<keyof Change>

  constructor(latest: Settings, fields: ReadonlyArray<keyof Change>) {
    super(fields.join(", "))
    this.latest = latest
    this.fields = fields
  }
}

/**
 * Changes fields of a dataset. When somebody has changed other fields since `base` was read, both changes count. Fails with
 * `ChangedMeanwhile` when they changed the same ones.
 */
export const updateSettings = async (
  path: DatasetPath,
  change: Change,
  base: Settings,
): Promise<Settings> => {
  try {
    return await patch(path, change, base.etag)
  } catch (error) {
    if (!isStale(error)) throw error
    const latest = await readSettings(path)
    // Cast: the keys of an object are those of its type.
    const fields = (Object.keys(change) as Array<keyof Change>).filter(
      (name) => JSON.stringify(latest.dataset[name]) !== JSON.stringify(base.dataset[name]),
    )
    if (fields.length > 0) throw new ChangedMeanwhile(latest, fields)
    return patch(path, change, latest.etag)
  }
}

const isStale = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "status" in error && error.status === 412

/** Makes a dataset one that can only be read, or takes that back. */
export const archiveDataset = (path: DatasetPath, archived: boolean) =>
  readBody(api.PATCH("/datasets/{owner}/{dataset}/", { params: { path }, body: { archived } }))

export const transferDataset = (path: DatasetPath, owner: string) =>
  readBody(api.POST("/datasets/{owner}/{dataset}/transfer/", { params: { path }, body: { owner } }))

export const deleteDataset = (path: DatasetPath) =>
  readBody(api.DELETE("/datasets/{owner}/{dataset}/", { params: { path } }))
