/** Decides which parts of a label are sent when the work on it is stored. */
import { getWholeLabel } from "../model/editor/EditorState.ts"
import type { JsonObject } from "../model/json/value.ts"
import type { Working } from "./phases.ts"
import type { WorkAction } from "./work.ts"

/** The attributes to send: those of edited work, and of a label that does not exist yet. */
export const pickAttributesToSend = (
  { editor, points, work }: Working,
  action: WorkAction,
): JsonObject | undefined => {
  const label = getWholeLabel(editor.state)
  if (label === work.label?.attributes) return undefined
  const unlabeled = work.label?.attributes == null
  if (unlabeled && editor.state.history.past === null && action === "skip") return undefined
  return points === undefined ? label : points.fillLabel(label)
}
