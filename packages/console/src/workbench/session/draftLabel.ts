/** Labels as drafts keep them. */
import { listPointFrames, readPointRevision } from "../cloud/points/model/pointLabel.ts"
import { listPaintedFrames } from "../model/document/areas.ts"
import { type Draft, listBitmaps } from "../model/drafts/Draft.ts"
import { parse } from "../model/json/parse.ts"
import { print } from "../model/json/print.ts"
import { isObject, type JsonObject } from "../model/json/value.ts"

/** The label of a draft that continues one with the text. Only its rating may differ: then the label is as it is stored. */
export const restoreFrom = (
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
  const [{ withPointIds }, { unpackIds }] = await Promise.all([
    import("../cloud/points/model/pointIds.ts"),
    import("../cloud/points/model/packed.ts"),
  ])
  const packed = new Map(draft.points?.map(({ frame, ids }) => [frame, ids] as const))
  return print(withPointIds(label, (frame) => unpackIds(packed.get(frame) ?? new Uint8Array())))
}

/** The label of a draft; undefined where it cannot be continued. */
export const readDraft = (draft: Draft): JsonObject | undefined => {
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
