/** Labels of people, between which a reviewer decides. */
import { parse } from "../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../src/workbench/editor/json/value.ts"
import type { OverlapLabel } from "../../../src/workbench/session/work.ts"

export const read = (text: string): JsonObject => {
  const value = parse(text)
  if (!isObject(value)) throw new Error("not an object")
  return value
}

/** The label with the text of its attributes; null for one that was skipped. */
export const makeTextLabel = (letter: string, text: string | null): OverlapLabel => ({
  letter,
  labeler: "",
  comment: "",
  at: "2026-11-20T13:25:01Z",
  label: {
    status: text === null ? "SKIPPED" : "LABELED",
    version: `version-${letter}`,
    rating: null,
    attributes: text === null ? null : read(text),
  },
})

/** The label with a point for each id. */
export const makeLabel = (letter: string, ids: ReadonlyArray<number>, status = "LABELED"): OverlapLabel =>
  makeTextLabel(
    letter,
    status === "SKIPPED"
      ? null
      : `{"annotations": [${ids.map((id) => `{"id": ${id}, "category_id": 1, "type": "point", "points": [[${id}, 1]]}`).join()}]}`,
  )
