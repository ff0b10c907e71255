/** Labels as drafts keep them. */
import { revisionOf } from "../model/document/areas.ts"
import type { Draft } from "../model/drafts/Draft.ts"
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
export const readDraft = ({ bitmap, text }: Draft): JsonObject | undefined => {
  const value = parse(text)
  if (!isObject(value)) return undefined
  // Without its bitmap, a label that was painted would name areas that nobody has.
  return revisionOf(value) === bitmap?.revision ? value : undefined
}
