/** The calls of the API about exports and imports of one dataset. */
import { api, readBody, type Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { makeQuery, toParams } from "../../api/query.ts"
import { uploadAsset } from "../../api/upload.ts"
import { isArchive } from "./files.ts"
import { makeTar, type PackedFile } from "./tar.ts"

export type Export = Wire<"Export">
export type Import = Wire<"Import">

/** Pending transfers are read again until they end. */
const pollMillis = 1_000

interface Polled {
  readonly state: { readonly data: ReadonlyArray<{ readonly status: string }> | undefined }
}

const pollPending = ({ state }: Polled) =>
  state.data?.some(({ status }) => status === "PENDING") === true ? pollMillis : false

export const formatsQuery = makeQuery(["formats"], (signal) => api.GET("/formats/", { signal }), {
  staleTime: Number.POSITIVE_INFINITY,
})

export const makeExportsQuery = (path: DatasetPath) =>
  makeQuery(
    ["exports", path.owner, path.dataset],
    (signal) => api.GET("/datasets/{owner}/{dataset}/exports/", { params: { path }, signal }),
    { refetchInterval: pollPending },
  )

export const makeImportsQuery = (path: DatasetPath) =>
  makeQuery(
    ["imports", path.owner, path.dataset],
    (signal) => api.GET("/datasets/{owner}/{dataset}/imports/", { params: { path }, signal }),
    { refetchInterval: pollPending },
  )

export const createExport = (path: DatasetPath, body: Wire<"NewExport">) =>
  readBody(api.POST("/datasets/{owner}/{dataset}/exports/", { params: { path }, body }))

export const cancelExport = (path: DatasetPath, transfer: string) =>
  readBody(
    api.POST("/datasets/{owner}/{dataset}/exports/{transfer}/cancel/", toParams({ ...path, transfer })),
  )

export const removeExport = (path: DatasetPath, transfer: string) =>
  readBody(api.DELETE("/datasets/{owner}/{dataset}/exports/{transfer}/", toParams({ ...path, transfer })))

export const cancelImport = (path: DatasetPath, transfer: string) =>
  readBody(
    api.POST("/datasets/{owner}/{dataset}/imports/{transfer}/cancel/", toParams({ ...path, transfer })),
  )

/** The choices of an import. */
export interface ImportChoices {
  readonly files: ReadonlyArray<PackedFile>
  /** Absent: found by the files. */
  readonly format: string | undefined
  readonly labelset: string
  readonly labelStatus: Wire<"LabelStatus">
  /** Whether existing samples of the same names are the same samples. */
  readonly keepLabels: boolean
}

interface Progress {
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

/** Uploads the files as one archive, and begins the import. */
export const beginImport = async (
  path: DatasetPath,
  { files, format, keepLabels, labelset, labelStatus }: ImportChoices,
  progress: Progress,
): Promise<Import> => {
  const [first] = files
  const isPacked = first !== undefined && files.length === 1 && isArchive(first)
  const name = isPacked ? first.path.split("/").at(-1) : undefined
  const { uuid } = await uploadAsset(
    api,
    name ?? "files.tar",
    isPacked ? first.file : makeTar(files),
    progress,
  )
  return readBody(
    api.POST("/datasets/{owner}/{dataset}/imports/", {
      params: { path },
      body: {
        asset: uuid,
        labelset,
        label_status: labelStatus,
        keep_labels: keepLabels,
        ...(format === undefined ? {} : { format }),
      },
      signal: progress.signal,
    }),
  )
}
