/** Labels as drafts keep them. */
import { paintedFrames } from "../model/document/areas.ts"
import { bitmapsOf, type Draft } from "../model/drafts/Draft.ts"
import { parse } from "../model/json/parse.ts"
import { isObject, type JsonObject } from "../model/json/value.ts"

/** The label of a draft that continues one with the text. Only its rating may differ: then the label is as it is stored. */
export const restoredFrom = (
  draft: Draft | undefined,
  text: string | null,
  stored: JsonObject,
): JsonObject | undefined => {
  if (draft === undefined) return undefined
  return draft.text === text ? stored : readDraft(draft)
}

/** The label of a draft; undefined where it cannot be continued. */
export const readDraft = (draft: Draft): JsonObject | undefined => {
  const value = parse(draft.text)
  if (!isObject(value)) return undefined
  const revisions = new Map(bitmapsOf(draft).map(({ frame, revision }) => [frame, revision]))
  // Without its bitmaps, a label that was painted would name areas that nobody has.
  const isWhole = paintedFrames(value).every(({ frame, revision }) => revisions.get(frame) === revision)
  return isWhole ? value : undefined
}
