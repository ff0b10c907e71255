/** The calls of a queue session. Bodies with labels stay text, so that every digit survives. */
import { defaultLeaseSeconds } from "@annotary/core/check"
import { type Api, readBody, type Wire } from "../../api/client.ts"
import { parse, print } from "../editor/json/parse.ts"
import { getMember, isObject, type Json, type JsonObject, toNumber, toObjects } from "../editor/json/value.ts"

export type QueueName = "labeling" | "reviewing"
export type WorkAction = "submit" | "save" | "skip" | "accept" | "reject"

/** A dataset by its name. */
export interface DatasetName {
  readonly owner: string
  readonly dataset: string
}

/** The label of a claimed sample. */
export interface ClaimedLabel {
  readonly status: string
  /** The version of the label, as in its ETag. */
  readonly version: string
  readonly attributes: JsonObject | null
  /** From 0 to 5; null without one. */
  readonly rating: number | null
}

/** A label that one of several people made of a sample, or the one that the server merges of them. */
export interface OverlapLabel {
  /** A for the label that came in first; `mergedLetter` for the merged one. */
  readonly letter: string
  /** The person; empty for callers who may not see who works on what, and for the merged label. */
  readonly labeler: string
  /** Empty for none. */
  readonly comment: string
  /** Empty for the merged label. */
  readonly at: string
  readonly label: ClaimedLabel
}

/** An object of the merged label. */
export interface MergedObject {
  /** The id of its annotation, of a track in its first frame. */
  readonly id: number
  readonly sensor: string | undefined
  /** The objects of people that it was merged from, of the same sensor. */
  readonly sources: ReadonlyArray<{ readonly letter: string; readonly id: number }>
}

/** The reasons for which labels are not merged. */
export type MergeRefusal = NonNullable<Wire<"OverlapMerged">["refusal"]>

/** The labels of several people, between which a reviewer decides. */
export interface Overlap {
  readonly labels: ReadonlyArray<OverlapLabel>
  /** The label that the server merges of them; undefined where it merges none. */
  readonly merged: OverlapLabel | undefined
  /** The objects of the merged label; none without it. */
  readonly mergedObjects: ReadonlyArray<MergedObject>
  /** Why there is no merged label; undefined where there is one, and where the server does not say. */
  readonly mergeRefusal: MergeRefusal | undefined
  /** The comparison of the labels as the server stores it; undefined where it has none. */
  readonly agreement: JsonObject | undefined
}

/** A sample that this person holds. */
export interface Work {
  readonly claimId: string
  readonly step: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly sample: { readonly uuid: string; readonly name: string; readonly attributes: JsonObject }
  readonly label: ClaimedLabel | null
  /** The labels of several people, of which `label` is one; absent where one person labels the sample. */
  readonly overlap?: Overlap
}

/** The dataset as a JSON object. */
export const readDataset = async (api: Api, path: DatasetName, signal?: AbortSignal): Promise<JsonObject> => {
  const text = await readBody(
    api.GET("/datasets/{owner}/{dataset}/", { params: { path }, parseAs: "text", signal: signal ?? null }),
  )
  return toObject(parse(text))
}

/** Whether people rate labels in a queue of a dataset. */
export const canRate = (dataset: JsonObject, queue: QueueName): boolean =>
  queue === "reviewing" && dataset.enable_ratings === true

/** Claims the next sample; undefined when the queue has none for this person. */
export const claimNext = async (
  api: Api,
  path: DatasetName & { readonly queue: QueueName },
): Promise<Work | undefined> => {
  const text = await readBody(
    api.POST("/datasets/{owner}/{dataset}/queue/{queue}/claim/", {
      params: { path },
      body: { count: 1, lease_seconds: defaultLeaseSeconds },
      parseAs: "text",
    }),
  )
  const [claim] = toObjects(parse(text))
  return claim === undefined ? undefined : readWork(claim)
}

