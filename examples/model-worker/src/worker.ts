/** A model that labels samples before people do: it claims batches, predicts, and answers each claim. */
import { type Client, hasCode } from "@annotary/http/client"

/** A label, or the reason why the model gives none. */
export type Predicted = { readonly attributes: object; readonly score: number } | { readonly reason: string }

export interface WorkerOptions {
  readonly client: Client
  readonly owner: string
  readonly dataset: string
  /** The name of a version that the model has. */
  readonly version: string
  readonly predict: (sample: { readonly name: string; readonly attributes: unknown }) => Promise<Predicted>
  /** Claims in a batch. */
  readonly count?: number
}

/** Answers all claims that the queue gives, and returns the number of labels. */
export const labelAll = async (options: WorkerOptions): Promise<number> => {
  const { client, count = 10, dataset, owner, predict, version } = options
  let labels = 0
  for (;;) {
    const path = { owner, dataset, queue: "prelabeling" } as const
    const claims = await client.queue.claim({ path, payload: { count } })
    if (claims.length === 0) return labels
    for (const { claim_id: claim, sample } of claims) {
      const predicted = await predict(sample)
      try {
        if ("reason" in predicted)
          await client.predictions.decline({
            path: { claim },
            payload: { model_version: version, reason: predicted.reason },
          })
        else {
          const { attributes, score } = predicted
          const payload = { model_version: version, attributes: { ...attributes }, score }
          await client.predictions.prelabel({ path: { claim }, payload })
          labels += 1
        }
      } catch (error) {
        // A person was faster, or the lease has expired.
        if (!hasCode(error, "stale_claim") && !hasCode(error, "touched_by_person")) throw error
      }
    }
  }
}
