/** The object of an event: the REST representation at the time of the change, or only the id when that is too long. */
import { resolveAssetPaths } from "../domain/assetPaths.ts"
import { type DatasetRecord, formatFullName } from "../domain/Dataset.ts"
import type {
  AuditEventType,
  DatasetEventType,
  OverlapEventType,
  PersonEventType,
  TransferEventType,
} from "../domain/Event.ts"
import type { Issue } from "../domain/Issue.ts"
import { type JsonText, toJsonText, writeJson } from "../domain/JsonText.ts"
import type { Label } from "../domain/Label.ts"
import type { Pause } from "../domain/Pause.ts"
import type { Release } from "../domain/Release.ts"
import type { Sample } from "../domain/Sample.ts"
import type { Transfer } from "../domain/Transfer.ts"
import { toDatasetJson } from "../domain/wire/dataset.ts"
import { issueJson } from "../domain/wire/issue.ts"
import { type LabelContext, labelJson } from "../domain/wire/label.ts"
import { type OverlapResult, toOverlapEventJson } from "../domain/wire/overlapEvent.ts"
import { toPauseJson } from "../domain/wire/pause.ts"
import { releaseJson } from "../domain/wire/release.ts"
import type { AuditEventJson } from "../domain/wire/releaseAudit.ts"
import { sampleJson } from "../domain/wire/sample.ts"
import { exportJson, importJson } from "../domain/wire/transfer.ts"
import type { EngineSettingsValues } from "../kernel/EngineSettings.ts"

/** One change of one resource. For a deletion, the resource before it. */
export type Change =
  | { readonly type: DatasetEventType & `dataset.${string}`; readonly record: DatasetRecord }
  | { readonly type: DatasetEventType & `sample.${string}`; readonly sample: Sample }
  | {
      readonly type: DatasetEventType & `label.${string}`
      readonly label: Label
      readonly context: LabelContext
      readonly sampleName: string
    }
  | { readonly type: DatasetEventType & `issue.${string}`; readonly issue: Issue }
  | { readonly type: DatasetEventType & `release.${string}`; readonly release: Release }
  | { readonly type: TransferEventType; readonly transfer: Transfer }
  | { readonly type: AuditEventType; readonly audit: AuditEventJson }
  | { readonly type: OverlapEventType; readonly overlap: OverlapResult }
  | { readonly type: PersonEventType; readonly pause: Pause }

/** The settings that an event's object depends on. */
export type EventObjectSettings = Pick<
  EngineSettingsValues,
  "keepExportsMillis" | "maxEventBytes" | "publicUrl"
>

/** `dataset` is `owner/name`. */
export const formatEventObject = (
  change: Change,
  dataset: string,
  { keepExportsMillis, maxEventBytes: maxBytes, publicUrl }: EventObjectSettings,
): JsonText => {
  const text = isLong(formatBody(change), maxBytes)
    ? null
    : resolveAssetPaths(writeJson(formatRepresentation(change, dataset, keepExportsMillis)), publicUrl())
  return text === null || isLong(text, maxBytes)
    ? toJsonText({ ...makeIdentity(change), truncated: true })
    : text
}

/** The name and the status that the event's sentence shows. */
export const findSubject = (change: Change): { readonly subject?: string; readonly status?: string } => {
  if ("record" in change) return {}
  if ("sample" in change) return { subject: change.sample.name }
  if ("label" in change) return { subject: change.sampleName, status: change.label.status }
  if ("issue" in change) return { subject: change.issue.sampleName, status: change.issue.status }
  if ("transfer" in change) return { subject: change.transfer.format ?? "" }
  if ("audit" in change) return { subject: change.audit.release }
  if ("overlap" in change) return { subject: change.overlap.sample.name }
  if ("pause" in change) return { subject: change.pause.user }
  return { subject: change.release.name }
}

const formatRepresentation = (change: Change, dataset: string, keepMillis: number | null) => {
  if ("record" in change) return toDatasetJson(change.record, { showEmail: false })
  if ("sample" in change) return sampleJson(change.sample, { dataset })
  if ("label" in change) return labelJson(change.label, change.context)
  if ("issue" in change) return issueJson(change.issue)
  if ("transfer" in change)
    return change.transfer.direction === "export"
      ? exportJson(change.transfer, { url: null, keepMillis })
      : importJson(change.transfer)
  if ("audit" in change) return change.audit
  if ("overlap" in change) return toOverlapEventJson(change.overlap, dataset)
  if ("pause" in change) return toPauseJson(change.pause)
  return releaseJson(change.release, null)
}

/** The part that can be megabytes long. It is measured before anything is built around it. */
const formatBody = (change: Change): string =>
  "label" in change
    ? (change.label.attributes ?? "")
    : "sample" in change
      ? (change.sample.attributes ?? "")
      : ""

const makeIdentity = (change: Change): { readonly [key: string]: string } => {
  if ("record" in change) return { full_name: formatFullName(change.record.dataset) }
  if ("sample" in change) return { uuid: change.sample.id }
  if ("label" in change) {
    const { sampleId } = change.label
    // As in the whole object; `uuid` is what truncated objects of labels have had alone.
    return { uuid: sampleId, sample_uuid: sampleId, labelset: change.context.labelset }
  }
  if ("issue" in change) return { uuid: change.issue.id, sample_uuid: change.issue.sampleId }
  if ("audit" in change) return { uuid: change.audit.uuid }
  if ("overlap" in change) return { uuid: change.overlap.sample.id }
  if ("pause" in change) return { user: change.pause.user }
  return { uuid: "transfer" in change ? change.transfer.id : change.release.id }
}

/** Whether the text exceeds the limit in bytes as UTF-8. Most texts need no counting. */
const isLong = (text: string, maxBytes: number): boolean => {
  if (text.length > maxBytes) return true
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes
}