/** Reads a claim of the API. */
export const readWork = (claim: JsonObject): Work => {
  const sample = toObject(getMember(claim, "sample"))
  const label = getMember(claim, "label")
  return {
    claimId: toText(claim.claim_id),
    step: toNumber(claim.step),
    expiresAt: Date.parse(toText(claim.expires_at)),
    sample: { uuid: toText(sample.uuid), name: toText(sample.name), attributes: toObject(sample.attributes) },
    label: isObject(label) ? readClaimedLabel(label) : null,
  }
}

export const readClaimedLabel = (label: JsonObject): ClaimedLabel => ({
  status: toText(label.label_status),
  version: toText(label.version),
  attributes: isObject(label.attributes) ? label.attributes : null,
  rating: typeof label.rating === "number" ? label.rating : null,
})

/** Reads the label as it is stored after an action. `attributes` are those that were sent. */
export const readStored = (label: JsonObject, attributes: JsonObject, before: string): ClaimedLabel => ({
  version: typeof label.version === "string" ? label.version : before,
  attributes,
  status: toText(label.label_status),
  rating: typeof label.rating === "number" ? label.rating : null,
})

/** Extends a claim, and returns its new end. */
export const renew = async (api: Api, claim: string): Promise<number> => {
  const { expires_at } = await readBody(
    api.POST("/claims/{claim}/renew/", {
      params: { path: { claim } },
      body: { lease_seconds: defaultLeaseSeconds },
    }),
  )
  return Date.parse(String(expires_at))
}

/** The request that stores work or ends it. */
export interface WorkDone {
  /** Absent attributes stay as they are stored. */
  readonly attributes: JsonObject | undefined
  readonly time: number
  readonly inactive_time: number
  /** The times are those since the previous work on the claim. */
  readonly time_since: "previous"
  /** Becomes an issue. */
  readonly comment?: string
  /** Absent: stays as it is stored. */
  readonly rating?: number | null
  /** The letter of the label that is accepted, where several people labeled the sample. */
  readonly overlap_label?: string
}

/** The remarks of a person about a label when they end the work on it. */
export type Remarks = Pick<WorkDone, "comment" | "rating">

/** The answer to work. */
export interface StoredWork {
  /** The label as it is stored then. */
  readonly label: JsonObject
  /** Whether the server takes the work back when it is asked at once. */
  readonly isUndoable: boolean
  /** The result on a gold sample, where the dataset shows it. */
  readonly gold?: GoldResult | undefined
}

/** The agreement of a label with the known label of its sample. */
export interface GoldResult {
  /** From 0 to 1; null for a skip, and for a label that was not compared. */
  readonly score: number | null
  /** Null for a label that was not compared. */
  readonly passed: boolean | null
}

/** Ends or stores the work on a claimed sample. */
export const finish = async (
  api: Api,
  claim: string,
  action: WorkAction,
  done: WorkDone,
): Promise<StoredWork> => {
  const { attributes, ...rest } = done
  const body = print({ ...rest, ...(attributes === undefined ? {} : { attributes }) })
  const text = await readBody(
    api.POST(`/claims/{claim}/${action}/`, {
      params: { path: { claim } },
      // The serializer below sends the text; a plain body would lose digits.
      body: {},
      bodySerializer: () => body,
      parseAs: "text",
    }),
  )
  const answer = toObject(parse(text))
  return {
    label: toObject(getMember(answer, "label")),
    isUndoable: isObject(answer.undo),
    gold: isObject(answer.gold) ? readGoldResult(answer.gold) : undefined,
  }
}

const readGoldResult = ({ passed, score }: JsonObject): GoldResult => {
  const value = toNumber(score)
  return { passed: typeof passed === "boolean" ? passed : null, score: Number.isNaN(value) ? null : value }
}

/** Takes back the work that ended a claim. Returns the new claim; undefined where the person can have no more. */
export const undo = async (api: Api, claim: string): Promise<Work | undefined> => {
  const text = await readBody(
    api.POST("/claims/{claim}/undo/", {
      params: { path: { claim } },
      body: { lease_seconds: defaultLeaseSeconds },
      parseAs: "text",
    }),
  )
  const again = getMember(toObject(parse(text)), "claim")
  return isObject(again) ? readWork(again) : undefined
}

export const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
export const toText = (value: Json | undefined): string => (typeof value === "string" ? value : "")
