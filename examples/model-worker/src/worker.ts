/** A model that labels samples before people do: it claims batches, predicts, and answers each claim. */
import { type Client, hasCode, isApiError } from "@annotary/http/client"

/** A label, or the reason why the model gives none. */
export type Predicted = { readonly attributes: object; readonly score: number } | { readonly reason: string }

export interface WorkerOptions {
  readonly client: Client
  readonly owner: string
  readonly dataset: string
  /** The name of a version that the model has. */
  readonly version: string
  readonly predict: (sample: { readonly name: string; readonly attributes: unknown }) => Promise<Predicted>
  /** Claims in a batch, one by default: a lease of 15 minutes must outlast the work on the whole batch. */
  readonly count?: number
}

/** Answers all claims that the queue gives, and returns the number of labels. */
export const labelAll = async (options: WorkerOptions): Promise<number> => {
  const { client, count = 1, dataset, owner, predict, version } = options
  const decline = (claim: string, reason: string) =>
    client.predictions.decline({ path: { claim }, payload: { model_version: version, reason } })
  const answer = async (claim: string, predicted: Predicted): Promise<"labeled" | "declined"> => {
    if ("reason" in predicted) return decline(claim, predicted.reason).then(() => "declined")
    const payload = {
      model_version: version,
      attributes: { ...predicted.attributes },
      score: predicted.score,
    }
    try {
      await client.predictions.prelabel({ path: { claim }, payload })
      return "labeled"
    } catch (error) {
      // The label does not fit the configuration. Given back, the sample would come again, and be refused again.
      if (!isApiError(error, "InvalidInput")) throw error
      return decline(claim, error.message.slice(0, 2000)).then(() => "declined")
    }
  }
  let labels = 0
  for (;;) {
    const path = { owner, dataset, queue: "prelabeling" } as const
    const claims = await client.queue.claim({ path, payload: { count } })
    if (claims.length === 0) return labels
    for (const { claim_id: claim, sample } of claims) {
      try {
        if ((await answer(claim, await predict(sample))) === "labeled") labels += 1
      } catch (error) {
        // A person was faster, or the lease has expired.
        if (!hasCode(error, "stale_claim") && !hasCode(error, "touched_by_person")) throw error
      }
    }
  }
}
