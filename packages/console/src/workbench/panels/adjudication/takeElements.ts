/** Takes the pixels or points that an object has in another label. */
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { TakeRefusal } from "../../editor/edits/takeObject.ts"
import { readChoices } from "../../editor/History.ts"
import { hasObject } from "../../editor/label/versions.ts"
import type { Difference } from "./Difference.ts"
import { type DecisionContext, findPresentKey, findVersion, keepVersion, takeVersion } from "./decisions.ts"

/** Whether the version of a difference lies on the surface, beside the label. */
const isOnSurface = ({ aspect }: Difference): boolean => aspect === "object" || aspect === "shape"

/** Takes a version where objects are pixels or points, after those that are being taken. Where it cannot be taken, the frame of the reason is shown. */
export const takeSegmented = (
  editor: Editor,
  context: DecisionContext,
  difference: Difference,
  letter: string,
): Promise<void> =>
  editor.takes.run(difference.id, letter, async (signal) => {
    if (!isOnSurface(difference))
      return editor.update((state) => takeVersion(state, context, difference, letter))
    try {
      await takeElements(editor, context, { difference, letter, signal })
    } catch (error) {
      if (error instanceof TakeRefusal && !signal.aborted) editor.show(error.frame)
      throw error
    }
  })

/** Chooses the version that the label has, in the order of the versions that are being taken. */
export const keepSegmented = (
  editor: Editor,
  context: DecisionContext,
  difference: Difference,
): Promise<void> =>
  editor.takes.run(difference.id, context.letter, () =>
    editor.update((state) => keepVersion(state, context, difference)),
  )

interface Taking {
  readonly difference: Difference
  readonly letter: string
  readonly signal: AbortSignal
}

/** The label changes once the pixels of the other one are there. */
const takeElements = async (
  editor: Editor,
  context: DecisionContext,
  { difference, letter, signal }: Taking,
): Promise<void> => {
  const { state, surface } = editor
  const { key, label } = findVersion(state, context, difference, letter)
  const own = findPresentKey(state, context, difference, readChoices(state.history))
  const isThere = own !== undefined && hasObject(getLabel(state), own)
  if (key === undefined && !isThere)
    return editor.update((now) => keepVersion(now, context, difference, letter))
  const taken = {
    label,
    key,
    own: isThere ? own : undefined,
    isWhole: difference.aspect === "object",
    choice: { of: difference.id, letter },
  }
  await surface?.takeObject(taken, signal)
}
