/** The calls of the API about the audits of one release. */
import { type Answer, api, readBody, type Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { makePagesQuery, makeQuery, toParams } from "../../api/query.ts"
import { type AuditWork, readAuditWork, readTaskAttributes } from "./check/readAuditWork.ts"

export type Audit = Wire<"ReleaseAudit">
export type Draw = Wire<"AuditDraw">
export type DrawnObject = Wire<"AuditObject">
export type Unit = Wire<"AuditUnit">
export type Stratum = Wire<"AuditStratum">
export type ErrorType = Wire<"AuditErrorType">

export interface ReleasePath extends DatasetPath {
  readonly release: string
}

export interface AuditPath extends ReleasePath {
  readonly audit: string
}

const audits = "/datasets/{owner}/{dataset}/releases/{release}/audits/" as const
const audit = `${audits}{audit}/` as const

/** All that is known of the audits of a release begins with this key. */
const makeAuditsKey = ({ dataset, owner, release }: ReleasePath) =>
  ["releases", owner, dataset, "audits", release] as const

/** An audit that is prepared is read again until it is. */
const pollMillis = 1_000

const isPreparing = ({ state }: Pick<Audit, "state">): boolean => state === "preparing"

/** An older server audits samples alone, and names no unit. */
const setUnit = (record: Audit): Audit => ({ ...record, unit: record.unit ?? "samples" })

const mapBody = async <Body>(answer: Promise<Answer<Body>>, change: (body: Body) => Body) => {
  const { data, ...others } = await answer
  return data === undefined ? others : { ...others, data: change(data) }
}

export const makeAuditsQuery = (path: ReleasePath) =>
  makeQuery(
    makeAuditsKey(path),
    (signal) => mapBody(api.GET(audits, { params: { path }, signal }), (records) => records.map(setUnit)),
    { refetchInterval: ({ state }) => (state.data?.some(isPreparing) === true ? pollMillis : false) },
  )

/** `joint`: the bounds hold together. */
export const makeAuditQuery = (path: AuditPath, joint: boolean) =>
  makeQuery(
    [...makeAuditsKey(path), path.audit, { joint }],
    (signal) =>
      mapBody(api.GET(audit, { params: { path, query: joint ? { joint: "1" } : {} }, signal }), setUnit),
    {
      refetchInterval: ({ state }) =>
        state.data !== undefined && isPreparing(state.data) ? pollMillis : false,
    },
  )

const drawsOfPage = 100

export const makeDrawsQuery = (path: AuditPath) =>
  makePagesQuery([...makeAuditsKey(path), path.audit, "draws"], "after", (after, signal) =>
    api.GET(`${audit}draws/`, {
      params: {
        path,
        query: { per_page: drawsOfPage, ...(after === undefined ? {} : { after: Number(after) }) },
      },
      signal,
    }),
  )

/** The configuration of the dataset as the release has it; null when its file is gone. Every digit is kept. */
export const makeConfigurationQuery = (path: AuditPath) => ({
  queryKey: [...makeAuditsKey(path), path.audit, "configuration"],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    readTaskAttributes(await readBody(api.GET(audit, { params: { path }, parseAs: "text", signal }))),
})

export const createAudit = (path: ReleasePath, { unit, ...plan }: Wire<"NewReleaseAudit">) =>
  readBody(
    api.POST(audits, {
      params: { path },
      // An older server refuses a unit.
      body: unit === undefined || unit === "samples" ? plan : { ...plan, unit },
    }),
  )

export const finishAudit = (path: AuditPath) => readBody(api.POST(`${audit}finish/`, toParams(path)))

/** Claims the next draw, or the open one again; undefined when there is nothing to check. */
export const claimDraw = async (path: AuditPath): Promise<AuditWork | undefined> =>
  readAuditWork(await readBody(api.POST(`${audit}claim/`, { params: { path }, parseAs: "text" })))

/** Sends an outcome, or its correction. */
export const submitDraw = (path: AuditPath, number: number, errors: ReadonlyArray<Wire<"NewAuditError">>) =>
  readBody(
    api.PUT(`${audit}draws/{number}/`, {
      params: { path: { ...path, number } },
      body: { errors: [...errors] },
    }),
  )

export const closeDraw = (path: AuditPath, number: number, reason: string) =>
  readBody(
    api.POST(`${audit}draws/{number}/close/`, { params: { path: { ...path, number } }, body: { reason } }),
  )

export const takeBackDraw = (path: AuditPath, number: number) =>
  readBody(api.DELETE(`${audit}draws/{number}/`, toParams({ ...path, number })))

export const returnStratum = (path: AuditPath, body: Wire<"AuditStratumName">) =>
  readBody(api.POST(`${audit}return_stratum/`, { params: { path }, body }))
