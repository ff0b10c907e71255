/** Loads the image of the sample that is likely next into the browser's cache. Nothing is claimed by it. */
import { type Api, bodyOf } from "../../api/client.ts"
import { parse } from "../model/json/parse.ts"
import { isObject } from "../model/json/value.ts"
import { imageUrls } from "./images.ts"
import type { DatasetName, QueueName } from "./work.ts"

/** The queue and the person whose next sample is prefetched. */
export interface Prefetch extends DatasetName {
  readonly queue: QueueName
  /** The sample on the screen, which is not the next. */
  readonly current: string
}

/** A failure costs nothing but the time that the prefetch would have saved, so it is not reported. */
export const prefetchNext = async (api: Api, { current, dataset, owner, queue }: Prefetch): Promise<void> => {
  const steps = await bodyOf(
    api.GET("/datasets/{owner}/{dataset}/queue/{queue}/", {
      params: { path: { owner, dataset, queue }, query: { limit: 2 } },
    }),
  )
  const next = steps.flatMap(({ samples }) => samples).find(({ uuid }) => uuid !== current)
  if (next === undefined) return
  const text = await bodyOf(
    api.GET("/samples/{sample}/", { params: { path: { sample: next.uuid } }, parseAs: "text" }),
  )
  const sample = parse(text)
  const [url] = isObject(sample) && isObject(sample.attributes) ? imageUrls(sample.attributes) : []
  if (url !== undefined) new Image().src = url
}
