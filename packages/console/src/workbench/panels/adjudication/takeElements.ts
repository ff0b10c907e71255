/** Takes the pixels or points that an object has in another label. */
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { readChoices } from "../../editor/History.ts"
import { hasObject } from "../../editor/label/versions.ts"
import type { Difference } from "./Difference.ts"
import { type Choosing, findPresentKey, findVersion, keepVersion } from "./decisions.ts"

/** Whether the version of a difference lies on the surface, beside the label. */
export const isOnSurface = ({ aspect }: Difference): boolean => aspect === "object" || aspect === "shape"

/** The label changes once the pixels of the other one are there. */
export const takeElements = async (
  editor: Editor,
  choosing: Choosing,
  difference: Difference,
  letter: string,
): Promise<void> => {
  const { state, surface } = editor
  const { key, label } = findVersion(state, choosing, difference, letter)
  const own = findPresentKey(state, choosing, difference, readChoices(state.history))
  const isThere = own !== undefined && hasObject(getLabel(state), own)
  if (key === undefined && !isThere)
    return editor.update((now) => keepVersion(now, choosing, difference, letter))
  await surface?.takeObject({
    label,
    key,
    own: isThere ? own : undefined,
    isWhole: difference.aspect === "object",
    choice: { of: difference.id, letter },
  })
}
