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
import { findLoadable } from "../../workbench/editor/label/addresses.ts"
import { listImageAddresses } from "../../workbench/session/images.ts"

export interface SampleRow {
  readonly uuid: string
  readonly name: string
  /** The address of the first image; absent where there is none, or where rows come without attributes. */
  readonly image: string | undefined
  /** Whether the first image is in the storage of this server, or in a bucket whose URLs it signs. */
  readonly isStored: boolean
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
  const [addresses = []] = isObject(attributes) ? listImageAddresses(attributes) : []
  return {
    uuid: toText(sample.uuid) ?? "",
    name: toText(sample.name) ?? "",
    image: findLoadable(addresses),
    isStored: addresses.some((address) => storedFile.test(address)),
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

/** An asset, or an object in a bucket. */
const storedFile = /\/assets\/[0-9a-f-]{36}\/[0-9a-f]{32}|^(s3|gs|azure):/

const toText = (value: Json | undefined): string | undefined =>
  typeof value === "string" ? value : undefined
