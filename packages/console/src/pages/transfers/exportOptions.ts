/** The fields of a new export, and the request that they make. Pure. */
import { finishedStatuses } from "@annotary/core/check"
import type { Wire } from "../../api/client.ts"
import { type Status, statuses } from "../../api/statuses.ts"
import type { SampleSearch } from "../samples/search.ts"

export interface ExportFields {
  readonly format: string
  readonly release: string | null
  readonly labelset: string
  /** The person whose labels are exported instead of a labelset, where several people label a sample; empty: a labelset. */
  readonly labeler: string
  readonly statuses: ReadonlyArray<Status>
  readonly name: string
  readonly files: "copy" | "link" | "leave"
  /** Whether copies of pictures keep their EXIF orientation. */
  readonly keepOrientation: boolean
  readonly keyframes: "keep" | "expand"
  readonly coordinates: "sensor" | "ego" | "world"
  /** Shares of the sets, such as 80/10/10; empty: one set. */
  readonly splits: string
  /** Whether texts in CSV files are guarded for spreadsheets. */
  readonly spreadsheet: boolean
  /** Whether `croissant.json` describes the files. */
  readonly croissant: boolean
  readonly strict: boolean
}

/** Finished work, narrowed by the filters of the samples that one came from. */
export const makeInitialFields = (search: SampleSearch): ExportFields => ({
  format: "",
  release: null,
  labelset: "ground-truth",
  labeler: "",
  statuses: search.status ?? finishedStatuses,
  name: search.name ?? "",
  files: "leave",
  keepOrientation: false,
  keyframes: "keep",
  coordinates: "sensor",
  splits: "",
  spreadsheet: false,
  croissant: false,
  strict: false,
})

/** Shares such as `80/10/10` or `80/20`; undefined for a text that is none. */
export const parseSplits = (text: string) => {
  const shares = text.split("/").map((share) => (share.trim() === "" ? Number.NaN : Number(share)))
  const [train, val, test = 0] = shares
  return shares.length < 2 || shares.length > 3 || !shares.every((share) => share >= 0 && share <= 1_000_000)
    ? undefined
    : { train, val, test }
}

export const isComplete = ({ format, splits, statuses }: ExportFields): boolean =>
  format !== "" && statuses.length > 0 && (splits === "" || parseSplits(splits) !== undefined)

/** The request. `metadata`: the filter of the samples that one came from, as `key:value` pairs. */
export const exportRequest = (fields: ExportFields, metadata: string | undefined): Wire<"NewExport"> => {
  const {
    format,
    keepOrientation,
    labeler,
    labelset,
    name,
    release,
    splits,
    statuses: chosen,
    ...rest
  } = fields
  const shares = parseSplits(splits)
  return {
    format,
    ...rest,
    statuses: statuses.filter((status) => chosen.includes(status)),
    ...(keepOrientation && fields.files === "copy" ? { keep_orientation: true } : {}),
    ...(labeler === "" ? { labelset, ...(release === null ? {} : { release }) } : { labeler }),
    ...(name === "" ? {} : { name_contains: name }),
    ...(metadata === undefined ? {} : { metadata: parsePairs(metadata) }),
    ...(shares === undefined ? {} : { splits: pickDefined(shares) }),
  }
}

const parsePairs = (text: string): { readonly [key: string]: string } =>
  Object.fromEntries(
    text.split(",").map((pair) => [pair.slice(0, pair.indexOf(":")), pair.slice(pair.indexOf(":") + 1)]),
  )

const pickDefined = (shares: { readonly [set: string]: number | undefined }) =>
  Object.fromEntries(
    Object.entries(shares).flatMap(([set, share]) => (share === undefined ? [] : [[set, share]])),
  )
