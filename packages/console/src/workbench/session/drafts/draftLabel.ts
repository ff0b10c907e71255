/** Labels as drafts keep them. */
import { parse, print } from "../../editor/json/parse.ts"
import { isObject, type Json, type JsonObject, toObjects } from "../../editor/json/value.ts"
import { readAnnotations } from "../../editor/label/annotation.ts"
import { listPaintedFrames } from "../../editor/label/areas.ts"
import { isSequence } from "../../editor/label/frames.ts"
import { listPointFrames, readPointRevision } from "../../editor/label/pointLabel.ts"
import type { Work } from "../work.ts"
import { type Draft, decideDraft, listBitmaps } from "./Draft.ts"

/** A draft that was found for a sample, and its use. */
interface OpenedDraft {
  readonly draft: Draft | undefined
  /** The label of the draft; undefined where the stored one is opened. */
  readonly restored: JsonObject | undefined
  /** The draft where it began from another version of the label. */
  readonly conflict: Draft | undefined
}

/** Decides what a draft means for the claimed label. The rating of the draft is left out where nobody rates. */
export const openDraft = (
  { label }: Work,
  stored: JsonObject,
  found: Draft | undefined,
  rates: boolean,
): OpenedDraft => {
  const draft = found === undefined || rates ? found : { ...found, rating: undefined }
  const text = label?.attributes == null ? null : print(label.attributes)
  const decision = decideDraft(draft, { etag: label?.version ?? null, rating: label?.rating ?? null, text })
  return {
    draft,
    restored: decision === "restore" ? restoreFrom(draft, text, stored) : undefined,
    conflict: decision === "compare" ? draft : undefined,
  }
}

/** The label of a draft that continues one with the text. Only its rating may differ: then the label is as it is stored. */
const restoreFrom = (
  draft: Draft | undefined,
  text: string | null,
  stored: JsonObject,
): JsonObject | undefined => {
  if (draft === undefined) return undefined
  return draft.text === text ? stored : readDraft(draft)
}

/** The text of a draft as a file: with the ids of painted points, which it has beside the text. */
export const makeDraftFile = async (draft: Draft): Promise<string> => {
  const label = draft.points === undefined ? undefined : readDraft(draft)
  if (label === undefined) return draft.text
  const { unpackIds, withPointIds } = await import("../../documents/points/pointIds.ts")
  const packed = new Map(draft.points?.map(({ frame, ids }) => [frame, ids] as const))
  return print(withPointIds(label, (frame) => unpackIds(packed.get(frame) ?? new Uint8Array())))
}

/** The label of a draft; undefined where it cannot be continued. */
export const readDraft = (
  draft: Pick<Draft, "bitmap" | "bitmaps" | "points" | "text">,
): JsonObject | undefined => {
  const value = parse(draft.text)
  if (!isObject(value)) return undefined
  // Without its bitmaps or its points, a label that was painted would name areas or points that nobody has.
  const revisions = new Map(listBitmaps(draft).map(({ frame, revision }) => [frame, revision]))
  const points = new Map(draft.points?.map(({ frame, revision }) => [frame, revision]))
  const isWhole =
    listPaintedFrames(value).every(({ frame, revision }) => revisions.get(frame) === revision) &&
    listPointFrames(value).every((frame) => points.get(frame) === readPointRevision(value, frame))
  return isWhole ? value : undefined
}

/** The number of objects of a draft. */
export const countDraftObjects = ({ text }: Draft): number => countObjects(parse(text))

/** The number of objects of a label: of tracks, where it has frames. */
export const countObjects = (whole: Json): number => {
  const keys = new Set<string>()
  const count = (label: Json | undefined) => {
    if (!isObject(label)) return
    // Objects of several sensors are the same where their tracks are.
    for (const { attributes } of toObjects(label.sensors)) count(attributes)
    for (const { annotations } of isSequence(label) ? toObjects(label.frames) : [label])
      for (const { key } of readAnnotations(annotations)) keys.add(key)
  }
  count(whole)
  return keys.size
}
