/** A sample for an auditor, as the API answers it. Every digit is kept. */
import type { Wire } from "../../../api/client.ts"
import { parse } from "../../../workbench/editor/json/parse.ts"
import {
  isObject,
  type Json,
  type JsonObject,
  toNumber,
  toObjects,
} from "../../../workbench/editor/json/value.ts"

export interface AuditWork {
  /** The number of the draw. */
  readonly number: number
  readonly claimId: string
  readonly name: string
  /** The object that is checked; null in audits of samples. */
  readonly object: Wire<"AuditObject"> | null
  readonly attributes: JsonObject
  readonly label: JsonObject | null
}

/** Reads the answer to a claim: undefined when there is nothing to check. */
export const readAuditWork = (text: string): AuditWork | undefined => {
  const [work] = toObjects(parse(text))
  if (work === undefined) return undefined
  return {
    number: toNumber(work.number),
    claimId: String(work.claim_id),
    name: String(work.sample_name),
    object: isObject(work.object) ? readObject(work.object) : null,
    attributes: toObject(work.attributes),
    label: isObject(work.label_attributes) ? work.label_attributes : null,
  }
}

const readObject = ({ frame, ...object }: JsonObject): Wire<"AuditObject"> => {
  const readText = (member: string) => {
    const value = object[member]
    return typeof value === "string" ? value : null
  }
  return {
    key: String(object.key),
    pointer: String(object.pointer),
    sensor: readText("sensor"),
    frame: typeof frame === "number" ? frame : null,
    track: readText("track"),
    annotation: readText("annotation"),
    category: readText("category"),
  }
}

/** Reads the configuration of an audit, of its release: null when the file of the release is gone. */
export const readTaskAttributes = (text: string): JsonObject | null => {
  const configuration = toObject(parse(text)).task_attributes
  return isObject(configuration) ? configuration : null
}

const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
