/** Finds out why a claim has ended, and claims one certain sample again. */
import { type Api, readBody } from "../../api/client.ts"
import { ApiError, hasStatus } from "../../api/problem.ts"
import { parse } from "../model/json/parse.ts"
import { isArray, isObject } from "../model/json/value.ts"
import { claimWork, type DatasetName, giveBack, type QueueName, readDataset, type Work } from "./work.ts"

/** The reasons for which nobody works on a sample, or in a dataset, any more. */
type End = "archived" | "deleted" | "removed"

/** The reasons for which a claim ends without the work being sent. */
export type Loss = End | "expired" | "submitted"

/** The reasons for which a sample cannot be claimed again. */
export type Refusal = End | "finished" | "taken"

interface QueuePlace extends DatasetName {
  readonly queue: QueueName
}

interface OwnPlace extends QueuePlace {
  /** The name of the person who works. */
  readonly user: string
}

/** The reason why a claim has ended; undefined while it lasts. */
export const findLoss = async (
  api: Api,
  place: QueuePlace,
  { claimId, sample }: Pick<Work, "claimId" | "sample">,
): Promise<Loss | undefined> => {
  const end = await findEnd(api, place, sample.uuid)
  if (end !== undefined) return end
  try {
    await readBody(api.GET("/claims/{claim}/", { params: { path: { claim: claimId } }, parseAs: "text" }))
    return undefined
  } catch (error) {
    if (!hasStatus(error, 404, 409)) throw error
    return readLoss(error)
  }
}

/** The reason that an error of a call on a claim states. */
export const readLoss = (error: unknown): "expired" | "submitted" =>
  error instanceof ApiError && error.code === "claim_ended" ? "submitted" : "expired"

const findEnd = async (api: Api, place: QueuePlace, sample: string): Promise<End | undefined> => {
  try {
    const dataset = await readDataset(api, place)
    if (dataset.archived === true) return "archived"
    const permissions = isArray(dataset.permissions) ? dataset.permissions : []
    if (!permissions.includes(place.queue === "labeling" ? "label" : "review")) return "removed"
  } catch (error) {
    if (!hasStatus(error, 403, 404)) throw error
    return "removed"
  }
  try {
    await readBody(api.GET("/samples/{sample}/", { params: { path: { sample } }, parseAs: "text" }))
    return undefined
  } catch (error) {
    if (!hasStatus(error, 403, 404)) throw error
    return "deleted"
  }
}

/** The most samples of each step of the queue among which the wanted one is searched. */
const maxWaiting = 100

/**
 * Claims a sample that may not be the first of its queue. Samples before it are claimed with it and given back at once; those
 * that another page of the same person works on stay claimed.
 */
export const claimSample = async (api: Api, place: OwnPlace, sample: string): Promise<Refusal | Work> => {
  const { dataset, owner, queue, user } = place
  const path = { owner, dataset, queue }
  const end = await findEnd(api, place, sample)
  if (end !== undefined) return end
  const claims = await readBody(api.GET("/datasets/{owner}/{dataset}/claims/", { params: { path } }))
  const own = claims.filter((claim) => claim.holder === user && claim.queue === queue)
  const isOwn = own.some(({ sample_uuid }) => sample_uuid === sample)
  const before = isOwn ? -1 : await countBefore(api, path, sample)
  if (before === undefined) return findRefusal(api, queue, sample)
  const works = await claimWork(api, { owner, dataset, queue }, own.length + before + 1)
  const work = works.find((claimed) => claimed.sample.uuid === sample)
  const ownIds = new Set(own.map(({ claim_id }) => claim_id))
  const others = works.filter((claimed) => claimed !== work && !ownIds.has(claimed.claimId))
  // One that cannot be given back ends with its lease.
  await Promise.all(others.map(({ claimId }) => giveBack(api, claimId).catch(() => {})))
  return work ?? "taken"
}

/** The number of samples before one in a queue; undefined where it does not wait there. */
const countBefore = async (api: Api, path: QueuePlace, sample: string): Promise<number | undefined> => {
  const steps = await readBody(
    api.GET("/datasets/{owner}/{dataset}/queue/{queue}/", { params: { path, query: { limit: maxWaiting } } }),
  )
  const at = steps.flatMap(({ samples }) => samples).findIndex(({ uuid }) => uuid === sample)
  return at === -1 ? undefined : at
}

/** States of labels that wait to be labeled, beside samples without a label. */
const unfinished: ReadonlySet<unknown> = new Set([
  null,
  undefined,
  "PRELABELED",
  "LABELING_IN_PROGRESS",
  "REJECTED",
])

const findRefusal = async (api: Api, queue: QueueName, sample: string): Promise<Refusal> => {
  const path = { sample, labelset: "ground-truth" }
  const status = await readBody(
    api.GET("/labels/{sample}/{labelset}/", { params: { path }, parseAs: "text" }),
  ).then(
    (text) => {
      const label = parse(text)
      return isObject(label) ? label.label_status : undefined
    },
    (error: unknown) => {
      if (hasStatus(error, 404)) return undefined
      throw error
    },
  )
  const waits = queue === "labeling" ? unfinished.has(status) : status === "LABELED"
  return waits ? "taken" : "finished"
}
