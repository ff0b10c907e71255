/** Loads the files of the sample that is likely next into the browser's cache. Nothing is claimed by it. */
import { type Api, readBody } from "../../api/client.ts"
import { parse } from "../editor/json/parse.ts"
import { isObject, type JsonObject } from "../editor/json/value.ts"
import { readBitmapUrl } from "../editor/label/areas.ts"
import type { Family } from "../editor/label/family.ts"
import { readFile } from "./bitmaps.ts"
import { listCloudFrames } from "./clouds/cloudFrames.ts"
import { listImageUrls } from "./images.ts"
import { readSensors } from "./sensors.ts"
import type { DatasetName, QueueName } from "./work.ts"

/** The queue and the person whose next sample is prefetched. */
export interface Prefetch extends DatasetName {
  readonly queue: QueueName
  readonly family: Family
  /** The sample on the screen, which is not the next. */
  readonly current: string
}

/** A failure costs nothing but the time that the prefetch would have saved, so it is not reported. */
export const prefetchNext = async (
  api: Api,
  { current, dataset, family, owner, queue }: Prefetch,
): Promise<void> => {
  const steps = await readBody(
    api.GET("/datasets/{owner}/{dataset}/queue/{queue}/", {
      params: { path: { owner, dataset, queue }, query: { limit: 2 } },
    }),
  )
  const next = steps.flatMap(({ samples }) => samples).find(({ uuid }) => uuid !== current)
  if (next === undefined) return
  const sample = parseAttributes(
    await readBody(
      api.GET("/samples/{sample}/", { params: { path: { sample: next.uuid } }, parseAs: "text" }),
    ),
  )
  const sources = family.sensors
    ? readSensors(sample)
    : [{ attributes: sample, kind: family.cloud ? "cloud" : "image" }]
  for (const { attributes, kind } of sources) {
    const [image] = listImageUrls(attributes)
    if (image !== undefined) new Image().src = image
    const [cloud] = kind === "cloud" ? listCloudFrames(attributes) : []
    if (cloud?.url !== undefined) await readFile(cloud.url)
  }
  if (!family.bitmap) return
  const path = { sample: next.uuid, labelset: "ground-truth" }
  const label = parseAttributes(
    await readBody(api.GET("/labels/{sample}/{labelset}/", { params: { path }, parseAs: "text" })),
  )
  const bitmap = readBitmapUrl(label, 0)
  if (bitmap !== undefined) await readFile(bitmap)
}

/** The attributes of a sample or of a label. */
const parseAttributes = (text: string): JsonObject => {
  const value = parse(text)
  return isObject(value) && isObject(value.attributes) ? value.attributes : {}
}
