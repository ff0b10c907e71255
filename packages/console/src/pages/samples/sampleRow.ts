/** A row of the list of samples, read without loss of digits: metadata stay the text that was sent. */
import { type Status, statuses } from "../../api/statuses.ts"
import { print } from "../../workbench/editor/json/parse.ts"
import {
  getMember,
  isObject,
  type Json,
  type JsonObject,
  toNumber,
} from "../../workbench/editor/json/value.ts"
import { listImageUrls } from "../../workbench/session/images.ts"

export interface SampleRow {
  readonly uuid: string
  readonly name: string
  /** The address of the first image; absent where there is none, or where rows come without attributes. */
  readonly image: string | undefined
  readonly status: Status
  readonly priority: number
  readonly labeler: string | undefined
  readonly reviewer: string | undefined
  /** JSON text; empty where there is no metadata. */
  readonly metadata: string
  readonly labelChanged: string | undefined
  readonly changed: string
  readonly created: string
}

/** Reads a sample of the API. */
export const sampleRow = (sample: JsonObject): SampleRow => {
  const label = getMember(sample, "label")
  const attributes = getMember(sample, "attributes")
  const metadata = getMember(sample, "metadata")
  const status = isObject(label) ? label.label_status : undefined
  return {
    uuid: toText(sample.uuid) ?? "",
    name: toText(sample.name) ?? "",
    image: isObject(attributes) ? listImageUrls(attributes)[0] : undefined,
    status: statuses.find((one) => one === status) ?? "UNLABELED",
    priority: toNumber(sample.priority),
    labeler: toText(sample.assigned_labeler),
    reviewer: toText(sample.assigned_reviewer),
    metadata: isObject(metadata) && Object.keys(metadata).length > 0 ? print(metadata) : "",
    labelChanged: isObject(label) ? toText(label.updated_at) : undefined,
    changed: toText(sample.updated_at) ?? "",
    created: toText(sample.created_at) ?? "",
  }
}

const toText = (value: Json | undefined): string | undefined =>
  typeof value === "string" ? value : undefined
