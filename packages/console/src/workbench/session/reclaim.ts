/** Finds out why a claim has ended, and claims one certain sample again. */
import { defaultLeaseSeconds } from "@annotary/core/check"
import { type Api, readBody } from "../../api/client.ts"
import { ApiError, hasStatus } from "../../api/problem.ts"
import { parse } from "../editor/json/parse.ts"
import { isArray } from "../editor/json/value.ts"
import { hasVersion } from "./overlap.ts"
import { type DatasetName, type QueueName, readDataset, readWork, toObject, type Work } from "./work.ts"

/** The reasons for which nobody works on a sample, or in a dataset, any more. */
type End = "archived" | "deleted" | "removed"

/** The reasons for which a claim ends without the work being sent. */
export type Loss = End | "expired" | "submitted"

/** The reasons for which a sample cannot be claimed again. */
export type Refusal = End | "finished" | "taken"

interface QueuePlace extends DatasetName {
  readonly queue: QueueName
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

/** The refusals that the reason of an error stands for. The others are problems that a further try may solve. */
const refusals: Readonly<Record<string, Refusal>> = {
  dataset_archived: "archived",
  permission_denied: "removed",
  sample_finished: "finished",
  sample_held: "taken",
  sample_of_other: "taken",
}

/** Claims one sample, wherever it stands in its queue. No other sample is claimed for it. */
export const claimSample = async (api: Api, place: QueuePlace, sample: string): Promise<Refusal | Work> => {
  const { dataset, owner, queue } = place
  try {
    const text = await readBody(
      api.POST("/datasets/{owner}/{dataset}/queue/{queue}/claim/{sample}/", {
        params: { path: { dataset, owner, queue, sample } },
        body: { lease_seconds: defaultLeaseSeconds },
        parseAs: "text",
      }),
    )
    return readWork(toObject(parse(text)))
  } catch (error) {
    const refusal = error instanceof ApiError ? refusals[error.code] : undefined
    const end = refusal ?? (hasStatus(error, 404) ? await findEnd(api, place, sample) : undefined)
    if (end === undefined) throw error
    return end
  }
}

/** Whether another sample is claimed next than the one of the work, or another label of it. False where the claim fails. */
export const isReplaced = async (
  { label, sample }: Work,
  claim: () => Promise<Work | undefined>,
): Promise<boolean> => {
  try {
    const claimed = await claim()
    return claimed?.sample.uuid !== sample.uuid || !hasVersion(claimed, label?.version)
  } catch {
    // The work stays on the screen, with the refusal that led here.
    return false
  }
}
