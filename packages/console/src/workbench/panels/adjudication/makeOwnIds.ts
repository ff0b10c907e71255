import { type EditorState, getLabel, labelIn } from "../../editor/EditorState.ts"
import { readChoices } from "../../editor/History.ts"
import { toNumber } from "../../editor/json/value.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { type DecisionContext, findKey, findPresentKey } from "./decisions.ts"

/** The ids that the objects of a letter have in the edited label, by those of its bitmap or points in the shown frame. */
export const makeOwnIds = (
  state: EditorState,
  context: DecisionContext,
  letter: string,
): ReadonlyMap<number, number> => {
  const choices = readChoices(state.history)
  const read = (label: Parameters<typeof listAnnotations>[0]) =>
    new Map(listAnnotations(label, state.frame).map(({ id, key }) => [key, toNumber(id)]))
  const own = read(getLabel(state))
  const others = read(labelIn(state, context.labels.get(letter) ?? {}))
  const ids = new Map<number, number>()
  for (const [group, members] of context.differences.groups.entries()) {
    const from = others.get(findKey(context, members, letter) ?? "")
    const to = own.get(findPresentKey(state, context, { group, members }, choices) ?? "")
    if (from !== undefined && to !== undefined) ids.set(from, to)
  }
  return ids
}
